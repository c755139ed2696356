"""Chance by weights: from a bag, or a die with unequal faces."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from referee.check.player import chance_answer
from referee.errors import RefereeError, UntoldFactError
from referee.play.progress import answer_choice, apply_move
from referee.rules.code import Code
from referee.state import State
from tests.support.rules import code_from
from web.table.play import drawn

BAG = """
roles player: red, blue
kind colour: white, black, gold
kind face: hit, miss, blank
fact bag of colour: 0..20
fact shown: colour
fact luck: face
table weight_of(f: face): | hit => 3 | miss => 2 | blank => 1
action pull by actor: player
  effect random c: colour weighted bag of c
  effect lower bag of c by 1
  effect set shown = c
action throw by actor: player
  effect random luck: face weighted weight_of(luck)
"""


@pytest.fixture
def code() -> Code:
    return code_from(BAG)


def test_what_is_not_in_the_bag_does_not_come_up(code: Code) -> None:
    after = apply_move(code, State({"bag": {"white": 3, "black": 0, "gold": 1}}), "pull", {}, "red")
    assert after.choice.kind == "chance"
    assert after.choice.options == ["white", "gold"] and after.choice.weights == [3, 1]
    told = answer_choice(code, after.state, "gold")  # we tell what came up
    assert told.state.facts["bag"] == {"white": 3, "black": 0, "gold": 0}
    with pytest.raises(RefereeError, match="that the rule allows here"):
        answer_choice(code, after.state, "black")


def test_the_weights_come_back_from_what_was_written_down(code: Code) -> None:
    state = apply_move(code, State({"bag": {"white": 3, "black": 2, "gold": 1}}), "pull", {}, "red").state
    assert State.read(state.data()) == state


@pytest.mark.parametrize("draw", [lambda choice: chance_answer(choice, random.Random()), drawn], ids=["play", "table"])
def test_the_app_draws_in_proportion(code: Code, draw: Any) -> None:
    choice = apply_move(code, State(), "throw", {}, "red").choice
    assert choice.options == ["hit", "miss", "blank"] and choice.weights == [3, 2, 1]
    came = Counter(draw(choice) for _ in range(3_000))
    assert 1_300 < came["hit"] < 1_700 and 800 < came["miss"] < 1_200 and 350 < came["blank"] < 650


def test_an_unknown_bag_is_asked_for(code: Code, answer_of: Any) -> None:
    with pytest.raises(UntoldFactError, match="bag"):
        apply_move(code, State(), "pull", {}, "red")
    asked = answer_of(code, "shown after pull by red", "bag of white = 2; bag of black = 0")
    assert asked.verdict == "depends" and ("bag", ("gold",)) in asked.needs


def test_what_came_up_is_left_open(code: Code, answer_of: Any) -> None:
    asked = answer_of(code, "shown after pull by red", "bag of white = 2; bag of black = 0; bag of gold = 1")
    assert asked.verdict == "depends"
    asked = answer_of(code, "shown after pull by red", "bag of white = 2; bag of black = 0; bag of gold = 0")
    assert asked.value == "white"


def test_a_single_thing_that_can_come_up_is_not_asked_for(code: Code) -> None:
    after = apply_move(code, State({"bag": {"white": 0, "black": 0, "gold": 1}}), "pull", {}, "red")
    assert after.choice is None and after.state.facts["shown"] == "gold"
    with pytest.raises(RefereeError, match="nothing to choose"):
        apply_move(code, State({"bag": {"white": 0, "black": 0, "gold": 0}}), "pull", {}, "red")
