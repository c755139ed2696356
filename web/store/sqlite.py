"""SQLite in a file: one process, or a few on one machine. A commit has reached the disk before it returns."""

from __future__ import annotations

import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from web.store.transaction import PATIENCE, DatabaseError, Transaction

#: faults of the disk, the file or its neighbours, and what to do; any other fault is ours
OUTSIDE = {
    sqlite3.SQLITE_FULL: "the disk is full: make room",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written: look at it",
    sqlite3.SQLITE_READONLY: "it may not be written: look at its rights and those of its folder",
    sqlite3.SQLITE_PERM: "it may not be used: look at its rights",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: look whether its folder is there and may be written",
    sqlite3.SQLITE_BUSY: "another process keeps it: look which",
    sqlite3.SQLITE_LOCKED: "another process keeps it: look which",
    sqlite3.SQLITE_PROTOCOL: "another process keeps it: look which",
    sqlite3.SQLITE_CORRUPT: "it is damaged: put a backup in its place",
    sqlite3.SQLITE_NOTADB: "it is no database: put a backup in its place",
    sqlite3.SQLITE_NOMEM: "there is no memory left",
}


class _SqliteTransaction:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self.connection.execute(statement, tuple(values)).fetchall()


class Sqlite:
    """A file with a write-ahead log."""

    lock = free = alone = ""  # a writer has the file to itself

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseError(
                f"The folder {path.parent} cannot be made ({error.strerror}); set PARAGRAF_DATA to another."
            ) from None
        self._idle: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        self._closing = weakref.finalize(self, close_all, self._idle)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Two that turn an empty file into one with a write-ahead log do not wait for each other: the second tries again."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                break
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.02)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @contextmanager
    def transaction(self, *, write: bool) -> Iterator[Transaction]:
        """Writers take turns; readers see the state at their beginning."""
        with self._guard:
            connection = self._idle.pop() if self._idle else None
        sound = False
        try:
            connection = connection or self._connect()
            connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            try:
                yield _SqliteTransaction(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # a full disk has taken it back already
                    connection.execute("ROLLBACK")
                raise
            finally:
                sound = not connection.in_transaction
        except sqlite3.Error as error:
            sound = False
            self._explain(error)
            raise
        finally:
            if connection is not None:
                self._put_back(connection, sound)

    def _put_back(self, connection: sqlite3.Connection, sound: bool) -> None:
        if not sound:
            connection.close()
            return
        with self._guard:
            self._idle.append(connection)

    def _explain(self, error: sqlite3.Error) -> None:
        """Raises what lies outside as such."""
        reason = OUTSIDE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        if reason is not None:
            raise DatabaseError(f"The database {self.path} cannot be used ({error}); {reason}.") from error

    def close(self) -> None:
        """Closes every connection."""
        with self._guard:
            close_all(self._idle)


def close_all(connections: list[Any]) -> None:
    """Closes and forgets connections."""
    while connections:
        connections.pop().close()
