"""A state in the making: what a run writes, fact by fact."""

from __future__ import annotations

from collections.abc import Mapping

from referee.answers import Value
from referee.state import Course, Held, State


class Draft:
    """Begins as a state and is written; what a fact holds is copied when it is first written."""

    __slots__ = ("_base", "_own", "course", "facts", "incomplete", "members", "over", "unseen", "used")

    def __init__(self, begun: Held) -> None:
        base = begun.made()
        self._base = base
        self._own: set[str] = set()
        self.facts: dict[str, Value] = dict(base.facts)
        self.course: Course | None = base.course
        self.used: Mapping[str, int] = base.used
        self.members, self.incomplete = base.members, base.incomplete
        self.over, self.unseen = base.over, base.unseen

    def store(self, name: str, keys: tuple[object, ...], value: object) -> None:
        """A fact takes a value."""
        if not keys:
            self.facts[name] = value
            return
        node = self._owned(name)
        for key in keys[:-1]:
            following = node.get(key)
            if following is None:
                following = node[key] = {}
            node = following
        node[keys[-1]] = value

    def drop(self, name: str, keys: tuple[object, ...]) -> None:
        """A fact is no longer told."""
        if not keys:
            self.facts.pop(name, None)
            return
        node = self._owned(name)
        for key in keys[:-1]:
            node = node.get(key, {})
        node.pop(keys[-1], None)

    def _owned(self, name: str) -> dict[object, Value]:
        """What a fact holds by its keys, as this draft's own."""
        node: dict[object, Value] | None = self.facts.get(name)
        if node is None:
            node = self.facts[name] = {}
        elif name not in self._own:
            node = self.facts[name] = _copied(node)
        self._own.add(name)
        return node

    def made(self) -> State:
        """The state as it is now; later writes leave it alone."""
        self._own.clear()
        base = self._base
        return State(
            dict(self.facts), self.course, base.pending, self.used, base.rulings, base.members, base.incomplete, self.over,
            base.told, base.unseen,
        )  # fmt: skip


def _copied(node: Mapping[object, Value]) -> dict[object, Value]:
    """What a fact holds by its keys, to be changed; values inside are never changed in place."""
    return {key: _copied(item) if type(item) is dict else item for key, item in node.items()}
