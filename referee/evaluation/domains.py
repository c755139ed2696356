"""Types -> what a value can be: the domain of an unknown, and whether a told value fits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grammar import nodes as n
from referee.values import MAYBE, UNKNOWN, UNSEEN, Bag, Deed, Heap, Unknown

if TYPE_CHECKING:
    from referee.evaluation.context import Context


def domain_of(ctx: Context, type_: n.Type) -> Unknown:
    """The possibilities of an untold value of this type."""
    if isinstance(type_, n.TypeFlag):
        return MAYBE
    if isinstance(type_, n.TypeRange):
        return Unknown(type_.low, upper_bound(ctx, type_))
    if isinstance(type_, n.TypeEnum):
        return Unknown(options=type_.members)
    if isinstance(type_, n.TypeName):
        if type_.name not in ctx.code.program.kinds:
            return UNKNOWN
        members = ctx.members(type_.name)
        if not members or not ctx.is_complete(type_.name):
            return UNKNOWN
        return Unknown(options=(*members, None) if type_.optional else members)
    if isinstance(type_, n.TypeMany) and type_.shape == "pile":
        return Unknown(0, None)
    return UNKNOWN


def upper_bound(ctx: Context, type_: n.TypeRange) -> int | None:
    """The highest value of a range; an unknown bound counts with its own highest value."""
    if isinstance(type_.high, n.Number):
        return type_.high.value
    value = ctx.code.constant(ctx, type_.high)
    if isinstance(value, Unknown):
        return value.bounds()[1]
    return value if isinstance(value, int) else None


def fits(ctx: Context, type_: n.Type | None, value: object) -> bool:
    """Whether a value is of this type."""
    if type_ is None:
        return True
    if isinstance(type_, n.TypeFlag):
        return isinstance(value, bool)
    if isinstance(type_, n.TypeNumber):
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(type_, n.TypeRange):
        if not isinstance(value, int) or isinstance(value, bool) or value < type_.low:
            return False
        high = upper_bound(ctx, type_)
        return high is None or value <= high
    if isinstance(type_, n.TypeEnum):
        return value in type_.members
    if isinstance(type_, n.TypeName):
        return _fits_name(ctx, type_, value)
    return _fits_many(ctx, type_, value)


def _fits_name(ctx: Context, type_: n.TypeName, value: object) -> bool:
    if value is None:
        return type_.optional
    program = ctx.code.program
    if type_.name in program.classes:
        return isinstance(value, Deed) and type_.name in ctx.code.classes_of(value[0])
    if isinstance(value, Bag):  # a record written out
        kind = program.kinds.get(type_.name)
        return kind is not None and set(value) == {field.name for field in kind.node.fields}
    if not isinstance(value, str):
        return False
    members = ctx.members(type_.name)
    return value in members or not ctx.is_complete(type_.name)


def _fits_many(ctx: Context, type_: n.TypeMany, value: object) -> bool:
    if type_.shape == "pile":
        if isinstance(value, int) and not isinstance(value, bool):
            return value >= 0
        if isinstance(value, Bag):  # what it holds, in an order nobody knows
            return _are_cards(ctx, type_.kind, tuple(value)) and all(type(n) is int and n > 0 for n in value.values())
        return isinstance(value, tuple) and _are_cards(ctx, type_.kind, value)
    if type_.shape == "amounts":
        members = ctx.members(type_.kind)
        return isinstance(value, Bag) and all(
            key in members and isinstance(item, int) and item >= 0 for key, item in value.items()
        )
    if not isinstance(value, tuple):
        return False
    if type_.shape == "set" and len(set(value)) != len(value):
        return False
    return all(_fits_name(ctx, n.TypeName(type_.kind), item) for item in value)


def _are_cards(ctx: Context, kind: str, cards: tuple[object, ...]) -> bool:
    """Whether these can lie in a pile of this kind; a pile may hold cards nobody has seen, and equal ones."""
    if not cards or kind not in ctx.code.program.kinds:
        return True
    known = frozenset(ctx.members(kind))
    return all(
        card == UNSEEN or (isinstance(card, str) and card in known) or _fits_name(ctx, n.TypeName(kind), card)
        for card in cards
    )


def describe(ctx: Context, type_: n.Type | None) -> str:
    """A type in plain words, for messages."""
    if type_ is None:
        return "any value"
    if isinstance(type_, n.TypeFlag):
        return "yes or no"
    if isinstance(type_, n.TypeNumber):
        return "a whole number"
    if isinstance(type_, n.TypeRange):
        high = upper_bound(ctx, type_)
        return f"a number from {type_.low} to {high}" if high is not None else f"a number from {type_.low} up"
    if isinstance(type_, n.TypeEnum):
        return "one of " + ", ".join(type_.members)
    if isinstance(type_, n.TypeName):
        members = ctx.members(type_.name) if type_.name in ctx.code.program.kinds else ()
        listed = f" ({', '.join(members[:12])}{', …' if len(members) > 12 else ''})" if members else ""
        return f"one {type_.name}{listed}{' or none' if type_.optional else ''}"
    members = ctx.members(type_.kind) if type_.kind in ctx.code.program.kinds else ()
    listed = f" ({', '.join(members[:12])}{', …' if len(members) > 12 else ''})" if members else ""
    number = ", or what it holds {card: how many}, or only its number" if type_.shape == "pile" else ""
    return f"{type_.shape} of {type_.kind}{listed}{number}"


def cards_in(node: object) -> Iterator[object]:
    """The cards told of a pile, at whatever keys."""
    if isinstance(node, tuple | Heap):
        yield from node
    elif isinstance(node, dict):
        for inner in node.values():
            yield from cards_in(inner)
