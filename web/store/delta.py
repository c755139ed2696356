"""What differs between two JSON documents, as a small JSON value, and the second again from the first and that value.

Of an object: an object of what became of its keys. Of what became of a key: `[]` it is gone, `[new]` it is another or new,
`[new, key]` it is new and stands before that key, `[at, gone, items]` a piece of a list was exchanged, an object: look inside,
`[change, key, 0, 0]` it stands before that key now (null: at the end), and what became of it, `[]` for nothing.
Keys keep their order, so that the second document is the same text again."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping

from referee.answers import Value

Object = Mapping[str, Value]


class DeltaError(Exception):
    """A difference that does not fit the document it is applied to."""


def same(one: Value, other: Value) -> bool:
    """Whether two documents are the same text; in Python 1, 1.0 and True are equal, in JSON they are not."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(a == b and same(one[a], other[b]) for a, b in pairs)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


# ---- making ---------------------------------------------------------------------------------------------------------


def difference(before: Object, after: Object) -> dict[str, Value]:
    """What makes `after` of `before`; nothing when they are the same."""
    found: dict[str, Value] = {key: [] for key in before if key not in after}
    settled = _settled(before, after)
    places = _places(after, settled)
    for key, value in after.items():
        if key not in before:
            found[key] = [value] if places[key] is None else [value, places[key]]
        elif key not in settled:
            found[key] = [[] if same(before[key], value) else _became(before[key], value), places[key], 0, 0]
        elif not same(before[key], value):
            found[key] = _became(before[key], value)
    return found


def _settled(before: Object, after: Object) -> set[str]:
    """Most of the common keys, so that they stand in one order in both."""
    ours, theirs = [key for key in before if key in after], [key for key in after if key in before]
    if ours == theirs:
        return set(ours)
    place = {key: at for at, key in enumerate(ours)}
    ends: list[int] = []  # the lowest place at which a rising row of each length ends
    previous: dict[str, str | None] = {}
    for key in theirs:
        at = bisect_left(ends, place[key])
        previous[key] = ours[ends[at - 1]] if at else None
        ends[at : at + 1] = [place[key]]
    found: set[str] = set()
    last: str | None = ours[ends[-1]]
    while last is not None:
        found.add(last)
        last = previous[last]
    return found


def _places(after: Object, settled: set[str]) -> dict[str, str | None]:
    """The key before which each other one stands; None: at the end."""
    found: dict[str, str | None] = {}
    following: str | None = None
    for key in reversed(list(after)):
        if key in settled:
            following = key
        else:
            found[key] = following
    return found


def _became(before: Value, after: Value) -> Value:
    """What became of a value that is another now."""
    if isinstance(before, dict) and isinstance(after, dict):
        return difference(before, after)
    if isinstance(before, list) and isinstance(after, list):
        start = _alike(zip(before, after, strict=False))
        most = min(len(before), len(after)) - start
        end = min(most, _alike(zip(reversed(before), reversed(after), strict=False)))
        if start or end:
            return [start, len(before) - end - start, after[start : len(after) - end]]
    return [after]


def _alike(pairs: Iterable[tuple[Value, Value]]) -> int:
    """How many pairs at the beginning are twice the same."""
    count = 0
    for one, other in pairs:
        if not same(one, other):
            break
        count += 1
    return count


# ---- applying -------------------------------------------------------------------------------------------------------


def applied(before: Object, delta: Object) -> dict[str, Value]:
    """The document after a difference; the one before is left as it is."""
    settled: dict[str, Value] = {}
    for key, value in before.items():
        change = delta.get(key)
        if change is None:
            settled[key] = value
        elif change != [] and not _is_moved(change):
            settled[key] = _after(value, change)
    placed: dict[str | None, dict[str, Value]] = {}
    for key, change in delta.items():
        if key in before:
            if _is_moved(change):
                value = before[key] if change[0] == [] else _after(before[key], change[0])
                placed.setdefault(change[1], {})[key] = value
        elif isinstance(change, list) and len(change) in (1, 2):
            placed.setdefault(change[1] if len(change) == 2 else None, {})[key] = change[0]
        else:
            raise DeltaError(f"“{key}” was changed and is not there.")
    return _merged(settled, placed) if placed else settled


def _is_moved(change: Value) -> bool:
    return isinstance(change, list) and len(change) == 4


def _merged(settled: Object, placed: Mapping[str | None, Object]) -> dict[str, Value]:
    """An object with other keys put before its own and at its end."""
    merged: dict[str, Value] = {}
    for key, value in settled.items():
        merged.update(placed.get(key, {}))
        merged[key] = value
    merged.update(placed.get(None, {}))
    return merged


def _after(before: Value, change: Value) -> Value:
    """A value after what became of it."""
    if isinstance(change, dict) and isinstance(before, dict):
        return applied(before, change)
    if isinstance(change, list) and len(change) == 1:
        return change[0]
    if isinstance(change, list) and len(change) == 3 and isinstance(before, list):
        at, gone, items = change
        return [*before[:at], *items, *before[at + gone :]]
    raise DeltaError(f"A change of {type(before).__name__} does not look like “{str(change)[:60]}”.")
