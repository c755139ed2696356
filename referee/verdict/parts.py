"""What a fact that nobody told can be, cut into the parts that a case split goes through."""

from __future__ import annotations

from typing import cast

from referee.values import Unknown

#: values of one leaf that are tried one by one
FEW = 24
#: a span of numbers from which on it is halved first
HALVED = 4


def parts_of(domain: Unknown, cut: int | None) -> list[object]:
    """The parts a leaf is split into."""
    if domain.options is not None:
        return list(domain.options) if len(domain.options) <= FEW else []
    low, high = domain.bounds()
    if cut is not None and (low is None or cut > low) and (high is None or cut <= high):
        return [_narrow(low, cut - 1), _narrow(cut, high)]
    if low is not None and high is not None and high - low < FEW:
        if high - low < HALVED:
            return list(range(low, high + 1))
        middle = (low + high) // 2  # mostly it tips somewhere: a half in which it does not is settled at once
        return [_narrow(low, middle), _narrow(middle + 1, high)]
    return []


def _narrow(low: int | None, high: int | None) -> object:
    return low if low is not None and low == high else Unknown(low, high)


def meet(a: object, b: object) -> bool:
    """Whether two parts of one leaf's domain have a value in common."""
    if not isinstance(a, Unknown) and not isinstance(b, Unknown):
        return same(a, b)
    if isinstance(b, Unknown) and not isinstance(a, Unknown):
        a, b = b, a
    assert isinstance(a, Unknown)
    if a.options is not None:
        if isinstance(b, Unknown) and b.options is not None:
            return any(same(x, y) for x in a.options for y in b.options)
        return any(meet(b, x) for x in a.options) if isinstance(b, Unknown) else any(same(x, b) for x in a.options)
    low, high = a.bounds()
    other_low, other_high = b.bounds() if isinstance(b, Unknown) else (cast(int, b), cast(int, b))
    if high is not None and other_low is not None and high < other_low:
        return False
    return not (other_high is not None and low is not None and other_high < low)


def same(a: object, b: object) -> bool:
    """Equal, and both truths or neither."""
    return bool(a == b) and isinstance(a, bool) == isinstance(b, bool)
