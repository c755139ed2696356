"""Cards as players write them: each is read, printed in three languages and played, or its mistake is told at the word with a cure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grammar.cards.parse import parse_body
from kb.cases import read_cases
from kb.library import Game
from referee.check.game import run_cases
from referee.runs.ahead.game import code_of
from tests.support import games
from tests.support.cards import DATA
from web.cards.craft import craft
from web.cards.graft import with_cards
from web.cards.meaning import check_cards

FILE = DATA / "own-cards.md"
_CARD = re.compile(
    r"^## (?P<title>[^\n]*?) \{of=(?P<of>[a-z_,]+)\}\n\n```card\n(?P<text>.*?)\n```\n(?P<rest>.*?)(?=^#|\Z)",
    re.M | re.S,
)


@dataclass(frozen=True)
class Written:
    """A card of the file: its text with a header, and what is expected of it."""

    title: str
    text: str
    said: dict[str, str]  #: pl, uk, fault, cure


@cache
def hegemony() -> Game:
    return games.game("hegemony")


def _written() -> list[Written]:
    found = []
    for match in _CARD.finditer(FILE.read_text("utf-8")):
        roles = " and ".join(role.replace("_", " ") for role in match["of"].split(","))
        said: dict[str, str] = {}
        for key, value in re.findall(r"^(pl|uk|fault|cure): (.*)$", match["rest"], re.M):
            said[key] = f"{said[key]}\n{value}" if key in said else value
        found.append(Written(match["title"], f'action card "{match["title"]}" of {roles}.\n{match["text"]}\n', said))
    return found


GOOD = [card for card in _written() if "fault" not in card.said]
WRONG = [card for card in _written() if "fault" in card.said]


def _only(card: Written) -> dict[str, Any]:
    (found,) = check_cards(hegemony(), card.text)
    return found


def test_the_file_has_cards_of_both_sorts() -> None:
    assert len(GOOD) >= 45 and len(WRONG) >= 15
    assert FILE.read_text("utf-8").count("\ncase ") >= 20


@pytest.mark.parametrize("card", GOOD, ids=lambda card: card.title)
def test_it_is_lowered_and_printed(card: Written) -> None:
    found = _only(card)
    assert found["errors"] == [] and found["rule"].startswith("card ")
    assert {lang: found["text"][lang] for lang in ("pl", "uk")} == {"pl": card.said["pl"], "uk": card.said["uk"]}
    words = hegemony().card_words
    assert words is not None
    again = check_cards(hegemony(), card.text.split("\n")[0] + "\n" + found["text"]["en"])
    assert again[0]["rule"] == found["rule"]  # what is printed means the same
    assert parse_body(found["text"]["en"], words.vocabulary)


def test_they_are_played() -> None:
    game = with_cards(hegemony(), [craft(hegemony(), card.text) for card in GOOD]).game
    problems: list[Any] = []
    cases = read_cases(str(FILE), FILE.read_text("utf-8"), problems)
    passed, failed = run_cases(game, code_of(game), cases)
    assert (problems, failed) == ([], []) and passed >= 20


@pytest.mark.parametrize("card", WRONG, ids=lambda card: card.title)
def test_its_mistake_is_told_at_the_word(card: Written) -> None:
    (error,) = _only(card)["errors"]
    assert f"{error['line'] - 1}, {error['column']}, {error['message']}" == card.said["fault"]
    assert error["cure"].startswith(card.said["cure"])


def test_a_sign_that_is_no_word_spoils_one_card_only(tmp_path: Path) -> None:
    found = check_cards(hegemony(), 'action card "A" of state.\nGain € 5 ☺.\naction card "B" of state.\nGain 5.\n')
    assert [bool(card["errors"]) for card in found] == [True, False]
