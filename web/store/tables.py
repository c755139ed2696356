"""Tables and their logs in a database. A change is one entry with what it made of the state; nothing is overwritten."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from web.store.chain import AS_BEFORE, FULL, Chain, PackedState, pack, to_json
from web.store.entries import (
    QUIET,
    STATEFUL,
    ConflictError,
    GoneError,
    LogEntry,
    NewEntry,
    NothingToUndoError,
    StoredTable,
)
from web.store.quota import DAY, StoreLimitError, StoreLimits, count_made
from web.store.secret import CODE, KEY, digest, mark_of, new_word, same
from web.store.transaction import Database, DatabaseError, Transaction

#: what an entry says of own cards that are as before
SAME = "="
#: more than any number of an entry
NEWEST = 1 << 62
#: tables forgotten at a time, and seconds after which a store that is written to looks again for old ones
FORGOTTEN, LOOK = 10, 3_600


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands: its newest state and the marks of its own cards."""

    chain: Chain
    cards: str


class TableStore:
    """Reads and writes tables."""

    def __init__(
        self, database: Database, limits: StoreLimits | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self.limits = limits or StoreLimits()
        self._clock = clock
        self._looked = 0

    def close(self) -> None:
        """Closes the database."""
        self._database.close()

    def ping(self) -> None:
        """Reads something; raises when the database does not answer."""
        with self._database.transaction(write=False) as run:
            run.execute("SELECT MAX(number) FROM migrations")

    # ---- tables ----------------------------------------------------------------------------------------------------

    def create(
        self, game: str, edition: str, draws: str, phone: str, first: NewEntry, address: str = ""
    ) -> tuple[StoredTable, str]:
        """A new table with its first entry, counted against an address if one is given; the write key is told only here."""
        self.prune()
        key, now = new_word(KEY), int(self._clock())
        link = PackedState(True, pack(self._text(first.state)))
        with self._database.transaction(write=True) as run:
            kept = run.execute("SELECT COUNT(*) FROM tables WHERE touched >= ?", (self._oldest(now),))
            if kept[0][0] >= self.limits.tables:
                raise StoreLimitError("tables", self.limits.tables)
            if address and self.limits.made:
                count_made(run, address, now, self.limits.made)
            code = new_word(CODE)
            while run.execute("SELECT 1 FROM tables WHERE code = ?", (code,)):
                code = new_word(CODE)
            table = StoredTable(code, game, edition, draws, 0, now, now, 0, digest(key), digest(phone))
            run.execute(
                "INSERT INTO tables (code, key_hash, host_hash, game, edition, draws, number, created, touched)"
                " VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)",
                (code, table.key_hash, table.host_hash, game, edition, draws, now, now),
            )
            table = self._add(run, table, first, link, self._keep(run, code, first.cards or ()))
        return table, key

    def find(self, code: str) -> StoredTable | None:
        """A table by its code."""
        with self._database.transaction(write=False) as run:
            return self._table(run, code)

    def number(self, code: str) -> int | None:
        """The number of a table's newest entry: what phones ask again and again; its state is not looked at."""
        with self._database.transaction(write=False) as run:
            rows = run.execute("SELECT number FROM tables WHERE code = ?", (code,))
        return rows[0][0] if rows else None

    def _table(self, run: Transaction, code: str, lock: str = "") -> StoredTable | None:
        rows = run.execute(
            "SELECT code, game, edition, draws, number, created, touched, bytes, key_hash, host_hash FROM tables"
            " WHERE code = ?" + lock,
            (code,),
        )
        return StoredTable(*rows[0]) if rows else None

    def delete(self, code: str) -> None:
        """Forgets a table for good."""
        with self._database.transaction(write=True) as run:
            run.execute("DELETE FROM tables WHERE code = ?", (code,))

    def prune(self) -> int:
        """Forgets tables that were not touched for long, a few at a time; how many."""
        now = self._looked = int(self._clock())
        tables = "SELECT code FROM tables WHERE touched < ? ORDER BY touched LIMIT ?"
        makers = "SELECT maker FROM makers WHERE day < ? LIMIT ?"
        old, past = (self._oldest(now), FORGOTTEN), (now // DAY, 100 * FORGOTTEN)
        with self._database.transaction(
            write=False
        ) as run:  # most of the time there is nothing: nobody is kept waiting
            if not run.execute(tables, old) and not run.execute(makers, past):
                return 0
        with self._database.transaction(write=True) as run:
            codes = run.execute(tables + self._database.free, old)
            for row in codes:
                run.execute("DELETE FROM tables WHERE code = ?", row)
            for row in run.execute(makers + self._database.free, past):
                run.execute("DELETE FROM makers WHERE maker = ?", row)
        return len(codes)

    def _oldest(self, now: int) -> int:
        """When a table must have been touched to be kept."""
        return now - self.limits.days * DAY

    # ---- reading ---------------------------------------------------------------------------------------------------

    def state(self, code: str, number: int = NEWEST) -> dict[str, Any]:
        """The state after an entry, the newest unless told."""
        with self._database.transaction(write=False) as run:
            return self._chain(run, code, number).state

    def cards(self, code: str) -> list[str]:
        """The texts of the table's own cards after the newest entry."""
        with self._database.transaction(write=False) as run:
            marks = self._marks(run, code).split()
            texts = dict(run.execute("SELECT mark, text FROM cards WHERE code = ?", (code,))) if marks else {}
        if not texts.keys() >= set(marks):
            raise GoneError
        return [texts[mark] for mark in marks]

    def entries(self, code: str, since: int = 0, most: int = 500) -> list[LogEntry]:
        """The newest entries after a number, oldest first."""
        with self._database.transaction(write=False) as run:
            rows = run.execute(
                "SELECT number, kind, actor, action, args, answers, changes, moment, undone FROM entries"
                " WHERE code = ? AND number > ? ORDER BY number DESC LIMIT ?",
                (code, since, most),
            )
        return [
            LogEntry(
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

    def can_turn(self, code: str) -> tuple[bool, bool]:
        """Whether there is something to undo, and something to redo."""
        with self._database.transaction(write=False) as run:
            return len(self._active(run, code, 2)) == 2, self._redoable(run, code) is not None

    def _chain(self, run: Transaction, code: str, number: int = NEWEST) -> Chain:
        """The state after an entry, from the last full one before it on, in one statement."""
        rows = run.execute(
            "SELECT state FROM entries WHERE code = ? AND number <= ? AND LENGTH(state) > 0 AND number >="
            f" (SELECT CASE base WHEN {FULL} THEN number ELSE base END FROM entries WHERE code = ? AND number <= ?"
            " ORDER BY number DESC LIMIT 1) ORDER BY number",
            (code, number, code, number),
        )
        if not rows:
            raise GoneError
        return Chain([row[0] for row in rows])

    def _marks(self, run: Transaction, code: str, number: int = NEWEST) -> str:
        """The marks of the own cards after an entry."""
        rows = run.execute(
            "SELECT cards FROM entries WHERE code = ? AND number <= ? AND cards <> ? ORDER BY number DESC LIMIT 1",
            (code, number, SAME),
        )
        if not rows:
            raise GoneError
        return str(rows[0][0])

    def _active(self, run: Transaction, code: str, most: int) -> list[int]:
        """The newest entries that count, newest first."""
        marks = ", ".join("?" for _ in STATEFUL)
        rows = run.execute(
            f"SELECT number FROM entries WHERE code = ? AND undone = 0 AND kind IN ({marks})"
            " ORDER BY number DESC LIMIT ?",
            (code, *STATEFUL, most),
        )
        if not rows:
            raise GoneError
        return [number for (number,) in rows]

    def _redoable(self, run: Transaction, code: str) -> int | None:
        """The first taken-back entry after the newest that counts; a new change buries those before it."""
        newest = self._active(run, code, 1)[0]
        rows = run.execute(
            "SELECT MIN(number) FROM entries WHERE code = ? AND undone = 1 AND number > ?", (code, newest)
        )
        return rows[0][0] if rows else None

    # ---- writing ---------------------------------------------------------------------------------------------------

    def append(self, code: str, seen: int, entry: NewEntry) -> int:
        """Writes a change made to the state after entry `seen`; refuses when that is no longer the newest."""
        text = self._text(entry.state)
        with self._database.transaction(write=False) as run:
            standing = self._standing(run, code, seen)
        link = standing.chain.follow(text)
        with self._database.transaction(write=True) as run:
            table = self._expect(run, code, seen, self._database.lock)
            marks = standing.cards if entry.cards is None else self._keep(run, code, entry.cards)
            written = self._add(run, table, entry, link, SAME if marks == standing.cards else marks)
        if self._clock() - self._looked > LOOK:
            with suppress(DatabaseError):  # what was asked for is written; the next look comes
                self.prune()
        return written.number

    def undo(self, code: str, seen: int) -> int:
        """Takes the last change back: the state is again what it was before it."""
        with self._database.transaction(write=False) as run:
            standing = self._standing(run, code, seen)
            active = self._active(run, code, 2)
            if len(active) < 2:
                raise NothingToUndoError
            back = self._chain(run, code, active[1]), self._marks(run, code, active[1])
        return self._turn(code, seen, "undo", active[0], standing, Standing(*back))

    def redo(self, code: str, seen: int) -> int:
        """Brings the change back that was taken back last."""
        with self._database.transaction(write=False) as run:
            standing = self._standing(run, code, seen)
            target = self._redoable(run, code)
            if target is None:
                raise NothingToUndoError
            back = self._chain(run, code, target), self._marks(run, code, target)
        return self._turn(code, seen, "redo", target, standing, Standing(*back))

    def _turn(self, code: str, seen: int, kind: str, target: int, now: Standing, then: Standing) -> int:
        """Writes that a change counts no longer, or counts again; the table is as it was then."""
        link = now.chain.follow(to_json(then.chain.state))
        with self._database.transaction(write=True) as run:
            table = self._expect(run, code, seen, self._database.lock)
            run.execute(
                "UPDATE entries SET undone = ? WHERE code = ? AND number = ?", (int(kind == "undo"), code, target)
            )
            marks = SAME if then.cards == now.cards else then.cards
            return self._add(run, table, NewEntry(kind, {}, args={"entry": target}), link, marks).number

    def _standing(self, run: Transaction, code: str, seen: int) -> Standing:
        """Where a table stands that is to be changed: what takes time is done with it before the table is locked.

        Its number is read first. `seen` is not above it, so that a second `_expect` finds whatever comes in between."""
        self._expect(run, code, seen)
        return Standing(self._chain(run, code), self._marks(run, code))

    def _expect(self, run: Transaction, code: str, seen: int, lock: str = "") -> StoredTable:
        """The table; its state must not have changed since `seen`."""
        table = self._table(run, code, lock)
        if table is None or seen > table.number:
            raise ConflictError(table.number if table else 0)
        kinds = run.execute("SELECT DISTINCT kind FROM entries WHERE code = ? AND number > ?", (code, seen))
        if any(kind not in QUIET for (kind,) in kinds):
            raise ConflictError(table.number)
        return table

    def _keep(self, run: Transaction, code: str, texts: tuple[str, ...]) -> str:
        """Writes the texts of own cards that are not written yet; gives their marks."""
        if len(texts) > self.limits.cards:
            raise StoreLimitError("cards", self.limits.cards)
        marks = [mark_of(text) for text in texts]
        known = {mark for (mark,) in run.execute("SELECT mark FROM cards WHERE code = ?", (code,))}
        for mark, text in zip(marks, texts, strict=True):
            if mark not in known:
                known.add(mark)
                run.execute("INSERT INTO cards (code, mark, text) VALUES (?, ?, ?)", (code, mark, text))
        if len(known) > self.limits.texts:
            raise StoreLimitError("texts", self.limits.texts)
        return " ".join(marks)

    def _add(self, run: Transaction, table: StoredTable, entry: NewEntry, link: PackedState, cards: str) -> StoredTable:
        """Writes an entry after the newest; the table as it is then."""
        said = to_json(entry.args), to_json(entry.answers), to_json(entry.changes)
        now, number, code = int(self._clock()), table.number + 1, table.code
        words = (entry.kind, entry.actor, entry.action, cards, *said)
        size = table.bytes + len(link.state) + sum(len(text.encode()) for text in words)
        if number > self.limits.entries:
            raise StoreLimitError("entries", self.limits.entries)
        if size > self.limits.bytes:
            raise StoreLimitError("bytes", self.limits.bytes)
        base = FULL if link.full else self._base(run, table)
        run.execute(
            "INSERT INTO entries (code, number, kind, actor, action, args, answers, changes, state, base, cards, moment, undone)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
            (code, number, entry.kind, entry.actor, entry.action, *said, link.state, base, cards, now),
        )
        run.execute("UPDATE tables SET number = ?, touched = ?, bytes = ? WHERE code = ?", (number, now, size, code))
        return replace(table, number=number, touched=now, bytes=size)

    def _base(self, run: Transaction, table: StoredTable) -> int:
        """The entry from whose full state the next goes on."""
        found = run.execute("SELECT base FROM entries WHERE code = ? AND number = ?", (table.code, table.number))[0][0]
        return table.number if found == FULL else int(found)

    def _text(self, state: Mapping[str, Any]) -> str:
        text = to_json(state)
        if len(text.encode()) > self.limits.state:
            raise StoreLimitError("state", self.limits.state)
        return text

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
            self._add(run, table, NewEntry("sit", {}, role), AS_BEFORE, SAME)
            return True

    def free_seat(self, code: str, role: str) -> None:
        """Stands a role's phone up; written into the log."""
        with self._database.transaction(write=True) as run:
            table = self._table(run, code, self._database.lock)
            if table and run.execute("SELECT 1 FROM seats WHERE code = ? AND role = ?", (code, role)):
                run.execute("DELETE FROM seats WHERE code = ? AND role = ?", (code, role))
                self._add(run, table, NewEntry("stand", {}, role), AS_BEFORE, SAME)

    def note(self, code: str, entry: NewEntry) -> None:
        """Writes into the log what does not change the state."""
        with self._database.transaction(write=True) as run:
            table = self._table(run, code, self._database.lock)
            if table is not None:
                self._add(run, table, entry, AS_BEFORE, SAME)
