"""What somebody who writes a game asks of it: each answer says what it means, and none is empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.cli.conftest import Shell

RULES = """# Mini {#min.all}

## All {#min.a}

Three play. {#min.a.1}

```rule
roles player: ada, ben, cleo
kind figure: guard, priest
fact deck: pile of figure hidden from all
fact hand of player: pile of figure hidden from others
fact heap: pile of figure
fact out of player: flag
fact lead: figure or none
fact friends: set of player
start out of p = no
start deck = [guard, guard, priest, priest]
start hand of p = []
start heap = []
```

They are dealt. {#min.a.2}

```rule
procedure setup:
  shuffle deck
  set lead = top of deck
end
```

Who is in has turns. {#min.a.3}

```rule
define living = those(p in player with not out of p)
table worth(c: figure): | guard => 1 | priest => 2
asked define lead_worth = worth(lead)
phase rounds each p in player with not out of p cycle while size of deck > 0
```

They lay a card. {#min.a.4}

```rule
step playing in rounds: p must 1 lay
action lay(c: figure) by actor: player
  requires c in hand of actor
  effect put c from hand of actor on heap
  effect draw 1 from deck to hand of actor
```

The most cards win. {#min.a.5}

```rule
asked define winners = best(p in living by size of hand of p)
asked define first_out = first(p in player with out of p)
procedure ending: set lead = none end
on lay: do ending end
```
"""
OUT = "out of ada = no; out of ben = no; out of cleo = yes"


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    folder: Path = tmp_path_factory.mktemp("author")
    (folder / "games").mkdir()
    shell = Shell(folder)
    shell("new", str(folder / "games" / "mini"), "--players", "3", "--roles", "ada,ben,cleo")
    game = folder / "games" / "mini"
    for old in [*(game / "rules").iterdir(), *(game / "cases").iterdir(), *(game / "words").iterdir()]:
        old.unlink()
    (game / "terms.toml").write_text("", "utf-8")
    (game / "rules" / "01-mini.md").write_text(RULES, "utf-8")
    return shell


@pytest.mark.parametrize(
    ("question", "given", "lines"),
    [
        (
            "winners",
            f"{OUT}; hand of ada = 2; hand of ben = 1",
            ["    living: ada, ben  #min.a.3", "    number of hand (ada): 2", "    number of hand (ben): 1"],
        ),
        ("start of lead", "", ["SILENT  No line says so: it is drawn or decided when the game is set up."]),
        ("start of lead", "", ["  § All  #min.a.2  (in our words)"]),
        ("lead_worth", "lead = none", ["VALUE  None."]),  # a look-up at none is none, of a table too
        ("lay(guard)", "out of ada = yes", ["  § All  #min.a.3  (in our words)"]),  # the phase shuts it, not the step
        ("lay(guard)", "", ["  ? Which: hand (ada)?  [hand of ada = …]"]),
        ("friends", "", ["  ? Which: friends?  [friends = …]"]),
        ("heap after lay(guard) by ada", "", ["  ? Which: heap?  [heap = …]"]),
        # what one does one after another is one turn, which takes one card
        ("lay(guard) after lay(priest) by ada", "", ["  ✗ The turn still allows it  #min.a.4"]),
        ("lay(guard) after lay(priest) by ada then done", "", ["DEPENDS  It depends on what is hidden from you: deck."]),
        ("size of hand of ada after lay(guard) by ada", "hand of ada = [guard]", ["  ? How many or how much: deck?  [deck = …]"]),
        # the last phase goes round while there is a deck: with one it is not over, without one a round may still be played
        ("over", "deck = 2", ["NO  No.", "  § All  #min.a.3  (in our words)"]),
        ("over", "deck = 0", ["DEPENDS  It depends on how far play has come: nothing that was told says that the last phase is through."]),
        ("over", "over = yes", ["YES  Yes."]),
        ("size of start of deck", "", ["VALUE  4, before what setting up may do to it (what it is then: `… after setup`)."]),
        ("size of deck after setup", "", ["VALUE  4."]),
        ("lead is none after setup", "", ["NO  No."]),
        ("size of deck after setup", "deck = [guard]", ["VALUE  1."]),  # what is told counts, not how it starts
        ("which is the lead?", "lead = priest", ["2. Which: lead?", "   VALUE  Priest."]),  # drawn in the set-up: no line starts it
        ("may I lay a guard?", "hand of ada = [priest]", ["   NO  No. Condition not met: guard is among hand (ada)."]),  # no words yet
    ],
)  # fmt: skip
def test_an_answer_says(mini: Shell, question: str, given: str, lines: list[str]) -> None:
    said = mini("ask", "mini", question, "--as", "ada", "--given", given).stdout.splitlines()
    assert [line for line in lines if line not in said] == [], said


@pytest.mark.parametrize(
    ("question", "fault"),
    [
        ("order of ending", "A phase has an order, a procedure that does two or more others"),
        ("limit of living", "where a step gives a quota of it"),
        ("range of lead", "a number from one end to another"),
        ("hand of adda", "There is no member “adda”"),
        ("what on earth is zzz", "“what on earth is zzz” was not understood."),
        ("Xyzzy plugh?", "for example `lay(c)`"),
        ("lay()", "Leave them out"),
        ("lay(c: guard)", "Write “give(ben)” or “give(whom=ben)”."),
        ("may(lay by ada)", "Write “give(ben) by ada”"),
    ],
)
def test_a_question_with_a_mistake_is_never_answered_by_nothing(mini: Shell, question: str, fault: str) -> None:
    assert fault in mini.fault("ask", "mini", question)


def test_a_fact_that_is_compared_instead_of_told_is_told_how(mini: Shell) -> None:
    assert "a fact is told with “=”" in mini.fault("ask", "mini", "lay(guard)", "--given", "lead is guard")
