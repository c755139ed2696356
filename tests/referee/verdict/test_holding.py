"""Piles of which only the number is told: where every way to fill one comes to the same, nobody is asked which it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.errors import TooLargeError
from referee.rules.code import Code
from tests.support.rules import code_from

Ask = Callable[..., Any]

HANDS = """
    roles side: red, blue
    kind tile: sun, moon
    fact hand of side: pile of tile
    fact laid: pile of tile
    phase day
    step laying in day each p in side: p must 1 lay
    action lay(t: tile) by actor: side
      requires t in hand of actor
      effect put t from hand of actor on laid
    action pair(t: tile) by actor: side
      requires how_many(t, hand of actor) >= 2
"""


@pytest.fixture(scope="module")
def hands() -> Code:
    return code_from(HANDS)


@pytest.mark.parametrize(
    ("question", "given", "verdict"),
    [
        ("must(lay by red)", "hand of red = 2", "yes"),
        ("must(lay by red)", "hand of red = 0", "no"),
        ("must(lay by red)", "hand of red = 40", "yes"),  # too many ways: but some tile lies on top
        ("possible(lay by red)", "hand of red = 2", "yes"),
        ("possible(pair by red)", "hand of red = 2", "depends"),
        ("possible(pair by red)", "hand of red = 3", "yes"),
        ("some t in tile with t in hand of red", "hand of red = 2", "yes"),
        ("every t in tile has t in hand of red", "hand of red = 1", "no"),
        ("sun in hand of red", "hand of red = 2", "depends"),
        ("lay(sun) by red", "hand of red = 2", "depends"),
        ("must(lay by red)", "", "depends"),
    ],
)
def test_what_any_cards_lead_to_needs_no_cards(
    hands: Code, question: str, given: str, verdict: str, answer_of: Ask
) -> None:
    assert answer_of(hands, question, given, "red").verdict == verdict


def test_the_pile_is_what_is_asked_for_not_one_way_to_fill_it(hands: Code, answer_of: Ask) -> None:
    answer = answer_of(hands, "sun in hand of red", "hand of red = 2", "red")
    assert answer.needs == [("hand", ("red",))] and answer.domains["hand", ("red",)].options is None


@pytest.mark.parametrize("number", [1_000, 30_000_000, 10**11])
def test_a_number_that_is_typed_costs_nothing(hands: Code, number: int, answer_of: Ask) -> None:
    """A way to fill so many would take its time outside of all that is counted."""
    try:
        assert answer_of(hands, "some t in tile with t in hand of red", f"hand of red = {number}", "red").verdict
    except TooLargeError as refused:
        assert str(number) in str(refused)
