"""Tables and their logs in a database. A change is one entry with the state and own cards after it; nothing is overwritten."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from web.database import Database, Transaction

#: letters and digits that cannot be mistaken for one another
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE, KEY = 8, 20
#: own cards of one table that count at a time, and the digits of a digest that tell them apart
CARDS, MARK = 20, 16
#: entries that change the state and can be taken back
STATEFUL = ("begin", "import", "move", "answer", "tell", "ruling", "keep", "drop")
#: entries that leave the state as it is: no change made meanwhile conflicts with them
QUIET = ("sit", "stand", "note", "wish", "stopped")
DAY = 86_400


@dataclass(frozen=True, slots=True)
class Limits:
    """How much the store takes."""

    tables: int = 20_000
    entries: int = 5_000  #: of one table
    state: int = 400_000  #: bytes of one state as JSON
    days: int = 120  #: an untouched table is kept so long
    cards: int = CARDS
    texts: int = 100  #: own cards of one table that ever counted: the log can bring each of them back


@dataclass(frozen=True, slots=True)
class Table:
    """One table."""

    code: str
    game: str
    edition: str
    draws: str  #: who draws and shuffles: app or told
    number: int  #: of the newest entry
    created: int
    touched: int
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
class Entry:
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


@dataclass(frozen=True, slots=True)
class After:
    """What an entry leaves behind, as it is stored."""

    state: bytes
    cards: str  #: marks of the own cards


class ConflictError(Exception):
    """Another change came first; says which entry is the newest now."""

    def __init__(self, number: int) -> None:
        super().__init__(f"The table is at entry {number} by now.")
        self.number = number


class NothingToUndoError(Exception):
    """There is no change to take back, or none to bring back."""


class StoreLimitError(Exception):
    """More than the store takes; names the limit."""

    def __init__(self, what: str, most: int) -> None:
        super().__init__(f"{what}: at most {most}")
        self.what, self.most = what, most


def new_word(length: int) -> str:
    """An unguessable word."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def clean_word(text: str) -> str:
    """A code or key as it was typed or read aloud, without its hyphens and spaces."""
    return "".join(letter for letter in text.upper() if letter in ALPHABET)


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def mark_of(text: str) -> str:
    """What an own card is found by among those of its table."""
    return digest(text)[:MARK]


def same(secret: str, kept: str) -> bool:
    """Whether a secret is the kept one."""
    return bool(secret) and hmac.compare_digest(digest(secret), kept)


class Store:
    """Reads and writes tables."""

    def __init__(
        self, database: Database, limits: Limits | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self.limits = limits or Limits()
        self._clock = clock

    def close(self) -> None:
        """Closes the database."""
        self._database.close()

    def ping(self) -> None:
        """Reads something; raises when the database does not answer."""
        with self._database.transaction(write=False) as run:
            run.execute("SELECT MAX(number) FROM migrations")

    # ---- tables ----------------------------------------------------------------------------------------------------

    def create(self, game: str, edition: str, draws: str, phone: str, first: NewEntry) -> tuple[Table, str]:
        """A new table with its first entry; the write key is told only here."""
        key, now = new_word(KEY), int(self._clock())
        packed = self._pack(first.state)
        with self._database.transaction(write=True) as run:
            run.execute("DELETE FROM tables WHERE touched < ?", (now - self.limits.days * DAY,))
            if run.execute("SELECT COUNT(*) FROM tables")[0][0] >= self.limits.tables:
                raise StoreLimitError("tables", self.limits.tables)
            code = new_word(CODE)
            while run.execute("SELECT 1 FROM tables WHERE code = ?", (code,)):
                code = new_word(CODE)
            table = Table(code, game, edition, draws, 1, now, now, digest(key), digest(phone))
            run.execute(
                "INSERT INTO tables (code, key_hash, host_hash, game, edition, draws, number, created, touched)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (code, table.key_hash, table.host_hash, game, edition, draws, 1, now, now),
            )
            self._insert(run, code, 1, first, After(packed, self._keep(run, code, first.cards or ())), now)
        return table, key

    def find(self, code: str) -> Table | None:
        """A table by its code."""
        with self._database.transaction(write=False) as run:
            return self._table(run, code)

    def _table(self, run: Transaction, code: str, lock: str = "") -> Table | None:
        rows = run.execute(
            "SELECT code, game, edition, draws, number, created, touched, key_hash, host_hash FROM tables WHERE code = ?"
            + lock,
            (code,),
        )
        return Table(*rows[0]) if rows else None

    def delete(self, code: str) -> None:
        """Forgets a table for good."""
        with self._database.transaction(write=True) as run:
            run.execute("DELETE FROM tables WHERE code = ?", (code,))

    # ---- reading ---------------------------------------------------------------------------------------------------

    def state(self, code: str) -> dict[str, Any]:
        """The state after the newest entry."""
        with self._database.transaction(write=False) as run:
            rows = run.execute("SELECT state FROM entries WHERE code = ? ORDER BY number DESC LIMIT 1", (code,))
        return _unpack(rows[0][0])

    def cards(self, code: str) -> list[str]:
        """The texts of the table's own cards after the newest entry."""
        with self._database.transaction(write=False) as run:
            rows = run.execute("SELECT cards FROM entries WHERE code = ? ORDER BY number DESC LIMIT 1", (code,))
            marks = rows[0][0].split()
            texts = dict(run.execute("SELECT mark, text FROM cards WHERE code = ?", (code,))) if marks else {}
        return [texts[mark] for mark in marks]

    def entries(self, code: str, since: int = 0, most: int = 500) -> list[Entry]:
        """The newest entries after a number, oldest first."""
        with self._database.transaction(write=False) as run:
            rows = run.execute(
                "SELECT number, kind, actor, action, args, answers, changes, moment, undone FROM entries"
                " WHERE code = ? AND number > ? ORDER BY number DESC LIMIT ?",
                (code, since, most),
            )
        return [
            Entry(
                n, kind, actor, action, json.loads(args), json.loads(answers), json.loads(changes), moment, bool(undone)
            )
            for n, kind, actor, action, args, answers, changes, moment, undone in reversed(rows)
        ]

    def first(self, code: str) -> Mapping[str, Any]:
        """The arguments of the first entry: what an imported table brought along."""
        with self._database.transaction(write=False) as run:
            rows = run.execute("SELECT args FROM entries WHERE code = ? AND number = 1", (code,))
        found: Mapping[str, Any] = json.loads(rows[0][0]) if rows else {}
        return found

    # ---- writing ---------------------------------------------------------------------------------------------------

    def append(self, code: str, seen: int, entry: NewEntry) -> int:
        """Writes a change made to the state after entry `seen`; refuses when that is no longer the newest."""
        packed = self._pack(entry.state)
        with self._database.transaction(write=True) as run:
            newest = self._expect(run, code, seen)
            kept = self._after(run, code, newest).cards if entry.cards is None else self._keep(run, code, entry.cards)
            return self._add(run, code, newest + 1, entry, After(packed, kept))

    def undo(self, code: str, seen: int) -> int:
        """Takes the last change back: the state is again what it was before it."""
        with self._database.transaction(write=True) as run:
            newest = self._expect(run, code, seen)
            last = self._active(run, code, 2)
            if len(last) < 2:
                raise NothingToUndoError
            (target, _), (_, before) = last
            run.execute("UPDATE entries SET undone = 1 WHERE code = ? AND number = ?", (code, target))
            return self._add(run, code, newest + 1, NewEntry("undo", {}, args={"entry": target}), before)

    def redo(self, code: str, seen: int) -> int:
        """Brings the change back that was taken back last."""
        with self._database.transaction(write=True) as run:
            newest = self._expect(run, code, seen)
            target = self._redoable(run, code)
            if target is None:
                raise NothingToUndoError
            run.execute("UPDATE entries SET undone = 0 WHERE code = ? AND number = ?", (code, target))
            after = self._after(run, code, target)
            return self._add(run, code, newest + 1, NewEntry("redo", {}, args={"entry": target}), after)

    def can_turn(self, code: str) -> tuple[bool, bool]:
        """Whether there is something to undo, and something to redo."""
        with self._database.transaction(write=False) as run:
            return len(self._active(run, code, 2)) == 2, self._redoable(run, code) is not None

    def _after(self, run: Transaction, code: str, number: int) -> After:
        """What an entry left behind."""
        rows = run.execute("SELECT state, cards FROM entries WHERE code = ? AND number = ?", (code, number))
        return After(*rows[0])

    def _keep(self, run: Transaction, code: str, texts: tuple[str, ...]) -> str:
        """Writes the texts of own cards that are not written yet; gives their marks."""
        if len(texts) > self.limits.cards:
            raise StoreLimitError("own cards of a table", self.limits.cards)
        marks = [mark_of(text) for text in texts]
        known = {mark for (mark,) in run.execute("SELECT mark FROM cards WHERE code = ?", (code,))}
        for mark, text in zip(marks, texts, strict=True):
            if mark not in known:
                known.add(mark)
                run.execute("INSERT INTO cards (code, mark, text) VALUES (?, ?, ?)", (code, mark, text))
        if len(known) > self.limits.texts:
            raise StoreLimitError("texts of own cards of a table", self.limits.texts)
        return " ".join(marks)

    def _active(self, run: Transaction, code: str, most: int) -> list[tuple[int, After]]:
        """The newest entries that count, newest first."""
        marks = ", ".join("?" for _ in STATEFUL)
        rows = run.execute(
            f"SELECT number, state, cards FROM entries WHERE code = ? AND undone = 0 AND kind IN ({marks})"
            " ORDER BY number DESC LIMIT ?",
            (code, *STATEFUL, most),
        )
        return [(number, After(state, cards)) for number, state, cards in rows]

    def _redoable(self, run: Transaction, code: str) -> int | None:
        """The first taken-back entry after the newest that counts; a new change buries those before it."""
        newest = self._active(run, code, 1)[0][0]
        rows = run.execute(
            "SELECT MIN(number) FROM entries WHERE code = ? AND undone = 1 AND number > ?", (code, newest)
        )
        return rows[0][0] if rows else None

    def _expect(self, run: Transaction, code: str, seen: int) -> int:
        """The newest number; the state must not have changed since `seen`."""
        table = self._table(run, code, self._database.lock)
        if table is None or seen > table.number:
            raise ConflictError(table.number if table else 0)
        kinds = run.execute("SELECT DISTINCT kind FROM entries WHERE code = ? AND number > ?", (code, seen))
        if any(kind not in QUIET for (kind,) in kinds):
            raise ConflictError(table.number)
        if table.number >= self.limits.entries:
            raise StoreLimitError("entries", self.limits.entries)
        return table.number

    def _add(self, run: Transaction, code: str, number: int, entry: NewEntry, after: After) -> int:
        now = int(self._clock())
        self._insert(run, code, number, entry, after, now)
        run.execute("UPDATE tables SET number = ?, touched = ? WHERE code = ?", (number, now, code))
        return number

    def _insert(self, run: Transaction, code: str, number: int, entry: NewEntry, after: After, now: int) -> None:
        run.execute(
            "INSERT INTO entries (code, number, kind, actor, action, args, answers, changes, state, cards, moment, undone)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
            (
                code, number, entry.kind, entry.actor, entry.action, _json(entry.args), _json(entry.answers),
                _json(entry.changes), after.state, after.cards, now,
            ),
        )  # fmt: skip

    def _pack(self, state: Mapping[str, Any]) -> bytes:
        text = _json(state).encode()
        if len(text) > self.limits.state:
            raise StoreLimitError("bytes of a state", self.limits.state)
        return zlib.compress(text, 6)

    # ---- seats -----------------------------------------------------------------------------------------------------

    def seats(self, code: str) -> dict[str, str]:
        """Role -> digest of the phone that plays it."""
        with self._database.transaction(write=False) as run:
            return dict(run.execute("SELECT role, phone_hash FROM seats WHERE code = ?", (code,)))

    def take_seat(self, code: str, role: str, phone: str) -> bool:
        """Sits a phone down, when the seat is free or already its own; written into the log."""
        with self._database.transaction(write=True) as run:
            table = self._table(run, code, self._database.lock)
            if table is None:
                return False
            held = run.execute("SELECT phone_hash FROM seats WHERE code = ? AND role = ?", (code, role))
            if held:
                return same(phone, held[0][0])
            run.execute("INSERT INTO seats (code, role, phone_hash) VALUES (?, ?, ?)", (code, role, digest(phone)))
            self._repeat(run, table, NewEntry("sit", {}, role))
            return True

    def free_seat(self, code: str, role: str) -> None:
        """Stands a role's phone up; written into the log."""
        with self._database.transaction(write=True) as run:
            table = self._table(run, code, self._database.lock)
            if table and run.execute("SELECT 1 FROM seats WHERE code = ? AND role = ?", (code, role)):
                run.execute("DELETE FROM seats WHERE code = ? AND role = ?", (code, role))
                self._repeat(run, table, NewEntry("stand", {}, role))

    def note(self, code: str, entry: NewEntry) -> None:
        """Writes into the log what does not change the state."""
        with self._database.transaction(write=True) as run:
            table = self._table(run, code, self._database.lock)
            if table is not None:
                self._repeat(run, table, entry)

    def _repeat(self, run: Transaction, table: Table, entry: NewEntry) -> None:
        """An entry with the state of the one before it."""
        if table.number >= self.limits.entries:
            raise StoreLimitError("entries", self.limits.entries)
        self._add(run, table.code, table.number + 1, entry, self._after(run, table.code, table.number))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _unpack(packed: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(zlib.decompress(bytes(packed)))
    return found
