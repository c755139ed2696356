"""Local names: the slots of a frame."""

from __future__ import annotations

#: the slot of what is tried for a fact that somebody chooses: no name of a game
CANDIDATE = "@candidate"


class Frame:
    """The frame of one action, procedure, trigger or step: how many slots it needs in all."""

    __slots__ = ("size",)

    def __init__(self) -> None:
        self.size = 0


class Scope:
    """The local names that count at one place, and their slots in the frame."""

    __slots__ = ("frame", "lets", "slots", "sorts")

    def __init__(self, names: tuple[str, ...] = (), frame: Frame | None = None) -> None:
        self.frame = frame or Frame()
        self.slots: dict[str, int] = {}
        self.lets: set[str] = set()  #: names worked out when first read
        self.sorts: dict[int, str] = {}  #: what is known of the slots
        for name in names:
            self.add(name)

    def add(self, name: str, *, let: bool = False) -> int:
        """A slot for a name; a name already there keeps its own."""
        if name not in self.slots:
            self.slots[name] = self._free()
        if let:
            self.lets.add(name)
        return self.slots[name]

    def child(self, *names: str) -> Scope:
        """A scope with further names, which hide outer ones; outer names keep their slots."""
        scope = Scope((), self.frame)
        scope.slots = dict(self.slots)
        scope.lets = self.lets - set(names)
        scope.sorts = dict(self.sorts)
        for name in names:
            scope.slots.pop(name, None)
            scope.slots[name] = slot = scope._free()
            scope.sorts.pop(slot, None)
        return scope

    def alias(self, name: str, slot: int) -> Scope:
        """A scope in which one more name stands for a slot."""
        scope = self.child()
        scope.slots[name] = slot
        return scope

    def _free(self) -> int:
        slot = max(self.slots.values(), default=-1) + 1
        self.frame.size = max(self.frame.size, slot + 1)
        return slot
