"""The legal calls of an action as they are chosen on a board: rows, columns and a switch, instead of a long list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.board.layout import Layout, Look
from referee.answers import Move
from referee.service import Words

#: calls from which on a list is no longer easier to read than a grid
FEW = 4
#: columns that stand beside each other on a phone
WIDE = 5


@dataclass(frozen=True, slots=True)
class Cell:
    """One call, or none; `said`: the whole of it, for who does not see the row."""

    text: str
    deed: str
    said: str


@dataclass(frozen=True, slots=True)
class Row:
    """What all its calls have in common."""

    title: str
    look: Look | None
    cells: tuple[Cell | None, ...]
    now: tuple[bool, ...]  #: where it stands now


@dataclass(frozen=True, slots=True)
class Grid:
    """Calls by two of their arguments; by one: a row for each, with one cell."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Grids:
    """The same grid without and with an option; `switch`: what it is called."""

    plain: Grid
    switch: str = ""
    switched: Grid | None = None


class GridMaker:
    """Lays the calls of one action out, where they can be."""

    def __init__(self, words: Words, layout: Layout, facts: Mapping[str, Any]) -> None:
        self._words, self._layout, self._facts = words, layout, facts

    def grids(self, moves: Sequence[Move]) -> Grids | None:
        """Rows by one argument, columns by another, a switch for what is so or not; None where they are otherwise."""
        if len(moves) < FEW:
            return None
        varied = self._varied(moves)
        flags = [name for name in varied if all(isinstance(move.args.get(name), bool | None) for move in moves)]
        rest = [name for name in varied if name not in flags]
        if len(flags) > 1 or not 1 <= len(rest) <= 2:
            return None
        if any(not isinstance(move.args.get(name), str | int | None) for move in moves for name in rest):
            return None
        if len(rest) == 2:  # the shorter side lies across
            rest.sort(key=lambda name: -len({move.args.get(name) for move in moves}))
            if len({move.args.get(rest[1]) for move in moves}) > WIDE:
                return None
        if not flags:
            return Grids(self._grid(moves, rest))
        on, off = ([move for move in moves if bool(move.args.get(flags[0])) is so] for so in (True, False))
        if not on or not off:
            return Grids(self._grid(on or off, rest))
        return Grids(self._grid(off, rest), self._words.name(flags[0]), self._grid(on, rest))

    def _varied(self, moves: Sequence[Move]) -> list[str]:
        names = dict.fromkeys(name for move in moves for name in move.args)
        return [name for name in names if len({repr(move.args.get(name)) for move in moves}) > 1]

    def _grid(self, moves: Sequence[Move], by: Sequence[str]) -> Grid:
        across = self._across(moves, by[1]) if len(by) > 1 else [None]
        rows: dict[Any, dict[Any, Cell]] = {}
        for move in moves:
            column = move.args.get(by[1]) if len(by) > 1 else None
            text = self._sign(column) if len(by) > 1 else self._words.said(move.args.get(by[0]))
            rows.setdefault(move.args.get(by[0]), {})[column] = Cell(text, move.deed, move.text)
        return Grid(
            tuple(self._sign(column) for column in across) if len(by) > 1 else (),
            tuple(
                Row(
                    self._words.said(row), self._look(row), tuple(cells.get(column) for column in across),
                    tuple(self._stands(row, column) for column in across),
                )
                for row, cells in rows.items()
            ),
        )  # fmt: skip

    def _across(self, moves: Sequence[Move], name: str) -> list[Any]:
        """The columns, in the order of their scale where they have one."""
        found = {move.args.get(name) for move in moves}
        members = self._words.game.program.members
        kin = next((all_ for all_ in members.values() if found <= set(all_)), None)
        return [each for each in kin if len(kin) <= WIDE or each in found] if kin else sorted(found, key=str)

    def _stands(self, row: Any, column: Any) -> bool:
        """Whether the board shows this row on that step now."""
        return column is not None and any(
            (self._facts.get(part.facts[0]) or {}).get(row) == column
            for area in self._layout.areas
            for part in area.parts
            if part.shape == "sections" and isinstance(self._facts.get(part.facts[0]), Mapping)
        )

    def _look(self, value: Any) -> Look | None:
        return self._layout.looks.get(value) if isinstance(value, str) else None

    def _sign(self, value: Any) -> str:
        look = self._look(value)
        return look.sign if look is not None and look.sign and look == Look(sign=look.sign) else self._words.said(value)
