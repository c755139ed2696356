"""A state computed from its facts alone, whatever is told of what they make up."""

from __future__ import annotations

from referee.evaluation.context import Context
from referee.values import Unknown


class Raw(Context):
    """Computes from the facts alone: what cannot be computed keeps the range its parts leave it."""

    __slots__ = ()
    raw = True

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx.code, ctx.state, readings=ctx.readings, split=ctx.split)
        self.careful = True
        self.via, self.actor = ctx.via, ctx.actor
        self.missing = ctx.missing


def moved(before: object, after: object) -> int | None:
    """How far a number moves: it is the same one counted on, or both its ends move alike. What was told may count more than the
    facts that are known."""
    if isinstance(before, Unknown) and isinstance(after, Unknown) and before.leaf is not None:
        if before.leaf == after.leaf and before.options is None and after.options is None:
            return after.shift - before.shift
    (low, high), (new_low, new_high) = _bounds(before), _bounds(after)
    if low is None or high is None or new_low is None or new_high is None or new_low - low != new_high - high:
        return None
    return new_low - low


def _bounds(value: object) -> tuple[int | None, int | None]:
    if isinstance(value, Unknown):
        return value.bounds()
    return (value, value) if isinstance(value, int) and not isinstance(value, bool) else (None, None)
