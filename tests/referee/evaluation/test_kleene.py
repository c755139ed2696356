"""Comparisons over what is not told, by their bounds alone."""

from __future__ import annotations

import pytest

from referee.evaluation import kleene
from referee.evaluation.context import Context
from referee.state import State
from referee.values import MAYBE, Unknown
from tests.support.rules import code_from


@pytest.fixture
def ctx() -> Context:
    return Context(code_from("fact coins: 0..9"), State())


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ((0, 3), (5, 9), False),
        ((5, 9), (0, 3), False),
        ((0, 4), (5, None), False),
        ((None, 4), (5, 9), False),
        ((0, 5), (5, 9), MAYBE),
        ((None, None), (5, 9), MAYBE),
        ((0, None), (None, 3), MAYBE),
    ],
)
def test_two_open_numbers_are_told_apart_by_their_bounds(
    ctx: Context, left: tuple[int | None, int | None], right: tuple[int | None, int | None], equal: object
) -> None:
    assert kleene.equal(ctx, Unknown(*left), Unknown(*right)) is equal


def test_a_fact_equals_itself_whatever_it_is(ctx: Context) -> None:
    leaf = ("coins", ())
    assert kleene.equal(ctx, Unknown(0, 9, leaf=leaf), Unknown(0, 9, leaf=leaf)) is True
    assert kleene.equal(ctx, Unknown(0, 9, leaf=leaf), Unknown(1, 10, leaf=leaf, shift=1)) is MAYBE


def test_the_same_untold_number_moved_twice_differs_by_what_it_was_moved() -> None:
    untold = Unknown(0, 20, None, ("coins", ("red",)))
    assert kleene.subtract(kleene.add(untold, 5), kleene.subtract(untold, 2)) == 7
    stopped = Unknown(0, 20, behind=(("coins", ("red",)),))  # at the end of its range it may have moved less
    assert isinstance(kleene.subtract(stopped, untold), Unknown)
    assert isinstance(kleene.subtract(untold, Unknown(0, 20, None, ("coins", ("blue",)))), Unknown)
