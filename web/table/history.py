"""The course of a table: its numbers after every change, read backwards from what is seen now; nothing hidden is in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.board.layout import Layout, Look
from kb.languages.texts import spoken
from referee.service import Fact, Referee, Words
from referee.state import State
from web.store.entries import STATEFUL, LogEntry
from web.table.painter import Painter
from web.table.sight import Sight

#: a plot: its width and height, and the room for its letters
WIDE, HIGH, SIDE, TOP = 320, 120, 26, 8
_GREY = Look()
#: how lines differ besides their colour
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 4", "10 4")

Key = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Line:
    """One number in its course."""

    title: str
    look: Look
    values: tuple[int | None, ...]
    texts: tuple[str, ...]
    points: str  #: as SVG writes them
    dash: str
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines that are compared."""

    title: str
    lines: tuple[Line, ...]
    low: str
    high: str
    marks: tuple[tuple[float, str], ...]  #: where the first number of the whole table changed


@dataclass(frozen=True, slots=True)
class History:
    """The plots of a table, and the changes that are their steps."""

    plots: tuple[Plot, ...]
    numbers: tuple[int, ...]  #: of the entries
    moments: tuple[int, ...]
    rows: tuple[int, ...]  #: the steps that are worth a row of a table: the last of each mark, and the last


class Chronicle:
    """Reads the course of one table for one reader."""

    def __init__(
        self, referee: Referee, layout: Layout, painter: Painter, words: Words, sight: Sight, playing: tuple[str, ...]
    ) -> None:
        self._away = frozenset(referee.roles) - frozenset(playing)  #: who does not play has no course
        self._facts, self._members = referee.facts, referee.game.program.members
        self._layout, self._painter, self._words, self._sight = layout, painter, words, sight

    def history(self, seen: State, entries: Sequence[LogEntry]) -> History:
        """Everything that is plotted."""
        counted = [entry for entry in entries if entry.kind in STATEFUL and not entry.undone]
        courses = self._courses(seen, counted)
        marks = self._marks(courses)
        rows = tuple(sorted({*(at - 1 for at, _ in marks if at), len(counted) - 1} - {-1}))
        plots = tuple(self._plots(courses, marks, len(counted)))
        return History(plots, tuple(e.number for e in counted), tuple(e.moment for e in counted), rows)

    # ---- the numbers -----------------------------------------------------------------------------------------------

    def _plotted(self) -> dict[str, str]:
        """Facts that are plotted, each with the title of its plot."""
        found: dict[str, str] = {}
        for part in self._layout.headline:
            for name in part.facts:
                found[name] = spoken(part.title, self._words.lang) or self._painter.label(name, ())
        for name in self._layout.plots:
            found.setdefault(name, self._painter.label(name, ()))
        return {name: title for name, title in found.items() if self._is_open(self._facts[name])}

    def _is_open(self, fact: Fact) -> bool:
        return not fact.hidden and not fact.pile and len(fact.keys) <= 1

    def _courses(self, seen: State, entries: Sequence[LogEntry]) -> dict[Key, list[Any]]:
        """What each number was after each entry: the newest is known, every change tells what was before it."""
        courses: dict[Key, list[Any]] = {}
        for name in self._plotted():
            told = seen.facts.get(name)
            if isinstance(told, Mapping):
                courses |= {(name, (str(key),)): [value] for key, value in told.items() if key not in self._away}
            elif told is not None:
                courses[name, ()] = [told]
        for at, entry in enumerate(reversed(entries)):
            if at == len(entries) - 1:
                break
            before: dict[Key, Any] = {}
            for change in reversed(entry.changes):
                key = (change["fact"], tuple(map(str, change["keys"])))
                shown = self._sight.change(change) if key in courses else None
                if shown is not None:
                    before[key] = shown.get("old")
            for key, course in courses.items():
                course.append(before.get(key, course[-1]))
        return {key: course[::-1] for key, course in courses.items()}

    def _marks(self, courses: Mapping[Key, Sequence[Any]]) -> list[tuple[int, str]]:
        """Where the first number of the headline that is nobody's changes: mostly the rounds."""
        for part in self._layout.headline:
            for name in part.facts:
                if (name, ()) in courses:
                    course = courses[name, ()]
                    return [(at, str(now)) for at, now in enumerate(course) if at and now != course[at - 1]]
        return []

    # ---- the plots -------------------------------------------------------------------------------------------------

    def _plots(self, courses: Mapping[Key, Sequence[Any]], marks: list[tuple[int, str]], steps: int) -> Iterator[Plot]:
        by_title: dict[str, list[Key]] = {}
        titles = self._plotted()
        for key in courses:
            if key[1]:
                by_title.setdefault(titles[key[0]], []).append(key)
        at_marks = tuple((self._x(at, steps), said) for at, said in marks)
        for title, keys in by_title.items():
            values = {key: [self._number(key[0], value) for value in courses[key]] for key in keys}
            known = [value for course in values.values() for value in course if value is not None]
            if len(set(known)) < 2 and not any(known):
                continue
            low, high = min(0, *known) if self._scale(keys[0][0]) == () else 0, max(known)
            lines = tuple(
                self._line(key, values[key], courses[key], low, high, steps, at) for at, key in enumerate(keys)
            )
            yield Plot(title, lines, self._said(keys[0][0], low), self._said(keys[0][0], high), at_marks)

    def _line(
        self, key: Key, values: Sequence[int | None], told: Sequence[Any], low: int, high: int, steps: int, at: int
    ) -> Line:
        points = [
            (self._x(step, steps), self._y(value, low, high)) for step, value in enumerate(values) if value is not None
        ]
        owner = key[1][0]
        return Line(
            self._words.value(owner), self._layout.looks.get(owner, _GREY), tuple(values),
            tuple(self._words.said(value) for value in told), " ".join(f"{x:.0f},{y:.0f}" for x, y in points),
            DASHES[at % len(DASHES)], points[-1] if points else (0.0, 0.0),
        )  # fmt: skip

    def _scale(self, name: str) -> tuple[str, ...]:
        return tuple(self._members.get(self._facts[name].kind, ()))

    def _number(self, name: str, value: Any) -> int | None:
        """A number as it is, a member of a scale by its step."""
        if isinstance(value, bool) or value is None:
            return None
        if isinstance(value, int):
            return value
        scale = self._scale(name)
        return scale.index(value) if value in scale else None

    def _said(self, name: str, value: int) -> str:
        scale = self._scale(name)
        if not scale or value >= len(scale):
            return str(value)
        look = self._layout.looks.get(scale[value])
        return look.sign if look is not None and look.sign else self._words.said(scale[value])

    def _x(self, step: int, steps: int) -> float:
        return SIDE + (WIDE - SIDE - 20) * step / max(1, steps - 1)

    def _y(self, value: int, low: int, high: int) -> float:
        return HIGH - TOP - (HIGH - 2 * TOP - 4) * (value - low) / max(1, high - low)


# ---- where a number comes from --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """What one paragraph brought: a bar from where the others end."""

    paragraph: str
    by: int
    start: int
    end: int


def sources_of(fact: str, role: str, entries: Sequence[LogEntry], sight: Sight) -> list[Part]:
    """What each paragraph brought a role of a number, in the order of the game, as a waterfall."""
    brought: dict[str, int] = {}
    for entry in entries:
        if entry.kind in STATEFUL and not entry.undone:
            for change in map(sight.change, entry.changes):
                if change is not None and change["fact"] == fact and list(change["keys"]) == [role]:
                    old, new = change.get("old"), change.get("new")
                    if type(old) is int and type(new) is int:
                        key = str(change.get("paragraph") or "")
                        brought[key] = brought.get(key, 0) + new - old
    parts, at = [], 0
    for paragraph, by in brought.items():
        if by:
            parts.append(Part(paragraph, by, at, at + by))
            at += by
    return parts
