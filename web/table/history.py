"""The course of a table: its numbers after every change, read backwards from what is seen now; nothing hidden is in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from msgspec.structs import replace as struct_replace

from kb.board.layout import Layout, Look
from kb.languages.texts import spoken
from referee.errors import RefereeError
from referee.service import Fact, Position, Referee, Words
from web.store.entries import STATEFUL, LogEntry
from web.table.board.painter import Painter
from web.table.reports import with_changes
from web.table.sight import Sight

#: a plot: its width, where its lines lie, and the room for its letters at the left and at the right
WIDE, TOP, FOOT, SIDE, END = 320, 10, 112, 32, 22
_GREY = Look()
#: how lines differ besides their colour
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 4", "10 4")
#: what a letter at the end of a line needs
LETTER = 12
#: how wide a figure is
FIGURE = 6
#: moments at which what follows from other facts is worked out
SAMPLES = 32

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
    end: tuple[float, float]  #: where its letter stands


def apart(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Lines with their letters so far from each other that each can be read, and none above the plot: who has room stays where its line ends."""
    order = sorted(range(len(lines)), key=lambda at: (-lines[at].end[1], at))
    heights, above = list[float](), float("inf")
    for at in order:
        above = min(lines[at].end[1], above - LETTER)
        heights.append(above)
    below: float = TOP - LETTER
    for at in reversed(range(len(heights))):
        below = heights[at] = max(heights[at], below + LETTER)
    placed = {at: replace(lines[at], end=(lines[at].end[0], y)) for at, y in zip(order, heights, strict=True)}
    return tuple(placed[at] for at in range(len(lines)))


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


@dataclass(frozen=True, slots=True)
class Plotted:
    """A fact whose course is drawn: the title of its plot, and whose it is where it has no key."""

    name: str
    title: str
    member: str = ""


class Chronicle:
    """Reads the course of one table for one reader; the position must hold only what the reader may see."""

    def __init__(
        self, referee: Referee, layout: Layout, painter: Painter, words: Words, sight: Sight, position: Position,
        playing: tuple[str, ...],
    ) -> None:  # fmt: skip
        self._away = frozenset(referee.roles) - frozenset(playing)  #: who does not play has no course
        self._facts, self._members = referee.facts, referee.game.program.members
        self._layout, self._painter, self._words, self._sight = layout, painter, words, sight
        self._position = position
        self._rounds = layout.rounds or next(
            (name for part in layout.headline for name in part.facts if not self._facts[name].keys), ""
        )

    def history(self, entries: Sequence[LogEntry]) -> History:
        """Everything that is plotted."""
        counted = [entry for entry in entries if entry.kind in STATEFUL and not entry.undone]
        plotted = list(self._plotted())
        courses = self._courses([each.name for each in plotted], counted)
        marks = self._marks(courses)
        rows = tuple(sorted({*(at - 1 for at, _ in marks if at), len(counted) - 1} - {-1}))
        plots = tuple(self._plots(plotted, courses, marks, len(counted)))
        return History(plots, tuple(e.number for e in counted), tuple(e.moment for e in counted), rows)

    # ---- the numbers -----------------------------------------------------------------------------------------------

    def _plotted(self) -> Iterator[Plotted]:
        """Facts that are plotted; those of one title share a plot."""
        seen = set[str]()
        for part in self._layout.headline:
            for name in part.facts if part.shape != "choices" else ():
                if name != self._rounds and self._is_open(self._facts[name]):
                    seen.add(name)
                    title = spoken(part.title, self._words.lang) or self._painter.label(name, ())
                    yield Plotted(name, title, part.members[0] if len(part.members) == 1 else "")
        for name in self._layout.plots:
            if name not in seen and self._is_open(self._facts[name]):
                yield Plotted(name, self._painter.label(name, ()))

    def _is_open(self, fact: Fact) -> bool:
        return not fact.hidden and not fact.pile and len(fact.keys) <= 1

    def _courses(self, names: Sequence[str], entries: Sequence[LogEntry]) -> dict[Key, list[Any]]:
        """What each number was after each entry: the newest is known, every change tells what was before it."""
        seen = self._position.state
        told = [name for name in (*names, self._rounds) if name and not self._follows(name)]
        courses: dict[Key, list[Any]] = {}
        for name in told:
            value = seen.facts.get(name)
            if isinstance(value, Mapping):
                courses |= {(name, (str(key),)): [each] for key, each in value.items() if key not in self._away}
            elif value is not None:
                courses[name, ()] = [value]
        leaves = [leaf for name in names if self._follows(name) for leaf in self._leaves(name)]
        derived: dict[Key, list[Any]] = {leaf: [] for leaf in leaves}
        facts: dict[str, Any] = dict(seen.facts)
        sampled = _samples(len(entries)) if leaves else frozenset[int]()
        for at in range(len(entries) - 1, -1, -1):
            if at in sampled:
                self._worth(facts, derived)
            else:
                for course in derived.values():
                    course.append(None)
            if at:
                self._back(entries[at], courses, facts if leaves else None)
        courses |= {leaf: course for leaf, course in derived.items() if any(value is not None for value in course)}
        return {key: course[::-1] for key, course in courses.items()}

    def _back(self, entry: LogEntry, courses: dict[Key, list[Any]], facts: dict[str, Any] | None) -> None:
        """One entry taken back, as far as it may be seen."""
        before: dict[Key, Any] = {}
        for change in reversed(entry.changes):
            key = (change["fact"], tuple(map(str, change["keys"])))
            shown = self._sight.change(change) if key in courses or facts is not None else None
            if shown is not None:
                before[key] = shown.get("old")
        for key, course in courses.items():
            course.append(before.get(key, course[-1]))
        if facts is not None:
            facts |= with_changes(
                facts, [{"fact": name, "keys": keys, "new": old} for (name, keys), old in before.items()]
            )

    def _worth(self, facts: Mapping[str, Any], derived: Mapping[Key, list[Any]]) -> None:
        """What followed from what was told then."""
        state = struct_replace(self._position.state, facts={name: v for name, v in facts.items() if v is not None})
        worth: Mapping[Any, Any] = {}
        with suppress(RefereeError):
            worth = self._position.through(state).worth(derived)
        for leaf, course in derived.items():
            course.append(worth.get(leaf))

    def _follows(self, name: str) -> bool:
        """Whether a fact is never told but follows from others."""
        return self._facts[name].derived

    def _leaves(self, name: str) -> Iterator[Key]:
        keys = self._facts[name].keys
        for member in self._members.get(keys[0], ()) if keys else ("",):
            if member not in self._away:
                yield name, (member,) if member else ()

    def _marked(self, marks: list[tuple[int, str]], steps: int) -> Iterator[tuple[float, str]]:
        """Marks with their numbers, where these have room: else the mark alone. The first says what is numbered."""
        free = 0.0
        for at, said in marks:
            x = self._x(at, steps)
            yield x, said if x >= free else ""
            if x >= free:
                free = x + FIGURE * (len(said) + 1)

    def _marks(self, courses: Mapping[Key, Sequence[Any]]) -> list[tuple[int, str]]:
        """Where the number of the rounds changes."""
        course = courses.get((self._rounds, ()), ())
        changed = [(at, now) for at, now in enumerate(course) if now is not None and (not at or now != course[at - 1])]
        return [(at, self._round(now) if at == changed[0][0] else self._words.said(now)) for at, now in changed]

    def _round(self, number: Any) -> str:
        return f"{self._painter.label(self._rounds, ())} {self._words.said(number)}"

    # ---- the plots -------------------------------------------------------------------------------------------------

    def _plots(
        self, plotted: Sequence[Plotted], courses: Mapping[Key, Sequence[Any]], marks: list[tuple[int, str]], steps: int
    ) -> Iterator[Plot]:
        by_title: dict[str, list[tuple[Key, str]]] = {}
        scaled = {each.name for each in plotted if self._scale(each.name)}
        for each in plotted:
            if each.member in self._away:
                continue
            for key in (key for key in courses if key[0] == each.name):
                owner = key[1][0] if key[1] else each.member
                # steps of a scale hide each other where they share a plot
                title = each.title
                if self._scale(each.name) and owner:
                    title = (
                        self._words.value(owner) if len(scaled) == 1 else f"{each.title}: {self._words.value(owner)}"
                    )
                by_title.setdefault(title, []).append((key, owner))
        at_marks = tuple(self._marked(marks, steps))
        for title, keys in sorted(by_title.items(), key=lambda item: len(item[1]) == 1):  # what is compared comes first
            values = {key: [self._number(key[0], value) for value in courses[key]] for key, _ in keys}
            known = [value for course in values.values() for value in course if value is not None]
            name = keys[0][0][0]
            scale = self._scale(name)
            # a number in sight has its plot from the beginning, one that is plotted besides once there is something of it
            if not known or (name in self._layout.plots and not scale and not any(known)):
                continue
            low, high = (0, len(scale) - 1) if scale else (min(0, *known), max(known))
            lines = tuple(
                self._line(owner, title, values[key], courses[key], (low, high), steps, at)
                for at, (key, owner) in enumerate(keys)
            )
            yield Plot(title, apart(lines), self._said(name, low), self._said(name, high), at_marks)

    def _line(
        self, owner: str, title: str, values: Sequence[int | None], told: Sequence[Any], reach: tuple[int, int], steps: int, at: int
    ) -> Line:  # fmt: skip
        points = [
            (self._x(step, steps), self._y(value, *reach)) for step, value in enumerate(values) if value is not None
        ]
        last = ""
        texts = [last := self._words.said(value) if value is not None else last for value in told]
        return Line(
            self._words.value(owner) if owner else title, self._layout.looks.get(owner, _GREY), tuple(values), tuple(texts),
            " ".join(f"{x:.0f},{y:.0f}" for x, y in points), DASHES[at % len(DASHES)], points[-1] if points else (0.0, 0.0),
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
        return SIDE + (WIDE - SIDE - END) * step / max(1, steps - 1)

    def _y(self, value: int, low: int, high: int) -> float:
        return FOOT - (FOOT - TOP) * (value - low) / max(1, high - low)


def _samples(steps: int) -> frozenset[int]:
    """The first, the last, and as many between them as there is time for."""
    return frozenset(round(at * (steps - 1) / max(1, SAMPLES - 1)) for at in range(SAMPLES)) if steps else frozenset()


# ---- where a number comes from --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """What one paragraph brought: a bar from where the others end."""

    paragraph: str
    by: int
    start: int
    end: int


def sources_of(fact: str, role: str, entries: Sequence[LogEntry], sight: Sight) -> list[Part]:
    """What each paragraph brought a role of a number, in the order of the game, as a waterfall from where the entries begin."""
    brought: dict[str, int] = {}
    first: int | None = None
    for entry in entries:
        if entry.kind in STATEFUL and not entry.undone:
            for change in map(sight.change, entry.changes):
                if change is not None and change["fact"] == fact and list(change["keys"]) == [role]:
                    old, new = change.get("old"), change.get("new")
                    if type(old) is int and type(new) is int:
                        first = old if first is None else first
                        key = str(change.get("paragraph") or "")
                        brought[key] = brought.get(key, 0) + new - old
    parts, at = [], first or 0
    for paragraph, by in brought.items():
        if by:
            parts.append(Part(paragraph, by, at, at + by))
            at += by
    return parts
