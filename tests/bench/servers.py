"""Servers as they are run, and phones that talk to them over HTTP: for soaks and loads."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from urllib.parse import urlencode

from tests.support.places import ROOT
from tests.support.postgres import free_port

#: seconds a server may take to start, and an answer to come
START, ANSWER = 180, 30


class Server:
    """One process of the web app, with no limit on what one address may ask."""

    def __init__(
        self, folder: Path, corpus: Path | None, url: str = "", settings: Mapping[str, str] | None = None
    ) -> None:
        self.port = free_port()
        self.environment = {
            **os.environ, "PYTHONPATH": str(ROOT), "PARAGRAF_DATA": str(folder / "data"), "PARAGRAF_DATABASE_URL": url,
            "PARAGRAF_RATE": "0", "PARAGRAF_NEW_TABLES": "0", "PARAGRAF_TABLES_A_DAY": "0", **(settings or {}),
        }  # fmt: skip
        if corpus is not None:
            self.environment["PARAGRAF_CORPUS"] = str(corpus)
        self.log = folder / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the process; `ready` waits for it."""
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "web.cli", "serve", "--port", str(self.port)]
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)

    def ready(self) -> None:
        """Waits until it answers."""
        until = time.monotonic() + START
        while time.monotonic() < until:
            if self.process is None or self.process.poll() is not None:
                raise RuntimeError(f"the server did not start: {self.log.read_text('utf-8')[-2_000:]}")
            phone = Phone(self)
            try:
                if phone.get("/t/22222222/now")[0] == 404:
                    return
            except OSError:
                time.sleep(0.05)
            finally:
                phone.close()
        raise RuntimeError(f"the server did not answer within {START} s")

    def kill(self) -> None:
        """Kills it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def memory(self) -> int:
        """Bytes of main memory it has and had at most."""
        if self.process is None:
            return 0
        text = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        found = re.search(r"VmHWM:\s+(\d+)", text)
        return int(found.group(1)) * 1024 if found else 0

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


class Phone:
    """A browser with its cookies and one connection; raises OSError when the server goes."""

    def __init__(self, server: Server, cookies: Mapping[str, str] | None = None) -> None:
        self.server, self.cookies = server, dict(cookies or {})
        self._connection: http.client.HTTPConnection | None = None

    def get(self, path: str) -> tuple[int, str]:
        """Status and page."""
        status, _, body = self._send("GET", path)
        return status, body

    def post(self, path: str, **form: str | int) -> tuple[int, str]:
        """Status and where it leads."""
        status, location, _ = self._send("POST", path, urlencode(form))
        return status, location

    def _send(self, method: str, path: str, body: str = "") -> tuple[int, str, str]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=ANSWER)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body:
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": f"http://127.0.0.1:{self.server.port}",
            }
        try:
            self._connection.request(method, path, body or None, headers)
            answer = self._connection.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise ConnectionError(str(error)) from error
        for name, value in re.findall(r"([^=;, ]+)=([^;]*)", "; ".join(answer.headers.get_all("Set-Cookie", []))):
            if name == "phone" or name.startswith("t_"):
                self.cookies[name] = value
        return answer.status, answer.headers.get("Location", ""), text

    def close(self) -> None:
        """Closes the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
