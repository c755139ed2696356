"""Values written out: numbers, names, yes, no, none, lists, amounts, actions with their arguments."""

from __future__ import annotations

from grammar import nodes as n
from referee.errors import SpokenError, UnknownNameError
from referee.resolved.tree.names import Names
from referee.values import MISSING, Bag, Deed


class WorkedOutError(SpokenError):
    """A value that would have to be worked out where it is to be told."""

    key = "worked_out"

    def __init__(self, written: str) -> None:
        super().__init__(written[:120])


def written_value(names: Names, members: frozenset[str], expr: n.Expr) -> object:
    """The value that stands there; MISSING where something would have to be worked out. `members` came with the question."""
    match expr:
        case n.Number(value) | n.Truth(value):
            return value
        case n.Nothing():
            return None
        case n.Minus(n.Number(value)):
            return -value
        case n.Name(name):
            return _named(names, members, name)
        case n.ListOf(items):
            found = tuple(written_value(names, members, item) for item in items)
            return MISSING if any(item is MISSING for item in found) else found
        case n.Amounts(pairs):
            amounts = {key: written_value(names, members, value) for key, value in pairs}
            return MISSING if any(value is MISSING for value in amounts.values()) else Bag(amounts)
        case n.Call(name, args, named) if names.is_call(name) and not names.has_value(name, len(args)):
            given = [*zip(names.parameters(name), args, strict=False), *named]
            values = tuple((key, written_value(names, members, value)) for key, value in given)
            return MISSING if any(value is MISSING for _, value in values) else Deed((name, values))
    return MISSING


def _named(names: Names, members: frozenset[str], name: str) -> object:
    if name in names.known_members or name in members:
        return name
    if names.has_value(name, 0) or name in names.program.disputes or names.is_builtin(name, 0):
        return MISSING
    if name in names.program.kinds:
        listed = names.program.members.get(name)
        return MISSING if listed is None else listed
    if names.is_call(name):
        return Deed((name, ()))
    raise UnknownNameError("name", name, names.all(members))
