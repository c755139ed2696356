"""The store of an app: opened when it is first needed; what it refuses and when it is away, as statuses and sentences."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, Response

from web.game.corpus import Corpus
from web.game.reader import here
from web.http import errors
from web.http.polls import Polls
from web.store.database import open_database
from web.store.entries import GoneError
from web.store.quota import StoreLimitError, StoreLimits
from web.store.tables import TableStore
from web.store.transaction import DatabaseError

#: seconds after which a database that is away is worth another try
AGAIN = 10


def init_app(app: Flask) -> None:
    """Makes the store findable and registers what can go wrong with it."""
    opened: list[TableStore] = []
    opening = threading.Lock()

    def find_store() -> TableStore:
        with opening:
            if not opened:
                database = open_database(app.config["DATABASE_URL"], Path(app.config["DATA"]))
                opened.append(TableStore(database, limits_of(app.config)))
            return opened[0]

    app.extensions["paragraf-store"] = find_store
    corpus: Corpus = app.extensions["paragraf-corpus"]
    app.wsgi_app = Polls(app.wsgi_app, lambda code: find_store().number(code), lambda: corpus.version)  # type: ignore[method-assign]

    @app.errorhandler(GoneError)
    def gone(error: GoneError) -> tuple[Response | str, int]:
        return errors.respond(404, "unknown", here().t("error.gone_detail"))

    @app.errorhandler(StoreLimitError)
    def full(error: StoreLimitError) -> tuple[Response | str, int]:
        detail = here().t(f"error.full_{error.what}", most=error.most)
        if error.wait:
            return _later(app, errors.respond(429, "full", detail), error.wait)
        return errors.respond(413, "full", detail)

    @app.errorhandler(DatabaseError)
    def away(error: DatabaseError) -> tuple[Response | str, int]:
        errors.log.error("the database: %s", error)
        return _later(app, errors.respond(503, "away", here().t("error.away_detail", seconds=AGAIN)), AGAIN)


def limits_of(config: Mapping[str, Any]) -> StoreLimits:
    """How much the store takes, as it was set."""
    return StoreLimits(
        tables=config["TABLES"], days=config["TABLE_DAYS"], entries=config["TABLE_ENTRIES"], bytes=config["TABLE_BYTES"],
        made=config["TABLES_A_DAY"],
    )  # fmt: skip


def _later(app: Flask, said: tuple[Response | str, int], seconds: int) -> tuple[Response, int]:
    """An answer that says when to come back."""
    body, status = said
    response = app.make_response(body)
    response.headers["Retry-After"] = str(seconds)
    return response, status
