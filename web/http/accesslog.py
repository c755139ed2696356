"""The access log: one line a request, with an id that an error page shows too; never a query, never a table's code or key."""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from flask import Flask, request

from web.store.secret import ALPHABET, CODES, KEYS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

access = logging.getLogger("paragraf.access")

#: where the id of a request stands in its environment
ID = "paragraf.request"
HEALTH = "/healthz"
#: addresses under /t/ that are no table
_NO_TABLE = ("", "new", "join", "import", "here", "settle")
_SECRET = re.compile(
    "|".join(rf"[{ALPHABET}]{{{length // 2}}}-?[{ALPHABET}]{{{length // 2}}}" for length in {*CODES, *KEYS})
    + rf"|[{ALPHABET}-]{{{2 * min(CODES)},}}"
)
_GIVEN = re.compile(r"[0-9A-Za-z._-]{1,64}")
_LONGEST = 200
#: keeps marks of tables from being turned back into codes; other after each start
_SALT = secrets.token_bytes(16)


def request_id() -> str:
    """The id of this request, as it stands in the log."""
    found: str = request.environ.get(ID, "")
    return found or secrets.token_hex(4)


def shown_path(path: str) -> str:
    """A path as it may be written down: each table under a mark of its own, keys not at all."""
    parts = path.split("/")
    if parts[1:2] == ["t"] and len(parts) > 2 and parts[2] not in _NO_TABLE:
        parts[2] = _mark(parts[2])
        if parts[3:4] == ["in"]:
            parts[4:] = ["*"]
    shown = "/".join(_mark(part) if _SECRET.fullmatch(part) else part for part in parts)
    return quote(shown.encode("utf-8", "replace"), safe="/~*")[:_LONGEST]


def _mark(word: str) -> str:
    return "~" + hashlib.blake2b(word.encode("utf-8", "replace"), key=_SALT, digest_size=3).hexdigest()


class AccessLog:
    """Gives every request its id, and writes its line when the answer is there."""

    def __init__(self, app: WSGIApplication, level: int, believes: bool) -> None:
        """`believes`: whether a proxy in front may give the id."""
        self.app, self.level, self.believes = app, level, believes

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        given = environ.get("HTTP_X_REQUEST_ID", "") if self.believes else ""
        environ[ID] = given if _GIVEN.fullmatch(given) else secrets.token_hex(4)
        began = time.perf_counter()
        said: list[tuple[str, str]] = []

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Callable[[bytes], object]:
            length = next((value for name, value in headers if name.lower() == "content-length"), "")
            said[:] = [(status[:3], length)]
            return start_response(status, headers, *more)

        body = self.app(environ, start)
        status, length = said[0] if said else ("", "")
        if length or status in ("204", "304"):
            self._write(environ, status, 0 if environ["REQUEST_METHOD"] == "HEAD" else int(length or 0), began)
            return body
        return self._counted(body, environ, said, began)

    def _counted(
        self, body: Iterable[bytes], environ: WSGIEnvironment, said: list[tuple[str, str]], began: float
    ) -> Iterator[bytes]:
        """A body of unknown length, its line written at its end."""
        size = 0
        try:
            for part in body:
                size += len(part)
                yield part
        finally:
            if hasattr(body, "close"):
                body.close()
            self._write(environ, said[0][0] if said else "-", size, began)

    def _write(self, environ: WSGIEnvironment, status: str, size: int, began: float) -> None:
        path = environ.get("PATH_INFO", "").encode("latin-1", "replace").decode("utf-8", "replace")
        if not self.level or (self.level == 1 and _is_routine(path, status)):
            return
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        spent = (time.perf_counter() - began) * 1_000
        method = re.sub(r"[^A-Za-z]", "?", environ["REQUEST_METHOD"])[:10]
        where = environ.get("SCRIPT_NAME", "") + shown_path(path)
        access.info("%s %s %s %s %s %d %.1f", moment, environ[ID], method, where, status, size, spent)


def _is_routine(path: str, status: str) -> bool:
    """A health check, or a phone that asks whether something changed, that went well."""
    return status in ("200", "304") and (path == HEALTH or (path.startswith("/t/") and path.endswith("/now")))


class _Quiet(logging.StreamHandler[Any]):
    """A log that cannot be written never stops what is logged."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Nothing can be said where nothing can be written."""


def write_logs() -> None:
    """Lines of the access log go to the standard output, everything else to the standard error, both as they come."""
    lines = _Quiet(sys.stdout)
    lines.setFormatter(logging.Formatter("%(message)s"))
    access.addHandler(lines)
    access.setLevel(logging.INFO)
    access.propagate = False
    events = _Quiet(sys.stderr)
    form = logging.Formatter("%(asctime)sZ %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S")
    form.converter = time.gmtime
    events.setFormatter(form)
    for name in ("paragraf", "waitress"):
        logger = logging.getLogger(name)
        logger.addHandler(events)
        logger.setLevel(logging.INFO if name == "paragraf" else logging.WARNING)
        logger.propagate = False


def init_app(app: Flask) -> None:
    """Around everything else, so that no request is without its line."""
    app.wsgi_app = AccessLog(app.wsgi_app, app.config["ACCESS_LOG"], app.config["PROXIES"] > 0)  # type: ignore[method-assign]
