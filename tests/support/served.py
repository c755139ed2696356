"""A server as a process of its own, over a corpus and folders of a test; what it writes is kept."""

from __future__ import annotations

import http.cookiejar
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from tests.support.places import ROOT

#: seconds something that must happen may take on a slow machine
PATIENCE = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """`with Served(folder, games) as server`: it answers, and is killed at the end if it still runs."""

    def __init__(self, folder: Path, games: Path, **settings: str) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self._out, self._err = folder / f"out-{self.port}", folder / f"err-{self.port}"
        given = {
            "CORPUS": str(games),
            "DATA": str(folder / "data"),
            "CACHE": str(folder / "cache"),
            "OFFLINE": str(folder / "none"),
            "RATE": "0",
            "NEW_TABLES": "0",
            **settings,
        }
        env = {**os.environ, **{f"PARAGRAF_{name}": value for name, value in given.items()}}
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "web.cli", "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=env,
                stdout=out,
                stderr=err,
            )
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.cookies)
        )

    def __enter__(self) -> Served:
        self.wait_for(lambda: "paragraf: http" in self.out)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    @property
    def out(self) -> str:
        """What it printed."""
        return self._out.read_text("utf-8")

    @property
    def err(self) -> str:
        """What it logged."""
        return self._err.read_text("utf-8")

    def wait_for(self, happened: Callable[[], bool]) -> None:
        """Until something is so."""
        until = time.monotonic() + PATIENCE
        while not happened():
            assert self.process.poll() is None, f"the server ended:\n{self.out}{self.err}"
            assert time.monotonic() < until, f"waited in vain:\n{self.out}{self.err}"
            time.sleep(0.02)

    def end(self, code: int = signal.SIGTERM) -> int:
        """Asks it to end; its exit code."""
        self.process.send_signal(code)
        return self.process.wait(PATIENCE)

    def get(self, path: str) -> str:
        with self.opener.open(self.base + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **form: str) -> str:
        """Where the answer leads."""
        with self.opener.open(self.base + path, urllib.parse.urlencode(form).encode(), timeout=PATIENCE) as answer:
            return str(answer.geturl())

    def new_table(self) -> str:
        """The path of a new table."""
        found = re.search(r"/t/[2-9A-Z]+", self.post("/t/new", game="harbour", players="2", start="free"))
        assert found
        return found.group()
