"""Databases: those of before, processes that start together, servers that go away, disks that are full."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import ROOT
from tests.support.postgres import SAFE, Cluster, missing
from tests.support.tables import Phone, plain, table_app
from tests.support.web_app import LANGUAGES
from web.store.database import migrations, open_database
from web.store.entries import NewEntry
from web.store.quota import StoreLimits
from web.store.sqlite import Sqlite
from web.store.tables import TableStore
from web.store.transaction import DatabaseError

#: a table as the version before entries became changes wrote it, and what it read from it
BEFORE = ROOT / "tests" / "data" / "tables"
NOISE = 3_000


def noise(n: int, size: int = NOISE) -> dict[str, str]:
    """A state that no other helps to store."""
    return {"n": str(n), "x": os.urandom(size).hex()}


# ---- databases of before --------------------------------------------------------------------------------------------


def fill_from_before(url: str, folder: Path, cluster: Any) -> None:
    """Makes a database as it was, by the migrations there were then."""
    script = (BEFORE / "002.sql").read_text("utf-8")
    if not url:
        folder.mkdir(parents=True, exist_ok=True)
        with sqlite3.connect(folder / "tables.sqlite3") as file:
            file.executescript(script)
        file.close()
        return
    database = url.rsplit("/", 1)[1]
    source = sqlite3.connect(":memory:")
    source.executescript(script)
    cluster.sql(";".join(statement for number, each in migrations() if number <= 2 for statement in each), database)
    cluster.sql("CREATE TABLE migrations (number BIGINT PRIMARY KEY)", database)
    import psycopg

    with psycopg.connect(url) as target:
        for table in ("tables", "entries", "seats", "cards", "migrations"):
            found = source.execute(f"SELECT * FROM {table}")
            names = ", ".join(column[0] for column in found.description)
            for row in found:
                target.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('%s' for _ in row)})", row)
    source.close()


@pytest.fixture
def before(database_url: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database of before; SQLite lies in tmp_path / data."""
    fill_from_before(database_url, tmp_path / "data", database_url and request.getfixturevalue("cluster"))
    return database_url


def test_tables_of_before_are_read_and_played_on(before: str, tmp_path: Path) -> None:
    known = json.loads((BEFORE / "002.json").read_text("utf-8"))
    store, code = TableStore(open_database(before, tmp_path / "data")), known["code"]
    table = store.find(code)
    assert table is not None and table.number == known["number"] and store.seats(code) == known["seats"]
    assert json.dumps(store.state(code)) == json.dumps(known["state"])
    assert store.cards(code) == known["cards"] and store.can_turn(code) == tuple(known["turn"])
    log = [[e.number, e.kind, e.actor, e.action, dict(e.args), e.changes, e.undone] for e in store.entries(code)]
    assert log == known["log"]
    before_turning = store.state(code)
    number = store.redo(code, table.number)
    assert store.state(code) != before_turning
    number = store.undo(code, number)
    assert json.dumps(store.state(code)) == json.dumps(before_turning)
    number = store.append(code, number, NewEntry("tell", {**before_turning, "n": 1}))
    assert store.state(code) == {**before_turning, "n": 1}
    for at in (1, known["number"]):  # every state on the way is still there
        assert store.state(code, at)
    while store.can_turn(code)[0]:
        number = store.undo(code, number)
    assert json.dumps(store.state(code)) == json.dumps(store.state(code, 1))
    store.close()


def test_a_table_of_before_is_served(before: str, tmp_path: Path, web_folder: Path) -> None:
    known = json.loads((BEFORE / "002.json").read_text("utf-8"))
    app = table_app(tmp_path, CACHE=str(web_folder / "cache"), DATABASE_URL=before)
    phone = Phone(app, f"/t/{known['code']}")
    phone.client.set_cookie("phone", known["phone"])
    phone.client.set_cookie(f"t_{known['code']}", known["key"])
    assert phone.number == known["number"]
    phone.post("/redo")
    phone.post("/tell", text="coins of red = 3")
    phone.post("/undo")
    phone.post("/undo")
    assert json.loads(phone.get("/export.json"))["state"]["coins"] == known["state"]["coins"]
    assert "lease: north" in plain(phone.get("/log"))
    app.extensions["paragraf-store"]().close()


# ---- starting together ----------------------------------------------------------------------------------------------

STARTER = """
import sys
from pathlib import Path
from web.store.database import open_database
print("ready", flush=True)
for line in sys.stdin:
    url, folder = line.rstrip("\\n").split("\\t")
    try:
        open_database(url, Path(folder)).close()
        print("open", flush=True)
    except Exception as error:
        print(f"{type(error).__name__}: {error}".replace("\\n", " "), flush=True)
"""


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_processes_may_start_together_on_an_empty_database(
    kind: str, new_database: Callable[[str], str], tmp_path: Path
) -> None:
    places = [(new_database(kind), str(tmp_path / str(turn))) for turn in range(4)]
    starters = [
        subprocess.Popen(
            [sys.executable, "-c", STARTER], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    try:
        assert {_line(each) for each in starters} == {"ready"}
        for url, folder in places:
            for each in starters:
                assert each.stdin is not None
                each.stdin.write(f"{url}\t{folder}\n")
            for each in starters:
                assert each.stdin is not None
                each.stdin.flush()
            assert [_line(each) for each in starters] == ["open"] * len(starters)
            database = open_database(url, Path(folder))
            with database.transaction(write=False) as run:
                assert [row[0] for row in run.execute("SELECT number FROM migrations ORDER BY 1")] == [
                    n for n, _ in migrations()
                ]
            database.close()
    finally:
        for each in starters:
            each.communicate()


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


# ---- a server that goes away ----------------------------------------------------------------------------------------


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A server that a test may stop."""
    if missing():
        pytest.skip(missing())
    with Cluster(SAFE) as made:
        yield made


def test_connections_are_renewed_after_a_restart(own_cluster: Cluster, tmp_path: Path) -> None:
    store = TableStore(open_database(own_cluster.url(), tmp_path))
    code = store.create("g", "", "app", "phone", NewEntry("begin", {"n": 0}))[0].code
    waiting = threading.Barrier(4)

    def use() -> None:  # four connections at once
        with store._database.transaction(write=False) as run:
            run.execute("SELECT 1")
            waiting.wait(10)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    own_cluster.restart()
    assert store.number(code) == 1
    own_cluster.restart()
    assert store.append(code, 1, NewEntry("move", {"n": 1})) == 2
    own_cluster.restart()
    assert store.undo(code, 2) == 3 and store.state(code) == {"n": 0}
    store.close()


def test_a_server_that_is_away_is_said_so(own_cluster: Cluster, tmp_path: Path, web_folder: Path) -> None:
    app = table_app(tmp_path, CACHE=str(web_folder / "cache"), DATABASE_URL=own_cluster.url())
    host = Phone(app).make()
    host.do("lease(d=north)", "red")
    own_cluster.stop()
    for lang in LANGUAGES:
        host.client.set_cookie("ui", lang)
        for answer in (
            host.client.get(host.url),
            host.client.get(f"{host.url}/now"),
            host.client.post(f"{host.url}/tell", data={"seen": 2, "text": "coins of red = 3"}),
            host.client.post(f"{host.url}/undo", data={"seen": 2}),
            host.client.post("/t/new", data={"game": "harbour", "players": "2"}),
        ):
            assert answer.status_code == 503 and answer.headers["Retry-After"] == "10"
            assert {"en": "database", "pl": "Baza danych", "uk": "База даних"}[lang] in plain(answer.text)
            assert "psycopg" not in answer.text and "127.0.0.1" not in plain(answer.text)
    own_cluster.start()
    assert host.number == 2
    host.post("/tell", text="coins of red = 3")
    app.extensions["paragraf-store"]().close()


def test_a_server_that_was_away_at_the_start_is_found_later(
    own_cluster: Cluster, tmp_path: Path, web_folder: Path
) -> None:
    app = table_app(tmp_path, CACHE=str(web_folder / "cache"), DATABASE_URL=own_cluster.url())
    own_cluster.stop()
    assert app.test_client().get("/t/22222222").status_code == 503
    own_cluster.start()
    assert app.test_client().get("/t/22222222").status_code == 404
    app.extensions["paragraf-store"]().close()


def test_a_transaction_that_the_server_cuts_off_leaves_nothing(cluster: Cluster, tmp_path: Path) -> None:
    store = TableStore(open_database(cluster.url(), tmp_path))
    code = store.create("g", "", "app", "phone", NewEntry("begin", {"n": 0}))[0].code
    with pytest.raises(DatabaseError), store._database.transaction(write=True) as run:
        run.execute("UPDATE tables SET number = 7 WHERE code = ?", (code,))
        mine = run.execute("SELECT pg_backend_pid()")[0][0]
        cluster.sql(f"SELECT pg_terminate_backend({mine})")
        run.execute("SELECT 1")
    assert store.number(code) == 1
    assert store.append(code, 1, NewEntry("move", {"n": 1})) == 2
    store.close()


# ---- a disk that is full --------------------------------------------------------------------------------------------


def fill(store: TableStore, size: int = NOISE) -> tuple[str, list[dict[str, str]]]:
    """Writes until there is no room; the table and its states."""
    states = [noise(0, size)]
    code = store.create("g", "", "app", "phone", NewEntry("begin", states[0]))[0].code
    with pytest.raises(DatabaseError):
        for n in range(1, 4_000):
            new = noise(n, size)
            store.append(code, n, NewEntry("move", new))
            states.append(new)
    return code, states


def check_whole(store: TableStore, code: str, states: list[dict[str, str]]) -> None:
    """Every confirmed change is there and nothing else."""
    assert store.number(code) == len(states)
    assert [e.number for e in store.entries(code, most=10_000)] == list(range(1, len(states) + 1))
    assert [store.state(code, number + 1) for number in range(len(states))] == states


def test_a_full_disk_leaves_no_half_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare = Sqlite._prepare

    def small(self: Sqlite, connection: sqlite3.Connection) -> None:
        prepare(self, connection)
        connection.execute("PRAGMA max_page_count = 60")

    monkeypatch.setattr(Sqlite, "_prepare", small)
    store = TableStore(open_database("", tmp_path))
    code, states = fill(store)
    assert len(states) > 5
    check_whole(store, code, states)
    with pytest.raises(DatabaseError, match="full"):
        store.append(code, len(states), NewEntry("move", noise(-1)))
    monkeypatch.undo()
    store.close()
    store = TableStore(open_database("", tmp_path))
    check_whole(store, code, states)
    states.append(noise(-2))
    store.append(code, len(states) - 1, NewEntry("move", states[-1]))
    check_whole(store, code, states)
    store.close()


def test_a_full_disk_is_said_and_nothing_changes(
    tmp_path: Path, web_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = table_app(tmp_path, CACHE=str(web_folder / "cache"))
    host = Phone(app).make()
    database = app.extensions["paragraf-store"]()._database
    with database.transaction(write=False) as run:
        pages = run.execute("PRAGMA page_count")[0][0]
    for connection in database._idle:
        connection.execute(f"PRAGMA max_page_count = {pages}")
    statuses = []
    for turn in range(60):
        answer = host.client.post(f"{host.url}/tell", data={"seen": host.number, "text": f"coins of red = {turn % 9}"})
        statuses.append(answer.status_code)
        if answer.status_code != 303:
            break
    assert statuses[-1] == 503 and answer.headers["Retry-After"] == "10" and "has no room" in plain(answer.text)
    assert host.number == len(statuses) and len(statuses) > 1
    kept = json.loads(host.get("/export.json"))["state"]["coins"]["red"]
    assert kept == (len(statuses) - 2) % 9
    app.extensions["paragraf-store"]().close()


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[None]:
    """A disk of a few megabytes; skipped where none may be mounted."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root may mount a small disk")
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"no small disk may be mounted here: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_small_disk_really_filled(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "400k"):
        store = TableStore(open_database("", tmp_path / "disk"))
        code, states = fill(store)
        assert len(states) > 5
        check_whole(store, code, states)
        subprocess.run(["mount", "-o", "remount,size=4m", str(tmp_path / "disk")], check=True)
        states.append(noise(-2))
        store.append(code, len(states) - 1, NewEntry("move", states[-1]))
        check_whole(store, code, states)
        store.close()


def test_a_small_disk_of_a_server_really_filled(own_cluster: Cluster, tmp_path: Path) -> None:
    disk = own_cluster.folder / "disk"
    with small_disk(disk, "12m"):
        shutil.chown(disk, own_cluster.data.owner(), own_cluster.data.group())
        own_cluster.sql(f"CREATE TABLESPACE small LOCATION '{disk}'")
        store = TableStore(
            open_database(own_cluster.url("small", "TABLESPACE small STRATEGY file_copy"), tmp_path),
            StoreLimits(bytes=1 << 40),
        )
        code, states = fill(store, 30_000)
        assert len(states) > 5
        check_whole(store, code, states)
        subprocess.run(["mount", "-o", "remount,size=40m", str(disk)], check=True)
        states.append(noise(-2))
        store.append(code, len(states) - 1, NewEntry("move", states[-1]))
        check_whole(store, code, states)
        store.close()
        own_cluster.stop()
