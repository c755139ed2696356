"""Who is meant in a question in words: who does it, who sees it, whose it is, and what must be done."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.library import load_game
from referee.service import Referee
from referee.service.understood import LIKELY
from tests.support.places import ROOT

RULES = """# Discs {#d.all}

## All {#d.a}

Three players with hands and stacks. {#d.a.1}

```rule
roles player: ada, ben, cleo
kind disc: rose, skull
fact hand of player: pile of disc hidden from others
fact stack of player: pile of disc
fact boaster: player or none
fact proud of player: flag
asked define pride = count(p in player with proud of p)
start boaster = none
fact herald: player
start herald = ada
asked define quiet = those(p in player with p is not herald)
start stack of p = []
```

One lays, or boasts, unless somebody has boasted. {#d.a.2}

```rule
phase turns each p in player with boaster is none
step laying in turns when size of hand of p > 0: p must 1 lay or boast, may 1 accuse
action lay(d: disc) by actor: player
  requires d in hand of actor
action boast by actor: player
  requires size of stack of actor > 0
action accuse(suspect: player) by actor: player
  requires suspect is not actor
class pastime
step playing in turns after laying: p must 1 pastime
action sing by actor: player as pastime
action dance by actor: player as pastime
action pack(discs: set of disc sized 1..3, said: disc aloud) by actor: player as pastime
action flip_at(i: 1..9, whose: player) by actor: player as pastime
asked define is_near(p: player, q: player) = size of stack of p > size of stack of q
```
"""
WORDS = """
hand = "hand of {0}"
stack = "stack of {0}"
boaster = "the boaster"
lay = "lay a {0}"
boast = "boast"
accuse = "accuse {0}"
playing = "take part"
sing = "sing"
dance = "dance"
pack = "pack {0} as {1}"
flip_at = "flip the {0}. disc of {1}"
pride = "how many are proud"
proud = "{0} votes for it"
is_near = "{0} is richer than {1}"
"""
PATTERNS = """
[lay]
en = ["put down {d}s"]

[pack]
en = ["(pack|put) {discs} [into] [my] [sack] and (declare|call) [it|them] {said}"]

[flip_at]
en = ["turn over {whose}s {i}th disc"]

["hand of {player} = {value}"]
en = ["{player} (holds|keeps) {value}"]

["proud of {player} = no"]
en = ["{player} (votes|vote) (no|against)", "{player} [does] (not|never) boast"]

["stack of {player} = {value}"]
en = ["{value} discs on the stack of {player}"]
"""


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    home: Path = tmp_path_factory.mktemp("people") / "discs"
    files = {
        "game.toml": 'prefix = "d"\nlanguages = ["en"]\nplayers = [3, 3]\n[title]\nen = "Discs"\n'
        '[editions.first]\ntitle = "First"\nlang = "en"\n[sources.book]\nrank = 10\ntitle = { en = "Book" }\n',
        "terms.toml": '[herald]\nnames.en = "Herald"\ntext.en = "Who speaks first."\ndefined = ["d.a.1"]\n',
        "rules/01-discs.md": RULES,
        "words/01-discs.toml": "".join(
            f"[{name.strip()}]\nen ={text}\n"
            for name, _, text in (line.partition("=") for line in WORDS.split("\n"))
            if text
        ),
        "patterns/01-discs.toml": PATTERNS,
    }
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, "utf-8")
    return Referee(load_game(home))


@pytest.mark.parametrize(
    ("asker", "text", "question", "given"),
    [
        ("ada", "may Ben see my hand?", "ben in viewers of hand of ada", ""),
        ("ben", "may Ada look at the hand of Ben?", "ada in viewers of hand of ben", ""),
        ("ada", "can I see Ben's hand?", "ada in viewers of hand of ben", ""),
        ("ada", "who sees my hand?", "viewers of hand of ada", ""),
        ("ada", "may Ben accuse me?", "accuse(ada) by ben", ""),
        ("ada", "may I accuse myself?", "accuse(ada)", ""),
        ("ada", "may I accuse Ben?", "accuse(ben)", ""),
        ("ada", "am I richer than Ben?", "is_near(ada, ben)", ""),
        ("ada", "is Ben richer than me?", "is_near(ben, ada)", ""),
        ("ada", "may I lay a rose if my hand is empty?", "lay(rose)", "hand of ada = []"),
        ("ada", "may I boast with an empty stack?", "boast", "stack of ada = []"),
        ("ada", "may I lay a rose if I keep a skull", "lay(rose)", "hand of ada = [skull]"),
        ("ada", "may I lay a skull if I hold a rose and a skull?", "lay(skull)", "hand of ada = [rose, skull]"),
        ("ada", "may I lay a rose if I keep two roses and a skull", "lay(rose)", "hand of ada = [rose, rose, skull]"),
        ("ada", "may I lay a rose if my hand is not empty?", "lay(rose)", ""),
        (
            "ada",
            "may I lay a rose if Ben holds a skull and Cleo holds a rose?",
            "lay(rose)",
            "hand of ben = [skull]; hand of cleo = [rose]",
        ),
        ("ada", "may I boast with 2 discs on my stack?", "boast", "stack of ada = 2"),
        ("ada", "may I lay a rose if the boaster is Ben?", "lay(rose)", "boaster = ben"),  # only the step reads it
        ("ada", "must I boast?", "must(boast by ada)", ""),
        ("ada", "does Ben have to lay a disc?", "must(lay by ben)", ""),
        ("ada", "may I boast?", "boast", ""),
        ("ada", "may I put down skulls?", "lay(skull)", ""),
        ("ada", "may I pack a skull and declare it a rose?", "pack([skull], rose)", ""),
        ("ada", "may I put a skull and a rose into my sack and declare roses?", "pack([skull, rose], rose)", ""),
        ("ada", "may I pack a rose and call them skull?", "pack([rose], skull)", ""),
        ("ada", "may I pack skulls as a rose?", "pack([skull], rose)", ""),
        ("ada", "may I turn over Bens 2nd disc?", "flip_at(2, ben)", ""),
        ("ada", "may I turn over Ben's first disc?", "flip_at(1, ben)", ""),
        ("ada", "may I turn over Ben's third disc if there are 2 discs on my stack?", "flip_at(3, ben)", ""),
        ("ada", "may I flip the sixth disc of Ben?", "flip_at(6, ben)", ""),
        ("ada", "may I flip disc 4 of Ben?", "flip_at(4, ben)", ""),
        ("ada", "may I flip the 4. disc of Ben?", "flip_at(4, ben)", ""),
        ("ada", "how many are proud if Ben and Cleo vote no?", "pride", "proud of ben = no; proud of cleo = no"),
        ("ada", "how many are proud if Ben votes against it?", "pride", "proud of ben = no"),
        ("ada", "how many are proud if Ben does not boast?", "pride", "proud of ben = no"),
        ("ada", "how many are proud if Ben votes for it?", "pride", "proud of ben = yes"),
        ("ada", "who is the boaster?", "boaster", ""),
        ("ada", "who is the herald?", "herald", ""),
        ("ada", "who is the herald at the start?", "start of herald", ""),
        ("ada", "who is quiet if the herald is Ben?", "quiet", "herald = ben"),
        ("ada", "who is the boaster at the start?", "start of boaster", ""),
        ("ada", "how big is the stack of Ben?", "stack of ben", ""),
        ("ada", "must I take part?", "must(pastime by ada)", ""),  # a class is said as its step
    ],
)
def test_who_is_meant(referee: Referee, asker: str, text: str, question: str, given: str) -> None:
    reading = referee.understanding.readings(text, asker)[0]
    assert (reading.question, reading.given) == (question, given)


def test_nobody_stands_for_both_of_two_roles(referee: Referee) -> None:
    readings = referee.understanding.readings("am I richer?", "ada")
    assert all(reading.question != "is_near(ada, ada)" for reading in readings)


def test_a_deed_may_stand_for_a_parameter() -> None:
    court = Referee(load_game(ROOT / "examples" / "court"))
    readings = court.understanding.readings("which office does stealing need?", "ada")
    assert "office_of(steal)" in [reading.question for reading in readings]


def test_what_somebody_has_with_whom_something_is_done() -> None:
    court = Referee(load_game(ROOT / "examples" / "court"))

    def given(text: str) -> list[str]:
        return [fact.text for fact in court.understanding.readings(text, "ada")[0].facts]

    assert given("can I slander Ben with 2 coins?") == ["coins of ada = 2"]
    assert given("can I slander Ben if he has 2 coins?") == ["coins of ben = 2"]


def test_a_reading_that_leaves_out_a_duty_says_so_and_is_not_opened(referee: Referee) -> None:
    is_ = referee.understanding.readings("is Ben richer than me?", "ada")[0]
    must = referee.understanding.readings("must Ben be richer than me?", "ada")[0]
    assert (is_.question, is_.left_over) == (must.question, ()) and "must" in must.left_over
    assert must.score <= 0.5 < LIKELY and must.score < is_.score  # halved, however sure it is


@pytest.mark.parametrize(
    ("text", "struck"),
    [
        ("may I lay a rose if my hand is not empty?", "not"),
        ("may I boast if Ben has a skull?", "skull"),
    ],
)
def test_what_is_not_read_is_struck_and_opens_nothing(referee: Referee, text: str, struck: str) -> None:
    readings = [each for _, each in referee.understand(text, "ada")]
    assert struck in readings[0].left_over
    assert readings[0].score < LIKELY
