"""The board as a form: every fact that is drawn on it can be told where it is drawn, several in one go."""

from __future__ import annotations

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
from web.table.fields import FEW, Fields
from web.table.laying import ADDED, Lay, Laying

#: before the name of a field: what stands behind it is the fact as it is written
SAID = "= "
#: before the name of a card: all its slots are filled in one go
FILL = "fill "
#: the sheet of what is usually told
GLANCE = "glance"
#: facts that one part asks for
MOST = 80
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
        return self.field.shape == "flag" or bool(self.taps)

    @property
    def taps(self) -> tuple[Option, ...]:
        """Few options; of a number that ends soon on both sides its steps."""
        field = self.field
        if (
            field.shape == "number"
            and field.low is not None
            and field.high is not None
            and field.high - field.low < FEW
        ):
            return tuple(Option(str(step), str(step)) for step in range(field.low, field.high + 1))
        return field.options if field.shape == "choice" and len(field.options) <= FEW else ()


@dataclass(frozen=True, slots=True)
class Block:
    """Facts that belong together: a part, or one card of it."""

    title: str
    wanted: tuple[Wanted, ...]
    rest: tuple[Wanted, ...] = ()  #: what is told of it more seldom
    folded: bool = False  #: seldom told
    wishes: bool = False  #: whether the rest is where markers want to go


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks under one heading; cards that lie face down are folded away behind how many they are."""

    title: str = ""
    blocks: tuple[Block, ...] = ()
    down: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """An area, or the mat of one member, as a part of the form."""

    id: str
    title: str
    look: Look | None
    groups: tuple[Group, ...]
    lay: Lay | None = None
    above: bool = False  #: whether some of what is drawn here is asked for further up
    keyed: tuple[tuple[str, Look, str], ...] = ()  #: what the tokens stand for that its cards are told by

    @property
    def looks(self) -> dict[str, Look]:
        """Those tokens by what is told with them."""
        return {value: look for value, look, _ in self.keyed}

    def fields(self) -> Iterator[Wanted]:
        """All that it asks for."""
        for group in self.groups:
            for block in group.blocks:
                yield from block.wanted
                yield from block.rest


class Telling:
    """Makes the form of a table for one phone."""

    def __init__(
        self, referee: Referee, words: Words, picture: Picture, seen: State,
        may_tell: Callable[[tuple[str, tuple[Any, ...]]], bool],
    ) -> None:  # fmt: skip
        self._referee, self._words, self._picture, self._seen = referee, words, picture, seen
        self._layout: Layout = picture.layout
        self._may_tell = may_tell
        self._fields = Fields(referee, words, picture, seen)
        self.laying = Laying(words, picture, seen, self._fields)

    def sheets(self, added: Iterable[str] = ()) -> Iterator[Sheet]:
        """Every area and mat in which something can be told, each fact once, where it comes first; `added`: cards to lay out beside
        those that are there."""
        laid = frozenset(islice(added, ADDED))
        asked: set[str] = set()
        glance = [block for part in self._layout.glance for block in self._glanced(part)]
        if glance:
            yield self._once(Sheet(GLANCE, "", None, (Group(blocks=tuple(glance)),)), asked)
        for area in self._layout.areas:
            for member in self._picture.members(area.each) if area.each else ("",):
                groups: list[Group] = []
                lay: Lay | None = None
                keyed: dict[str, tuple[str, Look, str]] = {}
                for part in area.parts:
                    if not part.members or member in part.members:
                        groups += self._groups(part, member, laid)
                        lay = lay or self.laying.lay(part, self._cards(part, member, laid))
                        keyed |= self._keys(part)
                if groups or lay:
                    title = self._words.value(member) if member else self._picture.title(area)
                    look = self._layout.looks.get(member)
                    sheet = Sheet(member or area.name, title, look, tuple(groups), lay, keyed=tuple(keyed.values()))
                    yield self._once(sheet, asked)

    @staticmethod
    def _once(sheet: Sheet, asked: set[str]) -> Sheet:
        """A sheet without what was asked for before it: one form tells a fact in one place."""

        def fresh(several: tuple[Wanted, ...]) -> tuple[Wanted, ...]:
            return tuple(want for want in several if want.name not in asked)

        groups = []
        for group in sheet.groups:
            blocks = (replace(block, wanted=fresh(block.wanted), rest=fresh(block.rest)) for block in group.blocks)
            left = tuple(block for block in blocks if block.wanted or block.rest)
            if left:
                groups.append(replace(group, blocks=left))
        kept = replace(sheet, groups=tuple(groups))
        above = sum(1 for _ in kept.fields()) < sum(1 for _ in sheet.fields())
        asked.update(want.name for want in kept.fields())
        return replace(kept, above=above)

    def _glanced(self, part: Part) -> Iterator[Block]:
        """A part of the form that tells a whole table: of those who play each has their own facts of it."""
        if part.members:
            for member in self._picture.members(self._referee.game.program.roles):
                if member in part.members:
                    for block in self._blocks(part, member):
                        whose = self._words.value(member)
                        yield replace(block, title=f"{whose}: {block.title}" if block.title else whose)
        else:
            yield from self._blocks(part, "")

    # ---- parts -----------------------------------------------------------------------------------------------------

    def _groups(self, part: Part, member: str, laid: frozenset[str]) -> Iterator[Group]:
        """A part: of cards those that lie under one thing together, those face down folded behind the others."""
        if part.shape not in ("cards", "map"):
            blocks = tuple(self._blocks(part, member))
            if blocks:
                yield Group(blocks=blocks)
            return
        groups: dict[tuple[Any, bool], list[Block]] = {}
        for each in self._cards(part, member, laid):
            under = None if member else self._seen.fact(part.under, each) if part.under else None
            down = bool(part.up) and self._seen.fact(part.up, each) is False
            block = self._card(part, member, each, down=down)
            if block.wanted or block.rest:
                groups.setdefault((under, down), []).append(block)
        order = list(dict.fromkeys(under for under, _ in groups))
        for (under, down), listed in sorted(groups.items(), key=lambda item: (order.index(item[0][0]), item[0][1])):
            yield Group(self._words.value(under) if isinstance(under, str) else "", tuple(listed), down)

    def _card(self, part: Part, member: str, each: str, *, down: bool) -> Block:
        """What is told of a card: at once what changes often, the rest behind a fold."""
        seats = self._picture.painter.seats(part, each)
        slots = [
            want for name in part.slots for want in self._wanted(part, name, (each,), seats if part.seats else None)
        ]
        often = [name for name in part.facts if name not in part.seldom]
        turned = [part.up] if part.up and self._seen.fact(part.up, each) is not None else []
        kept = [part.under] if part.under and not member else []
        wanted = [*self._filled(part, each), *self._facts([*(turned if down else ()), *often], part, each)]
        rest = self._facts([*kept, *part.seldom, *(() if down else turned)], part, each)
        if not seats or len(part.slots) < 2:
            wanted, slots = [*wanted, *slots], []
        if part.tokens:
            wanted += self._pieces(part, each)
        return Block(self._words.value(each), tuple(wanted), (*rest, *slots))

    def _facts(self, names: Iterable[str], part: Part, each: str) -> list[Wanted]:
        return [want for name in dict.fromkeys(names) for want in self._wanted(part, name, (each,))]

    def _blocks(self, part: Part, member: str) -> Iterator[Block]:
        title = spoken(part.title, self._words.lang)
        wanted: list[Wanted] = []
        for name in part.facts:
            kept = self._picture.kept(part, name, member)
            if kept is not None:
                wanted += self._wanted(part, name, kept)
        rest = [
            want
            for name in (part.whose, part.wanted)
            if name
            for want in self._wanted(replace(part, title={}), name, ())
        ]
        if wanted:
            order = [want.name.partition(" of ")[2] for want in wanted]
            # what belongs together stands together, in the order in which it is shown
            rest.sort(key=lambda want: order.index(key) if (key := want.name.partition(" of ")[2]) in order else -1)
            yield Block(title, tuple(islice(wanted, MOST)), tuple(rest), part.folded, wishes=True)

    def _cards(self, part: Part, member: str, laid: frozenset[str]) -> Iterator[str]:
        """The cards that lie there, and those that are being laid."""
        told: Any = self._seen.facts.get(part.shown or (part.facts[0] if part.facts else "")) or {}
        for each in self._picture.members(part.kind):
            there = part.spots or told.get(each) not in (None, False)
            if member and part.under and there:
                there = (self._seen.facts.get(part.under) or {}).get(each) == member
            if there or each in laid:
                yield each

    def _keys(self, part: Part) -> dict[str, tuple[str, Look, str]]:
        """The options that the cards of a part show by their tokens alone."""
        names = [part.under, *part.slots[:1]] if part.shape == "cards" else []
        options = [option for name in names if (field := self._fields.few(name)) for option in field.options]
        looks = self._layout.looks
        return {each.value: (each.value, looks[each.value], each.text) for each in options if each.value in looks}

    def _filled(self, part: Part, each: str) -> Iterator[Wanted]:
        """All slots of a card told in one go: whose they are, each with what it asks for."""
        seats = self._picture.painter.seats(part, each)
        if len(part.slots) < 2 or not seats or not self._may_tell((part.slots[0], (each, next(iter(seats))))):
            return
        field = self._fields.few(part.slots[0])
        if field is not None:
            label = f"{self._picture.painter.label(part.slots[0], (each,))} (1–{len(seats)})"
            yield Wanted(f"{FILL}{each}", label, field, self.laying.stands(part, each), None)

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
        """The members that a fact is asked for: those who play; of a kind that has others besides, also those who do not play and yet
        have something of it."""
        playing = self._picture.members(kind)
        told = self._seen.facts.get(name)
        if prefix or kind == self._referee.game.program.roles or not isinstance(told, Mapping):
            return playing
        all_ = self._referee.game.program.members.get(kind, ())
        return [each for each in all_ if each in playing or told.get(each)] if set(playing) < set(all_) else playing

    def _one(self, name: str, keys: tuple[str, ...], label: str) -> Iterator[Wanted]:
        field = self._fields.field(name)
        if field.shape in _ASKED and self._may_tell((name, keys)):
            value = self._seen.fact(name, *keys)
            told = name in self._seen.facts and _is_told(self._seen.facts[name], keys)
            look = self._layout.looks.get(keys[-1]) if keys else None
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
