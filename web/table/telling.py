"""The board as a form: every fact that is drawn on it can be told where it is drawn, several in one go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

from werkzeug.datastructures import MultiDict

from kb.board.layout import Layout, Look, Part
from kb.languages.texts import spoken
from referee.service import Field, Option, Referee, Words, fact_text, literal
from referee.state import State
from web.table.board.picture import Picture

#: before the name of a field: what stands behind it is the fact as it is written
SAID = "= "
#: before the name of a card: all its slots are filled in one go
FILL = "fill "
#: the sheet of what is usually told
GLANCE = "glance"
#: options that lie open
_FEW = 5
#: facts that one part asks for
MOST = 80
#: cards that may be laid out at once beside those that are there
ADDED = 40
#: what a fact may be asked for in one line
_ASKED = frozenset(("choice", "flag", "number"))


@dataclass(frozen=True, slots=True)
class Wanted:
    """One fact as it is asked for."""

    name: str  #: of the field: the fact as it is written
    label: str
    field: Field
    value: str  #: as it is told now; empty where it is not
    look: Look | None
    follows: str = ""  #: a number that is not told, as it follows from what is

    @property
    def pills(self) -> bool:
        """Whether its few options lie open, one tap away."""
        return self.field.shape == "flag" or (self.field.shape == "choice" and len(self.field.options) <= _FEW)


@dataclass(frozen=True, slots=True)
class Block:
    """Facts that belong together: a part, or one card of it."""

    title: str
    wanted: tuple[Wanted, ...]
    single: tuple[
        Wanted, ...
    ] = ()  #: what the first of them tells in one go, one by one; of sections what is wanted of them
    folded: bool = False  #: seldom told
    fold: str = "single"  #: what `single` is


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards that can be laid out, several at once: whose they are, and by whom their slots are filled."""

    cards: tuple[Option, ...]
    whose: Field | None
    filled: Field | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """An area, or the mat of one member, as a form."""

    id: str
    title: str
    look: Look | None
    blocks: tuple[Block, ...]
    lay: Lay | None = None


class Telling:
    """Makes the form of a table for one phone."""

    def __init__(
        self, referee: Referee, words: Words, picture: Picture, seen: State,
        may_tell: Callable[[tuple[str, tuple[Any, ...]]], bool],
    ) -> None:  # fmt: skip
        self._referee, self._words, self._picture, self._seen = referee, words, picture, seen
        self._layout: Layout = picture.layout
        self._may_tell = may_tell

    def sheets(self, added: Iterable[str] = ()) -> Iterator[Sheet]:
        """Every area and mat in which something can be told; `added`: cards to lay out beside those that are there."""
        laid = frozenset(islice(added, ADDED))
        glance = [block for part in self._layout.glance for block in self._glanced(part)]
        if glance:
            yield Sheet(GLANCE, "", None, tuple(glance))
        for area in self._layout.areas:
            for member in self._picture.members(area.each) if area.each else ("",):
                blocks: list[Block] = []
                lay: Lay | None = None
                for part in area.parts:
                    if not part.members or member in part.members:
                        blocks += self._blocks(part, member, laid)
                        lay = lay or self._lay(part, member, laid)
                if blocks or lay:
                    title = self._words.value(member) if member else self._picture.title(area)
                    yield Sheet(member or area.name, title, self._layout.looks.get(member), tuple(blocks), lay)

    def _glanced(self, part: Part) -> Iterator[Block]:
        """A part of the form that tells a whole table: of those who play each has their own facts of it."""
        if part.members:
            for member in self._picture.members(self._referee.game.program.roles):
                if member in part.members:
                    for block in self._blocks(part, member, frozenset()):
                        whose = self._words.value(member)
                        yield replace(block, title=f"{whose}: {block.title}" if block.title else whose)
        else:
            yield from self._blocks(part, "", frozenset())

    # ---- parts -----------------------------------------------------------------------------------------------------

    def _blocks(self, part: Part, member: str, laid: frozenset[str]) -> Iterator[Block]:
        title = spoken(part.title, self._words.lang)
        if part.shape in ("cards", "map"):
            for each in self._cards(part, member, laid):
                names = dict.fromkeys((*((part.under,) if part.under and not member else ()), *part.facts))
                wanted = [*self._filled(part, each)]
                seats = self._picture.painter.seats(part, each)
                single = [
                    want
                    for name in part.slots
                    for want in self._wanted(part, name, (each,), seats if part.seats else None)
                ]
                wanted += [want for name in names for want in self._wanted(part, name, (each,))]
                if not seats or len(part.slots) < 2:
                    wanted, single = [*wanted, *single], []
                if part.tokens:
                    wanted += self._pieces(part, each)
                if wanted or single:
                    yield Block(self._words.value(each), tuple(wanted), tuple(single))
            return
        wanted = []
        for name in part.facts:
            kept = self._picture.kept(part, name, member)
            if kept is not None:
                wanted += self._wanted(part, name, kept)
        single = [
            want
            for name in (part.whose, part.wanted)
            if name
            for want in self._wanted(replace(part, title={}), name, ())
        ]
        if wanted:
            order = [want.name.partition(" of ")[2] for want in wanted]
            # what belongs together stands together, in the order in which it is shown
            single.sort(key=lambda want: order.index(key) if (key := want.name.partition(" of ")[2]) in order else -1)
            yield Block(title, tuple(islice(wanted, MOST)), tuple(single), part.folded, "wanted")

    def _cards(self, part: Part, member: str, laid: frozenset[str]) -> Iterator[str]:
        """The cards that lie there, and those that are being laid."""
        told: Any = self._seen.facts.get(part.shown or (part.facts[0] if part.facts else "")) or {}
        for each in self._picture.members(part.kind):
            there = part.spots or told.get(each) not in (None, False)
            if member and part.under and there:
                there = (self._seen.facts.get(part.under) or {}).get(each) == member
            if there or each in laid:
                yield each

    def _lay(self, part: Part, member: str, laid: frozenset[str]) -> Lay | None:
        if part.shape != "cards":
            return None
        there = frozenset(self._cards(part, member, laid))
        cards = tuple(
            Option(each, self._words.value(each)) for each in self._picture.members(part.kind) if each not in there
        )
        return (
            Lay(cards, self._few(part.under), self._few(part.slots[0] if len(part.slots) > 1 else ""))
            if cards
            else None
        )

    def _few(self, name: str) -> Field | None:
        """A fact of a card that is told by one tap, if it is one."""
        field = self._referee.fact_field(name, self._words.lang) if name else None
        return field if field is not None and field.shape == "choice" and len(field.options) <= _FEW else None

    def laid(self, cards: Iterable[str], whose: str, filled: str) -> dict[str, str]:
        """The facts that cards laid out at once tell."""
        told: dict[str, str] = {}
        known = {
            each: part
            for area in self._layout.areas
            for part in area.parts
            if part.shape == "cards"
            for each in self._picture.members(part.kind)
        }
        listed = [card for card in islice(cards, ADDED) if card in known]
        if whose:
            told |= {fact_text(known[card].under, (card,)): whose for card in listed if known[card].under}
        return told | (self.filled((card, filled) for card in listed) if filled else {})

    def _filled(self, part: Part, each: str) -> Iterator[Wanted]:
        """All slots of a card told in one go: whose they are, each with what it asks for."""
        seats = self._picture.painter.seats(part, each)
        if len(part.slots) < 2 or not seats or not self._may_tell((part.slots[0], (each, next(iter(seats))))):
            return
        field = self._referee.fact_field(part.slots[0], self._words.lang)
        if field.shape == "choice" and len(field.options) <= _FEW:
            label = f"{self._picture.painter.label(part.slots[0], (each,))} (1–{len(seats)})"
            yield Wanted(f"{FILL}{each}", label, field, self._stands(part, each), None)

    def _stands(self, part: Part, each: str) -> str:
        """Who stands in all slots of a card, each with what it asks for; nothing where they differ."""
        seats = self._picture.painter.seats(part, each)
        now = {self._seen.fact(part.slots[0], each, slot) for slot in seats}
        as_asked = all(self._seen.fact(part.slots[1], each, slot) == asked for slot, asked in seats.items())
        whose = now.pop() if len(now) == 1 else None
        return whose if isinstance(whose, str) and as_asked else ""

    def filled(self, cards: Iterable[tuple[str, str]]) -> dict[str, str]:
        """The facts that cards filled at once tell: the first slot fact by whom, the second by what the slot asks for, and what is
        left of the stock they are filled from."""
        told: dict[str, str] = {}
        taken: Counter[tuple[str, str, str]] = Counter()
        for card, whose in cards:
            for part in (part for area in self._layout.areas for part in area.parts if len(part.slots) > 1):
                if card in self._picture.members(part.kind):
                    if whose == self._stands(part, card):
                        break  # it was marked so: what is told slot by slot counts
                    for slot, asked in self._picture.painter.seats(part, card).items():
                        sort = asked if isinstance(asked, str) else "none"
                        told[fact_text(part.slots[0], (card, slot))] = whose
                        told[fact_text(part.slots[1], (card, slot))] = sort if whose != "none" else "none"
                        before = self._seen.fact(part.slots[0], card, slot), self._seen.fact(part.slots[1], card, slot)
                        if part.stock and before != (whose, sort):
                            taken[part.stock, whose, sort] += 1
                            taken[part.stock, str(before[0]), str(before[1])] -= 1
                    break
        for (stock, whose, sort), number in taken.items():
            left = self._seen.fact(stock, whose, sort)
            if isinstance(left, int) and number:
                # a table told by hand need not add up: where more stand on cards than there were, none are left
                told[fact_text(stock, (whose, sort))] = str(max(0, left - number))
        return told

    def uncounted(self) -> list[str]:
        """That not every piece is accounted for any more: who tells some by hand tells not where the others went."""
        name = self._layout.counted
        return [f"{name} = no"] if name and self._seen.fact(name) is True else []

    def _pieces(self, part: Part, each: str) -> Iterator[Wanted]:
        for piece in self._picture.members(self._referee.facts[part.tokens].keys[0]):
            yield from self._one(part.tokens, (piece, each), self._words.value(piece))

    # ---- one fact --------------------------------------------------------------------------------------------------

    def _wanted(
        self, part: Part, name: str, prefix: tuple[str, ...], seats: Mapping[str, object] | None = None
    ) -> Iterator[Wanted]:
        """`seats`: the last keys there are, where a card has fewer than there can be."""
        kinds = self._referee.facts[name].keys[len(prefix) :]
        for keys in islice(product(*(self._members(kind, name, prefix) for kind in kinds)), MOST):
            if seats is not None and keys and keys[-1] not in seats:
                continue
            if keys and part.title:
                label = ", ".join(map(self._words.value, keys))
            else:
                label = self._picture.painter.label(name, prefix, keys)
            yield from self._one(name, (*prefix, *keys), label)

    def _members(self, kind: str, name: str, prefix: tuple[str, ...]) -> list[str]:
        """The members that a fact is asked for: those who play, and those who do not and yet have something of it."""
        playing = self._picture.members(kind)
        told = self._seen.facts.get(name)
        if prefix or not isinstance(told, Mapping):
            return playing
        all_ = self._referee.game.program.members.get(kind, ())
        return [each for each in all_ if each in playing or told.get(each)] if set(playing) < set(all_) else playing

    def _sign(self, option: Option) -> str:
        """A member of a scale by its sign where it has nothing but that, else by its name."""
        look = self._layout.looks.get(option.value)
        return look.sign if look is not None and look.sign and look == Look(sign=look.sign) else option.text

    def _one(self, name: str, keys: tuple[str, ...], label: str) -> Iterator[Wanted]:
        field = self._referee.fact_field(name, self._words.lang)
        if field.shape in _ASKED and self._may_tell((name, keys)):
            value = self._seen.fact(name, *keys)
            told = name in self._seen.facts and _is_told(self._seen.facts[name], keys)
            look = self._layout.looks.get(keys[-1]) if keys else None
            field = replace(field, options=tuple(Option(option.value, self._sign(option)) for option in field.options))
            follows = self._picture.follows(name, keys) if field.shape == "number" and not told else None
            said = literal(follows) if isinstance(follows, int) else ""
            yield Wanted(SAID + fact_text(name, keys), label, field, literal(value) if told else "", look, said)


def _is_told(value: Any, keys: tuple[str, ...]) -> bool:
    for key in keys:
        if not isinstance(value, Mapping) or key not in value:
            return False
        value = value[key]
    return True


def told_in(form: MultiDict[str, str]) -> list[tuple[str, str]]:
    """The facts of a filled-in form, as they are written, and what is said of each."""
    return [
        (name.removeprefix(SAID), value.strip())
        for name, value in form.items()
        if name.startswith(SAID) and value.strip()
    ]


def filled_in(form: MultiDict[str, str]) -> list[tuple[str, str]]:
    """The cards of a form that are filled in one go, and by whom."""
    return [
        (name.removeprefix(FILL), value.strip())
        for name, value in form.items()
        if name.startswith(FILL) and value.strip()
    ]


def is_news(seen: State, leaf: tuple[str, tuple[Any, ...]], said: str) -> bool:
    """Whether a fact is told otherwise than it stands."""
    name, keys = leaf
    return not (name in seen.facts and _is_told(seen.facts[name], keys) and literal(seen.fact(name, *keys)) == said)
