"""A PostgreSQL cluster of its own: in a temporary folder, on a free port, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from types import TracebackType

from tests.support.left_out import NO_POSTGRES

#: where Debian keeps the programs that are not on the path
USUAL = Path("/usr/lib/postgresql")
#: who may run the server when we are root: the server refuses to be
USERS = ("postgres", "nobody")
#: tests need no disk that survives a power cut; a kill of the server process loses nothing either way
FAST = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
SAFE = ("fsync=on", "synchronous_commit=on")


def programs() -> Path | None:
    """The folder of the server's programs; None when there is no server."""
    found = shutil.which("pg_ctl")
    if found is not None:
        return Path(found).resolve().parent
    folders = [path for path in USUAL.glob("*/bin") if (path / "pg_ctl").exists()]
    return max(folders, key=lambda path: float(path.parent.name), default=None)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Cluster:
    """A running server; `url` makes a new database on it."""

    def __init__(self, settings: tuple[str, ...] = FAST) -> None:
        found = programs()
        if found is None:
            raise FileNotFoundError(missing())
        self._programs = found
        self._user = next((name for name in USERS if _known(name)), None) if os.geteuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="paragraf-pg-"))
        self.port = free_port()
        self._numbers = count(1)
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._run(
            "initdb",
            "--pgdata",
            str(self.data),
            "--username",
            "paragraf",
            "--auth",
            "trust",
            "--no-sync",
            "--encoding",
            "UTF8",
            "--locale",
            "C",
        )
        lines = [
            f"port={self.port}",
            "listen_addresses='127.0.0.1'",
            f"unix_socket_directories='{self.folder}'",
            "max_connections=200",
            *settings,
        ]
        with (self.data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write("\n" + "\n".join(lines) + "\n")
        try:
            self.start()
        except BaseException:
            self.close()
            raise

    @property
    def data(self) -> Path:
        """Where the cluster lies."""
        return self.folder / "data"

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments], user=self._user, cwd=self.folder, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C"}, extra_groups=[] if self._user else None,
        )  # fmt: skip
        if done.returncode:
            log = self.folder / "log"
            raise RuntimeError(f"{program} failed: {done.stdout}{done.stderr}{log.read_text() if log.exists() else ''}")

    def _control(self, *arguments: str) -> None:
        self._run(
            "pg_ctl", "--pgdata", str(self.data), "--log", str(self.folder / "log"), "--wait", "--silent", *arguments
        )

    def start(self) -> None:
        """Starts the server and waits for it."""
        self._control("start")

    def stop(self) -> None:
        """Stops it; every connection is cut off."""
        self._control("stop", "--mode", "fast")

    def crash(self) -> None:
        """Ends it without a last word: what it had not written to its log is lost."""
        self._control("stop", "--mode", "immediate")

    def restart(self) -> None:
        """Stops and starts it."""
        self._control("restart", "--mode", "fast")

    def sql(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Runs one statement as the one who may do everything."""
        import psycopg

        with psycopg.connect(self.address(database), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def address(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://paragraf@127.0.0.1:{self.port}/{database}"

    def url(self, name: str = "", more: str = "") -> str:
        """A new, empty database; `more` ends the statement that makes it."""
        name = name or f"tables_{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name} {more}")
        return self.address(name)

    def close(self) -> None:
        """Stops the server and removes everything."""
        if (self.data / "postmaster.pid").exists():
            self._control("stop", "--mode", "immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _known(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def missing() -> str:
    """Why no cluster can be made here; empty when one can."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed"
    if programs() is None:
        return f"{NO_POSTGRES}: no pg_ctl on the path or in {USUAL}"
    return ""
