"""What the store needs of a database: statements that happen together or not at all; and what is said when it is away."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

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
