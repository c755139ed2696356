"""The running server: killed in the middle of writing it loses nothing that it has confirmed."""

from __future__ import annotations

import json
import signal
from pathlib import Path

from tests.support.places import HARBOUR
from tests.support.served import Served

CONFIRMED = 12


def test_a_killed_server_keeps_what_it_confirmed(tmp_path: Path) -> None:
    told = 0
    with Served(tmp_path, HARBOUR.parent) as server:
        table = server.new_table()
        for coins in range(1, CONFIRMED + 1):
            number = json.loads(server.get(f"{table}/now"))["number"]
            server.post(f"{table}/tell", seen=str(number), text=f"coins of red = {coins}")
            told = coins  # the server has said so
        server.end(signal.SIGKILL)
        cookies = server.cookies
    with Served(tmp_path, HARBOUR.parent) as again:
        for cookie in cookies:
            again.cookies.set_cookie(cookie)
        now = json.loads(again.get(f"{table}/now"))["number"]
        kept = json.loads(again.get(f"{table}/export.json"))
    assert told == CONFIRMED
    assert now == CONFIRMED + 1
    assert kept["state"]["coins"]["red"] == CONFIRMED
