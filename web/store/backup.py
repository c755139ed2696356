"""Tables saved to a file and brought back. The file is a SQLite database, whichever database the tables are in."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from web.store.database import open_database
from web.store.transaction import DatabaseError, Transaction

FILE = "tables.sqlite3"
#: rows read at a time
_PAGE = 500
#: a whole read of PostgreSQL sees one moment
_ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"


def save(url: str, folder: Path, target: Path) -> int:
    """Writes all tables into a new file, while servers go on; how many. The file is there whole or not at all."""
    if target.exists():
        raise DatabaseError(f"{target} exists already; choose another name.")
    if not target.parent.is_dir():
        raise DatabaseError(f"There is no folder {target.parent}.")
    if url:
        with _folder_beside(target) as beside:
            _from_server(url, beside)
            return _save_file(beside / FILE, target)
    if not (folder / FILE).exists():
        raise DatabaseError(f"There are no tables in {folder}; PARAGRAF_DATA names the folder they are in.")
    return _save_file(folder / FILE, target)


def bring_back(url: str, folder: Path, source: Path, *, replace: bool) -> int:
    """Puts the tables of a file in place of all that are there, at once or not at all; how many."""
    check_file(source)
    with tempfile.TemporaryDirectory() as beside:
        _copied(source, Path(beside) / FILE)
        with (
            closing(open_database("", Path(beside))) as saved,  # a file of an older version is brought up to date
            closing(open_database(url, folder)) as target,
            saved.transaction(write=False) as read,
            target.transaction(write=True) as write,
        ):
            there = write.execute("SELECT COUNT(*) FROM tables")[0][0]
            if there and not replace:
                raise DatabaseError(
                    f"There are {there} tables already; --replace puts those of {source} in their place."
                )
            shapes = _shapes(read)
            for name, _, _ in reversed(shapes):
                write.execute(f"DELETE FROM {name}")
            for shape in shapes:
                _copy(read, write, *shape)
            found: int = write.execute("SELECT COUNT(*) FROM tables")[0][0]
            return found


def check_file(path: Path) -> None:
    """Refuses what is no backup, or a damaged one."""
    try:
        with closing(_connect(path, read_only=True)) as connection:
            (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            whole = said == "ok" and connection.execute("SELECT COUNT(*) FROM migrations").fetchone()[0] > 0
    except sqlite3.Error as error:
        raise DatabaseError(f"{path} is no backup of tables, or it is damaged: {error}.") from None
    if not whole:
        raise DatabaseError(f"{path} is damaged: {said}.")


def _save_file(source: Path, target: Path) -> int:
    """A file of SQLite as it is at one moment, written beside, looked over, then named."""
    with _folder_beside(target) as beside:
        made = beside / target.name
        try:
            with closing(_connect(source)) as connection:
                connection.execute("VACUUM INTO ?", (str(made),))
        except sqlite3.Error as error:
            raise DatabaseError(f"{source} cannot be saved to {target}: {error}.") from None
        check_file(made)
        made.chmod(0o600)  # it holds the hidden hands of every table
        with made.open("rb") as file:
            os.fsync(file.fileno())
        with closing(_connect(made, read_only=True)) as connection:
            count: int = connection.execute("SELECT COUNT(*) FROM tables").fetchone()[0]
        made.rename(target)
    return count


def _from_server(url: str, folder: Path) -> None:
    """The tables of PostgreSQL as a file."""
    with (
        closing(open_database(url, folder)) as server,
        closing(open_database("", folder)) as made,
        server.transaction(write=True) as read,
        made.transaction(write=True) as write,
    ):
        read.execute(_ONE_MOMENT)
        for shape in _shapes(write):
            _copy(read, write, *shape)


def _shapes(run: Transaction) -> list[tuple[str, list[str], list[str]]]:
    """Every table of a SQLite file, those before that others refer to: its name, its columns, its key."""
    names = [
        row[0]
        for row in run.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
        if row[0] != "migrations" and not row[0].startswith("sqlite_")
    ]
    shapes = []
    for name in names:
        columns = run.execute(f"SELECT name, pk FROM pragma_table_info('{name}')")
        key = [column for column, place in sorted(columns, key=lambda column: column[1]) if place]
        shapes.append((name, [column for column, _ in columns], key))
    return shapes


def _copy(read: Transaction, write: Transaction, name: str, columns: list[str], key: list[str]) -> None:
    """All rows of a table, a page at a time in the order of its key."""
    listed, ordered = ", ".join(columns), ", ".join(key)
    insert = f"INSERT INTO {name} ({listed}) VALUES ({', '.join('?' * len(columns))})"
    places = [columns.index(column) for column in key]
    after: tuple[Any, ...] = ()
    while True:
        beyond = f" WHERE ({ordered}) > ({', '.join('?' * len(key))})" if after else ""
        rows = read.execute(f"SELECT {listed} FROM {name}{beyond} ORDER BY {ordered} LIMIT {_PAGE}", after)
        for row in rows:
            write.execute(insert, row)
        if len(rows) < _PAGE:
            return
        after = tuple(rows[-1][place] for place in places)


def _copied(source: Path, target: Path) -> None:
    with closing(_connect(source, read_only=True)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


def _connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    if not read_only:
        return sqlite3.connect(path, isolation_level=None)
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


@contextmanager
def _folder_beside(target: Path) -> Iterator[Path]:
    """A folder on the same disk, gone afterwards."""
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as folder:
        yield Path(folder)
