"""The tables of a grammar from a file, as long as the grammar and Python are those that made it; of its states those are read that a text comes to."""

from __future__ import annotations

import marshal
import mmap
import sys
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, overload

from grammar.base.files import read_file, replace_file
from grammar.lalr import tables

if TYPE_CHECKING:
    from lark import Lark

#: where tables may be kept between runs; told by whoever has a place for what can be made again
_home: list[Path] = []
#: what tables depend on
_Key = tuple[bytes, bytes | None, int]
#: the first bytes of a file: how long it is, and how long what stands before its states
_SIZES = 8


class KeptStates(Sequence[memoryview]):
    """The states of an automaton where they are kept."""

    __slots__ = ("_data", "_ends")

    def __init__(self, data: memoryview, ends: Sequence[int]) -> None:
        self._data = data
        self._ends = ends

    @overload
    def __getitem__(self, state: int) -> memoryview: ...
    @overload
    def __getitem__(self, state: slice) -> Sequence[memoryview]: ...
    def __getitem__(self, state: int | slice) -> memoryview | Sequence[memoryview]:
        if isinstance(state, slice):
            return [self[each] for each in range(*state.indices(len(self)))]
        return self._data[self._ends[state - 1] if state else 0 : self._ends[state]]

    def __len__(self) -> int:
        return len(self._ends)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def keep_tables(folder: Path) -> None:
    """Lets tables be kept in a folder; those made before stay where they are."""
    _home[:] = [folder]


def tables_of(grammar: Path, make: Callable[[], Lark]) -> tables.ParserTables:
    """The tables of a grammar: kept ones, those that come with it, or those that lark makes now."""
    if not _home:
        return _new(grammar, make)
    path = _home[0] / f"{grammar.stem}.tables"
    key = _key(grammar)
    found = _read(path, key)
    if found is None:
        found = _new(grammar, make)
        replace_file(path, _written(found, key))
    return found


def _new(grammar: Path, make: Callable[[], Lark]) -> tables.ParserTables:
    from grammar.lalr.bundle import shipped_tables  # whoever has kept tables needs no others

    return shipped_tables(grammar) or tables.made_by(make())


def _written(made: tables.ParserTables, key: _Key) -> bytes:
    states = [bytes(state) for state in made.states]
    others = tuple(getattr(made, name) for name in tables.ParserTables.__match_args__ if name != "states")
    front = marshal.dumps((key, tuple(accumulate(map(len, states))), others))
    size = _SIZES + len(front) + sum(map(len, states))
    return b"".join((size.to_bytes(4, "little"), len(front).to_bytes(4, "little"), front, *states))


def _read(path: Path, key: object) -> tables.ParserTables | None:
    """Kept tables; anything damaged or foreign counts as absent."""
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        states = _SIZES + int.from_bytes(data[4:_SIZES], "little")
        if int.from_bytes(data[:4], "little") != len(data):
            return None
        made_from, ends, others = marshal.loads(data[_SIZES:states])
        return tables.ParserTables(KeptStates(data[states:], ends), *others) if made_from == key else None
    except (OSError, ValueError, TypeError, EOFError):
        return None


def _key(grammar: Path) -> _Key:
    """What tables depend on, itself instead of a digest: the grammar, the code that makes tables, and Python. Whichever lark made them, they read the same."""
    return grammar.read_bytes(), read_file(Path(tables.__file__)), sys.hexversion
