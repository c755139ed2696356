"""Facts told in rows and of all, steps by their place in a row, and arguments that words of their own say."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.library import load_game
from referee.service import Referee

RULES = """# Guild {#g.all}

## All {#g.a}

The mayor serves three quarters, each of which trusts him so much. {#g.a.1}

```rule
roles player: mayor, ben, cleo
kind quarter: weavers, tanners, smiths
fact trust of quarter: 1..10 assumed 5
fact grade of quarter: 1..3 assumed 1
fact feasts: 0..5 assumed 0
fact coins of player: number assumed 9
asked define levy(q: quarter) = 2 * (trust of weavers + trust of tanners + trust of smiths) + grade of q
asked define seats(q: quarter) = trust of q
```

The levy is paid once, openly or not, to some who are named. {#g.a.2}

```rule
action pay_levy(openly: flag, shares: amounts by player) by actor: player
  requires trust of weavers > 1 or openly
  requires feasts < 3
action give(to_player: player, n: number) by actor: player
  requires to_player is not actor
  requires coins of actor >= n
```
"""
WORDS = {
    "weavers": "the weavers",
    "tanners": "the tanners",
    "smiths": "the smiths",
    "mayor": "the mayor",
    "trust": "trust with {0}",
    "grade": "grade of {0}",
    "feasts": "number of feasts",
    "coins": "coins of {0}",
    "levy": "levy in {0}",
    "seats": "number of seats in {0}",
    "pay_levy": "pay the levy",
    "give": "give {0} {1} coins",
}
PATTERNS = """
["pay_levy(openly: yes)"]
en = ["(openly|in public)"]
["pay_levy(openly: no)"]
en = ["(secretly|hidden)"]
["pay_levy(shares: {ben: 1})"]
en = ["to ben"]
["pay_levy(shares: {cleo: 1})"]
en = ["to cleo"]
["feasts = 2"]
en = ["third feast"]
"""


@pytest.fixture(scope="module")
def guild(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    home: Path = tmp_path_factory.mktemp("guild") / "guild"
    files = {
        "game.toml": 'prefix = "g"\nlanguages = ["en"]\nplayers = [3, 3]\n[title]\nen = "Guild"\n'
        '[editions.first]\ntitle = "First"\nlang = "en"\n[sources.book]\nrank = 10\ntitle = { en = "Book" }\n',
        "terms.toml": "",
        "rules/01-guild.md": RULES,
        "words/01-guild.toml": "".join(f'[{name}]\nen = "{text}"\n' for name, text in WORDS.items()),
        "patterns/01-guild.toml": PATTERNS,
    }
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, "utf-8")
    return Referee(load_game(home))


ALL = {f"trust of {quarter} = 1" for quarter in ("weavers", "tanners", "smiths")}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("what is the levy in the smiths if my trust with every quarter is 1?", ALL),  # my trust, but not of me
        ("what is the levy in the smiths if my trust with all three quarters is at 1?", ALL),
        (
            "my trust is 6 with the weavers, 4 with the tanners and 7 with the smiths, what is the levy in the smiths?",
            {"trust of weavers = 6", "trust of tanners = 4", "trust of smiths = 7"},
        ),
        (
            "trust with the weavers 6, the tanners 4, the smiths 7, what is the levy in the smiths?",
            {"trust of weavers = 6", "trust of tanners = 4", "trust of smiths = 7"},
        ),
        ("what is the levy in the smiths if the smiths are of the third grade?", {"grade of smiths = 3"}),
        ("may I pay the levy at the third feast?", {"feasts = 2"}),  # nothing is the third of which there are three
    ],
)
def test_rows_are_told_to_their_end(guild: Referee, text: str, told: set[str]) -> None:
    reading = guild.understanding.readings(text, "mayor")[0]
    assert {fact.text for fact in reading.facts} == told


def test_a_place_in_a_row_that_is_not_read_opens_nothing(guild: Referee) -> None:
    reading = guild.understanding.readings("may I pay the levy a fourth time?", "mayor")[0]
    assert "fourth" in reading.left_over and reading.grave


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("may I pay the levy openly?", "pay_levy(yes)"),
        ("may I pay the levy secretly to Cleo?", "pay_levy(no, {cleo: 1})"),
        ("may I pay the levy to Ben and to Cleo?", "pay_levy(shares={ben: 1, cleo: 1})"),
        ("may I pay the levy to Ben 3?", "pay_levy(shares={ben: 3})"),  # who says how many says more
        ("may I pay the levy?", "pay_levy"),
    ],
)
def test_words_of_its_own_say_an_argument(guild: Referee, text: str, question: str) -> None:
    reading = guild.understanding.readings(text, "mayor")[0]
    assert (reading.question, reading.left_over) == (question, ())


def test_how_much_must_be_is_no_duty(guild: Referee) -> None:
    reading = guild.understanding.readings("how many seats must there be in the smiths?", "mayor")[0]
    assert (reading.question, reading.left_over) == ("seats(smiths)", ())


def test_to_me_beside_another_deed_is_no_argument(guild: Referee) -> None:
    reading = guild.understanding.readings("I want to give Ben 5 coins, is it possible for me?", "mayor")[0]
    assert reading.question == "give(ben, 5)"
