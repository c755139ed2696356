"""The short way for what every phone at a table asks every few seconds: has it changed? Anything odd goes the long way.

Four phones at a thousand tables ask 1,600 times a second; without routes, cookies, languages and hooks an answer is one look
at one row. What it says is what the view says: a test compares them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from web.http.headers import SECURITY
from web.store.secret import ALPHABET, CODES
from web.store.transaction import DatabaseError

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ADDRESS = re.compile(rf"/t/([{ALPHABET}]{{{min(CODES)},{max(CODES)}}})/now")
#: what the long way adds to an answer of a live page
LIVE = {"Cache-Control": "no-store"}


class Polls:
    """Answers the question itself, if it is asked plainly and about a table that is there."""

    def __init__(self, app: WSGIApplication, number: Callable[[str], int | None], version: Callable[[], str]) -> None:
        self.app, self.number, self.version = app, number, version

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """As WSGI has it."""
        asked = ADDRESS.fullmatch(environ.get("PATH_INFO", ""))
        if asked is None or environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
            return self.app(environ, start_response)
        try:
            number = self.number(asked.group(1))
        except DatabaseError:
            number = None  # the long way says what is wrong
        if number is None:
            return self.app(environ, start_response)
        body = f'{{"number":{number}}}\n'.encode()
        headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), **SECURITY, **LIVE}
        headers["Corpus-Version"] = self.version()
        if environ.get("wsgi.url_scheme") == "https":
            headers["Strict-Transport-Security"] = "max-age=31536000"
        start_response("200 OK", list(headers.items()))
        return [body]
