"""Ranges of numbers as they are written: the ends that can be read without working anything out."""

from __future__ import annotations

from grammar import nodes as n

Span = tuple[int, int]  #: the lowest and the highest number


def span_of(type_: n.Type | None) -> Span | None:
    """The ends of a range of numbers that are written out."""
    if isinstance(type_, n.TypeRange) and (high := number_in(type_.high)) is not None:
        return type_.low, high
    return None


def number_in(expr: n.Expr | None) -> int | None:
    """A number that is written out."""
    if isinstance(expr, n.Minus) and isinstance(expr.body, n.Number):
        return -expr.body.value
    return expr.value if isinstance(expr, n.Number) else None
