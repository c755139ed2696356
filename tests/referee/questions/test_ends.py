"""A state is read whole before the ends of its tracks are looked at: an end may depend on any other fact."""

from __future__ import annotations

import pytest

from referee.errors import ImpossibleStateError, WrongValueError
from referee.questions.question import read_situation
from referee.questions.telling import read_state
from referee.state import State
from tests.support.rules import code_from

RULES = """
roles side: red, blue
fact goods of side: 0..room(side)
fact sheds of side: 0..9 assumed 0
define room(s) = 12 + 4 * sheds of s
"""


@pytest.mark.parametrize("names", [("goods", "sheds"), ("sheds", "goods")])
def test_an_end_is_worked_out_on_the_whole_state(names: tuple[str, str]) -> None:
    facts = {"goods": {"red": 15, "blue": 12}, "sheds": {"red": 1}}
    state = read_state(code_from(RULES), State({name: facts[name] for name in names}))
    assert state.facts["goods"] == {"red": 15, "blue": 12}


def test_what_is_beyond_its_end_is_still_refused() -> None:
    with pytest.raises(ImpossibleStateError, match="cannot be 17; it is a number from 0 to 16"):
        read_state(code_from(RULES), State({"goods": {"red": 17}, "sheds": {"red": 1}}))


@pytest.mark.parametrize("told", ["goods of red = 13; sheds of red = 0;", "sheds of red = 0; goods of red = 13;"])
def test_told_facts_are_held_to_their_ends_in_whatever_order_they_are_told(told: str) -> None:
    with pytest.raises(WrongValueError, match="cannot be 13; it is a number from 0 to 12"):
        read_situation(code_from(RULES), told)
