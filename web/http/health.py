"""`/healthz`: what is loaded and whether the database answers, for programs that watch the server."""

from __future__ import annotations

import logging
import shutil
import threading
import time
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify

from web.base.settings import program_version
from web.game.reader import corpus
from web.http.accesslog import HEALTH

bp = Blueprint("health", __name__)
log = logging.getLogger("paragraf.health")

#: seconds an answer of the database counts: however often we are asked, it is asked no more often
FRESH = 1.0


class Probe:
    """Asks the database; one at a time, the others are told what was found last."""

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._found: tuple[float, dict[str, Any]] | None = None

    def ask(self) -> dict[str, Any]:
        """Whether it answers, and in how many milliseconds."""
        found = self._found
        if found is not None and (time.monotonic() - found[0] < FRESH or self._asking.locked()):
            return found[1]
        with self._asking:
            if found is not self._found and self._found is not None:
                return self._found[1]  # asked by somebody else while we waited
            answer = _asked()
            self._found = (time.monotonic(), answer)
            return answer


def _asked() -> dict[str, Any]:
    config = current_app.config
    told: dict[str, Any] = {"kind": "postgresql" if config["DATABASE_URL"] else "sqlite", "answers": False}
    began = time.perf_counter()
    try:
        current_app.extensions["paragraf-store"]().ping()
        told |= {"answers": True, "ms": round((time.perf_counter() - began) * 1_000, 1)}
    except Exception as error:  # why is for the log: an address with a password may stand in it
        log.error("the database does not answer: %s: %s", type(error).__name__, error)
    if not config["DATABASE_URL"]:
        told["disk_free_bytes"] = _free(Path(config["DATA"]))
    return told


def _free(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


@bp.get(HEALTH)
def health() -> tuple[Response, int]:
    """200 when everything answers, else 503."""
    books = corpus()
    database = current_app.extensions["paragraf-probe"].ask()
    reloader = current_app.extensions.get("paragraf-reloader")
    well = database["answers"]
    told = {
        "status": "ok" if well else "unavailable",
        "program": program_version(),
        "corpus": {
            "version": books.version,
            "games": {volume.id: volume.game.version for volume in books.volumes()},
            "reload_refused": (reloader.refused if reloader is not None else "") or None,
        },
        "database": database,
    }
    return jsonify(told), 200 if well else 503


def init_app(app: Flask) -> None:
    """One probe for the app."""
    app.extensions["paragraf-probe"] = Probe()
