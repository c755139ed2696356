"""What the store gives and takes: a table, a change to be written, a change as it stands in the log; and what it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: entries that change the state and can be taken back
STATEFUL = ("begin", "import", "move", "turn", "answer", "tell", "ruling", "keep", "drop")
#: entries that leave the state as it is: no change made meanwhile conflicts with them
QUIET = ("sit", "stand", "note", "wish", "stopped", "plan")


@dataclass(frozen=True, slots=True)
class StoredTable:
    """One table."""

    code: str
    game: str
    edition: str
    draws: str  #: who draws and shuffles: app or told
    number: int  #: of the newest entry
    created: int
    touched: int
    bytes: int  #: of its entries as they are stored
    key_hash: str = field(repr=False, default="")
    host_hash: str = field(repr=False, default="")


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A change that is to be written."""

    kind: str
    state: Mapping[str, Any]
    actor: str = ""
    action: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    answers: tuple[Any, ...] = ()
    changes: tuple[Mapping[str, Any], ...] = ()
    cards: tuple[str, ...] | None = None  #: texts of the table's own cards after it; None: as before


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A change as it stands in the log."""

    number: int
    kind: str
    actor: str
    action: str
    args: Mapping[str, Any]
    answers: list[Any]
    changes: list[dict[str, Any]]
    moment: int
    undone: bool


class ConflictError(Exception):
    """Another change came first; says which entry is the newest now."""

    def __init__(self, number: int) -> None:
        super().__init__(f"The table is at entry {number} by now.")
        self.number = number


class NothingToUndoError(Exception):
    """There is no change to take back, or none to bring back."""


class GoneError(Exception):
    """The table was deleted while it was looked at."""
