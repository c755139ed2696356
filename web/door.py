"""The app without a server: where Python runs in a browser, a request comes in as plain values and a response goes out.

Started in a folder that has everything: the program, its packages, games, a cache, and the tables of this phone."""

from __future__ import annotations

import io
import json
import marshal
import sqlite3
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from http.cookies import SimpleCookie
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

from kb.cache.pack import Pack, pack
from web.app import create_app
from web.server.readiness import warm

TABLES, JAR = "tables.sqlite3", "cookies.json"
#: how a phone differs from a server: nobody to share with, nobody to keep out, a slower processor
SETTINGS = {
    "POCKET": True, "RATE": 0, "NEW_TABLES": 0, "TABLES_A_DAY": 0, "TABLE_DAYS": 36_500, "TABLES": 500, "DEADLINE": 10_000, "ACCESS_LOG": 0,
    "POLL": 3_600_000, "DATABASE_URL": "", "PROXIES": 0, "MCP": 0,
}  # fmt: skip


class Door:
    """Answers requests, remembers cookies, and says when something must be saved."""

    def __init__(self, home: str, prefix: str = "", saved: bytes = b"") -> None:
        """`saved`: the tables and cookies as `unsaved` gave them."""
        self.home = Path(home)
        self._data = self.home / "data"
        self._data.mkdir(parents=True, exist_ok=True)
        for name, part in Pack(memoryview(saved)).items() if saved else ():
            (self._data / name).write_bytes(part)
        self.cookies: dict[str, str] = json.loads(self._read(JAR) or b"{}")
        folders = {name.upper(): str(self.home / name) for name in ("corpus", "cache", "data")}
        self.app = create_app({**SETTINGS, **folders, "PREFIX": prefix, "OFFLINE": str(self.home / "none")})
        self._changed = False

    def answer(
        self, method: str, address: str, headers: list[list[str]], body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """One request: status, headers and body of its answer."""
        said: list[Any] = []
        environ = self._environ(method, address, headers, body)

        def start(status: str, told: list[tuple[str, str]], *_: Any) -> Callable[[bytes], object]:
            said[:] = [int(status[:3]), told]
            return lambda _: None

        parts = self.app(environ, start)
        try:
            sent = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        self._remember([value for name, value in said[1] if name.lower() == "set-cookie"])
        return said[0], [(name, value) for name, value in said[1] if name.lower() != "set-cookie"], sent

    def _environ(self, method: str, address: str, headers: list[list[str]], body: bytes) -> dict[str, Any]:
        scheme, _, rest = address.partition("://")
        host, slash, path = rest.partition("/")
        path, _, query = (slash + path).partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method, "PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "QUERY_STRING": query, "SCRIPT_NAME": "",
            "SERVER_NAME": host.partition(":")[0], "SERVER_PORT": host.partition(":")[2] or "443", "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": host, "REMOTE_ADDR": "127.0.0.1", "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr, "wsgi.url_scheme": scheme, "wsgi.version": (1, 0), "wsgi.multithread": False,
            "wsgi.multiprocess": False, "wsgi.run_once": False,
        }  # fmt: skip
        for name, value in headers:
            key = name.upper().replace("-", "_")
            environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        if self.cookies:
            environ["HTTP_COOKIE"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return environ

    def _remember(self, lines: list[str]) -> None:
        """A worker sees no cookies: this is their jar."""
        for line in lines:
            for name, found in SimpleCookie(line).items():
                before = self.cookies.pop(name, None)
                if found["max-age"] != "0" and found.coded_value:
                    self.cookies[name] = found.coded_value
                self._changed |= before != self.cookies.get(name)

    def tables(self) -> list[str]:
        """The codes of the tables that are kept here."""
        return [name.removeprefix("t_") for name in self.cookies if name.startswith("t_")]

    def unsaved(self) -> bytes:
        """All that must not be lost, when any of it has changed since it was last asked for; else nothing."""
        log = self._data / f"{TABLES}-wal"
        written = log.exists() and log.stat().st_size > 0
        if not (written or self._changed):
            return b""
        if written:
            with closing(sqlite3.connect(self._data / TABLES)) as tables:
                tables.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._changed = False
        (self._data / JAR).write_text(json.dumps(self.cookies), "utf-8")
        return pack({name: self._read(name) for name in (TABLES, JAR)})

    def _read(self, name: str) -> bytes:
        path = self._data / name
        return path.read_bytes() if path.exists() else b""

    # ---- once, when a game is kept ---------------------------------------------------------------------------------

    def make_ready(self, step: Callable[[int, int], None]) -> None:
        """Makes all that later starts find made: bytecode, games, compiled rules, the index."""
        warm(self.app, step)
        for volume in self.app.extensions["paragraf-corpus"].volumes():
            for page in (
                "/",
                f"/g/{volume.id}/",
                f"/g/{volume.id}/ask/",
                "/search?q=a",
                "/t/",
                f"/t/new?game={volume.id}",
            ):
                self.answer("GET", f"https://localhost{page}", [], b"")

    def image(self) -> bytes:
        """The folder as later starts need it: an index, then the files one after another."""
        files = [path for path in sorted(self.home.rglob("*")) if path.is_file() and self._data not in path.parents]
        index = json.dumps([[str(path), path.stat().st_size] for path in files]).encode()
        return b"".join((len(index).to_bytes(4, "little"), index, *(path.read_bytes() for path in files)))


def compiled_library(library: bytes) -> bytes:
    """The standard library with what was imported till now as bytecode: the next start compiles nothing."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as target:
        for entry in source.infolist():
            name, text = entry.filename, source.read(entry)
            if (
                name.endswith(".py")
                and name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") in sys.modules
            ):
                code = SourceFileLoader("", name).source_to_code(text, f"/lib/{name}")
                name, text = f"{name}c", MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
            target.writestr(zipfile.ZipInfo(name, entry.date_time), text)
    return made.getvalue()
