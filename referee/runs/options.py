"""What can be chosen of a type at one moment of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import cast

from grammar import nodes as n
from referee.evaluation.domains import describe, fits, upper_bound
from referee.units.choices import Limits, OfMember, Span, splits
from referee.units.places import PlaceKey
from referee.units.runner import Runs
from referee.values import UNSEEN, Bag, Unknown

#: options tried when a rule leaves very many
MOST = 20_000
#: numbers tried where a rule names no end
NUMBERS = 200
#: nothing is said of single members
FREE = Limits()


class Options:
    """The options of one type."""

    def __init__(self, run: Runs, type_: n.Type, span: Span, e: list[object], limits: Limits = FREE) -> None:
        self.run, self.type, self.span, self.e, self.limits = run, type_, span, e, limits
        self.pile, self.faces = self._half_seen()

    def _half_seen(self) -> tuple[PlaceKey | None, tuple[object, ...]]:
        """The pile that the answer must lie in and its cards, where nobody has told the faces of some: in play, or where a run goes
        on without what is missing."""
        run = self.run
        if self.limits.pile is None or not (run.asks or run.loose):
            return None, ()
        name, keys = self.limits.pile
        pile = name, tuple([run.known(key, self.e) for key in keys])
        held = run.read(*pile)
        if type(held) is int:
            held = (UNSEEN,) * held
        if isinstance(held, Unknown) and run.loose:
            return pile, (UNSEEN,)
        return (pile, held) if isinstance(held, tuple) and UNSEEN in held else (None, ())

    @property
    def is_blank(self) -> bool:
        """Whether it can only be a card that nobody has told."""
        return self.pile is not None and set(self.faces) == {UNSEEN}

    def that_pass(self, good: Callable[[object], bool] | None) -> Callable[[], Iterator[object]]:
        """The options that pass a test, lazily, in a fixed order."""

        def options() -> Iterator[object]:
            if self.pile is not None:
                yield from dict.fromkeys((*(face for face in self.faces if face != UNSEEN), UNSEEN))
                return
            for tried, option in enumerate(self._all()):
                if tried > MOST:
                    return
                self.run.ctx.meter.spend(1)
                if good is None or good(option):
                    yield option

        return options

    def accept(self, value: object) -> bool:
        """Whether an answer is of the type and keeps its ends or sizes, as they are at this moment."""
        type_ = self.type
        if self.pile is not None:
            unseen = self.run.loose and UNSEEN in self.faces  # then it may be any that does not lie elsewhere
            return value in self.faces or (unseen and fits(self.run.ctx, type_, value))
        if isinstance(type_, n.TypeRange):
            return isinstance(value, int) and not isinstance(value, bool) and self._is_within(type_, value)
        if isinstance(type_, n.TypeMany):
            if not fits(self.run.ctx, n.TypeMany(type_.shape, type_.kind), value):
                return False
            sizes = self._sizes()
            return sizes is None or sizes[0] <= _size(value) <= sizes[1]
        return fits(self.run.ctx, type_, value)

    def wanted(self) -> str:
        """What an answer must be, in plain words."""
        type_ = self.type
        if isinstance(type_, n.TypeRange):
            return f"a number from {type_.low} to {self._top(type_)}"
        sizes = self._sizes() if isinstance(type_, n.TypeMany) else None
        if sizes is None:
            return describe(self.run.ctx, type_)
        least, most = sizes
        return f"{describe(self.run.ctx, type_)}, {least if least == most else f'{least} to {most}'} in all"

    def _all(self) -> Iterator[object]:
        type_ = self.type
        if isinstance(type_, n.TypeFlag):
            yield from (False, True)
        elif isinstance(type_, n.TypeRange):
            sure, _ = self._ends(type_)
            yield from range(type_.low, sure + 1)
            yield from range(max(type_.low, sure + 1), self._top(type_) + 1)
        elif isinstance(type_, n.TypeNumber):
            yield from range(NUMBERS)
        elif isinstance(type_, n.TypeEnum):
            yield from type_.members
        elif isinstance(type_, n.TypeName):
            if type_.optional:
                yield None
            yield from self._within(self.run.ctx.members(type_.name))
        else:
            yield from self._many(type_)

    def _is_within(self, type_: n.TypeRange, value: int) -> bool:
        """Whether a number is in a range of which the end may not be told: somebody says it is chosen, and it may be."""
        sure, utmost = self._ends(type_)
        if type_.low <= value <= sure:
            return True
        if not self.run.loose:
            utmost = self._top(type_)
        return type_.low <= value and (utmost is None or value <= utmost)

    def _ends(self, type_: n.TypeRange) -> tuple[int, int | None]:
        """The least and the most that the end of a range can be."""
        if isinstance(type_.high, n.Number):
            return type_.high.value, type_.high.value
        assert self.span.high is not None
        found = self.run.found(self.span.high, self.e)
        low, high = found.bounds() if isinstance(found, Unknown) else (self._top(type_),) * 2
        return type_.low - 1 if low is None else low, high

    def _top(self, type_: n.TypeRange) -> int:
        if isinstance(type_.high, n.Number):
            return type_.high.value
        assert self.span.high is not None
        value = self.run.known(self.span.high, self.e)
        return value if isinstance(value, int) else upper_bound(self.run.ctx, type_) or type_.low

    def _sizes(self) -> tuple[int, int] | None:
        if self.span.low is None or self.span.high is None:
            return None
        return cast(int, self.run.known(self.span.low, self.e)), cast(int, self.run.known(self.span.high, self.e))

    def _many(self, type_: n.TypeMany) -> Iterator[object]:
        members = self.run.ctx.members(type_.kind)
        least, most = self._sizes() or (0, len(members))
        if type_.shape == "amounts":
            tops = self._tops(type_.kind, members)
            for total in range(least, most + 1):
                for split in splits(total, [total if top is None else min(top, total) for top in tops]):
                    yield Bag({key: amount for key, amount in zip(members, split, strict=True) if amount})
        else:
            members = tuple(member for member in members if self._may_be_in(member))
            for size in range(least, min(most, len(members)) + 1):
                yield from combinations(members, size)

    # ---- what is said of single members ----------------------------------------------------------------------------

    def _within(self, members: tuple[str, ...]) -> tuple[str, ...]:
        """The members among which it must be, where that is known."""
        for items in self.limits.within:
            listed = self.run.found(items, self.e)
            if isinstance(listed, tuple) and "?" not in listed:
                members = tuple(member for member in members if member in listed)
        return members

    def _may_be_in(self, member: str) -> bool:
        return all(self.run.decided(each.says, self._bound(each, member)) for each in self.limits.elements)

    def _tops(self, kind: str, members: tuple[str, ...]) -> list[int | None]:
        """How much may fall on each key; None: no matter."""
        tops: list[int | None] = [None] * len(members)
        for each in self.limits.tops:
            spoken = self.run.ctx.members(each.kind)
            for index, member in enumerate(members):
                if member in spoken:
                    top = self.run.found(each.says, self._bound(each, member))
                    if isinstance(top, int):
                        known = tops[index]
                        tops[index] = max(0, top if known is None else min(top, known))
        return tops

    def _bound(self, each: OfMember, member: str) -> list[object]:
        e = list(self.e) + [None] * (each.slot + 1 - len(self.e))
        e[each.slot] = member
        return e


def _size(value: object) -> int:
    return (
        sum(cast("Iterable[int]", value.values())) if isinstance(value, Bag) else len(cast("tuple[object, ...]", value))
    )
