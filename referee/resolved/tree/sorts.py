"""Sorts of values: flag, number, name, list, amounts, deed, or any."""

from __future__ import annotations

from grammar import nodes as n

FLAG, NUMBER, NAME, LIST, AMOUNTS, DEED, ANY = "flag", "number", "name", "list", "amounts", "deed", "any"


def sort_of_type(type_: n.Type | None) -> str:
    """The sort of a declared type; what may be none is any."""
    if isinstance(type_, n.TypeFlag):
        return FLAG
    if isinstance(type_, n.TypeNumber | n.TypeRange):
        return NUMBER
    if isinstance(type_, n.TypeEnum):
        return NAME
    if isinstance(type_, n.TypeMany):
        return {"amounts": AMOUNTS, "pile": ANY}.get(type_.shape, LIST)  # a pile may be told by its number
    return ANY
