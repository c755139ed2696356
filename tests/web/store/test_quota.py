"""What the store takes: of a table, of an address in a day; and what it forgets by itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.tables import Phone, plain, table_app
from tests.support.web_app import LANGUAGES
from web.store.database import open_database
from web.store.entries import NewEntry
from web.store.quota import DAY, StoreLimitError, StoreLimits, maker_of
from web.store.tables import FORGOTTEN, LOOK, TableStore


class Clock:
    """A time that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000 * DAY + 40_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(database_url: str, tmp_path: Path, clock: Clock) -> Iterator[TableStore]:
    made = TableStore(
        open_database(database_url, tmp_path), StoreLimits(days=10, made=3, bytes=9_000, entries=12), clock
    )
    yield made
    made.close()


def new(store: TableStore, address: str = "") -> str:
    return store.create("g", "", "app", "phone", NewEntry("begin", {"n": 0}), address)[0].code


def rows(store: TableStore, statement: str) -> list[tuple[Any, ...]]:
    with store._database.transaction(write=False) as run:
        return run.execute(statement)


def test_an_address_makes_so_many_tables_a_day(store: TableStore, clock: Clock) -> None:
    for _ in range(3):
        new(store, "192.0.2.1")
    with pytest.raises(StoreLimitError) as refused:
        new(store, "192.0.2.1")
    assert refused.value.what == "made" and refused.value.most == 3 and refused.value.wait == DAY - 40_000
    assert rows(store, "SELECT COUNT(*) FROM tables") == [(3,)]
    new(store, "192.0.2.2")
    clock.now += refused.value.wait
    new(store, "192.0.2.1")
    assert len(rows(store, "SELECT maker FROM makers")) == 1  # those of yesterday are forgotten


def test_of_an_address_no_more_is_kept_than_is_needed(store: TableStore) -> None:
    new(store, "192.0.2.1")
    assert "192.0.2.1" not in str(rows(store, "SELECT * FROM makers"))
    assert maker_of("192.0.2.1", 1) != maker_of("192.0.2.1", 2)
    assert maker_of("2001:db8::1", 1) == maker_of("2001:db8::ffff:1", 1) != maker_of("2001:db8:0:1::1", 1)
    assert maker_of("192.0.2.1", 1) != maker_of("192.0.2.2", 1) != maker_of("", 1)


def test_a_table_takes_so_many_bytes(store: TableStore) -> None:
    code = new(store)
    with pytest.raises(StoreLimitError) as refused:
        for n in range(1, 9):
            store.append(code, n, NewEntry("tell", {"n": n, "x": os.urandom(1_500).hex()}))
    table = store.find(code)
    assert table is not None and refused.value.what == "bytes" and table.bytes <= 9_000 and 4 <= table.number < 9
    written = "SELECT SUM(LENGTH(kind) + LENGTH(actor) + LENGTH(action) + LENGTH(state) + LENGTH(args) + LENGTH(answers) + LENGTH(changes) + LENGTH(cards)) FROM entries"
    assert rows(store, written) == [(table.bytes,)]
    assert store.append(code, table.number, NewEntry("tell", {**store.state(code), "n": -1})) == table.number + 1


def test_a_table_takes_so_many_changes_of_any_kind(store: TableStore) -> None:
    code = new(store)
    for n in range(1, 12):
        store.append(code, n, NewEntry("tell", {"n": n}))
    for write in (
        lambda: store.append(code, 12, NewEntry("tell", {"n": 0})),
        lambda: store.undo(code, 12),
        lambda: store.take_seat(code, "red", "mine"),
        lambda: store.note(code, NewEntry("note", {})),
    ):
        with pytest.raises(StoreLimitError, match="entries"):
            write()
    assert store.number(code) == 12 and store.state(code) == {"n": 11} and store.seats(code) == {}


def test_old_tables_are_forgotten_a_few_at_a_time(store: TableStore, clock: Clock) -> None:
    old = [new(store) for _ in range(FORGOTTEN + 3)]
    clock.now += 5 * DAY
    young = new(store)
    store.take_seat(old[0], "red", "mine")
    clock.now += 5 * DAY + 1
    assert store.prune() == FORGOTTEN
    assert store.prune() == 2 and store.prune() == 0
    assert {code for (code,) in rows(store, "SELECT code FROM tables")} == {old[0], young}
    assert {code for (code,) in rows(store, "SELECT DISTINCT code FROM entries")} == {old[0], young}


def test_who_plays_on_lets_old_tables_be_forgotten(store: TableStore, clock: Clock) -> None:
    played, old = new(store), new(store)
    clock.now += 10 * DAY - LOOK
    number = store.append(played, 1, NewEntry("tell", {"n": 1}))
    assert store.number(old) == 1
    clock.now += LOOK + 1
    number = store.append(played, number, NewEntry("tell", {"n": 2}))
    assert store.number(old) is None and store.number(played) == number


def test_one_who_comes_back_late_finds_his_table_if_nobody_needed_the_room(store: TableStore, clock: Clock) -> None:
    code = new(store)
    clock.now += 11 * DAY
    assert store.append(code, 1, NewEntry("tell", {"n": 1})) == 2
    assert store.number(code) == 2


def test_old_tables_do_not_count_among_those_kept(tmp_path: Path, clock: Clock) -> None:
    store = TableStore(open_database("", tmp_path), StoreLimits(tables=FORGOTTEN * 2, days=1), clock)
    for _ in range(FORGOTTEN * 2):
        new(store)
    clock.now += DAY + 1
    for _ in range(FORGOTTEN * 2):
        new(store)
    with pytest.raises(StoreLimitError, match="tables"):
        new(store)
    store.close()


def test_refusals_are_sentences(tmp_path: Path, web_folder: Path) -> None:
    app = table_app(tmp_path, CACHE=str(web_folder / "cache"), TABLES_A_DAY=1, TABLE_ENTRIES=2, TABLE_BYTES=400_000)
    host = Phone(app).make()
    host.post("/tell", text="coins of red = 3")
    words = {"en": ("tomorrow", "go on at a new table"), "pl": ("jutro", "graj dalej"), "uk": ("завтра", "грайте далі")}
    for lang in LANGUAGES:
        host.client.set_cookie("ui", lang)
        made = host.client.post("/t/new", data={"game": "harbour", "players": "2"})
        assert (
            made.status_code == 429
            and words[lang][0] in plain(made.text)
            and 0 < int(made.headers["Retry-After"]) <= DAY
        )
        assert words[lang][1] in plain(host.post("/tell", 413, text="coins of red = 4"))
    assert host.number == 2
    assert host.client.get("/t/22222222/now").status_code == 404
    app.extensions["paragraf-store"]().close()


def test_codes_are_not_guessed_fast_by_asking_for_changes(tmp_path: Path, web_folder: Path) -> None:
    app = table_app(tmp_path, CACHE=str(web_folder / "cache"), NEW_TABLES=8)
    statuses = [app.test_client().get("/t/22222222/now").status_code for _ in range(4)]
    assert statuses[0] == 404 and statuses[-1] == 429
    app.extensions["paragraf-store"]().close()


def test_asking_for_changes_reads_no_state(tmp_path: Path, web_folder: Path) -> None:
    app = table_app(tmp_path, CACHE=str(web_folder / "cache"))
    host = Phone(app).make()
    said: list[str] = []
    connections = app.extensions["paragraf-store"]()._database._idle
    connections[0].set_trace_callback(said.append)
    assert host.number == 1
    connections[0].set_trace_callback(None)
    assert [line for line in said if "entries" in line] == [] and len([line for line in said if "SELECT" in line]) == 1
    app.extensions["paragraf-store"]().close()
