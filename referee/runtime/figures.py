"""Numbers and lists in told code: what is not known, or not a number, raises; what grows beyond all games is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from referee.budget import LARGEST
from referee.errors import Untold
from referee.evaluation import kleene
from referee.values import SILENT, UNSEEN, Unknown

if TYPE_CHECKING:
    from referee.evaluation.context import Context

#: what written code calls by name
CALLED = ("known", "span", "spanned", "plus", "times", "folded", "total", "extreme", "in_order", "highest")


def known(value: object) -> object:
    """A value that must be known; of a card nobody has seen plain code knows nothing."""
    if type(value) is Unknown or value is SILENT or value == UNSEEN:
        raise Untold
    return value


def span(x: Context, low: object, high: object) -> range:
    """low..high, to go over."""
    if type(low) is not int or type(high) is not int:
        raise Untold
    return range(low, high + 1)


def spanned(x: Context, low: object, high: object) -> tuple[int, ...]:
    """low..high as a list."""
    return x.listed(span(x, low, high))


def plus(x: Context, left: object, right: object) -> object:
    """left + right: of numbers, or of lists."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        x.meter.spend(len(left) + len(right))
    return known(kleene.add(left, right))


def times(x: Context, left: object, right: object) -> int:
    """left * right."""
    if not isinstance(left, int) or not isinstance(right, int):
        raise Untold
    product = left * right
    return product if -LARGEST < product < LARGEST else kleene.within_bounds(product)


def folded(values: list[object]) -> list[object]:
    """The operands of min, max or sum: a single list stands for its items."""
    return list(values[0]) if len(values) == 1 and isinstance(values[0], tuple) else values


def total(values: list[object]) -> object:
    """The sum of known numbers."""
    result: object = 0
    for value in values:
        result = kleene.add(result, value)
    return known(result)


def extreme(x: Context, values: list[object], largest: bool) -> object:
    """min or max of known values."""
    return known(kleene.extreme(x, values, largest))


def in_order(keyed: list[tuple[object, object]], backwards: bool = False) -> list[object]:
    """The second of each pair, in the order of the first or backwards; what has nothing to go by comes last either way."""
    going = sorted([pair for pair in keyed if pair[0] is not None], key=lambda pair: cast(int, pair[0]))
    rest = [pair for pair in keyed if pair[0] is None]
    if backwards:
        going.reverse()
    return [item for _, item in (*going, *rest)]


def highest(items: list[object], scores: list[object]) -> list[object]:
    """Those with the highest score."""
    if not items:
        return items
    top = max([cast(int, score) for score in scores if score is not None], default=None)
    return [item for item, score in zip(items, scores, strict=True) if score == top]
