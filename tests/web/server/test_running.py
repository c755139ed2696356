"""The running server: how it stops, reloads and refuses to start. Real processes and real signals."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import sqlite3
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import HARBOUR
from tests.support.served import PATIENCE, Served

FAILING = '\n```case\ncase "wine is dear" ask price(wine) expect 99\n```\n'
BROKEN = "\n## More {#har.more9}\n\nNobody may. {#har.more9.1}\n\n```rule\naction swim by actor: captian\n  effect raise coins of actor by depth\n```\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    shutil.copytree(HARBOUR, tmp_path / "games" / "harbour")
    return tmp_path / "games"


def chapter(games: Path) -> Path:
    return games / "harbour" / "rules" / "01-harbour.md"


def break_rules(games: Path) -> None:
    chapter(games).write_text(chapter(games).read_text("utf-8") + BROKEN, "utf-8")


# ---- stopping ---------------------------------------------------------------------------------------------------------


@contextmanager
def busy(server: Served) -> Iterator[tuple[sqlite3.Connection, socket.socket]]:
    """A request in progress: it waits for a writer of the same database, who ends when the test says so."""
    table = server.new_table()
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in server.cookies)
    body = b"seen=1&text=coins+of+red+%3D+3"
    head = f"POST {table}/tell HTTP/1.1\r\nHost: x\r\nCookie: {cookies}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    other = sqlite3.connect(server.folder / "data" / "tables.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(head.encode() + body)
        server.get("/healthz")  # what was sent before this has been read
        yield other, line
    other.close()


def read_all(line: socket.socket) -> bytes:
    answer = b""
    while part := line.recv(65_536):
        answer += part
    return answer


@pytest.mark.parametrize("code", [signal.SIGTERM, signal.SIGINT])
def test_stopped_it_finishes_what_was_begun(tmp_path: Path, games: Path, code: signal.Signals) -> None:
    with Served(tmp_path, games) as server:
        with busy(server) as (other, line):
            server.process.send_signal(code)
            server.wait_for(lambda: "stopping: " in server.err)
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", server.port), timeout=5)
            assert server.process.poll() is None
            other.execute("ROLLBACK")
            assert read_all(line).startswith(b"HTTP/1.1 303")
            assert server.process.wait(PATIENCE) == 0
        assert "unfinished" not in server.err and server.err.rstrip().endswith("stopped")
    with sqlite3.connect(tmp_path / "data" / "tables.sqlite3") as kept:
        assert kept.execute("SELECT number FROM tables").fetchall() == [(2,)]


def test_stopped_it_waits_no_longer_than_it_is_told(tmp_path: Path, games: Path) -> None:
    with Served(tmp_path, games, STOP_SECONDS="1") as server, busy(server):
        assert server.end() == 0
        assert "stopped with 1 requests unfinished" in server.err


def test_stopped_twice_it_waits_for_nothing(tmp_path: Path, games: Path) -> None:
    with Served(tmp_path, games, STOP_SECONDS="600") as server, busy(server):
        server.process.send_signal(signal.SIGTERM)
        server.wait_for(lambda: "stopping: " in server.err)
        assert server.end() == 0


def test_a_whole_answer_is_sent_before_the_end(tmp_path: Path, games: Path) -> None:
    """Half a request is there when it is stopped; the other half comes, and the answer is whole."""
    with Served(tmp_path, games) as server:
        body = json.dumps({"question": "score(red)"}).encode()
        head = f"POST /api/v1/games/harbour/ask HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        with (
            socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line,
            socket.create_connection(("127.0.0.1", server.port)) as idle,
        ):
            line.sendall(head.encode() + body[:5])
            server.get("/healthz")  # what was sent before this has been read
            server.process.send_signal(signal.SIGTERM)
            server.wait_for(lambda: "stopping: " in server.err)
            line.sendall(body[5:])
            answer = read_all(line)
            assert idle.recv(1) == b"", "a connection that waits for nothing is closed"
        front, _, sent = answer.partition(b"\r\n\r\n")
        assert front.startswith(b"HTTP/1.1 200") and json.loads(sent)["verdict"]
        assert server.process.wait(PATIENCE) == 0


# ---- reloading --------------------------------------------------------------------------------------------------------


def test_a_good_corpus_is_taken_over(tmp_path: Path, games: Path) -> None:
    with Served(tmp_path, games) as server:
        before = json.loads(server.get("/healthz"))["corpus"]
        text = chapter(games).read_text("utf-8")
        chapter(games).write_text(
            text + "\n## New {#har.new}\n\nA lamp burns at night. {#har.new.1 norule=flavour}\n", "utf-8"
        )
        server.process.send_signal(signal.SIGHUP)
        server.wait_for(lambda: "is in use" in server.err)
        after = json.loads(server.get("/healthz"))["corpus"]
        assert after["games"]["harbour"] != before["games"]["harbour"] and after["reload_refused"] is None
        assert "A lamp burns at night" in server.get("/g/harbour/p/har.new.1")


def test_a_broken_corpus_is_not_taken_over(tmp_path: Path, games: Path) -> None:
    with Served(tmp_path, games) as server:
        before, text = json.loads(server.get("/healthz"))["corpus"], chapter(games).read_text("utf-8")
        break_rules(games)
        server.process.send_signal(signal.SIGHUP)
        server.wait_for(lambda: "reload refused" in server.err)
        assert (
            f"corpus {before['version']} stays in use" in server.err
            and "captian" in server.err
            and "01-harbour.md:" in server.err
        )
        after = json.loads(server.get("/healthz"))["corpus"]
        assert after["version"] == before["version"] and after["reload_refused"]
        assert "har.more9.1" not in server.get("/g/harbour/")
        chapter(games).write_text(text, "utf-8")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for(lambda: "is in use, as before" in server.err)
        assert json.loads(server.get("/healthz"))["corpus"] == before


def test_a_corpus_with_a_failing_case_is_not_taken_over(tmp_path: Path, games: Path) -> None:
    with Served(tmp_path, games) as server:
        cases = games / "harbour" / "cases" / "01-harbour.md"
        text = cases.read_text("utf-8")
        cases.write_text(text + FAILING, "utf-8")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for(lambda: "reload refused" in server.err)
        assert "[CASE-FAILED]" in server.err and "wine is dear" in server.err


def test_a_corpus_that_is_gone_is_not_taken_over(tmp_path: Path, games: Path) -> None:
    with Served(tmp_path, games) as server:
        games.rename(tmp_path / "elsewhere")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for(lambda: "reload refused" in server.err)
        assert "There is no game in" in server.err
        assert server.get("/g/harbour/")


# ---- starting ---------------------------------------------------------------------------------------------------------


def run_to_its_end(tmp_path: Path, games: Path, **settings: str) -> tuple[int, str]:
    server = Served(tmp_path, games, **settings)
    try:
        code = server.process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        code = -1
    server.process.kill()
    server.process.wait()
    return code, server.err


def test_it_does_not_start_on_a_broken_corpus(tmp_path: Path, games: Path) -> None:
    break_rules(games)
    for _ in range(2):  # what is broken is not remembered as right
        code, said = run_to_its_end(tmp_path, games)
        assert code == 1
        assert "is broken; nothing is served" in said and "captian" in said and "Traceback" not in said


def test_it_does_not_start_without_games(tmp_path: Path) -> None:
    code, said = run_to_its_end(tmp_path, tmp_path / "nowhere")
    assert code == 1 and "There is no game in" in said and "PARAGRAF_CORPUS" in said


def test_with_cases_checked_it_does_not_start_on_a_failing_one(tmp_path: Path, games: Path) -> None:
    cases = games / "harbour" / "cases" / "01-harbour.md"
    cases.write_text(cases.read_text("utf-8") + FAILING, "utf-8")
    code, said = run_to_its_end(tmp_path, games, CHECK="cases")
    assert code == 1 and "wine is dear" in said


def test_only_the_first_problems_are_told(tmp_path: Path, games: Path) -> None:
    rules = "\n".join(f"fact odd{n} of captian: 0..2" for n in range(30))
    chapter(games).write_text(
        chapter(games).read_text("utf-8") + f"\n## More {{#har.m9}}\n\nOdd. {{#har.m9.1}}\n\n```rule\n{rules}\n```\n",
        "utf-8",
    )
    code, said = run_to_its_end(tmp_path, games)
    assert code == 1 and "more; `paragraf check` shows them all." in said and len(said.splitlines()) < 10


def test_folders_that_cannot_be_made_are_told_of_and_reading_goes_on(tmp_path: Path, games: Path) -> None:
    (tmp_path / "file").write_text("")
    with Served(
        tmp_path, games, CACHE=str(tmp_path / "file" / "cache"), DATA=str(tmp_path / "file" / "data")
    ) as server:
        assert "har.act" in server.get("/g/harbour/c/har.all")
        assert (
            "the cache folder" in server.err
            and "cannot be written" in server.err
            and "tables do not work" in server.err
        )
        with pytest.raises(urllib.error.HTTPError) as refused:
            server.get("/healthz")
        assert refused.value.code == 503 and json.load(refused.value)["database"]["answers"] is False
        assert "Traceback" not in server.err
        assert server.end() == 0


# ---- behind a proxy ---------------------------------------------------------------------------------------------------


def test_a_proxy_is_believed_where_the_setting_says_so(tmp_path: Path, games: Path) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "rules.example.org", "X-Forwarded-For": "192.0.2.7"}
    for proxies, secure in (("1", True), ("0", False)):
        with Served(tmp_path, games, PROXIES=proxies) as server:
            asked = urllib.request.Request(f"{server.base}/choices?set=1&ui=pl&next=/about", headers=said)
            with urllib.request.build_opener(_Staying).open(asked) as answer:
                assert ("; Secure" in answer.headers["Set-Cookie"]) is secure
                assert ("Strict-Transport-Security" in answer.headers) is secure


class _Staying(urllib.request.HTTPRedirectHandler):
    """Stays where it is told to go on."""

    def http_error_303(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        return fp
