"""The tables of a grammar from a file, as long as the grammar, lark and Python are those that made it."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from grammar.base.files import read_file, replace_file
from grammar.lalr import tables

if TYPE_CHECKING:
    from lark import Lark

#: where tables may be kept between runs; told by whoever has a place for what can be made again
_home: list[Path] = []


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
        replace_file(path, marshal.dumps((key, tables.packed(found))))
    return found


def _new(grammar: Path, make: Callable[[], Lark]) -> tables.ParserTables:
    from grammar.lalr.bundle import shipped_tables  # whoever has kept tables needs no others

    return shipped_tables(grammar) or tables.made_by(make())


def _read(path: Path, key: object) -> tables.ParserTables | None:
    """Kept tables; anything damaged or foreign counts as absent."""
    data = read_file(path)
    try:
        made_from, packed = marshal.loads(data or b"")
        return tables.unpacked(packed) if made_from == key else None
    except (ValueError, TypeError, EOFError):
        return None


def _key(grammar: Path) -> tuple[bytes, bytes | None, tuple[str, int, int] | None, int]:
    """What tables depend on, itself instead of a digest: the grammar, the code that makes tables, lark and Python."""
    lark = find_spec("lark")  # found, not imported: that takes longer than all the rest
    version = None
    if lark is not None and lark.origin is not None:
        stamp = Path(lark.origin).stat()
        version = (lark.origin, stamp.st_size, stamp.st_mtime_ns)
    return grammar.read_bytes(), read_file(Path(tables.__file__)), version, sys.hexversion
