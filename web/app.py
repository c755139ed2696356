"""The web app: its parts put together. No game is known here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from web import (
    accesslog,
    advice,
    api,
    ask,
    context,
    course,
    errors,
    glossary,
    headers,
    health,
    home,
    keeping,
    lists,
    moving,
    offline,
    openapi,
    origin,
    prefix,
    read,
    search,
    tables,
    work,
    workshop,
)
from web.corpus import Corpus
from web.limits import Limiter
from web.settings import read_settings


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Makes an app; `config` overrides the settings of the environment."""
    app = Flask(__name__)
    app.config.from_mapping(read_settings(config))
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.extensions["paragraf-corpus"] = Corpus(app.config["CORPUS"], app.config["CACHE"], app.config["PREFIX"])
    app.extensions["paragraf-limiter"] = Limiter(app.config["RATE"])
    work.init_app(app)
    context.init_app(app)
    origin.init_app(app)
    headers.init_app(app)
    errors.init_app(app)
    tables.init_app(app)
    health.init_app(app)
    for part in (
        home,
        read,
        course,
        glossary,
        search,
        ask,
        lists,
        api,
        openapi,
        offline,
        health,
        tables,
        moving,
        keeping,
        advice,
        workshop,
    ):
        app.register_blueprint(part.bp)
    prefix.init_app(app)
    if app.config["PROXIES"]:
        hops = app.config["PROXIES"]
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    accesslog.init_app(app)
    return app
