"""A state as boards and tracks: what belongs together stands together, in the words of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from referee.service import Referee, Words
from referee.state import State
from web.game.reader import here
from web.table.rows import FactRow, drawn, rows_of


@dataclass(slots=True)
class Mat:
    """What belongs to one member: a role, a place, a card."""

    id: str
    title: str
    rows: list[FactRow] = field(default_factory=list)
    quiet: list[FactRow] = field(default_factory=list)  #: rows with nothing on them

    @property
    def empty(self) -> bool:
        """Whether nothing lies here."""
        return not self.rows

    def drawn(self, to: str, tail: str, whole: bool) -> Markup:
        """Its rows as they are shown; `whole`: also those with nothing on them."""
        return drawn([*self.rows, *self.quiet] if whole else self.rows, to, tail)


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


class Boards:
    """Lays a state out for one reader; the state must hold only what the reader may see."""

    def __init__(self, referee: Referee, words: Words, state: State) -> None:
        self.referee, self.words, self.facts = referee, words, state.facts
        self.row = rows_of(referee, words, here().ui).row

    def all(self, playing: tuple[str, ...]) -> tuple[Mat, Board, list[Board]]:
        """The common mat, the mats of those who play, and the other boards."""
        common = Mat("", "")
        kind = self.referee.game.program.roles
        people = Board(kind, self.words.name(kind or "roles"))
        mats = {role: Mat(role, self.words.value(role)) for role in playing}
        others: dict[str, Board] = {}
        places: dict[tuple[str, Any], Mat] = {}
        roles = frozenset(self.referee.roles)
        for fact in self.referee.facts.values():
            if fact.name not in self.facts:
                continue
            for keys, value in flat(self.facts[fact.name], len(fact.keys)):
                first = keys[0] if keys else None
                if first is None:
                    mat, keep_zero = common, True
                elif first in roles:
                    if first not in mats:
                        continue
                    mat, keep_zero = mats[first], len(keys) == 1
                else:
                    place = (fact.keys[0], first)
                    if place not in places:
                        board = others.setdefault(place[0], Board(place[0], self.words.name(place[0])))
                        places[place] = Mat(str(first), self.words.value(first))
                        board.mats.append(places[place])
                    mat, keep_zero = places[place], False
                row = self.row(fact, keys, value)
                shown = not row.empty or (keep_zero and row.shape in ("number", "track"))
                (mat.rows if shown else mat.quiet).append(row)
        people.mats = list(mats.values())
        for board in others.values():
            for mat in board.mats:
                if all(row.idle for row in mat.rows):
                    mat.quiet, mat.rows = [*mat.rows, *mat.quiet], []
        return common, people, [board for board in others.values() if board.mats]


def flat(value: Any, depth: int) -> Iterable[tuple[tuple[Any, ...], Any]]:
    """Every value of a fact with its keys."""
    if depth == 0:
        return [((), value)]
    if not isinstance(value, Mapping):
        return ()
    if depth == 1:
        return [((key,), item) for key, item in value.items()]
    return [((key, *keys), item) for key, inner in value.items() for keys, item in flat(inner, depth - 1)]
