"""A database behind one small interface: SQLite in a file, or PostgreSQL. Migrations are applied when it is opened."""

from __future__ import annotations

import re
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

MIGRATIONS = Path(__file__).parent / "migrations"
#: seconds a writer waits for another
PATIENCE = 20


class DatabaseError(Exception):
    """The database cannot be used; the text says what to do."""


class Transaction(Protocol):
    """Statements that happen together or not at all; `?` stands for a value."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Runs one statement; gives its rows."""


class Database(Protocol):
    """What the store needs of a database."""

    lock: str  #: what a SELECT ends with to keep its row from other writers

    def transaction(self, *, write: bool) -> Any:
        """A context manager that gives a Transaction."""

    def close(self) -> None:
        """Closes every connection."""


def open_database(url: str, folder: Path) -> Database:
    """PostgreSQL when an address is given, else a file in the folder."""
    database: Database = Postgres(url) if url else Sqlite(folder / "tables.sqlite3")
    migrate(database)
    return database


def migrations() -> list[tuple[int, list[str]]]:
    """Every migration with its statements, in order."""
    found = []
    for path in sorted(MIGRATIONS.glob("[0-9][0-9][0-9]-*.sql")):
        text = re.sub(r"--[^\n]*", "", path.read_text("utf-8"))
        found.append((int(path.name[:3]), [part.strip() for part in text.split(";") if part.strip()]))
    return found


def migrate(database: Database) -> None:
    """Applies what was not applied yet; each migration whole or not at all."""
    known = migrations()
    with database.transaction(write=True) as run:
        run.execute("CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)")
        done = {row[0] for row in run.execute("SELECT number FROM migrations")}
    newest = max((number for number, _ in known), default=0)
    if done and max(done) > newest:
        raise DatabaseError(
            f"The database was written by a newer version (migration {max(done)}; this one knows {newest}). Update the program."
        )
    for number, statements in known:
        if number in done:
            continue
        with database.transaction(write=True) as run:
            if run.execute("SELECT 1 FROM migrations WHERE number = ?", (number,)):
                continue  # another process was faster
            for statement in statements:
                run.execute(statement)
            run.execute("INSERT INTO migrations (number) VALUES (?)", (number,))


# ---- SQLite ---------------------------------------------------------------------------------------------------------


class _SqliteTransaction:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self.connection.execute(statement, tuple(values)).fetchall()


class Sqlite:
    """A file with a write-ahead log; a commit has reached the disk before it returns."""

    lock = ""

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
        self._closing = weakref.finalize(self, _close_all, self._idle)

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
        except sqlite3.Error as error:
            raise DatabaseError(f"The database {self.path} cannot be opened: {error}.") from None
        return connection

    @contextmanager
    def transaction(self, *, write: bool) -> Iterator[Transaction]:
        """Writers take turns; readers see the state at their beginning."""
        with self._guard:
            connection = self._idle.pop() if self._idle else None
        connection = connection or self._connect()
        try:
            connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            try:
                yield _SqliteTransaction(connection)
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
        except sqlite3.Error:
            connection.close()
            raise
        finally:
            with self._guard:
                if _is_open(connection):
                    self._idle.append(connection)

    def close(self) -> None:
        """Closes every connection."""
        with self._guard:
            _close_all(self._idle)


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        return not connection.in_transaction
    except sqlite3.ProgrammingError:
        return False


def _close_all(connections: list[Any]) -> None:
    while connections:
        connections.pop().close()


# ---- PostgreSQL -----------------------------------------------------------------------------------------------------


class _PostgresTransaction:
    def __init__(self, connection: Any) -> None:
        self.connection = connection

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        cursor = self.connection.execute(statement.replace("?", "%s"), tuple(values))
        return [tuple(row) for row in cursor.fetchall()] if cursor.description else []


class Postgres:
    """A server shared by several processes; needs the extra `postgres`."""

    lock = " FOR UPDATE"

    def __init__(self, url: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise DatabaseError(
                "PARAGRAF_DATABASE_URL is set but psycopg is not installed: pip install 'paragraf[postgres]'."
            ) from None
        self._errors: type[Exception] = psycopg.OperationalError
        self._connect: Callable[[], Any] = lambda: psycopg.connect(url, connect_timeout=10)
        self._idle: list[Any] = []
        self._guard = threading.Lock()
        self._closing = weakref.finalize(self, _close_all, self._idle)

    @contextmanager
    def transaction(self, *, write: bool) -> Iterator[Transaction]:
        """One transaction on a connection of its own; a connection that broke is thrown away."""
        with self._guard:
            connection = self._idle.pop() if self._idle else None
        if connection is not None and connection.closed:
            connection = None
        try:
            connection = connection or self._connect()
        except self._errors as error:
            raise DatabaseError(f"The database of PARAGRAF_DATABASE_URL cannot be reached: {error}") from None
        try:
            with connection.transaction():
                yield _PostgresTransaction(connection)
        finally:
            if connection.closed or connection.broken:
                connection.close()
            else:
                with self._guard:
                    self._idle.append(connection)

    def close(self) -> None:
        """Closes every connection."""
        with self._guard:
            _close_all(self._idle)
