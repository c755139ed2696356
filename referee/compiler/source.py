"""A unit as it is written."""

from __future__ import annotations

from typing import NamedTuple

#: what is kept beside code: names, or the size of a frame and the slots it gained
Beside = bool | tuple[str, ...] | frozenset[str] | tuple[int, dict[str, int]] | tuple[tuple[str, tuple[str, ...]], ...]


class Source(NamedTuple):
    """A unit as text, where it comes from, and what must be known of it beside its code."""

    text: str
    where: str
    beside: Beside = ()
    kept: bool = True
