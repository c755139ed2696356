"""Times pages against an empty Flask view: `python -m tests.bench.web`. What is left over is our share of a request."""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from web.app import create_app

TIMES = 15


def clock(call: Callable[[], Any], times: int = TIMES) -> float:
    """Milliseconds of a call, the middle of several."""
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        call()
        taken.append(time.perf_counter() - begun)
    return 1_000 * median(taken)


def empty_view() -> FlaskClient:
    """An app that does nothing."""
    app = Flask("empty")
    app.add_url_rule("/", "empty", lambda: "ok")
    return app.test_client()


def pages(app: Flask) -> dict[str, str]:
    """The kinds of pages of the largest game."""
    volumes = app.extensions["paragraf-corpus"].volumes()
    volume = max(volumes, key=lambda each: len(each.game.prose.paragraphs))
    prose, program = volume.game.prose, volume.game.program
    home = f"/g/{volume.id}"
    chapter = max(prose.chapters, key=lambda each: len(each.items))
    return {
        "home": "/",
        "contents": f"{home}/",
        "longest chapter": f"{home}/c/{chapter.id}",
        "paragraph": f"{home}/p/{next(iter(prose.paragraphs))}",
        "term": f"{home}/t/{next(iter(prose.terms))}",
        "what now": f"{home}/course?step={next(iter(program.steps))}",
        "search": "/search?q=st",
        "answer": f"{home}/ask/{next(iter(program.actions))}?go=1",
    }


class TablePages:
    """A table of the largest game: its pages, and a change to it."""

    def __init__(self, app: Flask, client: FlaskClient) -> None:
        volumes = app.extensions["paragraf-corpus"].volumes()
        volume = max(volumes, key=lambda each: len(each.game.program.facts))
        players = str(min(volume.game.prose.players))
        self.client, self.ruled = client, False
        self.dispute, cited = next(item for item in volume.game.program.disputes.items() if item[1].paragraph)
        self.reading = cited.node.readings[0].name
        self.url = client.post("/t/new", data={"game": volume.id, "players": players}).location
        self.roles = re.findall(rf'href="{self.url}\?as=(\w+)"', self.show())

    def show(self, role: str = "-") -> str:
        """The page of the table."""
        return self.client.get(f"{self.url}?as={role}").text

    def change(self) -> None:
        """A ruling taken or given up: every page must be made anew."""
        number = self.client.get(f"{self.url}/now").json["number"]
        self.ruled = not self.ruled
        form = {"seen": number, "as": "-", "dispute": self.dispute, "reading": self.reading if self.ruled else ""}
        made = self.client.post(f"{self.url}/rule", data=form)
        assert made.status_code == 303, made.text

    def after_change(self) -> float:
        """Milliseconds of the page of the one to move, right after a change."""
        taken = []
        for _ in range(TIMES):
            self.change()
            begun = time.perf_counter()
            self.show(self.roles[0] if self.roles else "-")
            taken.append(time.perf_counter() - begun)
        return 1_000 * median(taken)


def main() -> None:
    """Prints milliseconds and how many empty views a page is worth: made anew, and kept."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"RATE": 0, "NEW_TABLES": 0, "DATA": folder})
        client = app.test_client()
        empty = empty_view()
        bare = clock(lambda: empty.get("/"), 200)
        print(f"{'empty view':24}{bare:9.2f} ms")
        for name, address in pages(app).items():
            client.get(address)
            joint = "&" if "?" in address else "?"
            fresh = iter(range(10**6))
            new = clock(lambda: client.get(f"{address}{joint}x={next(fresh)}"))  # noqa: B023
            kept = clock(lambda: client.get(address))  # noqa: B023
            print(f"{name:24}{new:9.2f} ms ×{new / bare:7.1f}    again{kept:9.2f} ms ×{kept / bare:7.1f}")
        table = TablePages(app, client)
        seen = clock(table.show)
        asked = clock(lambda: client.get(f"{table.url}/now"))
        moved = table.after_change()
        for name, taken in (("table", seen), ("table after a change", moved), ("has it changed?", asked)):
            print(f"{name:24}{taken:9.2f} ms ×{taken / bare:7.1f}")


if __name__ == "__main__":
    sys.exit(main())
