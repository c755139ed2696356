"""Where a node stands in its text."""

from __future__ import annotations

from grammar.base.records import field

At = tuple[int, int]  #: line, column
NOWHERE_AT: At = (0, 0)


def at_field() -> At:
    """A place that does not count when trees are compared."""
    return field(default=NOWHERE_AT, compare=False, repr=False)  # type: ignore[no-any-return]
