"""Pictures of the boards: `python -m tests.browser.boards [FOLDER] [all] [GAME ...]`; with `all` every game in every size and scheme at
every moment, to be looked at. Games are played by random moves; the small game has no layout of its own."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from waitress.server import create_server

from referee.state import State
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.support.places import CORPUS, ROOT
from tests.support.played import begin_anew, play_on
from tests.support.serving import until_closed
from web.app import create_app

SIZES = {"phone": (360, 1300), "tablet": (800, 1400), "wide": (1400, 1400)}
#: the small game is the last: nobody has laid its board out
GAMES = ("hegemony", "new_angeles", "nowa_reformacja", "yut")
#: what a game is played with whose cards the corpus does not have: made-up ones
MADE_UP = {"nowa_reformacja": ROOT / "tests" / "data" / "games" / "nowa_reformacja.json"}
#: how many play where more than the fewest show more of the board
MOST = {"hegemony": 4}
#: pictures that are kept in docs: moment, size, dark
KEPT = {
    "hegemony": [("start", "phone", False), ("middle", "phone", True), ("middle", "tablet", False), ("end", "phone", False), ("end", "wide", True)],
    "new_angeles": [("start", "wide", True), ("middle", "phone", False), ("middle", "tablet", True), ("end", "phone", True), ("end", "tablet", False)],
    "nowa_reformacja": [("start", "tablet", True), ("middle", "phone", False), ("middle", "wide", True), ("end", "phone", False), ("end", "wide", False)],
    "yut": [("start", "phone", False), ("middle", "wide", True)],
}  # fmt: skip


#: brings a part of the page to where the numbers that stay in sight end
UNDER = """element => {
  element.scrollIntoView({block: 'start'});
  scrollBy(0, element.getBoundingClientRect().top - document.querySelector('.headlines').getBoundingClientRect().bottom - 12);
}"""
#: moves after which a game without rounds is under way
FEW = 14
#: the round in which a game is half-way
HALF = {"round": 3, "round_space": 2, "round_number": 6}


def half_way(state: State) -> bool:
    """Whether a game is well under way."""
    return state.pending is None and any(state.facts.get(name) == number for name, number in HALF.items())


class Camera:
    """Takes pictures of tables that one phone has made."""

    def __init__(self, browser: Browser, site: str, folder: Path) -> None:
        self._browser, self._site, self._folder = browser, site, folder
        self._host = self._context((360, 800), dark=False)
        self.page = self._host.new_page()
        self.page.set_default_timeout(120_000)

    def _context(self, size: tuple[int, int], *, dark: bool, state: Any = None) -> BrowserContext:
        return self._browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light", base_url=self._site,
            locale="en", storage_state=state, reduced_motion="reduce",
        )  # fmt: skip

    def table(self, game: str) -> str:
        """A new table."""
        self.page.goto(f"/t/new?game={game}")
        if game in MOST:
            self.page.locator(f"label:has([name=players][value='{MOST[game]}'])").click()
        self.page.locator("label:has([name=draws][value=app])").click()
        self.page.locator("button.primary").click()
        self.page.wait_for_url(re.compile(r"/t/[2-9A-Z]{6}$"))
        return self.page.url

    def take(
        self, name: str, url: str, size: tuple[int, int], *, dark: bool = False, at: str = "", whole: bool = False
    ) -> None:
        """One picture; `at` is brought to the top, `whole`: the page down to its end with all that is folded in its picture."""
        context = self._context(size, dark=dark, state=self._host.storage_state())
        page = context.new_page()
        page.goto(url, timeout=120_000)
        if at and not whole:
            page.locator(at).first.evaluate(UNDER)
        if whole:
            page.locator(".areas details.board").evaluate_all("all => all.forEach(one => { one.open = true })")
        page.screenshot(path=self._folder / f"{name}.png", full_page=whole)
        context.close()


def _moments(app: Flask, game: str, code: str) -> dict[str, Callable[[], object]]:
    """What is done before each moment is pictured."""

    def start() -> None:
        if game in MADE_UP:
            begin_anew(app, code, json.loads(MADE_UP[game].read_text(encoding="utf-8")))
        play_on(app, code, 3, lambda state: state.pending is None and state.course is not None, 60)

    most = FEW if game == "yut" else 900
    return {
        "start": start,
        "middle": lambda: play_on(app, code, 3, half_way, most),
        "end": lambda: play_on(app, code, 3, lambda _: False, 3_000),
    }


def main(folder: Path, games: Sequence[str] = GAMES, *, every: bool) -> None:
    """Takes every picture anew."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        corpus = os.pathsep.join((str(CORPUS), str(ROOT / "examples")))
        app = create_app({"CORPUS": corpus, "RATE": 0, "NEW_TABLES": 0, "DATA": data, "POLL": 600_000, "DEADLINE": 0})
        server: Any = create_server(app, host="127.0.0.1", port=0, threads=4)
        threading.Thread(target=until_closed(server), daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            camera = Camera(browser, f"http://127.0.0.1:{server.effective_port}", folder)
            for game in games:
                url = camera.table(game)
                for moment, come_to in _moments(app, game, url.rsplit("/", 1)[-1]).items():
                    come_to()
                    for size in SIZES:
                        for dark in (False, True):
                            if every or (moment, size, dark) in KEPT[game]:
                                name = f"{game}-{moment}-{size}{'-dark' if dark else ''}"
                                at = (
                                    "" if size == "wide" or moment == "end" else "section.area h2"
                                )  # there the picture stands beside what is done; at the end the result comes first
                                camera.take(name, f"{url}?as=-", SIZES[size], dark=dark, at=at, whole=every)
                    if game == "hegemony" and moment == "middle":
                        camera.take("choosing", f"{url}/act/propose_bill?as=working_class", (360, 740))
                        camera.take("about", f"{url}/about/supermarket?as=working_class", (360, 900))
                camera.take(f"{game}-course", f"{url}/history?as=-", (360, 1300), dark=True, whole=every)
                print(game, flush=True)
            browser.close()
        server.close()


if __name__ == "__main__":
    said = sys.argv[2:]
    main(
        Path(sys.argv[1] if len(sys.argv) > 1 else "docs/boards"),
        [g for g in GAMES if g in said] or GAMES,
        every="all" in said,
    )
