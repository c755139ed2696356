"""Names in a row, told by the first and the last of them: `c1..c30`."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: how many names a row may have
MOST = 500
#: fewer than these are told one by one
_FEW = 4
_NUMBERED = re.compile(r"([a-z_][a-z0-9_]*?)(0|[1-9][0-9]*)")
_ROW = re.compile(r"(\w+)\.\.(\w+)")


def in_a_row(first: str, last: str) -> dict[str, int]:
    """The names from one to another with their numbers, the lower one first; none where they are no row."""
    low, high = _NUMBERED.fullmatch(first), _NUMBERED.fullmatch(last)
    if low is None or high is None or low[1] != high[1]:
        return {}
    numbers = range(int(low[2]), int(high[2]) + 1)
    return {f"{low[1]}{number}": number for number in numbers} if 1 < len(numbers) <= MOST else {}


def row_of(text: str) -> dict[str, int]:
    """The names that `c1..c30` stands for, with their numbers; none where it is no row."""
    ends = _ROW.fullmatch(text)
    return in_a_row(ends[1], ends[2]) if ends else {}


def rows_among(names: Iterable[str]) -> list[str]:
    """Names one after another, those that follow each other by their numbers told as rows."""
    found: list[str] = []
    run: list[str] = []
    for name in (*names, ""):
        if run and [*in_a_row(run[-1], name)] != [run[-1], name]:
            found += run if len(run) < _FEW else [f"{run[0]}..{run[-1]}"]
            run = []
        if name:
            run.append(name)
    return found
