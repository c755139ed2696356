"""A database behind one small interface: SQLite in a file, or PostgreSQL. Migrations are applied when it is opened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

MIGRATIONS = Path(__file__).parent / "migrations"
#: seconds a writer waits for another
PATIENCE = 20


class DatabaseError(Exception):
    """The database cannot be used, now or at all; the text says what to do. Nothing is left half written."""


class Transaction(Protocol):
    """Statements that happen together or not at all; `?` stands for a value."""

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Runs one statement; gives its rows."""


class Database(Protocol):
    """What the store needs of a database."""

    lock: str  #: what a SELECT ends with to keep its rows from other writers
    free: str  #: the same, passing over rows that another writer keeps
    alone: str  #: a statement that keeps every other process from the same until the transaction ends; may be empty

    def transaction(self, *, write: bool) -> AbstractContextManager[Transaction]:
        """Statements that write happen together; when nothing is written, each may see what others wrote meanwhile."""

    def close(self) -> None:
        """Closes every connection."""


def open_database(url: str, folder: Path) -> Database:
    """PostgreSQL when an address is given, else a file in the folder."""
    from web.postgres import Postgres
    from web.sqlite import Sqlite

    database: Database = Postgres(url) if url else Sqlite(folder / "tables.sqlite3")
    try:
        migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def migrations() -> list[tuple[int, list[str]]]:
    """Every migration with its statements, in order."""
    found = []
    for path in sorted(MIGRATIONS.glob("[0-9][0-9][0-9]-*.sql")):
        text = re.sub(r"--[^\n]*", "", path.read_text("utf-8"))
        found.append((int(path.name[:3]), [part.strip() for part in text.split(";") if part.strip()]))
    return found


def migrate(database: Database) -> None:
    """Applies what was not applied yet, whole or not at all; processes that start together take turns."""
    known = migrations()
    newest = max((number for number, _ in known), default=0)
    with database.transaction(write=True) as run:
        if database.alone:
            run.execute(database.alone)
        run.execute("CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)")
        done = {row[0] for row in run.execute("SELECT number FROM migrations")}
        if done and max(done) > newest:
            raise DatabaseError(
                f"The database was written by a newer version (migration {max(done)}; this one knows {newest}). Update the program."
            )
        for number, statements in known:
            if number in done:
                continue
            for statement in statements:
                run.execute(statement)
            run.execute("INSERT INTO migrations (number) VALUES (?)", (number,))
