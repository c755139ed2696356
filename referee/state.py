"""A state: the facts of a table, apart from where play stands, what is pending, what was used up and what the table ruled."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol, Self

from msgspec import Struct
from msgspec.structs import replace

from referee.answers import Value
from referee.books import (
    COURSE,
    GLIMPSES,
    INCOMPLETE,
    MEMBERS,
    OVER,
    PENDING,
    RULINGS,
    USED,
    Course,
    Deed,
    Glimpse,
    Pending,
    Round,
    Way,
    Window,
    glimpsed,
    pile_size,
)
from referee.values import Leaf, Unknown, freeze, thaw
from referee.written import read_books, shape_of

__all__ = [
    "Course",
    "Deed",
    "Glimpse",
    "Held",
    "Pending",
    "Round",
    "State",
    "Way",
    "Window",
    "glimpsed",
    "pile_size",
    "shape_of",
]

#: the change that ends a game names no fact but this
GAME_OVER = OVER


class State(Struct, frozen=True):
    """Facts by name, those with keys nested by key, and the books that are kept beside them. Never changed once made."""

    facts: Mapping[str, Value] = {}
    course: Course | None = None
    pending: Pending | None = None
    used: Mapping[str, int] = {}  #: what a limit counts -> how often
    rulings: Mapping[str, str] = {}  #: dispute -> reading
    members: Mapping[str, tuple[str, ...]] = {}  #: kind -> those that came with the state
    incomplete: tuple[str, ...] = ()  #: kinds of which there may be more
    over: bool = False
    told: frozenset[Leaf] = frozenset()  #: hidden facts that the asker told: what one tells one may see
    #: of a state that was made for somebody's eyes: what they may not see, and nothing is assumed of
    unseen: frozenset[Leaf] = frozenset()
    glimpses: tuple[Glimpse, ...] = ()  #: what rules have shown to some
    window: Window | None = None  #: while a deed waits for an action; of a stored state it is told by what is pending
    mover: str | None = None  #: whose turn it is, where a question tells no more than that of where play stands

    @property
    def nested(self) -> bool:
        """Whether what is done next is done by an effect."""
        return self.window is not None and self.window.nested

    @property
    def kept(self) -> bool:
        """Whether there is more in it than facts and names, which are checked one by one."""
        return bool(self.course or self.pending or self.used or self.rulings)

    def fact(self, name: str, *keys: str) -> Value:
        """A fact's value; None when it was not told."""
        value = self.facts.get(name)
        for key in keys:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value

    def shown_to(self, viewers: Collection[str], leaf: Leaf) -> list[Glimpse]:
        """What rules have shown some of a fact."""
        return [each for each in self.glimpses if (each.fact, each.keys) == leaf and each.viewer in viewers]

    def ruled(self, rulings: Mapping[str, str]) -> Self:
        """The state with these rulings and no others."""
        return replace(self, rulings=dict(rulings))

    def used_up(self, scope: str, name: str) -> bool:
        """Whether something was used that is counted over a scope."""
        return any(key.startswith(f"{scope}|{name}|") for key in self.used)

    # ---- reading and writing ---------------------------------------------------------------------------------------

    @classmethod
    def read(cls, data: object) -> Self:
        """A state from JSON, as `apply` and exported tables give it; every wrong shape is told at once."""
        facts, books = read_books(data)
        return cls(facts, **books)

    @classmethod
    def stored(cls, data: object) -> Self:
        """A state that was read before and kept as it was given: what came in is bounded where it comes in."""
        facts, books = read_books(data, bounded=True)
        return cls(facts, **books)

    def data(self) -> dict[str, Value]:
        """The state as JSON; what nobody knows, and what only one question told, is left out."""
        found: dict[str, Value] = _known(dict(self.facts))
        if self.members:
            found[MEMBERS] = {kind: list(members) for kind, members in self.members.items()}
        if self.incomplete:
            found[INCOMPLETE] = list(self.incomplete)
        if self.rulings:
            found[RULINGS] = dict(self.rulings)
        if self.course is not None:
            found[COURSE] = self.course.data()
        if self.used:
            found[USED] = dict(self.used)
        if self.over:
            found[OVER] = True
        if self.glimpses:
            found[GLIMPSES] = [glimpse.data() for glimpse in self.glimpses]
        if self.pending is not None:
            found[PENDING] = self.pending.data()
        return found

    def midway(self) -> Self:
        """While a deed waits for somebody, or for chance: the table as it lies in the middle of it, and what may be done; else the
        state itself."""
        if self.pending is None:
            return self
        facts = dict(self.facts)
        for change in self.pending.happened:
            name, keys = str(change["fact"]), tuple(change["keys"])
            facts[name] = _with(facts.get(name), keys, freeze(change.get("new")))
        return replace(self, facts=facts, window=self.pending.window())

    def made(self) -> Self:
        """The state itself: it is made already."""
        return self


class Held(Protocol):
    """What the rules read: a state, or one that is being written."""

    @property
    def facts(self) -> Mapping[str, Value]:
        """Facts by name, those with keys nested by key."""

    @property
    def course(self) -> Course | None:
        """Where play stands."""

    @property
    def window(self) -> Window | None:
        """The deed that waits for an action of somebody."""

    @property
    def nested(self) -> bool:
        """Whether what is done next is done by an effect."""

    @property
    def used(self) -> Mapping[str, int]:
        """What a limit counts -> how often."""

    @property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """Kind -> those that came with the state."""

    @property
    def incomplete(self) -> tuple[str, ...]:
        """Kinds of which there may be more."""

    @property
    def over(self) -> bool:
        """Whether the game is."""

    @property
    def mover(self) -> str | None:
        """Whose turn it is, where no more is told of where play stands."""

    @property
    def glimpses(self) -> tuple[Glimpse, ...]:
        """What rules have shown to some."""

    @property
    def unseen(self) -> frozenset[Leaf]:
        """What those may not see for whose eyes it was made."""

    def made(self) -> State:
        """The state as it is now; later writes leave it alone."""


def _known(value: Value) -> Value:
    """JSON shapes without what is unknown."""
    if isinstance(value, dict):
        return {str(key): _known(item) for key, item in value.items() if not isinstance(item, Unknown)}
    return thaw(value)


def _with(held: Value, keys: tuple[Value, ...], value: Value) -> Value:
    """What is held with another value at some keys."""
    if not keys:
        return value
    inner = held if isinstance(held, Mapping) else {}
    return {**inner, keys[0]: _with(inner.get(keys[0]), keys[1:], value)}
