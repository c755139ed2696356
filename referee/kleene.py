"""Strong Kleene logic and interval arithmetic over known and unknown values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.values import MAYBE, SILENT, UNKNOWN, Silent, Unknown, join

if TYPE_CHECKING:
    from referee.context import Context


def negate(value: Any) -> Any:
    """not."""
    if value is True or value is False:
        return not value
    return value if isinstance(value, Silent) else MAYBE


def rank(ctx: Context, value: Any) -> Any:
    """A value's place in its order: numbers as they are, members of a scale by position."""
    if isinstance(value, str):
        return ctx.code.program.order.get(value, value)
    return value


def equal(ctx: Context, left: Any, right: Any) -> Any:
    """is."""
    left_open, right_open = isinstance(left, Unknown), isinstance(right, Unknown)
    if not left_open and not right_open:
        if left is SILENT or right is SILENT:
            return SILENT
        return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)
    if left_open and right_open:
        if left.leaf is not None and left.leaf == right.leaf and left.shift == right.shift:
            return True
        if left.options is not None and right.options is not None and not set(left.options) & set(right.options):
            return False
        return False if _apart(left.bounds(), right.bounds()) else MAYBE
    known, open_ = (right, left) if left_open else (left, right)
    if known is SILENT:
        return SILENT
    if open_.options is not None:
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


def _apart(a: tuple[int | None, int | None], b: tuple[int | None, int | None]) -> bool:
    (a_low, a_high), (b_low, b_high) = a, b
    if a_high is not None and b_low is not None and a_high < b_low:
        return True
    return b_high is not None and a_low is not None and b_high < a_low


def at_least(ctx: Context, left: Any, right: Any) -> Any:
    """left >= right."""
    if isinstance(left, str):
        left = rank(ctx, left)
    if isinstance(right, str):
        right = rank(ctx, right)
    left_open, right_open = isinstance(left, Unknown), isinstance(right, Unknown)
    if not left_open and not right_open:
        if left is SILENT or right is SILENT:
            return SILENT
        if left is None or right is None:
            return False
        return bool(left >= right)
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
    if left_open and not right_open and isinstance(right, int):
        ctx.narrow(left, right)
    elif right_open and not left_open and isinstance(left, int):
        ctx.narrow(right, left + 1)
    return MAYBE


def _ranked_bounds(ctx: Context, value: Any) -> tuple[int | None, int | None]:
    if not isinstance(value, Unknown):
        return (value, value) if isinstance(value, int) else (None, None)
    if value.options and all(isinstance(o, str) for o in value.options):
        ranks = [ctx.code.program.order.get(o) for o in value.options]
        if all(r is not None for r in ranks):
            return min(ranks), max(ranks)  # type: ignore[type-var]
    return value.bounds()


def beside(ctx: Context, left: Any, right: Any) -> Any:
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
    a, b = rank(ctx, left), rank(ctx, right)
    return isinstance(a, int) and isinstance(b, int) and abs(a - b) == 1


def add(left: Any, right: Any) -> Any:
    """left + right."""
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if left is SILENT or right is SILENT:
        return SILENT
    if isinstance(left, tuple) and isinstance(right, tuple):
        return left + right
    (a, b), (c, d) = _bounds(left), _bounds(right)
    low = a + c if a is not None and c is not None else None
    high = b + d if b is not None and d is not None else None
    if isinstance(left, Unknown) and isinstance(right, int) and left.options is None:
        return Unknown(low, high, None, left.leaf, left.shift + right)
    if isinstance(right, Unknown) and isinstance(left, int) and right.options is None:
        return Unknown(low, high, None, right.leaf, right.shift + left)
    return Unknown(low, high)


def subtract(left: Any, right: Any) -> Any:
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
    return Unknown(low, high)


def multiply(left: Any, right: Any) -> Any:
    """left * right; nothing times an unknown is nothing."""
    if isinstance(left, int) and isinstance(right, int):
        return left * right
    if left is SILENT or right is SILENT:
        return SILENT
    if (isinstance(left, int) and left == 0) or (isinstance(right, int) and right == 0):
        return 0
    (a, b), (c, d) = _bounds(left), _bounds(right)
    if a is None or b is None or c is None or d is None:
        if a is not None and c is not None and a >= 0 and c >= 0:
            return Unknown(a * c, b * d if b is not None and d is not None else None)
        return UNKNOWN
    corners = (a * c, a * d, b * c, b * d)
    return Unknown(min(corners), max(corners))


def divide(left: Any, right: Any, up: bool) -> Any:
    """left / right, rounded."""
    if left is SILENT or right is SILENT:
        return SILENT
    if isinstance(right, Unknown):
        return UNKNOWN
    if right == 0:
        return SILENT
    if isinstance(left, Unknown):
        low, high = left.bounds()
        low = None if low is None else divide(low, right, up)
        high = None if high is None else divide(high, right, up)
        return Unknown(low, high) if right > 0 else Unknown(high, low)
    return -((-left) // right) if up else left // right


def extreme(ctx: Context, values: list[Any], largest: bool) -> Any:
    """min or max; over nothing it is 0."""
    if not values:
        return 0
    if all(isinstance(v, int) for v in values):
        return max(values) if largest else min(values)
    if any(v is SILENT for v in values):
        return SILENT
    if all(isinstance(v, str | int) for v in values):
        ranked = sorted(values, key=lambda v: rank(ctx, v))
        return ranked[-1] if largest else ranked[0]
    lows, highs = zip(*(_bounds(v) for v in values), strict=True)
    pick = max if largest else min
    known_lows = [v for v in lows if v is not None]
    known_highs = [v for v in highs if v is not None]
    if largest:
        low = max(known_lows) if known_lows else None
        high = max(highs) if len(known_highs) == len(values) else None
    else:
        low = min(lows) if len(known_lows) == len(values) else None
        high = min(known_highs) if known_highs else None
    if low is not None and low == high:
        return low
    opens = [v for v in values if isinstance(v, Unknown)]
    if len(opens) == 1 and opens[0].leaf is not None:
        others = [v for v in values if not isinstance(v, Unknown)]
        if others:
            ctx.narrow(opens[0], pick(others) + (0 if largest else 1))
    return Unknown(low, high)


def _bounds(value: Any) -> tuple[int | None, int | None]:
    if isinstance(value, Unknown):
        return value.bounds()
    if isinstance(value, int):
        return value, value
    return None, None
