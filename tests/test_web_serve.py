"""The running server: killed in the middle of writing it loses nothing that it has confirmed."""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from tests.conftest import HARBOUR, ROOT

CONFIRMED = 12


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(port: int, folder: Path) -> subprocess.Popen[bytes]:
    env = {
        **os.environ,
        "PARAGRAF_CORPUS": str(HARBOUR.parent),
        "PARAGRAF_DATA": str(folder / "data"),
        "PARAGRAF_CACHE": str(folder / "cache"),
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "web.cli", "serve", "--port", str(port)], cwd=ROOT, env=env, stdout=subprocess.DEVNULL
    )
    for _ in range(300):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=2).close()
            return server
        except OSError:
            assert server.poll() is None, "the server did not start"
            time.sleep(0.1)
    raise AssertionError("the server did not answer")


def test_a_killed_server_keeps_what_it_confirmed(tmp_path: Path) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def post(path: str, **form: str) -> str:
        body = urllib.parse.urlencode(form).encode()
        with opener.open(base + path, body, timeout=20) as answer:
            return str(answer.geturl())

    server = start(port, tmp_path)
    told = 0
    try:
        found = re.search(r"/t/[2-9A-Z]+", post("/t/new", game="harbour", players="2", start="free"))
        assert found
        table = found.group()
        for coins in range(1, CONFIRMED + 1):
            number = json.load(opener.open(f"{base}{table}/now"))["number"]
            post(f"{table}/tell", seen=str(number), text=f"coins of red = {coins}")
            told = coins  # the server has said so
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()
    server = start(port, tmp_path)
    try:
        now = json.load(opener.open(f"{base}{table}/now"))["number"]
        kept = json.load(opener.open(f"{base}{table}/export.json"))
    finally:
        server.kill()
        server.wait()
    assert told == CONFIRMED
    assert now == CONFIRMED + 1
    assert kept["state"]["coins"]["red"] == CONFIRMED
