"""`/healthz` and the access log: what they say, and what they never say."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.served import Served
from tests.support.tables import Phone
from tests.support.web_app import made_up_app, made_up_games
from web.http.accesslog import shown_path
from web.store.transaction import DatabaseError

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (\S+) ([A-Z]+) (\S+) (\d{3}) (\d+) (\d+\.\d)")


@pytest.fixture
def app(tmp_path: Path) -> Any:
    return made_up_app(tmp_path)


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    caplog.set_level(logging.INFO, "paragraf.access")
    return lambda: [r.getMessage() for r in caplog.records if r.name == "paragraf.access"]


# ---- health -----------------------------------------------------------------------------------------------------------


def test_health_says_what_is_loaded(app: Any) -> None:
    response = app.test_client().get("/healthz")
    corpus = app.extensions["paragraf-corpus"]
    assert response.status_code == 200 and response.json["status"] == "ok"
    assert response.json["corpus"] == {
        "version": corpus.version,
        "games": {"harbour": corpus.volume("harbour").game.version},
        "reload_refused": None,
    }
    database = response.json["database"]
    assert database["kind"] == "sqlite" and database["answers"] is True and database["disk_free_bytes"] > 0


def test_health_is_never_kept(app: Any) -> None:
    response = app.test_client().get("/healthz")
    assert response.headers["Cache-Control"] == "no-store" and "ETag" not in response.headers


def test_health_is_not_limited(tmp_path: Path) -> None:
    client = made_up_app(tmp_path, RATE=1, NEW_TABLES=1).test_client()
    assert {client.get("/healthz").status_code for _ in range(40)} == {200}


def test_a_database_that_does_not_answer_is_503_without_its_secrets(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    client = made_up_app(tmp_path, DATA=tmp_path / "file" / "data").test_client()
    response = client.get("/healthz")
    assert response.status_code == 503 and response.json["status"] == "unavailable"
    assert response.json["database"]["answers"] is False and str(tmp_path) not in response.text


def test_an_unreachable_server_is_503_and_its_address_is_not_told(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    url = "postgresql://keeper:swordfish@127.0.0.1:1/paragraf"
    response = made_up_app(tmp_path, DATABASE_URL=url).test_client().get("/healthz")
    assert response.status_code == 503 and response.json["database"] == {"kind": "postgresql", "answers": False}
    assert "swordfish" not in response.text and "127.0.0.1" not in response.text


def test_the_database_is_asked_once_a_second_however_often_we_are_asked(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    class Store:
        def ping(self) -> None:
            asked.append(1)
            raise DatabaseError("away")

    clock = [100.0]
    monkeypatch.setattr("web.http.health.time.monotonic", lambda: clock[0])
    app.extensions["paragraf-store"] = Store
    client = app.test_client()
    for moment in (100.0, 100.5, 100.9, 101.5, 101.6):
        clock[0] = moment
        assert client.get("/healthz").status_code == 503
    assert len(asked) == 2


# ---- the access log ---------------------------------------------------------------------------------------------------


def test_a_line_a_request(app: Any, lines: Any) -> None:
    client = app.test_client()
    page = client.get("/g/harbour/?ui=pl&q=secret")
    client.get("/nope")
    client.head("/g/harbour/")
    found = [LINE.fullmatch(line) for line in lines()]
    assert all(found)
    told = [each.groups()[1:5] for each in found if each]
    assert told == [
        ("GET", "/g/harbour/", "200", str(len(page.data))),
        ("GET", "/nope", "404", told[1][3]),
        ("HEAD", "/g/harbour/", "200", "0"),
    ]


def test_no_code_and_no_key_is_written_down(app: Any, lines: Any, caplog: pytest.LogCaptureFixture) -> None:
    phone = Phone(app).make()
    code = phone.url.rsplit("/", 1)[1]
    key = next(cookie.value for cookie in phone.client._cookies.values() if cookie.key == f"t_{code}")
    half = f"{code[:3]}-{code[3:]}"
    for path in (
        phone.url, f"{phone.url}/share", f"{phone.url}/in/{key}", f"/t/join?code={code}", f"{phone.url}/nope/{key}", f"/{code}", f"/{half}",
        f"/t/{half}/log", f"/in/{key}", f"/t/{code.lower()}", f"/t/in/{key}",
    ):  # fmt: skip
        phone.client.get(path)
    text = "\n".join([*lines(), caplog.text])
    assert len(lines()) == 12
    assert not [secret for secret in (code, key, half, code.lower()) if secret in text]
    marks = {line.split()[3].split("/")[2] for line in lines() if f"{line.split()[3]}/".startswith("/t/~")}
    assert len({mark for mark in marks if any(f"/t/{mark}/share" in line for line in lines())}) == 1
    assert f"/t/{next(iter(m for m in marks if any(f'/t/{m}/in/*' in x for x in lines())))}/in/*" in text


def test_polls_and_health_checks_are_no_noise(tmp_path: Path, lines: Any) -> None:
    app = made_up_app(tmp_path)
    phone = Phone(app).make()
    before = len(lines())
    phone.client.get(f"{phone.url}/now")
    phone.client.get("/healthz")
    assert len(lines()) == before
    phone.client.get("/t/AAAAAAAA/now")
    assert len(lines()) == before + 1, "one that fails is told"
    loud = made_up_app(tmp_path, ACCESS_LOG=2).test_client()
    loud.get("/healthz")
    assert len(lines()) == before + 2
    made_up_app(tmp_path, ACCESS_LOG=0).test_client().get("/nope")
    assert len(lines()) == before + 2


@pytest.mark.parametrize("path", ["/%0a2026 forged", "/\x1b[31m", "/a b", "/" + "x" * 5000, "/\u202e"])
def test_a_path_cannot_forge_a_line(path: str) -> None:
    from urllib.parse import unquote

    shown = shown_path(unquote(path))
    assert re.fullmatch(r"[!-~]{1,200}", shown)


def test_an_error_page_shows_the_id_of_the_line(app: Any, lines: Any, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> str:
        raise ValueError("secret detail")

    app.add_url_rule("/t/<code>/broken", view_func=broken)
    page = app.test_client().get("/t/ABCDEFGH/broken")
    assert page.status_code == 500
    (identity,) = re.findall(r"<code>([0-9a-f]{8})</code>", page.text)
    assert (
        lines()[-1].split()[1] == identity
        and f"error {identity} at GET /t/~" in caplog.text
        and "ABCDEFGH" not in caplog.text
    )


def test_an_id_is_believed_from_a_proxy_alone(tmp_path: Path, lines: Any) -> None:
    made_up_app(tmp_path).test_client().get("/nope", headers={"X-Request-Id": "mine"})
    assert lines()[-1].split()[1] != "mine"
    behind = made_up_app(tmp_path, PROXIES=1).test_client()
    behind.get("/nope", headers={"X-Request-Id": "mine"})
    assert lines()[-1].split()[1] == "mine"
    behind.get("/nope", headers={"X-Request-Id": "mine and\x1b more"})
    assert len(lines()[-1].split()) == 7


def test_a_running_server_writes_lines_and_events_apart(tmp_path: Path) -> None:
    with Served(tmp_path, made_up_games(tmp_path), PREFIX="/rules") as server:
        server.get("/rules/g/harbour/")
        server.wait_for(lambda: " GET /rules/g/harbour/ 200 " in server.out)
        assert f"paragraf: {server.base}/rules/" in server.out and server.err == ""
        assert server.end() == 0
        assert "INFO stopped" in server.err
