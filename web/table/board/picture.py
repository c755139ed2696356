"""A table as a picture: the layout of its game filled with what one reader may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from markupsafe import Markup, escape

from kb.board.layout import Area, Layout, Look, Part
from kb.board.plain import COMMON, PLAYERS, plain_layout
from kb.languages.texts import spoken
from referee.answers import Value
from referee.service import Position, Referee, Words
from web.base.interface import translate
from web.base.prefix import placed
from web.table.board.painter import ABOUT, TAIL, TO, Painter, painter_of
from web.table.board.pointing import Pointed

#: how a role looks that the layout says nothing of
_GREY = Look()
_NOTHING = Pointed()


@dataclass(frozen=True, slots=True)
class Panel:
    """One drawn thing with its heading: an area, or the mat of one member."""

    id: str
    title: str
    look: Look | None
    html: Markup
    asked: bool = False  #: whether what a question hangs on is seen here


@dataclass(frozen=True, slots=True)
class ShownArea:
    """An area: one panel, or one for each member."""

    id: str
    title: str
    panels: tuple[Panel, ...]
    facts: frozenset[str]  #: that are drawn in it


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that stays in sight."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Headline:
    """The numbers of one role."""

    role: str
    title: str
    look: Look
    figures: tuple[str, ...]  #: one for each column; empty where the role has none


@dataclass(frozen=True, slots=True)
class Headlines:
    """The numbers that stay in sight: those of nobody, then a line for each role."""

    common: tuple[Figure, ...]
    columns: tuple[str, ...]
    lines: tuple[Headline, ...]


@dataclass(frozen=True, slots=True)
class Stake:
    """What a choice is about: drawn beside it, with what is counted so far."""

    title: str
    html: Markup
    counted: tuple[Figure, ...]


class Picture:
    """Draws a state for one reader; the state and the position must hold only what the reader may see."""

    def __init__(self, position: Position, referee: Referee, words: Words, ui: str, playing: tuple[str, ...]) -> None:
        self.layout: Layout = layout_of(referee)
        self._position, self._referee, self._words, self._ui = position, referee, words, ui
        self._facts: Mapping[str, Value] = position.state.facts
        self._playing = playing
        self.painter: Painter = painter_of(referee, words, ui, self.layout)

    def areas(
        self, to: str, tail: str, *, whole: bool = False, only: str = "", pointed: Pointed = _NOTHING
    ) -> list[ShownArea]:
        """Every area in which something can be seen; `to`, `tail`: around the address of a fact, `whole`: also where nothing lies."""
        start, end = str(escape(placed(to))) if to else "", str(escape(tail))
        found = []
        for area in self.layout.areas:
            if only and area.name != only:
                continue
            panels = [panel for panel in self._panels(area, whole, start, end, pointed) if panel.html]
            if any(panel.asked for panel in panels):
                pointed = replace(pointed, asked=None)  # it is seen in one place
            if panels:
                drawn = frozenset(name for part in area.parts for name in part.drawn())
                found.append(ShownArea(area.name, self.title(area), tuple(panels), drawn))
        return found

    def headlines(self) -> Headlines | None:
        """The numbers that stay in sight; none where the layout names none, or nothing is told of them."""
        roles = {role: {figure.label: figure for figure in self._figures(role)} for role in self._playing}
        columns = dict.fromkeys(label for own in roles.values() for label in own)
        lines = tuple(
            Headline(
                role,
                self._words.value(role),
                self.layout.looks.get(role, _GREY),
                tuple(own[name].text if name in own else "" for name in columns),
            )
            for role, own in roles.items()
            if own
        )
        common = tuple(self._figures(""))
        return Headlines(common, tuple(columns), lines) if common or lines else None

    def during(self, facts: Mapping[str, Value], position: Position) -> Iterator[Stake]:
        """What is at stake while somebody chooses, as the deed has left it so far; `position`: the table as it is then."""
        for each in self.layout.during:
            named = facts.get(each.fact)
            if not isinstance(named, str):
                continue
            painted = []
            for part in each.parts:
                told = {name: facts[name] for name in part.drawn() if facts.get(name) is not None}
                if part.shape == "sections" and isinstance(rows := told.get(part.facts[0]), Mapping) and named in rows:
                    told[part.facts[0]] = {named: rows[named]}  # only what is at stake
                painted.append(self.painter.paint(part, "", told, linked=False) if told else "")
            leaves = [(each.counts, (named, member)) for member in self._members(each.over)] if each.counts else []
            worth = position.worth(leaves)
            counted = tuple(
                Figure(self._words.value(leaf[1][1]), self._words.said(worth[leaf])) for leaf in leaves if leaf in worth
            )
            title = self._words.filled(spoken(each.title, self._words.lang), [named])
            yield Stake(title, Markup("".join(painted)), counted)

    def _members(self, kind: str) -> tuple[str, ...]:
        return tuple(self._referee.game.program.members.get(kind, ()))

    def _figures(self, role: str) -> Iterator[Figure]:
        for part in self.layout.headline:
            for name in part.facts:
                fact = self._referee.facts[name]
                keyed = bool(fact.keys)
                if role not in part.members if part.members else keyed != bool(role):
                    continue
                keys = (role,) if keyed else ()
                if role and keyed and role not in self._referee.game.program.members.get(fact.keys[0], ()):
                    continue
                value = self._value(name, keys)
                if value is not None:
                    title = spoken(
                        part.title, self._words.lang
                    )  # several facts may share it: each role has one of them
                    yield Figure(title or self.painter.label(name, keys), self._words.said(value))

    def _value(self, name: str, keys: tuple[str, ...]) -> Value:
        """A fact as it is told, or as it follows from what is."""
        told = self._position.state.fact(name, *keys)
        return self._position.worth([(name, keys)]).get((name, keys)) if told is None else told

    # ---- areas -----------------------------------------------------------------------------------------------------

    def title(self, area: Area) -> str:
        """What an area is called."""
        t = partial(translate, self._ui)
        if not area.title and area.name == COMMON:  # an area of a board that nobody laid out
            return t("table.common")
        if not area.title and area.name == PLAYERS:
            return t("table.players")
        return spoken(area.title, self._words.lang) or self._words.name(area.each or area.name)

    def _panels(self, area: Area, whole: bool, start: str, end: str, pointed: Pointed) -> Iterator[Panel]:
        members = self.members(area.each) if area.each else ("",)
        for member in members:
            painted = [
                self.painter.paint(part, member, told, whole=whole, linked=bool(start))
                for part, told in self._told(area, member)
            ]
            about = start.removesuffix("fact/") + "about/"
            html, asked = "".join(painted), False
            if pointed is not _NOTHING and start:
                html, asked = pointed.mark(html, frozenset(self._belonging(area, member, pointed)))
            if asked:
                pointed = replace(pointed, asked=None)
            html = html.replace(TO, start).replace(ABOUT, about).replace(TAIL, end)
            title = self._words.value(member) if member else self.title(area)
            yield Panel(member or area.name, title, self.layout.looks.get(member), Markup(html), asked)

    def _belonging(self, area: Area, member: str, pointed: Pointed) -> Iterator[str]:
        """The facts that lie in a panel; of the one that is asked for only those of its member."""
        keys = pointed.asked[1] if pointed.asked else ()
        for part in area.parts:
            for name in part.drawn():
                kept = self.kept(part, name, member) if name in self._referee.facts else None
                if kept is not None and (not part.members or member in part.members) and kept == keys[: len(kept)]:
                    yield name

    def members(self, kind: str) -> list[str]:
        """The members of a kind; of those who act only those who play."""
        known = self._position.state.members.get(kind) or self._referee.game.program.members.get(kind, ())
        roles = frozenset(self._referee.roles)
        return [member for member in known if member not in roles or member in self._playing]

    def kept(self, part: Part, name: str, member: str) -> tuple[str, ...] | None:
        """The first keys of a fact on the mat of a member: the member where it is kept by it, none where it is anybody's and the
        layout puts it there; None where it is kept by others."""
        keys = self._referee.facts[name].keys
        kin = self._referee.game.program.members.get(keys[0], ()) if keys else ()
        if member and member in kin:
            return (member,)
        return (
            None
            if member and name not in (part.facts if part.members else ()) and set(kin) & set(self._referee.roles)
            else ()
        )

    def _told(self, area: Area, member: str) -> Iterator[tuple[Part, dict[str, Any]]]:
        """The parts of an area, with what is told of the facts in each."""
        for part in area.parts:
            if part.members and member not in part.members:
                continue
            told: dict[str, Any] = {}
            for name in part.drawn():
                kept = self.kept(part, name, member)
                value = self._facts.get(name)
                if kept and isinstance(value, Mapping):
                    value = value.get(member)
                if kept is not None and value is not None:
                    told[name] = value
            if part.paths and part.paths not in told:
                told[part.paths] = self._follows(part.paths, part.spots)
            if told:
                yield part, told

    def follows(self, name: str, keys: tuple[str, ...]) -> Value:
        """What a fact that is never told has to be by what is told; nothing of any other."""
        leaf = (name, keys)
        return self._position.worth([leaf]).get(leaf) if self._referee.facts[name].derived else None

    def _follows(self, name: str, members: Iterable[str]) -> dict[str, Value]:
        """A value by member, as it follows from what is told."""
        leaves = [(name, (member,)) for member in members]
        worth = self._position.worth(leaves)
        return {keys[0]: worth[name, keys] for name, keys in leaves if (name, keys) in worth}


def layout_of(referee: Referee) -> Layout:
    """The layout of a game: its author's, or what its rules suggest."""
    return referee.game.board or plain_of(referee)


_plain: WeakKeyDictionary[Referee, Layout] = WeakKeyDictionary()


def plain_of(referee: Referee) -> Layout:
    """The layout that the rules of a game suggest; made once, it goes when the game goes."""
    found = _plain.get(referee)
    if found is None:
        found = _plain[referee] = plain_layout(referee.game.program)
    return found
