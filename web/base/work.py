"""The work of one request: everything it makes the referee do is counted on one meter, which ends with the request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, abort, current_app, request

from referee.service import Meter, metered

#: bytes of an address behind its path: a card and told facts fit, in any letters; every page writes its address several times
LONGEST_QUERY = 32_000
_TOO_LONG = "paragraf.too_long"

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def init_app(app: Flask) -> None:
    """Puts a new meter under every request."""
    inner: Any = app.wsgi_app
    seconds = app.config["DEADLINE"] / 1000 or None

    def counted(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if len(environ.get("QUERY_STRING", "")) > LONGEST_QUERY:
            environ = {**environ, "QUERY_STRING": "", _TOO_LONG: True}  # not even to be read
        with metered(Meter(seconds=seconds)):
            found: Iterable[bytes] = inner(environ, start_response)
            return found

    app.wsgi_app = counted  # type: ignore[method-assign]

    @app.before_request
    def not_too_long() -> None:
        if _TOO_LONG in request.environ:
            abort(414)


def spend() -> None:
    """Counts a costly page against the rate of its address, like a question."""
    current_app.extensions["paragraf-limiter"].spend(request.remote_addr or "")
