"""The parts of a board as HTML: made once for what is told of a part, and shown to all who may see it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from flask import current_app
from markupsafe import Markup

from kb.board.layout import Layout, Look, Part
from kb.languages.texts import spoken
from referee.answers import Value
from referee.service import Fact, Referee, Words
from web.base.interface import translate
from web.table.board.faces import faces_of
from web.table.board.labels import Labels, flat

#: stand in a painted part for what lies around the address of a fact: the table and who looks
TO, TAIL, ABOUT = "\ue000", "\ue001", "\ue002"
#: paintings of one part that are remembered
KEPT = 12
#: cards of a pile that are listed, and where it lies on the board
LISTED, FEW = 40, 10
#: spaces a track may have to be drawn one by one
SPACES = 16
_PLAIN = Look()


@dataclass(frozen=True, slots=True)
class Chip:
    """One fact: a token, what it is called and what it says."""

    label: str
    text: str
    look: Look | None
    address: Markup
    idle: bool = False
    place: str = ""
    bare: bool = False  #: what it is called goes without saying


@dataclass(frozen=True, slots=True)
class Cell:
    """One step of a row of sections."""

    title: str
    on: bool
    wanted: tuple[Look, str] | None  #: whose marker wants to go there


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A member and the steps it may stand on."""

    title: str
    address: Markup
    cells: tuple[Cell, ...]
    said: str  #: the step it stands on
    about: Markup
    place: str


@dataclass(frozen=True, slots=True)
class Line:
    """A track with its markers."""

    label: str
    low: int
    high: int
    markers: tuple[tuple[int, Look, str, Markup], ...]

    @property
    def spaces(self) -> range:
        """The spaces to be drawn; none where they would be too many."""
        return range(self.low, self.high + 1) if self.high - self.low < SPACES else range(0)


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of a card and what stands in it."""

    token: Look | None
    wanted: Look | None  #: what it asks for
    said: str
    address: Markup


@dataclass(frozen=True, slots=True)
class Sheet:
    """A card or a place: what lies on it and stands in its slots."""

    id: str
    title: str
    look: Look | None
    chips: tuple[Chip, ...]
    slots: tuple[Slot, ...]
    about: Markup
    down: bool = False  #: whether it lies face down
    tokens: tuple[tuple[Look, str], ...] = ()
    spot: tuple[int, int] = (0, 0)


class Painter:
    """The parts of one game's board in one language of the rules and of the interface."""

    def __init__(self, referee: Referee, words: Words, ui: str, layout: Layout) -> None:
        self._facts, self._members = referee.facts, referee.game.program.members
        self._nothing_told = referee.position()
        self._seats: dict[str, dict[str, Value]] = {}  #: card -> slot -> what it asks for
        self._words, self._ui, self._looks, self._labels = words, ui, layout.looks, layout.labels
        self._of, self.faces = Labels(referee, words), faces_of(referee, words, layout)
        self._kept: dict[tuple[int, str, bool, bool], deque[tuple[Any, str]]] = {}
        self._shapes: dict[str, Callable[[Part, str, Mapping[str, Any], bool], Any]] = {
            "sections": self._sections, "track": self._tracks, "counters": self._chips, "flags": self._chips, "choices": self._chips,
            "piles": self._chips, "cards": self._cards, "map": self._map,
        }  # fmt: skip

    def paint(
        self, part: Part, member: str, told: Mapping[str, Any], *, whole: bool = False, linked: bool = True
    ) -> str:
        """A part with what is told of it; nothing where there is nothing to see. `linked`: each fact leads to its page."""
        mark = (id(part), member, whole, linked)
        kept = self._kept.setdefault(mark, deque(maxlen=KEPT))
        for known, html in kept:
            if known == told:
                return html
        shown = self._shapes[part.shape](part, member, told, whole)
        html = self._drawn(part, shown, linked) if shown else ""
        kept.appendleft((told, html))
        return html

    def _drawn(self, part: Part, shown: Any, linked: bool) -> str:
        macros: Any = current_app.jinja_env.get_template("table/_parts.html").module
        shape = "chips" if part.shape in ("counters", "flags", "choices") else part.shape
        title = spoken(part.title, self._words.lang) if part.title else ""
        t = partial(translate, self._ui)
        texts = {
            "wants": t("board.wants"),
            "empty_slot": t("board.empty_slot"),
            "down": t("board.down"),
            "tag": "a" if linked else "span",  # without a place to go it is no link
        }
        return str(getattr(macros, shape)(shown, title, self._words.lang, texts, part.shape))

    # ---- one fact --------------------------------------------------------------------------------------------------

    def _chips(self, part: Part, member: str, told: Mapping[str, Any], whole: bool) -> tuple[Chip, ...]:
        found: list[Chip] = []
        for name in part.facts:
            if name in told:
                found += self._leaves(
                    name, (member,) if self._kept_by(name, member) else (), told[name], bool(part.title), whole
                )
        return tuple(found)

    def _leaves(self, name: str, prefix: tuple[str, ...], value: Any, short: bool, whole: bool) -> Iterator[Chip]:
        fact = self._facts[name]
        rest = len(fact.keys) - len(prefix)
        for keys, leaf in flat(value, rest):
            idle = leaf in (None, False, 0, [], (), {})
            if idle and not whole and (rest or not isinstance(leaf, int) or isinstance(leaf, bool)):
                continue
            label = self._called(keys) if short and keys else self.label(name, prefix, keys)
            look = self._looks.get(keys[-1]) if keys else None
            if isinstance(leaf, str):
                look = self._looks.get(leaf, look)
            all_ = (*prefix, *keys)
            yield Chip(label, self.text(fact, leaf, FEW), look, address_of(name, all_), idle, place_of(name, all_))

    def is_open(self, name: str) -> bool:
        """Whether a fact is hidden from nobody."""
        return not self._facts[name].hidden

    def label(self, name: str, prefix: tuple[str, ...], keys: tuple[str, ...] = ()) -> str:
        """What a fact is called on the mat or card that its first keys name: in a word where the layout has one."""
        if name in self._labels:
            said = spoken(self._labels[name], self._words.lang)
            return f"{said}: {self._called(keys)}" if keys else said
        return self._of.label(name, (*prefix, *keys)) if prefix else self._words.name(name, *keys)

    def _called(self, keys: tuple[str, ...]) -> str:
        return ", ".join(map(self._words.value, keys))

    def text(self, fact: Fact, value: Any, most: int = LISTED) -> str:
        """What a fact says; of a pile how many, and which where they are known and few."""
        if isinstance(value, bool):
            return "" if value else translate(self._ui, "common.no")
        if fact.pile:
            count = value if isinstance(value, int) else len(value or ())
            listed = "" if isinstance(value, int) or not value or count > most else f": {self.faces.listed(value)}"
            return f"{count}{listed}"
        return self._words.said(value)

    def _kept_by(self, name: str, member: str) -> bool:
        keys = self._facts[name].keys
        return bool(member) and bool(keys) and member in self._members.get(keys[0], ())

    # ---- rows and lines --------------------------------------------------------------------------------------------

    def _sections(self, part: Part, member: str, told: Mapping[str, Any], whole: bool) -> tuple[SectionRow, ...]:
        del member, whole
        name = part.facts[0]
        steps = self._members.get(self._facts[name].kind, ())
        wanted, whose = told.get(part.wanted) or {}, told.get(part.whose) or {}
        rows = []
        for key, on in (told.get(name) or {}).items():
            cells = tuple(
                Cell(self._sign(step), step == on, self._marker(whose.get(key)) if wanted.get(key) == step else None)
                for step in steps
            )
            rows.append(
                SectionRow(
                    self._words.value(key), address_of(name, (key,)), cells, self._words.value(on), about(key), place_of(name, (key,)),
                )
            )  # fmt: skip
        return tuple(rows)

    def _sign(self, step: str) -> str:
        look = self._looks.get(step)
        return look.sign if look is not None and look.sign else self._words.value(step)

    def _marker(self, owner: str | None) -> tuple[Look, str]:
        return (self._looks.get(owner or "", _PLAIN), self._words.value(owner) if owner else "")

    def _tracks(self, part: Part, member: str, told: Mapping[str, Any], whole: bool) -> tuple[Line, ...]:
        del whole
        lines = []
        for name in part.facts:
            fact = self._facts[name]
            if name not in told or fact.low is None or fact.high is None:
                continue
            prefix = (member,) if self._kept_by(name, member) else ()
            leaves = [each for each in flat(told[name], len(fact.keys) - len(prefix)) if isinstance(each[1], int)]
            markers = tuple(
                (
                    at,
                    self._looks.get((*prefix, *keys)[-1] if (*prefix, *keys) else "", _PLAIN),
                    ", ".join(map(self._words.value, keys)),
                    address_of(name, (*prefix, *keys)),
                )
                for keys, at in leaves
            )
            if len(leaves) == 1 or not all(keys and keys[-1] in self._looks for keys, _ in leaves):  # a line each
                short = bool(part.title) and len(leaves) > 1
                lines += [
                    Line(
                        self._called(keys) if short else self.label(name, prefix, keys), fact.low, fact.high, (marker,)
                    )
                    for (keys, _), marker in zip(leaves, markers, strict=True)
                ]
            else:
                lines.append(Line("" if part.title else self._words.name(name), fact.low, fact.high, markers))
        return tuple(lines)

    # ---- cards and places ------------------------------------------------------------------------------------------

    def _cards(
        self, part: Part, member: str, told: Mapping[str, Any], whole: bool
    ) -> tuple[tuple[str, tuple[Sheet, ...]], ...]:
        """Cards, under what they are sorted by."""
        groups: dict[Any, list[Sheet]] = {}
        for each in self._shown(part, told, whole):
            under = (told.get(part.under) or {}).get(each) if part.under else None
            if member and part.under and under != member:
                continue
            groups.setdefault(under, []).append(self._sheet(part, each, told, whole))
        return tuple(
            (self._words.value(under) if under and not member else "", tuple(sheets))
            for under, sheets in groups.items()
        )

    def _shown(self, part: Part, told: Mapping[str, Any], whole: bool) -> Iterable[str]:
        """The members that are there: those of which something is told that is more than nothing."""
        names = (part.shown,) if part.shown else (*part.facts, *part.slots)
        there: dict[str, None] = {}
        for name in names:
            for key, value in (told.get(name) or {}).items() if isinstance(told.get(name), Mapping) else ():
                if whole or _says_something(value):
                    there[key] = None
        order = self._members.get(part.kind, ())
        return sorted(there, key=lambda each: order.index(each)) if order else there

    def _sheet(self, part: Part, each: str, told: Mapping[str, Any], whole: bool) -> Sheet:
        chips = [
            replace(chip, bare=True) if name in part.bare and chip.text else chip
            for name in part.facts
            if isinstance(told.get(name), Mapping) and each in told[name]
            for chip in self._leaves(name, (each,), told[name][each], False, whole)
            if whole or not chip.idle
        ]
        return Sheet(
            each,
            self._words.value(each),
            self._looks.get(each),
            tuple(chips),
            tuple(self._slots(part, each, told)),
            about(each),
            bool(part.up) and (told.get(part.up) or {}).get(each) is False,
        )

    def _slots(self, part: Part, each: str, told: Mapping[str, Any]) -> Iterator[Slot]:
        if not part.slots:
            return
        for slot, asked in self.seats(part, each).items():
            looks, said = [], []
            for name in part.slots:
                value = ((told.get(name) or {}).get(each) or {}).get(slot)
                if value is True:
                    said.append(self.label(name, (each, slot)))
                elif isinstance(value, str):
                    looks.append(self._looks.get(value, _PLAIN))
                    said.append(self._words.value(value))
            token = (
                Look(looks[0].colour, looks[-1].sign, looks[0].token) if looks else None
            )  # whose it is by colour and outline, which nobody takes for another's; what by its sign
            wanted = self._looks.get(asked) if isinstance(asked, str) else None
            yield Slot(token, wanted, ", ".join(said), address_of(part.slots[0], (each, slot)))

    def seats(self, part: Part, each: str) -> dict[str, Value]:
        """The slots of a card, and what each asks for; all there can be where the layout names no value that says so."""
        if not part.slots:
            return {}
        slots = self._members.get(self._facts[part.slots[0]].keys[1], ())
        if not part.seats:
            return dict.fromkeys(slots)
        if each not in self._seats:
            asked = self._nothing_told.worth((part.seats, (each, slot)) for slot in slots)
            self._seats[each] = {slot: asked.get((part.seats, (each, slot))) for slot in slots}
        return {slot: asked for slot, asked in self._seats[each].items() if asked is not None}

    def _map(
        self, part: Part, member: str, told: Mapping[str, Any], whole: bool
    ) -> tuple[tuple[Sheet, ...], tuple[tuple[int, int, int, int], ...]] | None:
        """The places, and the paths between them."""
        del member
        if not part.spots:
            return None
        pieces: Mapping[str, Mapping[str, Any]] = told.get(part.tokens) or {}
        sheets = []
        for each, spot in part.spots.items():
            sheet = self._sheet(part, each, told, whole)
            here = tuple(
                (self._looks.get(piece, _PLAIN), self._words.value(piece))
                for piece, where in pieces.items()
                if where.get(each)
            )
            sheets.append(
                Sheet(each, sheet.title, sheet.look, sheet.chips, sheet.slots, about(each), False, here, spot)
            )
        return tuple(sheets), tuple(_paths(part, told.get(part.paths) or {}))


def _paths(part: Part, paths: Mapping[str, Iterable[str]]) -> Iterator[tuple[int, int, int, int]]:
    joined = {tuple(sorted((one, other))) for one, others in paths.items() for other in others or ()}
    for one, other in sorted(joined):
        if one in part.spots and other in part.spots:
            yield (*part.spots[one], *part.spots[other])


def _says_something(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(_says_something(inner) for inner in value.values())
    return value not in (None, False, 0, [], ())


def address_of(name: str, keys: Iterable[Any]) -> Markup:
    """The page of a fact, with marks for what lies around it."""
    said = "".join(f"key={quote(str(key), safe='/')}&amp;" for key in keys)
    return Markup(f"{TO}{name}?{said}{TAIL}")


def about(name: str) -> Markup:
    """The page of a card, a place or a row, with marks for what lies around it."""
    return Markup(f"{ABOUT}{quote(name)}?{TAIL}")


def place_of(name: str, keys: Iterable[Any]) -> str:
    """What the place of a fact on the board is pointed at by."""
    return "-".join(("f", name, *map(str, keys)))


_known: WeakKeyDictionary[Referee, dict[tuple[str, str], Painter]] = WeakKeyDictionary()


def painter_of(referee: Referee, words: Words, ui: str, layout: Layout) -> Painter:
    """The painter of a game, with all that was painted before; it goes when the game goes."""
    known = _known.setdefault(referee, {})
    found = known.get((words.lang, ui))
    if found is None:
        found = known[words.lang, ui] = Painter(referee, words, ui, layout)
    return found
