"""A state in the making: what a run writes, fact by fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.answers import Value
from referee.books import Course, Glimpse, Window
from referee.state import Held, State


class Draft:
    """Begins as a state and is written; what a fact holds is copied on the way to what is first written in it."""

    __slots__ = (
        "_base",
        "_own",
        "course",
        "facts",
        "glimpses",
        "incomplete",
        "members",
        "mover",
        "over",
        "unseen",
        "used",
        "window",
    )

    def __init__(self, begun: Held) -> None:
        base = begun.made()
        self._base = base
        self._own: set[object] = set()  #: facts, and what they hold at some keys, that are no longer shared
        self.facts: dict[str, Value] = dict(base.facts)
        self.course: Course | None = base.course
        self.used: Mapping[str, int] = base.used
        self.members, self.incomplete = base.members, base.incomplete
        self.over, self.unseen = base.over, base.unseen
        self.glimpses: tuple[Glimpse, ...] = base.glimpses
        self.window: Window | None = base.window
        self.mover: str | None = base.mover

    @property
    def nested(self) -> bool:
        """Whether what is done next is done by an effect."""
        return self.window is not None and self.window.nested

    def store(self, name: str, keys: tuple[object, ...], value: object) -> None:
        """A fact takes a value."""
        if keys:
            self._owned(name, keys[:-1])[keys[-1]] = value
        else:
            self.facts[name] = value

    def store_all(self, name: str, places: Sequence[tuple[object, ...]], value: object) -> None:
        """A fact takes one value at many keys; those that have all but the last in common follow one another."""
        before: tuple[object, ...] | None = None
        node: dict[object, Value] = {}
        for keys in places:
            if not keys:
                self.facts[name] = value
            else:
                if keys[:-1] != before:
                    before = keys[:-1]
                    node = self._owned(name, before)
                node[keys[-1]] = value

    def drop(self, name: str, keys: tuple[object, ...]) -> None:
        """A fact is no longer told."""
        if keys:
            self._owned(name, keys[:-1]).pop(keys[-1], None)
        else:
            self.facts.pop(name, None)

    def shift(self, name: str, keys: tuple[object, ...], came_from: Sequence[int | None]) -> None:
        """A fact is written: what was shown of it goes with the cards that stay, by where each lay before."""
        if self.glimpses:
            found = [
                glimpse.moved(came_from) if (glimpse.fact, glimpse.keys) == (name, keys) else glimpse
                for glimpse in self.glimpses
            ]
            self.glimpses = tuple(glimpse for glimpse in found if glimpse is not None)

    def _owned(self, name: str, keys: tuple[object, ...]) -> dict[object, Value]:
        """What a fact holds at some of its keys, as this draft's own; what lies beside it stays shared."""
        own, facts = self._own, self.facts
        node: dict[object, Value] | None = facts.get(name)
        if node is None or name not in own:
            own.add(name)
            node = facts[name] = {} if node is None else dict(node)
        path: tuple[object, ...] = (name,)
        for key in keys:
            path = (*path, key)
            inner: dict[object, Value] | None = node.get(key)
            if inner is None or path not in own:
                own.add(path)
                inner = node[key] = {} if inner is None else dict(inner)
            node = inner
        return node

    def made(self) -> State:
        """The state as it is now; later writes leave it alone."""
        self._own.clear()
        base = self._base
        return State(
            dict(self.facts), self.course, base.pending, self.used, base.rulings, base.members, base.incomplete, self.over,
            base.told, base.unseen, self.glimpses, self.window, self.mover,
        )  # fmt: skip
