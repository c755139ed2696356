"""The choices of a card as parameters of its action, and what they are when nobody makes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from grammar import nodes as n
from grammar.base.likeness import nearest
from grammar.base.records import types_of
from grammar.cards import tree as t


@dataclass(slots=True)
class CardChoice:
    """A choice of the player: a parameter of the card."""

    name: str
    type: n.Type
    default: n.Expr | None = None
    asked: n.Type | None = None  #: its type when it has to be made, where the default only says that it was not

    def ask(self) -> None:
        """The choice has to be made after all."""
        if self.asked is not None:
            self.type, self.default = self.asked, None

    def unused(self) -> n.Expr:
        """That the choice was left at its default."""
        name = n.Name(self.name)
        if isinstance(self.type, n.TypeMany):
            return n.Compare("is", n.Call("size", (name,)), n.Number(0))
        return n.Not(name) if isinstance(self.type, n.TypeFlag) else n.Compare("is", name, self.default or n.Nothing())

    def node(self) -> n.Param:
        """As it stands in the head of an action."""
        return n.Param(self.name, self.type, self.default)


def with_default(type_: n.Type) -> tuple[n.Type, n.Expr]:
    """The type of a choice that need not be made, and its value then."""
    if isinstance(type_, n.TypeMany):
        return n.TypeMany(type_.shape, type_.kind), n.Amounts(()) if type_.shape == "amounts" else n.ListOf(())
    if isinstance(type_, n.TypeFlag):
        return type_, n.Truth(False)
    if isinstance(type_, n.TypeNumber):
        return type_, n.Number(0)
    if isinstance(type_, n.TypeRange):
        return type_, n.Number(type_.low)
    if isinstance(type_, n.TypeEnum):
        return type_, n.Name(type_.members[0])
    return n.TypeName(type_.name, optional=True), n.Nothing()


#: the types of fields that hold no other part of a tree
_PLAIN = frozenset({"At", "None", "bool", "int", "str", "tuple"})
#: stands for “if you do” among the things done
YOU_DO = "you do"


def done_in(parts: tuple[t.Part, ...]) -> frozenset[str]:
    """What a text says of things done: its participles, and whether it says “if you do”."""
    found: set[str] = set()
    left: list[object] = [parts]
    while left:
        node = left.pop()
        if isinstance(node, tuple):
            left += node
            continue
        if isinstance(node, t.Post) and node.kind == "done":
            found.add(node.word)
        elif isinstance(node, t.Sum) and node.done:
            found.add(node.done)
        elif isinstance(node, t.Did):
            found.add(YOU_DO)
        left += [inner for name in _INNER[type(node)] if (inner := getattr(node, name))]
    return frozenset(found)


class _Inner(dict[type, tuple[str, ...]]):
    """Class of the tree -> its fields that may hold other parts of it: not those that are words, numbers and places."""

    def __missing__(self, cls: type) -> tuple[str, ...]:
        said = types_of(cls).items()
        self[cls] = tuple(name for name, type_ in said if not _PLAIN.issuperset(re.findall(r"\w+", type_)))
        return self[cls]


_INNER = _Inner()


def near_words(name: str, known: Iterable[str]) -> str:
    """The nearest of the known names, as a cure."""
    found = nearest(name, known, 1)
    return f"Did you mean “{found[0]}”?" if found else f"Known: {', '.join(sorted(known))}."
