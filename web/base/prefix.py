"""The app under a path prefix. Inside, every address begins at the app's own root; the prefix is put before it at the border.

The border is: what a request asks for, redirects and cookies; attributes of templates, when these are compiled; addresses
in JSON and in rendered texts (`placed`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app
from jinja2.ext import Extension
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: attributes that hold an address
ATTRIBUTES = ("href", "src", "action", "formaction", "data-url", "data-card")
_LITERAL = re.compile(rf'(?<=\s)({"|".join(ATTRIBUTES)})="(/(?!/))')
_EXPRESSION = re.compile(rf'(?<=\s)({"|".join(ATTRIBUTES)})="\{{\{{(.*?)\}}\}}')
_COOKIE_PATH = re.compile(r"(;\s*path=)/", re.IGNORECASE)


def placed(address: str) -> str:
    """An address of the app as others see it."""
    return put(current_app.config["PREFIX"], address)


def put(prefix: str, address: str) -> str:
    """An address with the prefix before it; one that is relative, or of another site, stays as it is."""
    return prefix + address if prefix and address.startswith("/") and not address.startswith("//") else address


class PlacedAttributes(Extension):
    """Puts the prefix into the attributes of a template when it is compiled: a page costs no more for it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source with the prefix before each address that is written out, and a filter on those worked out."""
        prefix = self.environment.globals["root"]
        source = _LITERAL.sub(rf'\1="{prefix}\2', source)
        return _EXPRESSION.sub(r'\1="{{ (\2)|placed }}', source)


class Prefix:
    """Takes the prefix off what is asked for, unless a proxy has done so before, and keeps cookies under it."""

    def __init__(self, app: WSGIApplication, prefix: str) -> None:
        self.app, self.prefix = app, prefix

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        path = environ.get("PATH_INFO", "")
        if path == self.prefix:
            query = environ.get("QUERY_STRING", "")
            return redirect(f"{self.prefix}/" + (f"?{query}" if query else ""), 308)(environ, start_response)
        if path.startswith(f"{self.prefix}/"):
            environ["PATH_INFO"] = path[len(self.prefix) :]
        environ["SCRIPT_NAME"] = self.prefix

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Callable[[bytes], object]:
            return start_response(status, [self._header(name, value) for name, value in headers], *more)

        return self.app(environ, start)

    def _header(self, name: str, value: str) -> tuple[str, str]:
        """Cookies are for this app, not for its neighbours on the same site."""
        return name, _COOKIE_PATH.sub(rf"\g<1>{self.prefix}/", value) if name.lower() == "set-cookie" else value


def init_app(app: Flask) -> None:
    """Serves the app under its prefix, where it has one."""
    prefix: str = app.config["PREFIX"]
    app.jinja_env.globals["root"] = prefix
    if not prefix:
        return
    own = {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}
    if prefix.split("/")[1] in own:  # it could not be told whether a proxy has taken it off
        raise SystemExit(
            f"paragraf: PARAGRAF_PREFIX is “{prefix}”, but {prefix} leads to pages of the app; choose another."
        )
    app.jinja_env.filters["placed"] = lambda address: put(prefix, address) if isinstance(address, str) else address
    app.jinja_env.add_extension(PlacedAttributes)

    def redirected(location: str, code: int = 302, *_: object, **__: object) -> Response:
        return redirect(put(prefix, location), code, app.response_class)

    app.redirect = redirected  # type: ignore[method-assign]
    app.wsgi_app = Prefix(app.wsgi_app, prefix)  # type: ignore[method-assign]
