"""The web app: its parts put together. No game is known here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from web.api import openapi, routes
from web.base import prefix, work
from web.base.limits import Limiter
from web.base.settings import read_settings
from web.cards import shelf
from web.game import reader
from web.game.corpus import Corpus
from web.http import accesslog, errors, headers, health, origin, storage
from web.pages import course, glossary, home, lists, offline, read, search, workshop
from web.pages.ask import question
from web.pages.table import about, advice, cards, change, history, rules_play, rulings, start, telling, view
from web.table import access, options

#: what has addresses
PARTS = (
    home, read, course, glossary, search, question, lists, routes, openapi, offline, health, start, view, telling, change, rules_play, cards, advice, about, history, rulings, workshop,
)  # fmt: skip


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Makes an app; `config` overrides the settings of the environment."""
    app = Flask(__name__)
    app.config.from_mapping(read_settings(config))
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["paragraf-corpus"] = Corpus(app.config["CORPUS"], app.config["CACHE"], app.config["PREFIX"])
    app.extensions["paragraf-limiter"] = Limiter(app.config["RATE"])
    for part in (work, reader, origin, headers, errors, storage, access, options, shelf, health, offline):
        part.init_app(app)
    for page in PARTS:
        app.register_blueprint(page.bp)
    if app.config["MCP"]:
        _serve_assistants(app)
    prefix.init_app(app)
    if app.config["PROXIES"]:
        hops = app.config["PROXIES"]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    accesslog.init_app(app)
    return app


def _serve_assistants(app: Flask) -> None:
    """Their package is large and seldom wanted: it is imported where they are served, and missed with a sentence."""
    try:
        from web.assistant import http
    except ModuleNotFoundError as error:
        raise SystemExit(
            f"paragraf: PARAGRAF_MCP is set, but the package {error.name} is not there: `pip install 'paragraf[mcp]'`."
        ) from None
    http.init_app(app)
