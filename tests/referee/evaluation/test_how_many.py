"""How many of a card there are has bounds even where a pile is not told: what cannot be is refused."""

from __future__ import annotations

import pytest

from referee.errors import ImpossibleStateError
from referee.questions.question import read_question, read_sound_situation
from referee.verdict.ask import ask
from tests.support.rules import code_from

CODE = code_from("""
roles player: ada, ben
kind fruit: apple, pear
fact deck: pile of fruit hidden from all
fact hand of player: pile of fruit hidden from others
table copies(f: fruit): | apple => 1 | pear => 2
always every c in fruit has how_many(c, deck) + sum(how_many(c, hand of p) for p in player) is copies(c)
""")


@pytest.mark.parametrize("told", ["hand of ada = [apple, apple]", "hand of ada = [apple]; hand of ben = [apple]"])
def test_more_than_there_are_cannot_be_told(told: str) -> None:
    with pytest.raises(ImpossibleStateError):
        read_sound_situation(CODE, told)
    read_sound_situation(CODE, told.replace("apple", "pear"))


@pytest.mark.parametrize(
    ("question", "told", "verdict"),
    [
        ("how_many(apple, hand of ada) > 2", "hand of ada = 2", "no"),
        ("how_many(apple, hand of ada) >= 0", "", "yes"),
        ("how_many(apple, hand of ada) > 1", "hand of ada = 2", "depends"),
        ("how_many(apple, hand of ada) > 1", "", "depends"),
    ],
)
def test_a_number_that_is_not_known_has_its_bounds(question: str, told: str, verdict: str) -> None:
    situation = read_sound_situation(CODE, told)
    assert ask(CODE, read_question(CODE, question, situation, None), situation).verdict == verdict
