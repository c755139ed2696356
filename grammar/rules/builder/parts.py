"""What the builders of the tree share: the place of a reduction, keys and optional words."""

from __future__ import annotations

from grammar import nodes as n
from grammar.base.tokens import Kids, Made, PlacedWord


def place_of(kids: Kids) -> n.At:
    """The place of the first word that has one."""
    for kid in kids:
        if isinstance(kid, PlacedWord):
            return (kid.line, kid.column)
        at = getattr(kid, "at", None)
        if at:
            return at  # type: ignore[no-any-return]
    return n.NOWHERE_AT


def keys_of(keys: Made) -> tuple[tuple[str, str], ...]:
    """Keys that may be left out."""
    return tuple(keys or ())


def text_of(token: object) -> str:
    """A word that may be left out."""
    return str(token) if token is not None else ""
