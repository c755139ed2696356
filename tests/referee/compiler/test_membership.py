"""Membership in a list of those that fulfil a condition hangs on the condition of the one that is asked about, and on no other."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.evaluation.context import Context
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State
from referee.values import Unknown
from referee.verdict.ask import ask
from tests.support.rules import code_from

RULES = """
roles guest: ann, bob, cyd
kind dish: soup, pie
fact plate of guest: pile of dish
fact tired of guest: flag
define fed = those(g in guest with size of plate of g > 1)
define fresh = those(g in fed with not tired of g)
define diners = those(g in guest with g is not cyd and size of plate of g > 1)
holds eats(g) when g in fed
holds plays(g) when g in fresh
holds sits(g) when g in diners
holds waits(g) when g not in diners
"""
DISHES: Code = code_from(
    """
roles guest: ann, bob
kind dish: soup, pie
fact plate of guest: pile of dish
define sweet = [pie]
"""
)
GUESTS = ("ann", "bob", "cyd")
LEAVES = {("plate", g): (0, 1, 2, 3) for g in GUESTS} | {("tired", g): (False, True) for g in GUESTS}
CODE: Code = code_from(RULES)


def state_of(values: dict[tuple[str, str], object]) -> State:
    state: dict[str, dict[str, object]] = {}
    for (name, key), value in values.items():
        state.setdefault(name, {})[key] = value
    return State(state)


def held(values: dict[tuple[str, str], object], name: str, guest: str) -> object:
    found = CODE.value(Context(CODE, state_of(values)), name, (guest,))
    return None if isinstance(found, Unknown) else found


@settings(max_examples=150, deadline=None)
@given(
    st.fixed_dictionaries({leaf: st.sampled_from(values) for leaf, values in LEAVES.items()}),
    st.sets(st.sampled_from(sorted(LEAVES)), max_size=4),
    st.sampled_from(["eats", "plays", "sits", "waits"]),
    st.sampled_from(GUESTS),
)
def test_membership_is_what_it_is_in_every_completion(
    values: dict[tuple[str, str], object], hidden: set[tuple[str, str]], name: str, guest: str
) -> None:
    told = {leaf: value for leaf, value in values.items() if leaf not in hidden}
    outcomes = {
        held({**told, **dict(zip(hidden, combination, strict=True))}, name, guest)
        for combination in product(*(LEAVES[leaf] for leaf in hidden))
    }
    assert held(told, name, guest) == (outcomes.pop() if len(outcomes) == 1 else None)


def test_only_what_decides_is_asked_for() -> None:
    situation = Situation(state_of({("plate", "ann"): 2}), {})
    answer = ask(CODE, read_question(CODE, "ann in fed and not tired of ann", situation, None), situation)
    assert answer.verdict == "depends" and list(answer.needs) == [("tired", ("ann",))]


@pytest.mark.parametrize(
    "text",
    [
        "top of plate of ann in [soup]",
        "top of plate of ann not in [soup]",
        "top of plate of ann in sweet",
        "some d in plate of ann with d in [soup]",
        "every d in plate of ann has d in sweet",
        "count(d in plate of ann with d in sweet)",
        "count(d in plate of ann with d not in [soup])",
        "size of those(d in plate of ann with d in sweet)",
        "how_many(soup, plate of ann)",
        "how_many(top of plate of ann, plate of ann)",
        "top of plate of ann is soup or top of plate of ann is pie",
    ],
)
@pytest.mark.parametrize("cards", [1, 2])
def test_of_cards_that_nobody_has_seen_it_is_what_it_is_of_all_that_they_can_be(text: str, cards: int) -> None:
    def answered(plate: object) -> tuple[str, object]:
        situation = Situation(State({"plate": {"ann": plate}}), {})
        found = ask(DISHES, read_question(DISHES, text, situation, None), situation)
        return found.verdict, found.value

    verdict, value = answered(cards)
    told = [answered(each) for each in product(("soup", "pie"), repeat=cards)]
    assert verdict == "depends" or all((verdict, value) == each for each in told)
    assert len(set(told)) == 1 or verdict == "depends"
