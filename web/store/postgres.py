"""PostgreSQL: a server shared by several processes. Connections that broke are renewed; needs the extra `postgres`."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from web.store.sqlite import close_all
from web.store.transaction import PATIENCE, DatabaseError, Transaction

if TYPE_CHECKING:
    from psycopg import Connection

#: the number of the lock that those who migrate take turns by: any that no other program of the database uses
MIGRATING = 4_720_120_701


class Postgres:
    """A pool of connections, one for each transaction at a time."""

    lock = " FOR UPDATE"
    free = " FOR UPDATE SKIP LOCKED"
    alone = f"SELECT pg_advisory_xact_lock({MIGRATING})"

    def __init__(self, url: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise DatabaseError(
                "PARAGRAF_DATABASE_URL is set but psycopg is not installed: pip install 'paragraf[postgres]'."
            ) from None
        self._url = url
        #: a server that is away, stopped, full, or lets nobody write; any other fault is ours
        self.outside = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.errors.ReadOnlySqlTransaction)
        self._idle: list[Connection[Any]] = []
        self._guard = threading.Lock()
        self._closing = weakref.finalize(self, close_all, self._idle)

    def _connect(self) -> Connection[Any]:
        import psycopg

        connection = psycopg.connect(self._url, connect_timeout=10, autocommit=True)
        connection.execute(f"SET lock_timeout = '{PATIENCE}s'")
        return connection

    def take(self) -> Connection[Any]:
        """A connection for the caller alone; it may have broken while nobody used it."""
        with self._guard:
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def renew(self, broken: Connection[Any]) -> Connection[Any]:
        """A new connection for one that broke; its neighbours broke with it."""
        broken.close()
        with self._guard:
            close_all(self._idle)
        return self._connect()

    @contextmanager
    def transaction(self, *, write: bool) -> Iterator[Transaction]:
        """Writers of one table take turns; who reads gets each statement answered by itself, without a way there and back more."""
        session: _Session | None = None
        try:
            session = _Session(self, self.take())
            if not write:
                yield session
                return
            session.execute("BEGIN")  # nothing is lost when this finds a broken connection
            session.begun = True
            try:
                yield session
                session.execute("COMMIT")
            except BaseException:
                session.abandon()
                raise
        except self.outside as error:
            said = " ".join(str(error).split())
            raise DatabaseError(f"The database of PARAGRAF_DATABASE_URL cannot be used: {said}") from error
        finally:
            if session is not None:
                self._put_back(session.connection)

    def _put_back(self, connection: Connection[Any]) -> None:
        if connection.closed or connection.info.transaction_status != 0:  # 0: idle
            connection.close()
            return
        with self._guard:
            self._idle.append(connection)

    def close(self) -> None:
        """Closes every connection."""
        with self._guard:
            close_all(self._idle)


class _Session:
    """Statements on one connection, which is renewed as long as nothing was begun on it."""

    def __init__(self, pool: Postgres, connection: Connection[Any]) -> None:
        self.pool, self.connection = pool, connection
        self.begun = False

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._run(statement, values)
        except self.pool.outside:
            if self.begun or not self.connection.broken:
                raise
        self.connection = self.pool.renew(self.connection)
        return self._run(statement, values)

    def _run(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        cursor = self.connection.execute(statement.replace("?", "%s"), tuple(values))
        return [tuple(row) for row in cursor.fetchall()] if cursor.description else []

    def abandon(self) -> None:
        """Takes back what was begun; a connection that broke has done so itself."""
        try:
            if not self.connection.closed:
                self.connection.execute("ROLLBACK")
        except self.pool.outside:
            self.connection.close()
