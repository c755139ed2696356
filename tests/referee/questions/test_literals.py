"""What is told, and what is handed to a deed, is written out: nothing that a state hides can be told by it."""

from __future__ import annotations

import pytest

from referee.errors import RefereeError, UnknownNameError
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.state import State
from referee.values import Bag, Deed
from tests.support.rules import code_from

RULES = """
roles side: red, blue
kind gem: ruby, opal
fact coins of side: 0..99
fact hand of side: pile of gem hidden from others
fact deck: pile of gem hidden from all
fact finest of side: gem or none
define counted_out(s) = size of hand of s
class small
action give(n: 0..9, what: amounts by gem) by actor: side as small
action plan(then_do: small) by actor: side
"""
STATE = State({"hand": {"red": ("ruby", "opal"), "blue": ("opal",)}, "deck": ("ruby",), "coins": {"red": 3}})


@pytest.fixture(scope="module")
def game() -> Code:
    return code_from(RULES)


@pytest.mark.parametrize(
    "told",
    ["coins of red = hand of blue", "coins of red = size of hand of blue", "coins of red = counted_out(blue)", "coins of red = 1 + 1",
     "finest of red = top of deck", "coins of red = coins of red", "hand of red = those(g in gem with yes)"],
)  # fmt: skip
def test_a_told_value_is_written_out(game: Code, told: str) -> None:
    with pytest.raises(RefereeError, match="would have to be worked out") as refused:
        read_situation(game, told, STATE)
    assert "opal" not in str(refused.value) and "ruby" not in str(refused.value)


@pytest.mark.parametrize(
    "deed", ["give(hand of blue, {})", "give(n = size of hand of blue)", "give(1, {ruby: size of deck})", "give(deck)"]
)
def test_an_argument_is_written_out(game: Code, deed: str) -> None:
    with pytest.raises(RefereeError, match="would have to be worked out") as refused:
        read_question(game, deed, read_situation(game, "", STATE), "red")
    assert "opal" not in str(refused.value).replace("ruby: size", "")


def test_what_is_written_out_counts(game: Code) -> None:
    situation = read_situation(
        game, "coins of red = 7; finest of red = none; finest of blue = opal; hand of red = [ruby, ruby]", STATE
    )
    facts = situation.state.facts
    assert facts["coins"]["red"] == 7 and facts["finest"] == {"red": None, "blue": "opal"}
    assert facts["hand"]["red"] == ("ruby", "ruby")
    asked = read_question(game, "plan(give(2, {ruby: 1}))", situation, "red")
    assert asked.action is not None
    assert asked.action.args == (Deed(("give", (("n", 2), ("what", Bag({"ruby": 1}))))),)


def test_an_unknown_name_is_told_with_its_neighbours(game: Code) -> None:
    with pytest.raises(UnknownNameError, match="rubi"):
        read_situation(game, "finest of red = rubi", STATE)
