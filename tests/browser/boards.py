"""Pictures of the boards: `python -m tests.browser.boards [FOLDER]`; the small game has no layout of its own."""

from __future__ import annotations

import os
import re
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright
from waitress.server import create_server

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.support.places import CORPUS, ROOT
from web.app import create_app

GAMES = ("hegemony", "new_angeles", "nowa_reformacja", "yut")
#: a Hegemony under way
TOLD = """counted = no; round = 3; section of taxation = B; section of labor_market = A; section of fiscal = B
vp of working_class = 23; vp of capitalist_class = 31; influence of working_class = 4; influence of capitalist_class = 2
money of working_class = 45; capital = 60; revenue = 90; prosperity of working_class = 5
bill of immigration = working_class; bill_target of immigration = A; strike of supermarket = yes; wage of supermarket = 1
owner of vegetable_farm = capitalist_class; class_at(vegetable_farm, s1) = working_class; skill_at(vegetable_farm, s1) = green"""
PHONE, TABLET, WIDE = (360, 1300), (768, 1400), (1280, 1400)


class Camera:
    """Takes pictures of tables that one phone has made."""

    def __init__(self, browser: Browser, site: str, folder: Path) -> None:
        self._browser, self._site, self._folder = browser, site, folder
        self._host = self._context(PHONE, dark=False)
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
        self.page.locator("button.primary").click()
        self.page.wait_for_url(re.compile(r"/t/[2-9A-Z]{8}$"))
        return self.page.url

    def take(self, name: str, url: str, size: tuple[int, int], *, dark: bool = False, at: str = "") -> None:
        """One picture; `at` is brought to the top."""
        context = self._context(size, dark=dark, state=self._host.storage_state())
        page = context.new_page()
        page.goto(url, timeout=120_000)
        if at:
            page.locator(at).first.evaluate("element => element.scrollIntoView({block: 'start'})")
        page.screenshot(path=self._folder / f"{name}.png")
        context.close()


def main(folder: Path) -> None:
    """Takes every picture anew."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        corpus = os.pathsep.join((str(CORPUS), str(ROOT / "examples")))
        app = create_app({"CORPUS": corpus, "RATE": 0, "NEW_TABLES": 0, "DATA": data, "POLL": 600_000, "DEADLINE": 0})
        server: Any = create_server(app, host="127.0.0.1", port=0, threads=4)
        threading.Thread(target=server.run, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            camera = Camera(browser, f"http://127.0.0.1:{server.effective_port}", folder)
            tables = {game: camera.table(game) for game in GAMES}
            for game, url in tables.items():
                camera.take(f"{game}-phone", f"{url}?as=-", PHONE, at="section.area")
                camera.take(f"{game}-wide-dark", f"{url}?as=-", WIDE, dark=True, at="section.area")
            url = tables["hegemony"]
            camera.page.goto(f"{url}/facts?as=-")
            form = camera.page.locator("form", has=camera.page.locator("#text"))
            camera.page.locator("details.board", has=camera.page.locator("#text")).locator("> summary").click()
            form.locator("#text").fill(TOLD.replace("; ", "\n"))
            form.locator("button").click()
            camera.page.locator(".entry", has_text="Told by hand").first.wait_for()
            camera.take("hegemony-under-way-dark", f"{url}?as=-", PHONE, dark=True, at="section.area")
            camera.take("hegemony-under-way-tablet", f"{url}?as=-", TABLET, at="section.area")
            camera.take("choosing", f"{url}/act/propose_bill?as=working_class", (360, 740))
            camera.take("about", f"{url}/about/supermarket?as=working_class", (360, 900))
            camera.take("course", f"{url}/history?as=-", (360, 1000), dark=True)
            browser.close()
        server.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/boards"))
