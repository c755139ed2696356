"""Forms of other sites are refused: whatever changes something must come from our own pages, or from a program."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, request

from web.base.faults import ForbiddenError
from web.game.reader import here

#: methods that change nothing
READING = ("GET", "HEAD", "OPTIONS")
#: what browsers say of a form of our own, or of an address that was typed
OURS = ("same-origin", "none")
_PORTS = {"http": ":80", "https": ":443"}


def init_app(app: Flask) -> None:
    """Looks at every request that may change something, before anything else is done with it."""

    @app.before_request
    def refuse_other_sites() -> None:
        if request.method not in READING and not is_ours():
            raise ForbiddenError(here().t("table.other_site"))


def is_ours() -> bool:
    """Whether a request is of our own pages: the browser says so itself, or names the page's origin; programs say neither.

    Only the host is compared: behind a proxy the scheme may be another one, and a prefix is no part of an origin."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in OURS
    origin = request.headers.get("Origin")
    return origin is None or _host(origin) == _plain(request.host)


def _host(origin: str) -> str:
    """The host of an origin with its port, where that is not the usual one; nothing where there is none (`null`)."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc.lower().removesuffix(_PORTS.get(parts.scheme, "none"))


def _plain(host: str) -> str:
    """A host without the usual ports."""
    return host.lower().removesuffix(":80").removesuffix(":443")
