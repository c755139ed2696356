"""The choices of a card as parameters of its action, and what they are when nobody makes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from grammar.cards import tree as t
from kb.problems import nearest


@dataclass(slots=True)
class Param:
    """A choice of the player: a parameter of the card."""

    name: str
    type: str
    default: str = ""
    asked: str = ""  #: its type when it has to be made, where the default only says that it was not

    def ask(self) -> None:
        """The choice has to be made after all."""
        if self.asked:
            self.type, self.default = self.asked, ""

    def unused(self) -> str:
        """That the choice was left at its default."""
        if self.default in ("{}", "[]"):
            return f"size of {self.name} is 0"
        return f"not {self.name}" if self.type == "flag" else f"{self.name} is {self.default}"

    def text(self) -> str:
        """As written in the head of an action."""
        return f"{self.name}: {self.type}" + (f" = {self.default}" if self.default else "")


def with_default(type_: str) -> tuple[str, str]:
    """The type of a choice that need not be made, and its value then."""
    first = type_.split()[0]
    if first == "amounts":
        return type_.split(" sized")[0], "{}"
    if first in ("set", "list"):
        return type_.split(" sized")[0], "[]"
    if first == "flag":
        return type_, "no"
    if first == "number":
        return type_, "0"
    if " or none" in type_ or ".." in type_:
        return type_, "none" if " or none" in type_ else type_.split("..")[0]
    return f"{type_} or none", "none"


#: stands for “if you do” among the things done
YOU_DO = "you do"


def done_in(node: Any) -> frozenset[str]:
    """What a text says of things done: its participles, and whether it says “if you do”."""
    if isinstance(node, tuple):
        return frozenset().union(*(done_in(part) for part in node))
    if isinstance(node, t.Did):
        return frozenset({YOU_DO})
    if not is_dataclass(node):
        return frozenset()
    found = frozenset(done_in(tuple(getattr(node, field.name) for field in fields(node))))
    word = node.word if isinstance(node, t.Post) and node.kind == "done" else node.done if isinstance(node, t.Sum) else ""
    return found | {word} if word else found


def near_words(name: str, known: Iterable[str]) -> str:
    """The nearest of the known names, as a cure."""
    found = nearest(name, known, 1)
    return f"Did you mean “{found[0]}”?" if found else f"Known: {', '.join(sorted(known))}."
