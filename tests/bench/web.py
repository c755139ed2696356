"""Times pages against an empty Flask view: `python -m tests.bench.web`. What is left over is our share of a request."""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient

from tests.bench import served
from tests.bench.clock import Spread, Works, spread
from tests.bench.lines import Line, Size, Target, spread_lines
from tests.bench.recorded import Decision, recorded
from tests.bench.served import Document
from web.game.volume import Volume

VIEW = "× view"
TIMES = 15
TABLE = Target(100)
#: of the lot by which the table is set up
SEED = 13
#: tables in the middle of a game, for each round
MIDWAY = 4


class Site:
    """The app, a client, and an app that does nothing."""

    def __init__(self, folder: Path) -> None:
        self.app = served.app(folder)
        self.client = self.app.test_client()
        empty = Flask("empty")
        empty.add_url_rule("/", "empty", lambda: "ok")
        self.empty = empty.test_client()
        self.numbers = count()
        self.volumes: list[Volume] = self.app.extensions["paragraf-corpus"].volumes()

    def view(self) -> None:
        """The unit: an empty view."""
        self.empty.get("/")

    def timed(self, works: Works) -> Spread:
        """Pages in empty views."""
        self.view()
        return spread([self.view], works)

    def fresh(self, address: str) -> str:
        """A page under an address nobody asked for: made anew."""
        joint = "&" if "?" in address else "?"
        return served.page(self.client, f"{address}{joint}x={next(self.numbers)}")


@contextmanager
def site() -> Iterator[Site]:
    """A site that leaves nothing behind."""
    with tempfile.TemporaryDirectory() as folder:
        yield Site(Path(folder))


def pages(volumes: list[Volume]) -> dict[str, str]:
    """The kinds of pages of the largest game."""
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

    def __init__(self, volumes: list[Volume], client: FlaskClient) -> None:
        volume = max(volumes, key=lambda each: len(each.game.program.facts))
        players = str(min(volume.game.prose.players))
        self.client, self.ruled, self.game = client, False, volume.id
        self.dispute, cited = next(item for item in volume.game.program.disputes.items() if item[1].paragraph)
        self.reading = cited.node.readings[0].name
        lot = random.Random(SEED)
        with patch("web.table.play.secrets.SystemRandom", lambda: lot):  # every run of the bench shows the same cards
            self.url = client.post("/t/new", data={"game": volume.id, "players": players, "draws": "app"}).location
        self.roles = re.findall(rf'href="{self.url}\?as=(\w+)"', self.show())

    def show(self, role: str = "-") -> str:
        """The page of the table."""
        return served.page(self.client, f"{self.url}?as={role}")

    def to_move(self) -> str:
        """The page of the one to move."""
        return self.show(self.roles[0] if self.roles else "-")

    def now(self) -> int:
        """The number of changes so far."""
        said = self.client.get(f"{self.url}/now").json
        assert said is not None
        return int(said["number"])

    def change(self) -> None:
        """A ruling taken or given up: every page must be made anew."""
        self.ruled = not self.ruled
        form = {"seen": self.now(), "as": "-", "dispute": self.dispute, "reading": self.reading if self.ruled else ""}
        made = self.client.post(f"{self.url}/rule", data=form)
        assert made.status_code == 303, made.text

    def bring(self, state: Document) -> None:
        """A table from a state that was recorded, in place of the one before."""
        sent = {"file": (BytesIO(json.dumps(state).encode()), "state.json"), "game": self.game}
        self.url, self.ruled = self.client.post("/t/import", data=sent).location, False

    def midway(self, decisions: list[Decision]) -> Iterator[Callable[[], str]]:
        """The page of the one to move in the middle of games, right after a change; neither the state's nor the change's way is timed."""
        for decision in decisions:
            self.bring(decision.state)
            self.change()
            yield partial(self.show, decision.role)

    def after_changes(self, times: int) -> Iterator[Callable[[], str]]:
        """The page of the one to move, right after a change that is not timed."""
        for _ in range(times):
            self.change()
            yield self.to_move


def page_lines(size: Size) -> Iterator[Line]:
    """The pages that have a target, and the answer of every action of the largest game with nothing told."""
    with site() as made:
        table = TablePages(made.volumes, made.client)
        for show in table.after_changes(size.rounds):
            show()
        changed = made.timed(lambda: table.after_changes(size.rounds * 2))
        yield from spread_lines("table page after a change", changed, "", {"median": TABLE}, unit=VIEW)
        decisions = recorded(table.game, size).decisions
        some = decisions[:: max(1, len(decisions) // (size.rounds * MIDWAY))]
        for show in table.midway(some):
            show()
        midway = made.timed(lambda: table.midway(some))
        note = f"{len(some)} states of random games"
        yield from spread_lines("table page in mid-game, after a change", midway, note, {"median": TABLE}, unit=VIEW)
        volume = max(made.volumes, key=lambda each: len(each.game.program.actions))
        asked = [f"/g/{volume.id}/ask/{name}?go=1" for name in list(volume.game.program.actions)[: size.most_actions]]
        for address in asked:
            made.fresh(address)
        answered = made.timed(lambda: [partial(made.fresh, address) for address in asked])
        yield from spread_lines(
            f"ask page, {volume.id}", answered, f"{len(asked)} actions, nothing told", {}, unit=VIEW
        )


def main() -> None:
    """Prints what each kind of page takes, made anew and kept."""
    with site() as made:
        table = TablePages(made.volumes, made.client)
        for name, address in pages(made.volumes).items():
            made.client.get(address)
            new = made.timed(partial(list, [partial(made.fresh, address)] * TIMES))
            kept = made.timed(partial(list, [partial(served.page, made.client, address)] * TIMES))
            print(Line(name, new.median, new.ratio(new.median), VIEW))
            print(Line(f"{name}, again", kept.median, kept.ratio(kept.median), VIEW))
        for name, works in (
            ("table", lambda: [table.show] * TIMES),
            ("table after a change", lambda: table.after_changes(TIMES)),
            ("has it changed?", lambda: [table.now] * TIMES),
        ):
            seen = made.timed(works)
            print(Line(name, seen.median, seen.ratio(seen.median), VIEW))


if __name__ == "__main__":
    main()
