"""The store: migrations, the log, undo, writers at once, and a kill in the middle of it."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from web.store.database import migrate, migrations, open_database
from web.store.entries import ConflictError, GoneError, NewEntry, NothingToUndoError
from web.store.quota import DAY, StoreLimitError, StoreLimits
from web.store.secret import ALPHABET, clean_word, digest
from web.store.sqlite import Sqlite
from web.store.tables import TableStore
from web.store.transaction import DatabaseError


@pytest.fixture
def store(database_url: str, tmp_path: Path) -> Iterator[TableStore]:
    made = TableStore(open_database(database_url, tmp_path))
    yield made
    made.close()


def new(store: TableStore, **state: Any) -> str:
    table, _ = store.create("g", "", "app", "phone", NewEntry("begin", {"n": 0, **state}))
    return table.code


def put(store: TableStore, code: str, seen: int, n: int) -> int:
    return store.append(code, seen, NewEntry("move", {"n": n}, "red", "step", {"to": n}))


def test_table_is_found_by_its_code(store: TableStore) -> None:
    table, key = store.create("g", "e", "told", "phone", NewEntry("begin", {"n": 1}))
    found = store.find(table.code)
    assert found == table and found.game == "g" and found.draws == "told" and found.number == 1
    assert set(table.code + key) <= set(ALPHABET) and len(key) == 6
    assert found.key_hash == digest(key) and key not in repr(found)
    assert store.find("222222") is None
    assert clean_word(" ab-cd 2O ") == "ABCD2"


def test_log_keeps_everything_in_order(store: TableStore) -> None:
    code = new(store)
    assert [put(store, code, n, n) for n in (1, 2, 3)] == [2, 3, 4]
    assert store.state(code) == {"n": 3}
    assert [(e.number, e.actor, e.args) for e in store.entries(code, since=2)] == [
        (3, "red", {"to": 2}),
        (4, "red", {"to": 3}),
    ]
    assert [e.number for e in store.entries(code, most=2)] == [3, 4]


def test_second_writer_is_told(store: TableStore) -> None:
    code = new(store)
    put(store, code, 1, 1)
    with pytest.raises(ConflictError) as error:
        put(store, code, 1, 99)
    assert error.value.number == 2
    assert store.state(code) == {"n": 1}


def test_what_leaves_the_state_alone_is_no_conflict(store: TableStore) -> None:
    code = new(store)
    assert store.take_seat(code, "red", "mine")
    assert not store.take_seat(code, "red", "theirs")
    assert store.seats(code) == {"red": digest("mine")}
    assert put(store, code, 1, 5) == 3
    store.free_seat(code, "red")
    store.free_seat(code, "red")
    assert store.seats(code) == {} and store.state(code) == {"n": 5}
    assert [e.kind for e in store.entries(code)] == ["begin", "sit", "move", "stand"]


def test_undo_and_redo(store: TableStore) -> None:
    code = new(store)
    for n in (1, 2, 3):
        put(store, code, n, n)
    assert store.can_turn(code) == (True, False)
    store.undo(code, 4)
    store.undo(code, 5)
    assert store.state(code) == {"n": 1} and store.can_turn(code) == (True, True)
    store.redo(code, 6)
    assert store.state(code) == {"n": 2}
    put(store, code, 7, 9)  # a new change buries what was taken back
    assert store.can_turn(code) == (True, False)
    with pytest.raises(NothingToUndoError):
        store.redo(code, 8)
    for seen in (8, 9, 10):
        store.undo(code, seen)
    assert store.state(code) == {"n": 0} and store.can_turn(code) == (False, True)
    with pytest.raises(NothingToUndoError):
        store.undo(code, 11)
    assert len(store.entries(code)) == 11  # nothing is ever removed


def test_who_comes_second_is_told_so_also_where_there_is_nothing_to_undo(store: TableStore) -> None:
    code = new(store)
    put(store, code, 1, 1)
    store.undo(code, 2)
    for turn in (store.undo, store.redo):
        with pytest.raises(ConflictError):
            turn(code, 1)
        with pytest.raises(ConflictError):
            turn(code, 4)
    with pytest.raises(NothingToUndoError):
        store.undo(code, 3)
    store.delete(code)
    with pytest.raises(ConflictError):
        store.undo(code, 3)
    with pytest.raises(GoneError):
        store.state(code)
    with pytest.raises(GoneError):
        store.can_turn(code)


def test_what_is_not_seen_yet_is_not_built_upon(store: TableStore, monkeypatch: pytest.MonkeyPatch) -> None:
    code = new(store)
    reading = TableStore._standing

    def slow(self: TableStore, run: Any, code: str, seen: int) -> Any:
        found = reading(self, run, code, seen)
        monkeypatch.undo()  # somebody writes between the reading and the writing
        put(store, code, 1, 5)
        return found

    monkeypatch.setattr(TableStore, "_standing", slow)
    with pytest.raises(ConflictError):
        put(store, code, 1, 9)
    assert store.state(code) == {"n": 5} and store.number(code) == 2


def test_a_long_log_keeps_every_state(store: TableStore) -> None:
    book = {f"k{n}": n * n for n in range(400)}
    code = store.create("g", "", "app", "phone", NewEntry("begin", {"n": 0, **book}))[0].code
    number = 1
    for n in range(1, 150):
        number = store.append(code, number, NewEntry("move", {"n": n, **book}))
        if n % 10 == 0:
            store.take_seat(code, f"r{n}", "mine")
            number = store.undo(code, number + 1)
            number = store.redo(code, number)
    entries = store.entries(code, most=1_000)
    made = {e.number: n for n, e in enumerate((e for e in entries if e.kind == "move"), 1)}
    for entry in entries:
        if entry.kind == "move":
            assert store.state(code, entry.number) == {"n": made[entry.number], **book}
        if entry.kind == "undo":
            assert store.state(code, entry.number) == {"n": made[entry.args["entry"]] - 1, **book}
        if entry.kind == "redo":
            assert store.state(code, entry.number) == store.state(code, entry.args["entry"])
    with store._database.transaction(write=False) as run:
        full = run.execute("SELECT COUNT(*) FROM entries WHERE code = ? AND base = 0", (code,))[0][0]
    assert 2 <= full <= 5


def test_own_cards_go_with_the_state_they_belong_to(store: TableStore) -> None:
    code = new(store)
    assert store.cards(code) == []
    store.append(code, 1, NewEntry("keep", {"n": 0}, cards=("one",)))
    put(store, code, 2, 1)
    assert store.take_seat(code, "red", "mine")
    store.append(code, 4, NewEntry("keep", {"n": 1}, cards=("one", "two")))
    store.append(code, 5, NewEntry("drop", {"n": 1}, cards=("two",)))
    assert store.cards(code) == ["two"]
    store.undo(code, 6)
    assert store.cards(code) == ["one", "two"]
    for seen in (7, 8):
        store.undo(code, seen)
    assert store.cards(code) == ["one"] and store.state(code) == {"n": 0}
    for seen in (9, 10, 11):
        store.redo(code, seen)
    assert store.cards(code) == ["two"]
    with pytest.raises(ConflictError):
        store.append(code, 11, NewEntry("keep", {"n": 1}, cards=("three",)))
    store.delete(code)
    with store._database.transaction(write=False) as run:
        assert run.execute("SELECT COUNT(*) FROM cards WHERE code = ?", (code,)) == [(0,)]


def test_own_cards_are_bounded(tmp_path: Path) -> None:
    store = TableStore(open_database("", tmp_path), StoreLimits(cards=2, texts=3))
    code = new(store)
    with pytest.raises(StoreLimitError):
        store.append(code, 1, NewEntry("keep", {}, cards=("a", "b", "c")))
    store.append(code, 1, NewEntry("keep", {}, cards=("a", "b")))
    store.append(code, 2, NewEntry("keep", {}, cards=("b", "c")))
    store.append(code, 3, NewEntry("keep", {}, cards=("a", "b")))  # known texts take no room
    with pytest.raises(StoreLimitError):
        store.append(code, 4, NewEntry("keep", {}, cards=("a", "d")))
    assert store.cards(code) == ["a", "b"]
    store.close()


def test_tables_from_before_own_cards_have_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = migrations()
    monkeypatch.setattr("web.store.database.migrations", lambda: everything[:1])
    old = open_database("", tmp_path)
    with old.transaction(write=True) as run:
        run.execute("INSERT INTO tables VALUES ('AAAABBBB', 'k', 'h', 'g', '', 'app', 1, 1, 1)")
        run.execute(
            "INSERT INTO entries VALUES ('AAAABBBB', 1, 'begin', '', '', '{}', '[]', '[]', ?, 1, 0)",
            (zlib.compress(b'{"n": 4}'),),
        )
    old.close()
    monkeypatch.undo()
    store = TableStore(open_database("", tmp_path))
    assert store.state("AAAABBBB") == {"n": 4} and store.cards("AAAABBBB") == []
    assert put(store, "AAAABBBB", 1, 5) == 2
    store.close()


def test_limits(tmp_path: Path) -> None:
    now = [1_000_000.0]
    store = TableStore(open_database("", tmp_path), StoreLimits(tables=2, entries=3, state=200, days=1), lambda: now[0])
    code = new(store)
    new(store)
    with pytest.raises(StoreLimitError):
        new(store)
    with pytest.raises(StoreLimitError):
        store.append(code, 1, NewEntry("tell", {"x": "y" * 300}))
    put(store, code, 1, 1)
    put(store, code, 2, 2)
    with pytest.raises(StoreLimitError):
        put(store, code, 3, 3)
    assert store.state(code) == {"n": 2}
    now[0] += DAY + 1
    new(store)
    assert store.find(code) is None and store.entries(code) == []
    store.close()


def test_migrations_are_applied_once_and_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Sqlite(tmp_path / "t.sqlite3")
    migrate(database)
    migrate(database)
    known = migrations()
    with database.transaction(write=False) as run:
        assert [row[0] for row in run.execute("SELECT number FROM migrations")] == [n for n, _ in known]
    broken = [*known, (998, ["CREATE TABLE half (x BIGINT)", "CREATE TABLE tables (x BIGINT)"])]
    monkeypatch.setattr("web.store.database.migrations", lambda: broken)
    with pytest.raises(sqlite3.OperationalError):
        migrate(database)
    with database.transaction(write=True) as run:
        assert run.execute("SELECT name FROM sqlite_master WHERE name = 'half'") == []
        run.execute("INSERT INTO migrations (number) VALUES (999)")
    with pytest.raises(DatabaseError, match="newer version"):
        migrate(database)
    database.close()


def test_writers_at_once_lose_nothing(store: TableStore) -> None:
    code = new(store)
    refused: list[int] = []

    def write(mark: int) -> None:
        for _ in range(8):
            while True:
                seen = store.find(code)
                assert seen is not None
                state = store.state(code)
                try:
                    store.append(code, seen.number, NewEntry("move", {"n": state["n"] + 1}, args={"by": mark}))
                    break
                except ConflictError:
                    refused.append(mark)

    threads = [threading.Thread(target=write, args=(mark,)) for mark in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [e.number for e in store.entries(code)] == list(range(1, 34))


WRITER = """
import sys
from pathlib import Path
from web.store.database import open_database
from web.store.entries import NewEntry
from web.store.tables import TableStore
store = TableStore(open_database("", Path(sys.argv[1])))
table, _ = store.create("g", "", "app", "phone", NewEntry("begin", {"n": 0}))
print(table.code, flush=True)
seen = 1
while True:
    seen = store.append(table.code, seen, NewEntry("move", {"n": seen, "x": "y" * 3000}))
    print(seen, flush=True)
"""


def test_a_kill_loses_nothing_confirmed(tmp_path: Path) -> None:
    for wanted in (3, 40):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        code = writer.stdout.readline().strip()
        while int(writer.stdout.readline()) < wanted:
            pass
        writer.send_signal(signal.SIGKILL)
        told = writer.stdout.read().split()
        writer.wait()
        writer.stdout.close()
        confirmed = max([wanted, *(int(n) for n in told)])
        store = TableStore(open_database("", tmp_path))
        numbers = [e.number for e in store.entries(code, most=100_000)]
        assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= confirmed
        assert store.state(code)["n"] == len(numbers) - 1
        assert put(store, code, len(numbers), -1) == len(numbers) + 1
        store.close()
