"""Backup and restore: everything comes back, from and to either database, at once or not at all."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.places import ROOT
from tests.support.tables import Phone, table_app
from web.cli.main import paragraf
from web.store.backup import bring_back, save
from web.store.database import open_database
from web.store.transaction import DatabaseError

KINDS = ["sqlite", "postgres"]
NewDatabase = Callable[[str], str]


def fill(folder: Path, url: str, tables: int = 2) -> list[str]:
    """Tables with a log, a seat, hidden hands and something taken back; their addresses."""
    app = table_app(folder, DATABASE_URL=url, DATA=folder / "data")
    made = []
    for _ in range(tables):
        host = Phone(app).make()
        guest = Phone(app).join(host)
        guest.client.post(f"{guest.url}/seat", data={"role": "green"})
        for number, text in enumerate(("coins of red = 3", "hand of green = [gale]", "coins of red = 5"), 1):
            number = host.client.get(f"{host.url}/now").json["number"]
            host.client.post(f"{host.url}/tell", data={"seen": str(number), "text": text})
        host.client.post(f"{host.url}/undo", data={"seen": str(host.client.get(f"{host.url}/now").json["number"])})
        made.append(host.url)
    app.extensions["paragraf-store"]().close()
    return made


def content(url: str, folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    with closing(open_database("", folder / "shape")) as shape, shape.transaction(write=False) as run:
        listed = run.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migrations'")
        columns = {
            name: [row[0] for row in run.execute(f"SELECT name FROM pragma_table_info('{name}')")] for (name,) in listed
        }
    with closing(open_database(url, folder / "data")) as database, database.transaction(write=False) as run:
        return {
            name: sorted(run.execute(f"SELECT {', '.join(of)} FROM {name}"), key=repr) for name, of in columns.items()
        }


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS)
def test_everything_comes_back(tmp_path: Path, new_database: NewDatabase, source: str, target: str) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    url, other = new_database(source), new_database(target)
    tables = fill(here, url)
    before = content(url, here)
    assert len(before["tables"]) == 2 and len(before["entries"]) > 6 and before["seats"]
    assert save(url, here / "data", tmp_path / "saved") == 2
    assert bring_back(other, there / "data", tmp_path / "saved", replace=False) == 2
    assert content(other, there) == before
    app = table_app(there, DATABASE_URL=other, DATA=there / "data")
    assert all(app.test_client().get(table).status_code == 200 for table in tables)
    app.extensions["paragraf-store"]().close()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_there_is_replaced_only_when_asked(tmp_path: Path, new_database: NewDatabase, kind: str) -> None:
    url = new_database(kind)
    fill(tmp_path, url, 1)
    save(url, tmp_path / "data", tmp_path / "saved")
    saved = content(url, tmp_path)
    fill(tmp_path, url, 1)
    with pytest.raises(DatabaseError, match="2 tables already; --replace"):
        bring_back(url, tmp_path / "data", tmp_path / "saved", replace=False)
    assert len(content(url, tmp_path)["tables"]) == 2
    assert bring_back(url, tmp_path / "data", tmp_path / "saved", replace=True) == 1
    assert content(url, tmp_path) == saved


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_is_of_one_moment_while_others_write(tmp_path: Path, new_database: NewDatabase, kind: str) -> None:
    url = new_database(kind)
    app = table_app(tmp_path, DATABASE_URL=url, DATA=tmp_path / "data")
    phone, stopped = Phone(app).make(), threading.Event()

    def write() -> None:
        while not stopped.is_set():
            number = phone.client.get(f"{phone.url}/now").json["number"]
            phone.client.post(f"{phone.url}/tell", data={"seen": str(number), "text": f"coins of red = {number % 9}"})

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for turn in range(5):
            save(url, tmp_path / "data", tmp_path / f"saved{turn}")
    finally:
        stopped.set()
        writer.join()
    for turn in range(5):
        with closing(sqlite3.connect(tmp_path / f"saved{turn}")) as kept:
            (newest,) = kept.execute("SELECT number FROM tables").fetchone()
            assert kept.execute("SELECT MAX(number), COUNT(*) FROM entries").fetchone() == (newest, newest)
    app.extensions["paragraf-store"]().close()


def test_more_rows_than_a_page(tmp_path: Path, new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.store.backup._PAGE", 3)
    (tmp_path / "other").mkdir()
    fill(tmp_path, "", 4)
    save("", tmp_path / "data", tmp_path / "saved")
    assert bring_back("", tmp_path / "other" / "data", tmp_path / "saved", replace=False) == 4
    assert content("", tmp_path / "other") == content("", tmp_path)


def test_a_file_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    first = (ROOT / "web" / "store" / "migrations" / "001-tables.sql").read_text("utf-8")
    with closing(sqlite3.connect(tmp_path / "old")) as old, old:
        old.executescript(first)
        old.executescript("CREATE TABLE migrations (number BIGINT PRIMARY KEY); INSERT INTO migrations VALUES (1)")
        old.execute("INSERT INTO tables VALUES ('ABCDEFGH', 'k', 'h', 'harbour', '', 'app', 1, 5, 6)")
    assert bring_back("", tmp_path / "data", tmp_path / "old", replace=False) == 1
    assert content("", tmp_path)["tables"][0][:4] == ("ABCDEFGH", "k", "h", "harbour")


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    fill(tmp_path, "", 1)
    save("", tmp_path / "data", tmp_path / "saved")
    with closing(sqlite3.connect(tmp_path / "saved")) as newer, newer:
        newer.execute("INSERT INTO migrations VALUES (900)")
    with pytest.raises(DatabaseError, match="newer version"):
        bring_back("", tmp_path / "other", tmp_path / "saved", replace=False)


def test_what_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    fill(tmp_path, "", 1)
    before = content("", tmp_path)
    save("", tmp_path / "data", tmp_path / "saved")
    whole = (tmp_path / "saved").read_bytes()
    (tmp_path / "text").write_text("tables")
    (tmp_path / "half").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "empty").write_bytes(b"")
    for name in ("text", "half", "empty"):
        with pytest.raises(DatabaseError, match=r"no backup of tables|damaged"):
            bring_back("", tmp_path / "data", tmp_path / name, replace=True)
    assert content("", tmp_path) == before


def test_a_backup_is_whole_or_not_there(tmp_path: Path) -> None:
    fill(tmp_path, "", 1)
    (tmp_path / "there").write_text("mine")
    with pytest.raises(DatabaseError, match="exists already"):
        save("", tmp_path / "data", tmp_path / "there")
    with pytest.raises(DatabaseError, match="no folder"):
        save("", tmp_path / "data", tmp_path / "nowhere" / "saved")
    with pytest.raises(DatabaseError, match="no tables in"):
        save("", tmp_path / "empty", tmp_path / "saved")
    assert (tmp_path / "there").read_text() == "mine" and not (tmp_path / "saved").exists()
    save("", tmp_path / "data", tmp_path / "saved")
    assert (tmp_path / "saved").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == [], "nothing is left lying about"


def test_the_commands(tmp_path: Path) -> None:
    fill(tmp_path, "", 1)
    env = {"PARAGRAF_DATA": str(tmp_path / "data"), "PARAGRAF_DATABASE_URL": ""}
    saved = str(tmp_path / "saved")

    def run(*args: str) -> tuple[int, str]:
        result = CliRunner().invoke(paragraf, list(args), env=env)
        return result.exit_code, result.output

    code, said = run("backup", saved)
    assert code == 0 and said.startswith(f"{saved}: 1 tables, ")
    code, said = run("restore", saved)
    assert code == 2 and "1 tables already; --replace" in said
    assert run("restore", saved, "--replace") == (0, f"{saved}: 1 tables brought back\n")
