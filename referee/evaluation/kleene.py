"""Strong Kleene logic and interval arithmetic over known and unknown values."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from referee.budget import LARGEST, LONGEST
from referee.errors import TooLargeError
from referee.values import MAYBE, SILENT, UNKNOWN, UNSEEN, Silent, Unknown, join

if TYPE_CHECKING:
    from referee.evaluation.context import Context

#: the lowest and the highest that a number can be
Span = tuple[int | None, int | None]
#: so much may two open numbers have in common that is gone through
COMMON = 24


def negate(value: object) -> object:
    """not."""
    if value is True or value is False:
        return not value
    return value if isinstance(value, Silent) else MAYBE


def rank(ctx: Context, value: object) -> object:
    """A value's place in its order: numbers as they are, members of a scale by position."""
    if isinstance(value, str):
        return ctx.order.get(value, value)
    return value


def equal(ctx: Context, left: object, right: object) -> object:
    """is."""
    if type(left) is str and type(right) is str:  # as it mostly is
        if left == UNSEEN or right == UNSEEN:
            return MAYBE  # a card nobody has seen
        return left == right
    if type(left) is Unknown:
        if type(right) is str and left.options is not None:
            return MAYBE if right in left.options else False
        return _both_open(left, right) if type(right) is Unknown else _may_equal(ctx, left, right)
    if type(right) is Unknown:
        return _may_equal(ctx, right, left)
    if left is SILENT or right is SILENT:
        return SILENT
    if UNSEEN in (left, right) and isinstance(left, str) and isinstance(right, str):
        return MAYBE
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)


def _both_open(left: Unknown, right: Unknown) -> object:
    alike = left.shift == right.shift
    if left.leaf is not None and left.leaf == right.leaf and alike:
        return True
    if left.options is not None and right.options is not None and not set(left.options) & set(right.options):
        return False
    return False if _apart(left.bounds(), right.bounds()) else MAYBE


def _may_equal(ctx: Context, open_: Unknown, known: object) -> object:
    if known is SILENT:
        return SILENT
    if open_.options is not None:
        if type(known) is str:
            return MAYBE if known in open_.options else False
        if not any(o == known and isinstance(o, bool) == isinstance(known, bool) for o in open_.options):
            return False
        return MAYBE
    if isinstance(known, int) and not isinstance(known, bool):
        low, high = open_.bounds()
        if (low is not None and known < low) or (high is not None and known > high):
            return False
        if low is not None and low == known:
            ctx.narrow(open_, known + 1)
        else:
            ctx.narrow(open_, known)
    return MAYBE


def _apart(a: Span, b: Span) -> bool:
    (a_low, a_high), (b_low, b_high) = a, b
    if a_high is not None and b_low is not None and a_high < b_low:
        return True
    return b_high is not None and a_low is not None and b_high < a_low


def at_least(ctx: Context, left: object, right: object) -> object:
    """left >= right."""
    if type(left) is int and type(right) is int:  # as it mostly is
        return left >= right
    if left == UNSEEN or right == UNSEEN:
        return MAYBE  # a card nobody has seen
    if isinstance(left, str):
        left = rank(ctx, left)
    if isinstance(right, str):
        right = rank(ctx, right)
    if not isinstance(left, Unknown) and not isinstance(right, Unknown):
        if left is SILENT or right is SILENT:
            return SILENT
        if left is None or right is None:
            return False
        return bool(cast(int, left) >= cast(int, right))
    if left is None or right is None:
        return False
    if left is SILENT or right is SILENT:
        return SILENT
    l_low, l_high = _ranked_bounds(ctx, left)
    r_low, r_high = _ranked_bounds(ctx, right)
    if l_low is not None and r_high is not None and l_low >= r_high:
        return True
    if l_high is not None and r_low is not None and l_high < r_low:
        return False
    if isinstance(left, Unknown) and isinstance(right, int):
        ctx.narrow(left, right)
    elif isinstance(right, Unknown) and isinstance(left, int):
        ctx.narrow(right, left + 1)
    elif isinstance(left, Unknown) and isinstance(right, Unknown):
        _part(ctx, left, (l_low, l_high), right, (r_low, r_high))
    return MAYBE


def _part(ctx: Context, left: Unknown, reach: Span, right: Unknown, other: Span) -> None:
    """Where two open numbers are compared: what of each lies outside the other's reach is decided at one stroke."""
    (l_low, l_high), (r_low, r_high) = reach, other
    lows, highs = [x for x in (l_low, r_low) if x is not None], [x for x in (l_high, r_high) if x is not None]
    if not lows or not highs or min(highs) - max(lows) > COMMON:
        return  # what both can be is too much to go through: nothing would be won
    for cut in (r_high, r_low):  # from the highest of the other on it holds, below the lowest never
        if cut is not None and _is_inside(cut, reach):
            ctx.narrow(left, cut)
            return
    for cut in (l_low, None if l_high is None else l_high + 1):
        if cut is not None and _is_inside(cut, other):
            ctx.narrow(right, cut)
            return


def _is_inside(cut: int, span: Span) -> bool:
    """Whether there are numbers on both sides of a cut."""
    low, high = span
    return (low is None or low < cut) and (high is None or cut <= high)


def _ranked_bounds(ctx: Context, value: object) -> tuple[int | None, int | None]:
    if not isinstance(value, Unknown):
        return (value, value) if isinstance(value, int) else (None, None)
    if value.options and all(isinstance(o, str) for o in value.options):
        ranks = [ctx.order[o] for o in value.options if isinstance(o, str) and o in ctx.order]
        if len(ranks) == len(value.options):
            return min(ranks), max(ranks)
    return value.bounds()


def beside(ctx: Context, left: object, right: object) -> object:
    """Whether two members of a scale are neighbours."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        lefts = left.options if isinstance(left, Unknown) else (left,)
        rights = right.options if isinstance(right, Unknown) else (right,)
        if lefts is None or rights is None:
            return MAYBE
        return join(beside(ctx, a, b) for a in lefts for b in rights)
    if left is SILENT or right is SILENT:
        return SILENT
    if left is None or right is None:
        return False
    if left == UNSEEN or right == UNSEEN:
        return MAYBE
    a, b = rank(ctx, left), rank(ctx, right)
    return isinstance(a, int) and isinstance(b, int) and abs(a - b) == 1


def add(left: object, right: object) -> object:
    """left + right."""
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if left is SILENT or right is SILENT:
        return SILENT
    if isinstance(left, tuple) and isinstance(right, tuple):
        if len(left) + len(right) > LONGEST:
            raise TooLargeError("list", LONGEST, len(left) + len(right))
        return left + right
    (a, b), (c, d) = _bounds(left), _bounds(right)
    low = a + c if a is not None and c is not None else None
    high = b + d if b is not None and d is not None else None
    if isinstance(left, Unknown) and isinstance(right, int) and left.options is None:
        return Unknown(low, high, None, left.leaf, left.shift + right)
    if isinstance(right, Unknown) and isinstance(left, int) and right.options is None:
        return Unknown(low, high, None, right.leaf, right.shift + left)
    return Unknown(low, high)


def subtract(left: object, right: object) -> object:
    """left - right."""
    if isinstance(left, int) and isinstance(right, int):
        return left - right
    if left is SILENT or right is SILENT:
        return SILENT
    (a, b), (c, d) = _bounds(left), _bounds(right)
    low = a - d if a is not None and d is not None else None
    high = b - c if b is not None and c is not None else None
    if isinstance(left, Unknown) and isinstance(right, int) and left.options is None:
        return Unknown(low, high, None, left.leaf, left.shift - right)
    if isinstance(left, Unknown) and isinstance(right, Unknown) and _moved_alike(left, right):
        return left.shift - right.shift  # as much as one of them was moved: what it is itself does not matter
    return Unknown(low, high)


def _moved_alike(left: Unknown, right: Unknown) -> bool:
    """Whether both are the same untold number, each moved by a known amount."""
    return left.leaf is not None and left.leaf == right.leaf and left.options is None and right.options is None


def multiply(left: object, right: object) -> object:
    """left * right; nothing times an unknown is nothing."""
    if isinstance(left, int) and isinstance(right, int):
        return within_bounds(left * right)
    if left is SILENT or right is SILENT:
        return SILENT
    if (isinstance(left, int) and left == 0) or (isinstance(right, int) and right == 0):
        return 0
    (a, b), (c, d) = _bounds(left), _bounds(right)
    if a is None or b is None or c is None or d is None:
        if a is not None and c is not None and a >= 0 and c >= 0:
            return Unknown(within_bounds(a * c), within_bounds(b * d) if b is not None and d is not None else None)
        return UNKNOWN
    corners = (within_bounds(a * c), within_bounds(a * d), within_bounds(b * c), within_bounds(b * d))
    return Unknown(min(corners), max(corners))


def within_bounds(product: int) -> int:
    """A product, unless it is larger than any number of a game."""
    if -LARGEST < product < LARGEST:
        return product
    raise TooLargeError("product", LARGEST)


def divide(left: object, right: object, up: bool) -> object:
    """left / right, rounded."""
    if left is SILENT or right is SILENT:
        return SILENT
    if left is None or right is None or isinstance(right, Unknown):
        return UNKNOWN
    if right == 0:
        return SILENT
    if isinstance(left, Unknown):
        low, high = left.bounds()
        by = cast(int, right)
        low = None if low is None else _divided(low, by, up)
        high = None if high is None else _divided(high, by, up)
        return Unknown(low, high) if by > 0 else Unknown(high, low)
    return _divided(cast(int, left), cast(int, right), up)


def _divided(left: int, right: int, up: bool) -> int:
    return -((-left) // right) if up else left // right


def extreme(ctx: Context, values: list[object], largest: bool) -> object:
    """min or max; over nothing it is 0."""
    if not values:
        return 0
    numbers = [v for v in values if isinstance(v, int)]
    if len(numbers) == len(values):
        return max(numbers) if largest else min(numbers)
    if any(v is SILENT for v in values):
        return SILENT
    if UNSEEN in values:
        return UNKNOWN  # a card nobody has seen
    if all(isinstance(v, str | int) for v in values):
        ranked = sorted(values, key=lambda v: cast(int, rank(ctx, v)))
        return ranked[-1] if largest else ranked[0]
    bounds = [_bounds(v) for v in values]
    lows = [low for low, _ in bounds if low is not None]
    highs = [high for _, high in bounds if high is not None]
    low: int | None
    high: int | None
    if largest:
        low = max(lows) if lows else None
        high = max(highs) if len(highs) == len(values) else None
    else:
        low = min(lows) if len(lows) == len(values) else None
        high = min(highs) if highs else None
    if low is not None and low == high:
        return low
    opens = [v for v in values if isinstance(v, Unknown)]
    if len(opens) == 1 and opens[0].leaf is not None:
        others = [v for v in values if isinstance(v, int)]
        if others:
            ctx.narrow(opens[0], max(others) if largest else min(others) + 1)
    return Unknown(low, high)


def _bounds(value: object) -> tuple[int | None, int | None]:
    if isinstance(value, Unknown):
        return value.bounds()
    if isinstance(value, int):
        return value, value
    return None, None
