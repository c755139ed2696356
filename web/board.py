"""A state as boards and tracks: what belongs together stands together, in the words of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from grammar import nodes as n
from referee.code import Code, FactCode
from referee.values import freeze
from referee.wording import Wording

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

    def __init__(self, code: Code, words: Wording, state: Mapping[str, Any]) -> None:
        self.code, self.words, self.state = code, words, state
        self.roles: tuple[str, ...] = tuple(code.program.members.get(code.program.roles, ()))

    def all(self, playing: tuple[str, ...]) -> tuple[Mat, Board, list[Board]]:
        """The common mat, the mats of those who play, and the other boards."""
        common = Mat("", "")
        people = Board(self.code.program.roles, self.words.name(self.code.program.roles or "roles"))
        mats = {role: Mat(role, self.words.value(role)) for role in playing}
        others: dict[str, Board] = {}
        places: dict[tuple[str, Any], Mat] = {}
        for fact in self.code.facts.values():
            if fact.name not in self.state:
                continue
            for keys, value in flat(self.state[fact.name], len(fact.keys)):
                row = self.row(fact, keys, value)
                if not keys:
                    self._lay(common, row, keep_zero=True)
                elif keys[0] in self.roles:
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

    def row(self, fact: FactCode, keys: tuple[Any, ...], value: Any) -> Row:
        """One fact in words."""
        frozen = freeze(value)
        row = Row(fact.name, keys, self._label(fact.name, keys), self.words.value(frozen), "text")
        row.empty = frozen in (None, False, 0, (), {})
        type_ = fact.type
        if isinstance(frozen, bool):
            row.shape, row.number = "flag", int(frozen)
        elif isinstance(type_, n.TypeMany) and type_.shape == "pile":
            row.shape = "pile"
            row.count = frozen if isinstance(frozen, int) else len(frozen or ())
            if isinstance(frozen, int) or len(frozen or ()) > LISTED:
                row.value = ""
        elif isinstance(frozen, int):
            row.shape, row.number = "number", frozen
            high = type_.high.value if isinstance(type_, n.TypeRange) and isinstance(type_.high, n.Number) else None
            if isinstance(type_, n.TypeRange) and fact.clamped and high is not None and high - type_.low <= TRACK:
                row.shape, row.low, row.high = "track", type_.low, high
        elif isinstance(type_, n.TypeName) and self._is_scale(type_.name) and frozen is not None:
            row.shape = "scale"
            row.steps = [(self.words.value(m), m == frozen) for m in self.code.program.members[type_.name]]
        return row

    def _label(self, name: str, keys: tuple[Any, ...]) -> str:
        """The fact as the game says it, without the member whose mat it lies on where the phrase can do without it."""
        word = self.words.game.prose.words.get(name)
        if word is None or not word.text:
            return self.words.name(name, *keys[1:])
        short = without_place(word.text.get(self.words.lang) or word.text.get("en") or "") if keys else ""
        try:
            return short.format(*map(self.words.value, keys)) if short else self.words.name(name, *keys)
        except (IndexError, KeyError, ValueError):  # a phrase with a hole that the fact has no key for
            return self.words.name(name, *keys)

    def _is_scale(self, kind: str) -> bool:
        program = self.code.program
        declared = program.kinds.get(kind)
        return declared is not None and declared.node.shape == "scale" and len(program.members.get(kind, ())) <= STEPS


def flat(value: Any, depth: int) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of a fact with its keys."""
    if depth == 0:
        yield (), value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            for keys, item in flat(inner, depth - 1):
                yield (key, *keys), item
