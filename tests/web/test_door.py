"""The app without a server: requests as plain values, cookies in a jar, all that must not be lost in one piece."""

from __future__ import annotations

import re
import shutil
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from web.door import Door, compiled_library
from web.pocket.packing import archive

SITE = "https://example.org"


@pytest.fixture
def home(web_folder: Path, tmp_path: Path) -> Path:
    shutil.copytree(web_folder / "games", tmp_path / "corpus")
    return tmp_path


def new_table(door: Door) -> str:
    form = b"game=harbour&players=2&start=begin"
    kind = ["Content-Type", "application/x-www-form-urlencoded"]
    status, headers, _ = door.answer("POST", f"{SITE}/t/new", [kind], form)
    assert status == 303
    return dict(headers)["Location"]


def test_a_page_is_answered(home: Path) -> None:
    status, headers, body = Door(str(home)).answer("GET", f"{SITE}/g/harbour/?ui=uk", [], b"")
    assert status == 200 and dict(headers)["Content-Type"].startswith("text/html") and b'lang="uk"' in body


def test_letters_of_every_alphabet_are_understood(home: Path) -> None:
    status, _, body = Door(str(home)).answer("GET", f"{SITE}/search?q=%D1%88%D1%82%D0%BE%D1%80%D0%BC", [], b"")
    assert status == 200 and "шторм".encode() in body


def test_choices_are_remembered(home: Path) -> None:
    door = Door(str(home))
    door.answer("GET", f"{SITE}/choices?set=1&ui=pl", [], b"")
    assert b'<html lang="pl"' in door.answer("GET", f"{SITE}/", [], b"")[2]
    again = Door(str(home / "other"), "", door.unsaved())
    assert again.cookies == door.cookies and door.unsaved() == b""


def test_a_table_is_there_again_after_the_worker_was_stopped(home: Path) -> None:
    door = Door(str(home))
    address = new_table(door)
    saved = door.unsaved()
    assert saved and door.unsaved() == b"" and door.tables() == [address.rpartition("/")[2]]
    shutil.rmtree(home / "data")
    again = Door(str(home), "", saved)
    status, _, body = again.answer("GET", f"{SITE}{address}", [], b"")
    assert status == 200 and "kept on this phone alone" in body.decode()
    assert not re.search("/qr.svg", again.answer("GET", f"{SITE}{address}/share", [], b"")[2].decode())


@pytest.mark.parametrize(("lang", "said"), [("en", "no network"), ("pl", "sieci nie ma"), ("uk", "мережі немає")])
def test_a_shared_table_says_where_it_is(home: Path, lang: str, said: str) -> None:
    status, _, body = Door(str(home)).answer("GET", f"{SITE}/t/ABCDEFGH?ui={lang}", [], b"")
    assert status == 404 and said in body.decode()


def test_a_prefix_is_the_same_as_on_the_server(home: Path) -> None:
    door = Door(str(home), "/rules")
    assert b'href="/rules/g/harbour/' in door.answer("GET", f"{SITE}/rules/", [], b"")[2]


def test_the_folder_is_given_back_whole_but_for_the_tables(home: Path) -> None:
    door = Door(str(home))
    new_table(door)
    image = door.image()
    size = int.from_bytes(image[:4], "little")
    index = image[4 : 4 + size].decode()
    assert "game.toml" in index and "/data/" not in index


def test_what_was_imported_is_bytecode_afterwards() -> None:
    made = compiled_library(archive([("json/__init__.py", b"x = 1\n"), ("nobody_imports.py", b"")]))
    assert "json" in sys.modules
    with zipfile.ZipFile(BytesIO(made)) as packed:
        assert packed.namelist() == ["json/__init__.pyc", "nobody_imports.py"]
