"""Tables that come with the project, so that a first start needs no lark: `python -m grammar` makes them again.

They count as long as the grammar, and the code that makes tables, are those they were made from; otherwise lark is asked.
"""

from __future__ import annotations

import marshal
from pathlib import Path
from zlib import compress, decompress
from zlib import error as DamagedError

from grammar.base.files import read_file
from grammar.lalr import tables

#: a format of marshal that every Python can read, and that writes the same tables in the same bytes
_FORMAT = 2


def shipped_path(grammar: Path) -> Path:
    """Where the tables of a grammar are."""
    return grammar.with_suffix(".lalr")


def shipped_tables(grammar: Path) -> tables.ParserTables | None:
    """The tables that come with a grammar; None where there are none, or they are another grammar's."""
    data = read_file(shipped_path(grammar))
    try:
        made_from, packed = marshal.loads(decompress(data or b""))
        return tables.unpacked(packed) if made_from == _made_from(grammar) else None
    except (ValueError, TypeError, EOFError, DamagedError):
        return None


def ship(grammar: Path, made: tables.ParserTables) -> None:
    """Puts tables beside their grammar."""
    packed = tables.packed(made, _FORMAT)
    shipped_path(grammar).write_bytes(compress(marshal.dumps((_made_from(grammar), packed), _FORMAT), 9))


def _made_from(grammar: Path) -> tuple[bytes, bytes | None]:
    """The texts themselves: comparing them is quicker than a digest."""
    return grammar.read_bytes(), read_file(Path(tables.__file__))
