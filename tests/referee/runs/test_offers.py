"""Offers of one of several actions, or of a class of them."""

from __future__ import annotations

import pytest

from referee.errors import RefereeError
from referee.play.progress import answer_choice, apply_move
from referee.rules.code import Code
from referee.state import State
from tests.support.rules import code_from

RULES = """
roles player: red, blue
kind dock: north, south
fact coins of player: 0..9
fact owner of dock: player or none
class errand
action fish by actor: player as errand
  effect raise coins of actor by 1
action lease(d: dock) by actor: player as errand
  requires owner of d is none
  effect set owner of d = actor
action sing by actor: player
  effect raise coins of actor by 5
action call_out by actor: player
  effect offer errand to blue
action force by actor: player
  effect oblige blue to lease(south) or sing
"""


@pytest.fixture
def code() -> Code:
    return code_from(RULES)


STATE = State({"coins": {"red": 0, "blue": 0}, "owner": {"north": "red", "south": None}})


def test_one_of_a_class_is_offered(code: Code) -> None:
    after = apply_move(code, STATE, "call_out", {}, "red")
    assert after.choice.kind == "offer" and after.choice.name == "errand" and after.choice.by == "blue"
    assert after.choice.options == [None, {"do": "fish", "with": {}}, {"do": "lease", "with": {"d": "south"}}]
    taken = answer_choice(code, after.state, {"do": "lease", "with": {"d": "south"}})
    assert taken.state.facts["owner"]["south"] == "blue"
    assert answer_choice(code, after.state, None).state.facts == STATE.facts
    with pytest.raises(RefereeError, match=r"what is offered: fish or lease"):
        answer_choice(code, after.state, {"do": "sing", "with": {}})


def test_one_of_several_must_be_done(code: Code) -> None:
    after = apply_move(code, STATE, "force", {}, "red")
    assert after.choice.kind == "duty"
    assert after.choice.options == [{"do": "lease", "with": {"d": "south"}}, {"do": "sing", "with": {}}]
    with pytest.raises(RefereeError, match=r"what is offered: lease\(d=south\) or sing"):
        answer_choice(code, after.state, {"do": "lease", "with": {"d": "north"}})
    taken = STATE.facts | {"owner": {"north": "red", "south": "red"}}
    only = apply_move(code, State(taken), "force", {}, "red")  # what is left is no choice
    assert only.choice is None and only.state.facts["coins"]["blue"] == 5
