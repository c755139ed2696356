"""The database that holds the tables: SQLite in a file, or PostgreSQL. Migrations are applied when it is opened."""

from __future__ import annotations

import re
from pathlib import Path

from web.store.postgres import Postgres
from web.store.sqlite import Sqlite
from web.store.transaction import Database, DatabaseError

MIGRATIONS = Path(__file__).parent / "migrations"


def open_database(url: str, folder: Path) -> Database:
    """PostgreSQL when an address is given, else a file in the folder."""
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
