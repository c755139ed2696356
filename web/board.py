"""A state as boards and tracks: what belongs together stands together, in the words of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.service import Fact, Referee, Words
from referee.state import State

#: spaces a track may have to be drawn
TRACK = 30
#: steps a scale may have to be listed
STEPS = 8
#: members of a pile that are listed
LISTED = 40

#: the first key of a phrase, tacked on behind a word
_PLACE = re.compile(r"(?:: | of |, )\{0\}(?=$|[:,])| \(\{0\}\)$")


@dataclass(slots=True)
class Row:
    """One fact."""

    fact: str
    keys: tuple[Any, ...]
    label: str
    value: str
    shape: str  #: number, track, scale, flag, pile, text
    empty: bool = False
    number: int = 0
    low: int = 0
    high: int = 0
    steps: list[tuple[str, bool]] = field(default_factory=list)  #: title, is it the one
    count: int | None = None  #: of a pile


@dataclass(slots=True)
class Mat:
    """What belongs to one member: a role, a place, a card."""

    id: str
    title: str
    rows: list[Row] = field(default_factory=list)
    quiet: list[Row] = field(default_factory=list)  #: rows with nothing on them

    @property
    def empty(self) -> bool:
        """Whether nothing lies here."""
        return not self.rows


@dataclass(slots=True)
class Board:
    """All members of a kind."""

    id: str
    title: str
    mats: list[Mat] = field(default_factory=list)

    @property
    def quiet(self) -> list[Mat]:
        """Members with nothing on them."""
        return [mat for mat in self.mats if mat.empty]

    @property
    def busy(self) -> list[Mat]:
        """Members with something on them."""
        return [mat for mat in self.mats if not mat.empty]


def without_place(pattern: str) -> str:
    """A phrase without its first key where that is only added on: `age: {0}`, `{1} in the house of {0}`; else nothing."""
    short = _PLACE.sub("", pattern)
    return short if short != pattern and "{0}" not in short else ""


class Boards:
    """Lays a state out for one reader; the state must hold only what the reader may see."""

    def __init__(self, referee: Referee, words: Words, state: State) -> None:
        self.referee, self.words, self.facts = referee, words, state.facts

    def all(self, playing: tuple[str, ...]) -> tuple[Mat, Board, list[Board]]:
        """The common mat, the mats of those who play, and the other boards."""
        common = Mat("", "")
        kind = self.referee.game.program.roles
        people = Board(kind, self.words.name(kind or "roles"))
        mats = {role: Mat(role, self.words.value(role)) for role in playing}
        others: dict[str, Board] = {}
        places: dict[tuple[str, Any], Mat] = {}
        for fact in self.referee.facts.values():
            if fact.name not in self.facts:
                continue
            for keys, value in flat(self.facts[fact.name], len(fact.keys)):
                row = self.row(fact, keys, value)
                if not keys:
                    self._lay(common, row, keep_zero=True)
                elif keys[0] in self.referee.roles:
                    if keys[0] in mats:
                        self._lay(mats[keys[0]], row, keep_zero=len(keys) == 1)
                else:
                    place = (fact.keys[0], keys[0])
                    if place not in places:
                        board = others.setdefault(place[0], Board(place[0], self.words.name(place[0])))
                        places[place] = Mat(str(keys[0]), self.words.value(keys[0]))
                        board.mats.append(places[place])
                    self._lay(places[place], row, keep_zero=False)
        people.mats = list(mats.values())
        for board in others.values():
            for mat in board.mats:
                if all(row.shape in ("number", "track", "flag") and row.number <= 0 for row in mat.rows):
                    mat.quiet, mat.rows = [*mat.rows, *mat.quiet], []
        return common, people, [board for board in others.values() if board.mats]

    @staticmethod
    def _lay(mat: Mat, row: Row, *, keep_zero: bool) -> None:
        shown = not row.empty or (keep_zero and row.shape in ("number", "track"))
        (mat.rows if shown else mat.quiet).append(row)

    def row(self, fact: Fact, keys: tuple[Any, ...], value: Any) -> Row:
        """One fact in words."""
        row = Row(fact.name, keys, self._label(fact.name, keys), self.words.said(value), "text")
        row.empty = value in (None, False, 0, [], (), {})
        if isinstance(value, bool):
            row.shape, row.number = "flag", int(value)
        elif fact.pile:
            row.shape = "pile"
            row.count = value if isinstance(value, int) else len(value or ())
            if isinstance(value, int) or len(value or ()) > LISTED:
                row.value = ""
        elif isinstance(value, int):
            row.shape, row.number = "number", value
            if fact.low is not None and fact.high is not None and fact.high - fact.low <= TRACK:
                row.shape, row.low, row.high = "track", fact.low, fact.high
        elif 0 < len(fact.scale) <= STEPS and value is not None:
            row.shape = "scale"
            row.steps = [(self.words.value(step), step == value) for step in fact.scale]
        return row

    def _label(self, name: str, keys: tuple[Any, ...]) -> str:
        """The fact as the game says it, without the member whose mat it lies on where the phrase can do without it."""
        pattern = self.words.pattern(name)
        if not pattern:
            return self.words.name(name, *keys[1:])
        short = without_place(pattern) if keys else ""
        try:
            return short.format(*map(self.words.value, keys)) if short else self.words.name(name, *keys)
        except (IndexError, KeyError, ValueError):  # a phrase with a hole that the fact has no key for
            return self.words.name(name, *keys)


def flat(value: Any, depth: int) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of a fact with its keys."""
    if depth == 0:
        yield (), value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            for keys, item in flat(inner, depth - 1):
                yield (key, *keys), item
