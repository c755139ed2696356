"""Local names of a clause: their slots, and values computed when first read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.context import Context

Closure = Callable[[Context, list[Any]], Any]

#: slots an evaluation may use: parameters, lets and the variables of nested quantifiers
SLOTS = 40


class Scope:
    """The local names of a clause and their slots."""

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        self.slots: dict[str, int] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> int:
        """A slot for a name; a name already there keeps its own."""
        if name not in self.slots:
            self.slots[name] = max(self.slots.values(), default=-1) + 1
        return self.slots[name]

    def child(self, *names: str) -> Scope:
        """A scope with further names; outer names keep their slots."""
        scope = Scope()
        scope.slots = dict(self.slots)
        for name in names:
            scope.slots.pop(name, None)
            scope.slots[name] = max(scope.slots.values(), default=-1) + 1
        return scope


class Lazy:
    """A `let` that is computed when first read."""

    __slots__ = ("closure",)

    def __init__(self, closure: Closure) -> None:
        self.closure = closure
