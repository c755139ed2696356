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
from web.table.picture import Picture

#: before the name of a field: what stands behind it is the fact as it is written
SAID = "= "
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

    @property
    def pills(self) -> bool:
        """Whether its few options lie open, one tap away."""
        return self.field.shape == "flag" or (self.field.shape == "choice" and len(self.field.options) <= 5)


@dataclass(frozen=True, slots=True)
class Block:
    """Facts that belong together: a part, or one card of it."""

    title: str
    wanted: tuple[Wanted, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """An area, or the mat of one member, as a form; `more`: cards that can be laid on it, by what they are asked with."""

    id: str
    title: str
    look: Look | None
    blocks: tuple[Block, ...]
    more: tuple[Option, ...] = ()


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
        for area in self._layout.areas:
            for member in self._picture.members(area.each) if area.each else ("",):
                blocks: list[Block] = []
                more: list[Option] = []
                for part in area.parts:
                    if not part.members or member in part.members:
                        blocks += self._blocks(part, member, laid)
                        more += self._more(part, member, laid)
                if blocks or more:
                    title = self._words.value(member) if member else self._picture.title(area)
                    yield Sheet(member or area.name, title, self._layout.looks.get(member), tuple(blocks), tuple(more))

    # ---- parts -----------------------------------------------------------------------------------------------------

    def _blocks(self, part: Part, member: str, laid: frozenset[str]) -> Iterator[Block]:
        title = spoken(part.title, self._words.lang)
        if part.shape in ("cards", "map"):
            for each in self._cards(part, member, laid):
                names = dict.fromkeys((*((part.under,) if part.under and not member else ()), *part.facts, *part.slots))
                wanted = [want for name in names for want in self._wanted(part, name, (each,))]
                if part.tokens:
                    wanted += self._pieces(part, each)
                if wanted:
                    yield Block(self._words.value(each), tuple(wanted))
            return
        wanted = []
        for name in part.facts:
            kept = self._picture.kept(part, name, member)
            if kept is not None:
                wanted += self._wanted(part, name, kept)
        if wanted:
            yield Block(title, tuple(islice(wanted, MOST)))

    def _cards(self, part: Part, member: str, laid: frozenset[str]) -> Iterator[str]:
        """The cards that lie there, and those that are being laid."""
        told: Any = self._seen.facts.get(part.shown or (part.facts[0] if part.facts else "")) or {}
        for each in self._picture.members(part.kind):
            there = part.spots or told.get(each) not in (None, False)
            if member and part.under and there:
                there = (self._seen.facts.get(part.under) or {}).get(each) == member
            if there or each in laid:
                yield each

    def _more(self, part: Part, member: str, laid: frozenset[str]) -> Iterator[Option]:
        if part.shape == "cards":
            there = frozenset(self._cards(part, member, laid))
            for each in self._picture.members(part.kind):
                if each not in there:
                    yield Option(each, self._words.value(each))

    def _pieces(self, part: Part, each: str) -> Iterator[Wanted]:
        for piece in self._picture.members(self._referee.facts[part.tokens].keys[0]):
            yield from self._one(part.tokens, (piece, each), self._words.value(piece))

    # ---- one fact --------------------------------------------------------------------------------------------------

    def _wanted(self, part: Part, name: str, prefix: tuple[str, ...]) -> Iterator[Wanted]:
        kinds = self._referee.facts[name].keys[len(prefix) :]
        for keys in islice(product(*map(self._picture.members, kinds)), MOST):
            if keys and part.title:
                label = ", ".join(map(self._words.value, keys))
            else:
                label = self._picture.painter.label(name, prefix, keys)
            yield from self._one(name, (*prefix, *keys), label)

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
            yield Wanted(SAID + fact_text(name, keys), label, field, literal(value) if told else "", look)


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


def is_news(seen: State, leaf: tuple[str, tuple[Any, ...]], said: str) -> bool:
    """Whether a fact is told otherwise than it stands."""
    name, keys = leaf
    return not (name in seen.facts and _is_told(seen.facts[name], keys) and literal(seen.fact(name, *keys)) == said)
