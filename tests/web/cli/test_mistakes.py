"""What somebody who writes a first game gets wrong, and what is said of it: nothing is accepted silently."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.web.cli.conftest import Shell

MANIFEST = """
prefix = "t"
languages = ["en"]
players = [2, 2]

[title]
en = "First"

[editions.book]
title = "Book"
lang = "en"

[sources.rulebook]
rank = 10
title = { en = "Book" }
"""

BASE = """
roles player: red, blue
kind colour: white, black
fact shirt of player: colour
kind letter from letters
table letters(x: letter) gives who, rank: | guard1 => guard, 1 | guard2 => guard, 1 | priest1 => priest, 2
kind character: guard, priest
fact coins of player: 0..20
fact marked of player: flag
fact bank: 0..40
fact goal: number
fact deck: pile of letter hidden from all
fact hand of player: pile of letter hidden from others
start coins of p = 2
start marked of p = no
start bank = 5
start goal = 3
start deck = [guard1, guard2, priest1]
start hand of p = []
always bank + sum(coins of p for p in player) is 9
procedure setup:
  shuffle deck
  for p in player: draw 1 from deck to hand of p end
end
procedure mark(p: player): set marked of p = yes end
class play
action jump(n: 1..3) by actor: player as play
  requires goal > 0
  effect move n from bank to coins of actor
  effect do mark(actor)
action show_card(c: letter) by actor: player as play
  requires c in hand of actor and who of c in character
  effect put c from hand of actor under deck
asked define highest = max(rank of c for c in hand of red)
phase rounds cycle while bank > 0
step turns in rounds each p in player with bank > 0: p must 1 play
"""


def write(shell: Shell, more: str = "", name: str = "first") -> str:
    game = shell.folder / name
    (game / "rules").mkdir(parents=True, exist_ok=True)
    (game / "game.toml").write_text(MANIFEST, "utf-8")
    (game / "terms.toml").write_text("", "utf-8")
    blocks = f"One. {{#t.a.1}}\n\n```rule\n{BASE}```\n\nTwo. {{#t.a.2}}\n\n```rule\n{more}\n```\n"
    (game / "rules" / "01.md").write_text(f"# First {{#t.all p=1}}\n\n## A {{#t.a p=1}}\n\n{blocks}", "utf-8")
    return str(game)


@pytest.fixture
def author(tmp_path: Path) -> Shell:
    (tmp_path / "games").mkdir()
    return Shell(tmp_path)


def test_the_game_itself_is_right(author: Shell) -> None:
    said = author("check", write(author, "rule jump requires bank > 0")).stdout
    assert "0 errors, 0 warnings" in said


MISTAKES = [
    ("rule jump effect set coins of actor = white", "TYPE-VALUE", "`white` is a member of “colour”. Write a number."),
    ("rule jump effect set marked of actor = 3", "TYPE-VALUE", "`3` is a number. Write yes or no."),
    ("kind hat: cap\nfact hats: pile of hat\nrule jump effect put top of deck on hats", "TARGET-WRONG", "Use piles of the same kind."),
    ("derived fact worth of player: number\ndefine worth(c: colour) = 2\nrule jump requires worth of actor > 1", "VALUE-KEYS", "worked out here for “colour”"),
    ("rule jump followed by each p in player: boo\naction boo by actor: player\n  effect cancel", "CANCEL-NOTHING", "a deed that is done already"),
    ("start coins of p = 99", "RANGE-WRONG", "it is a number from 0 to 20"),
    ("rule jump effect do mark(white)", "TYPE-ARGUMENT", "Give a member of “player”."),
    ("rule jump effect do mark(actor, actor)", "ARGS-COUNT", "“mark” takes (p), here 2 are given."),
    ("rule jump requires coins of white > 5", "TYPE-KEY", "The key of “coins” is a member of “player”"),
    ("rule jump requires coins of actor is white", "TYPE-COMPARE", "can never hold"),
    ("step late in roundz: do mark(red)", "COURSE-PHASE", "there is no phase “roundz”. Did you mean “rounds”?"),
    ("step late in rounds after turnz: do mark(red)", "COURSE-AFTER", "Did you mean “turns”?"),
    ("step late in rounds: do mark(red)", "COURSE-FIRST", "Write `after turns`"),
    ("step late in rounds after turns: red must 1 hop", "COURSE-QUOTA", "there is no such action or class"),
    ("action sing by actor: player", "COURSE-ACTION", "“sing” is taken in no step"),
    ("phase n after rounds cycle while goal > 0\nstep auto in n: do mark(red)", "COURSE-ENDLESS", "goes round without anybody deciding"),
    ("rule jump requires coins of actor = 5", "RULE-SYNTAX", "Write “is” to compare"),
    ("rule jump requires coins of actor == 5", "RULE-SYNTAX", "Write “is” to compare"),
    ("rule jump requires bank > 1 & goal > 1", "RULE-SYNTAX", "Write “and”."),
    ("rule jump requires goal of actor > 1", "ARGS-COUNT", "“goal” takes no key, here 1 key."),
    ("asked table price(c: colour): | whit => 3 | black => 4", "TABLE-KEY", "Did you mean “white”?"),
    ("Players take turns and draw cards.", "RULE-SYNTAX", "“Players” begins no statement. A statement begins with a word such as"),
    ("acton fly by actor: player", "RULE-SYNTAX", "Did you mean “action”?"),
    ("procedure go(p: player): if bank > 3 then set bank = 1", "RULE-SYNTAX", "“procedure go”, “if” have no “end”"),
    ("rule jump effect if bank > 3 then nothing\nrule jump requires bank > 1", "RULE-SYNTAX", "“if” has no “end”. Write “end” before “rule”"),
    ("rule jump answered by each p in player: jump\nrule jump effect if bank > 3 then nothing", "RULE-SYNTAX", "“if” has no “end”"),
    ("step s in rounds after turns each p in player: do mark(p) p must 1 play", "RULE-SYNTAX", "Make two steps of it; in a phase with “each p in S”"),
    ("phase turn each p in player:", "RULE-SYNTAX", "Write “step name in phase: …”"),
    ("rule jump effect move white from bank to goal", "TYPE-NUMBER", "`white` is a member of “colour”"),
    ("rule jump effect offer react to actor", "CALL-WRONG", "There is no action “react”."),
    ("rule jump effect do play", "CALL-WRONG", "Name one action of it, or write `offer play to …`."),
    ("procedure go(n: number): set n = n + 1 end\nrule jump effect do go(1)", "TARGET-WRONG", "Take it with `let` first"),
    ("class aimed\nclass aimed requires bank > 1", "NAME-TWICE", "Write `rule aimed …` to add clauses to it"),
    ("fact jumpp of playr: flag", "KIND-UNKNOWN", "A key of “jumpp” is of “playr”"),
    ("asked define z = yy + 1", "NAME-UNKNOWN", "There is no name “yy”. Declare it"),
    ("rule jump forbidden when rank of guard > 1", "TYPE-ARGUMENT", "member of “letter”"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "said"), MISTAKES, ids=[text.split("\n")[0][:50] for text, _, _ in MISTAKES])
def test_a_beginners_mistake_is_told_with_its_cure(author: Shell, text: str, code: str, said: str) -> None:
    game = write(author, text)
    errors = {"COURSE-ACTION", "COURSE-ENDLESS"}  # these are warnings
    shown = author("check", game, exit_code=0 if code in errors else 1).stdout
    (line,) = [line for line in shown.splitlines() if f"[{code}]" in line]
    assert said in line, line
    assert "01.md:" in line and "·" not in shown


def test_a_table_with_a_rest_is_no_fault(author: Shell) -> None:
    assert "0 warnings" in author("check", write(author, "asked table t(n: number): | 2 => 7 | 3 => 5 | * => 4")).stdout


def test_after_a_syntax_error_nothing_is_said_of_what_the_block_used(author: Shell) -> None:
    more = "procedure once(p: player): nothing end\n```\n\nThree. {#t.a.3}\n\n```rule\nrule jump effect do once(actor)\nrule jump requires bank = 3"
    shown = author("check", write(author, more), exit_code=1).stdout
    assert "RULE-SYNTAX" in shown and "NAME-UNUSED" not in shown
    game = str(author.folder / "first")
    assert "Some rules of “first” cannot be read" in author.fault("ask", game, "jump(1)", "--as", "red")


# ---- asked and done --------------------------------------------------------------------------------------------------


def begun(author: Shell, game: str) -> str:
    shuffled = author.file("shuffled.json", author("apply", game, "begin", "--json").stdout)
    dealt = author("apply", game, "answer [guard1, priest1, guard2]", "--state", shuffled, "--json").stdout
    return author.file("dealt.json", dealt)  # what `apply --json` gives is a state as it is


def test_a_shuffle_says_what_it_wants_and_takes_lists_as_rules_write_them(author: Shell) -> None:
    game = write(author)
    said = author("apply", game, "begin").stdout
    assert "? deck is shuffled, its cards are [guard1, guard2, priest1]" in said and "apply 'answer […]'" in said
    shuffled = author.file("shuffled.json", author("apply", game, "begin", "--json").stdout)
    for wrong in ("16", "[guard1]", '"unknown"'):
        assert "it is a new order of the same 3 cards" in author.fault(
            "apply", game, f"answer {wrong}", "--state", shuffled
        )
    assert "Did you mean “priest1”" in author.fault("apply", game, "answer [prist1]", "--state", shuffled)
    assert json.loads(Path(begun(author, game)).read_text())["state"]["hand"] == {
        "red": ["guard1"],
        "blue": ["priest1"],
    }


def test_moves_give_a_call_that_apply_takes(author: Shell) -> None:
    game = write(author)
    state = begun(author, game)
    listed = author.data("moves", game, "--as", "red", "--state", state)["moves"]
    assert [move["deed"] for move in listed] == ["jump(n=1)", "jump(n=2)", "jump(n=3)", "show_card(c=guard1)"]
    for move in listed:
        author("apply", game, move["deed"], "--as", "red", "--state", state)
    assert "jump also needs “n”; nothing was changed." in author.fault(
        "apply", game, "jump", "--as", "red", "--state", state
    )


@pytest.mark.parametrize(
    ("question", "given", "said"),
    [
        ("show_card(guard1)", "hand of red = [guard, priest]", "it is pile of letter (guard1, guard2, priest1), or"),
        ("show_card(chaplain)", "", "There is no member “chaplain” of “letter”. It has guard1, guard2, priest1."),
        ("coins of ann", "", "There is no member “ann” of “player”. It has red, blue."),
        ("jump(1)", "bank = 9; coins of red = 9; coins of blue = 9", "it breaks what always holds (#t.a.1)"),
        ("jmup(1)", "", "Did you mean “jump”?"),
        ("jump(1)", "bank = 90", "it is a number from 0 to 40"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(author: Shell, question: str, given: str, said: str) -> None:
    assert said in author.fault("ask", write(author), question, "--as", "red", "--given", given)


def test_a_pile_of_which_only_the_number_is_told_is_asked_for(author: Shell) -> None:
    game = write(author)
    said = author("ask", game, "show_card(guard1)", "--as", "red", "--given", "size of hand of red = 2").stdout
    assert said.startswith("DEPENDS") and "[hand of red = …]" in said
    assert "[hand of red = …]" in author("ask", game, "highest").stdout  # nobody in particular asks: they may know it


def test_a_told_start_that_the_rules_give_otherwise_is_refused(author: Shell) -> None:
    assert "but the game starts with" in author.fault("apply", write(author), "begin", "--given", "deck = 16")


def test_files_and_folders_that_are_not_there_are_told(author: Shell) -> None:
    game = write(author)
    assert "is not JSON (line 1, column 7" in author.fault(
        "apply", game, "begin", "--state", author.file("a.json", '{"a": ')
    )
    for command in (("check",), ("search", "x")):
        assert "There is no game in" in author.fault(*command)
    assert "It was looked for in" in author.fault("ask", "nowhere", "x")


def test_words_for_a_name_that_is_not_there_are_told(author: Shell) -> None:
    game = Path(write(author))
    (game / "words").mkdir()
    (game / "words" / "w.toml").write_text('[jmp]\nen = "to jump"\n', "utf-8")
    assert "No rule mentions “jmp”. Did you mean “jump”?" in author("check", str(game)).stdout


ROUND = """
fact asleep of player: flag
start asleep of p = no
class nap
action doze by actor: player as nap
  requires not asleep of actor
  effect set asleep of actor = yes
step late in rounds after turns each p in player with not asleep of p cycle: p must 1 nap
"""


def test_a_flag_that_leaves_players_out_and_that_nobody_tells_is_noticed(author: Shell) -> None:
    said = author("check", write(author, ROUND)).stdout
    assert "[FACT-UNTOLD] “asleep” begins as no and leaves players out of turns" in said and "Add `assumed no`." in said
    assert "FACT-UNTOLD" not in author("check", write(author, ROUND.replace(": flag", ": flag assumed no"))).stdout


@pytest.mark.parametrize(
    ("quota", "said"),
    [("p may any play", "VALUE  Any number of times."), ("p must 2..any play", "VALUE  Any number of times.")],
)
def test_a_turn_takes_any_number(author: Shell, quota: str, said: str) -> None:
    game = Path(write(author))
    chapter = game / "rules" / "01.md"
    chapter.write_text(chapter.read_text("utf-8").replace("p must 1 play", quota), "utf-8")
    assert "0 errors, 0 warnings" in author("check", str(game)).stdout
    assert author("ask", str(game), "limit of play").stdout.startswith(said)


def test_whose_turn_it_is_can_be_told(author: Shell) -> None:
    game = write(author)
    told = "bank = 5; goal = 3; current_player = blue"
    said = author("ask", game, "jump(1)", "--as", "red", "--given", told).stdout
    assert said.startswith("NO  No. It is not the turn of")
    assert author("ask", game, "jump(1)", "--as", "blue", "--given", told).stdout.startswith("YES")
    assert "There is no member “white” of “player”" in author.fault(
        "ask", game, "jump(1)", "--given", "current_player = white"
    )


def test_whether_a_kind_of_thing_is_among_others_of_its_kind_may_be_asked(author: Shell) -> None:
    game = write(
        author,
        "kind hat: cap, hood\nfact hats: pile of hat\nstart hats = {cap: 3}\nrule jump requires size of hats > 0",
    )
    assert author("ask", game, "hood in start of hats").stdout.startswith("NO")
    assert "can never hold" in author.fault("ask", game, "white in start of hats")


def test_nothing_crashes_on_what_nobody_has_or_has_seen(author: Shell) -> None:
    more = """
scale ticket: n1..n9
fact picked of player: ticket or none
fact won of player: pile of ticket
asked define lowest = first(p in player with picked of p is not none by position(picked of p))
asked define halves(p: player) = sum(position(t) / 2 down for t in won of p)
asked define above(t: ticket) = those(p in player with bottom of won of p < t)
"""
    game = write(author, more)
    said = author("ask", game, "lowest", "--given", "picked of red = n3; picked of blue = none").stdout
    assert said.startswith("VALUE  red.") or said.startswith("VALUE  Red.")
    assert author("ask", game, "halves(red)", "--given", "won of red = 1").stdout.startswith("DEPENDS")
    assert author("ask", game, "above(n5)", "--given", "won of red = 1; won of blue = [n7]").stdout.startswith(
        "DEPENDS"
    )
