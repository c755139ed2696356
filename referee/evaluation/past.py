"""What an evaluation has worked out, and what another takes over from it: whatever has not read what is different there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from referee.evaluation.notebook import Page
from referee.values import MISSING, Leaf, Silent, Unknown

#: what open code worked out, all it relied on, what it found missing, and where that would tip it
Kept = tuple[object, Page, dict[Leaf, Unknown], dict[Leaf, int]]
#: the same by name and arguments
Values = dict[str, dict[tuple[object, ...], Kept]]
#: the same of a check
Weighed = Kept
#: facts from which on they are compared all at once
MANY = 3
#: an action's check
C = TypeVar("C")


class Worked(Protocol):
    """An evaluation that can be gone back to."""

    kept: Values
    noted: dict[str, dict[object, object]]
    judged: dict[tuple[object, object], Weighed]
    past: Past | None
    trial: Trial | None
    doing: str | None
    leaves: dict[Leaf, Unknown]
    assumed: dict[Leaf, object]
    hanging: dict[Leaf, None] | None
    stumbled: set[Leaf]
    baffled: bool


class Trial(Protocol):
    """A run by which something was tried out."""

    @property
    def ctx(self) -> Worked:
        """Its evaluation."""

    @property
    def stored(self) -> list[tuple[str, tuple[object, ...], object]]:
        """Everything that was written or dropped, in its order."""

    @property
    def stopped(self) -> tuple[str, str | None] | None:
        """The action whose checks stopped it, and through what it was done."""


class Past:
    """An evaluation, and the facts and readings in which another one differs from it.

    Where facts that were known are others, all of it must have been explained: plain code notes what it reads only then.
    Where facts that were unknown are supposed, any will do: plain code has read none of them."""

    __slots__ = ("arguments", "ctx", "disputes", "leaves")

    def __init__(self, ctx: Worked, leaves: tuple[Leaf, ...] = (), disputes: tuple[str, ...] = ()) -> None:
        self.ctx = ctx
        self.leaves = leaves
        self.disputes = disputes
        #: the parameters that are others; who reads them is known beforehand
        self.arguments = [name.partition(".")[2] for name, _ in leaves if "." in name]

    def value(self, key: Leaf) -> Kept | None:
        """What a name came to, if it is the same now."""
        ctx = self.ctx
        name, args = key
        kept = ctx.kept.get(name)
        found = None if kept is None else kept.get(args)
        if found is None:
            noted = ctx.noted.get(name)
            known = None if noted is None else noted.get(args)
            if known is not None:
                found = (*known, {}, {})  # type: ignore[misc]
            elif ctx.past is not None:
                found = ctx.past.value(key)
        if found is None:
            return None
        _, (_, consulted, assumed, seen), leaves, _ = found
        if len(self.leaves) > MANY:
            return None if self.differs(found) else found
        for leaf in self.leaves:  # as `differs` tells it: this is asked of every value
            if leaf in seen or leaf in assumed or leaf in leaves:
                return None
        if consulted:
            for dispute in self.disputes:
                if dispute in consulted:
                    return None
        return found

    def recall(self, name: str, args: tuple[object, ...]) -> object:
        """What a name came to, for plain code, if it is the same now and hangs on no reading; else MISSING."""
        found = self.value((name, args))
        if found is None or found[1][1] or isinstance(found[0], Unknown | Silent):
            return MISSING
        return found[0]

    def stays_open(self, key: Leaf) -> bool:
        """Whether a name was not known for want of something that is still missing: plain code would stumble over it again."""
        ctx = self.ctx
        kept = ctx.kept.get(key[0])
        found = None if kept is None else kept.get(key[1])
        if found is None:
            return ctx.past is not None and ctx.past.stays_open(key)
        for leaf in found[2]:
            if leaf not in self.leaves:
                return True
        if key not in ctx.stumbled:
            return False
        # what was missing may be what it stumbled over
        return ctx.leaves.keys().isdisjoint(self.leaves)

    def check(self, check: C, element: object, hangs_on: Callable[[C], frozenset[str]]) -> Weighed | None:
        """What a check came to, if it is the same now; `hangs_on`: the parameters it reads."""
        if self.arguments and not hangs_on(check).isdisjoint(self.arguments):
            return None
        ctx = self.ctx
        found = ctx.judged.get((check, element))
        if found is None and ctx.past is not None:
            found = ctx.past.check(check, element, hangs_on)
        if found is None:
            return None
        return None if self.differs(found) else found

    def baffles(self) -> bool:
        """Whether plain code is likely not to tell here either: something else that an undecided check hangs on is still missing."""
        ctx = self.ctx
        if self.disputes:
            return ctx.baffled
        missing = ctx.leaves
        return any(leaf in missing and leaf not in self.leaves for leaf in ctx.hanging or ())

    def differs(self, found: Kept) -> bool:
        """Whether what is different was read for it."""
        _, (_, consulted, assumed, seen), leaves, _ = found
        others = self.leaves
        if len(others) > MANY:
            if not (
                seen.keys().isdisjoint(others)
                and assumed.keys().isdisjoint(others)
                and leaves.keys().isdisjoint(others)
            ):
                return True
        else:
            for leaf in others:
                if leaf in seen or leaf in assumed or leaf in leaves:
                    return True
        return bool(consulted) and not consulted.keys().isdisjoint(self.disputes)
