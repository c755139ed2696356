"""Pictures of the main pages of the corpus: `python -m tests.browser.screenshots [FOLDER [NAME…]]`."""

from __future__ import annotations

import re
import sys
import tempfile
import threading
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from waitress.server import create_server

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.support.serving import until_closed
from web.app import create_app
from web.server.readiness import warm

GAME = "/g/hegemony"
SCREEN = {"width": 360, "height": 740}


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: of which page, in which language and colours; `at` is brought to the top, `table` is an own table."""

    name: str
    path: str
    lang: str = "en"
    dark: bool = False
    at: str = ""
    table: bool = False
    solo: bool = False  #: a table against two roles that the rules play, after a turn of each


TOLD = "population of working_class = 5%0Asection of taxation = A%0Asection of labor_market = B"
SHOTS = (
    Shot("home", "/"),
    Shot("home-dark", "/", "pl", dark=True),
    Shot("contents", f"{GAME}/", "uk"),
    Shot("side-by-side", f"{GAME}/c/heg.wc?beside=pl", at="#heg\\.st\\.3"),
    Shot("editions", f"{GAME}/p/heg.el.9.1"),
    Shot("search", "/search?q=strajk", "pl"),
    Shot("words", "/search?q=Can I strike at the supermarket if its wages are at level 3?"),
    Shot("words-pl", "/search?q=Czy mogę strajkować w supermarkecie, jeśli płaca jest na poziomie 3?", "pl"),
    Shot("words-uk", "/search?q=Чи можу я страйкувати в супермаркеті, якщо зарплата на рівні 3?", "uk", dark=True),
    Shot("ask", f"{GAME}/ask/?step=turns&as=working_class"),
    Shot("depends", f"{GAME}/ask/propose_bill?as=working_class&go=1"),
    Shot(
        "no",
        f"{GAME}/ask/strike?as=working_class&a.companies=supermarket&given=wage of supermarket = 3&go=1",
        dark=True,
    ),
    Shot("calculator", f"{GAME}/ask/income_tax_due?a.r=working_class&given={TOLD}&go=1", at="#derivation"),
    Shot("dispute", "/g/nowa_reformacja/d/c03", "uk", at="h2"),
    Shot("graph", f"{GAME}/graph/paragraph/heg.st.3", dark=True),
    Shot("what-now", f"{GAME}/course?step=turns&as=working_class", "pl"),
    Shot("table", "?as=working_class", table=True),
    Shot("table-boards", "?as=-", "uk", dark=True, at="#a-mats", table=True),
    Shot("table-what-now", "/course?as=working_class", table=True),
    Shot("solo-new", f"/t/new?game={GAME.rsplit('/', 1)[-1]}", "pl", at="fieldset:has(.seat)"),
    Shot("solo-table", "?as=working_class", at="#now", solo=True),
    Shot("solo-table-pl", "?as=working_class", "pl", at="#now", solo=True),
    Shot("solo-table-dark", "?as=working_class", "uk", dark=True, at="#now", solo=True),
    Shot("solo-why", "", "pl", dark=True, at="h1", solo=True),
)


def new_table(page: Page) -> str:
    """Makes a table of the game; gives its address."""
    page.goto(f"/t/new?game={GAME.rsplit('/', 1)[-1]}")
    page.locator("label:has([name=draws][value=app])").click()  # there is no box
    page.locator("button.primary").click()
    page.wait_for_url(re.compile(r"/t/[2-9A-Z]{6}$"))
    return page.url


def solo_table(page: Page) -> str:
    """Makes a table against two Automas and plays until each had a turn; gives its address."""
    page.goto(f"/t/new?game={GAME.rsplit('/', 1)[-1]}")
    page.locator("details:has(.seat) > summary").click()
    for name, value in (
        ("players", "3"),
        ("seat.middle_class", "advanced_mode"),
        ("seat.capitalist_class", "easy_mode"),
    ):
        page.locator(f"input[name='{name}'][value='{value}']").check()
    page.locator("label:has([name=draws][value=app])").click()  # there is no box
    page.locator("button.primary").click()
    page.wait_for_url(re.compile(r"/t/[2-9A-Z]{6}"))
    url = re.sub(r"[?#].*", "", page.url)
    page.goto(f"{url}/act/political_pressure?as=working_class")
    page.locator("form[action$='/do'] button").first.click()
    page.locator("button[name='value']").first.click()
    page.locator("button[value='done']").click()
    for _ in range(20):
        page.goto(f"{url}?as=working_class")
        page.wait_for_timeout(1_500)
        if page.locator("#played > .entry").count() == 2:
            break
    return url


def take(browser: Browser, site: str, shot: Shot, folder: Path) -> None:
    """Takes one picture."""
    context = browser.new_context(
        viewport=SCREEN,  # type: ignore[arg-type]
        color_scheme="dark" if shot.dark else "light",
        locale=shot.lang,
        base_url=site,
        reduced_motion="reduce",
    )
    page = context.new_page()
    home = solo_table(page) if shot.solo else new_table(page) if shot.table else ""
    page.goto(home + (shot.path or "?as=working_class"), wait_until="networkidle", timeout=120_000)
    if not shot.path:
        page.locator(".tries a").first.click()
    page.evaluate("document.querySelectorAll('details.mark, details:has(.seat)').forEach(mark => mark.open = true)")
    if shot.at:
        page.locator(shot.at).first.evaluate("element => element.scrollIntoView({block: 'start'})")
    page.screenshot(path=folder / f"{shot.name}.png")
    context.close()


def main(folder: Path, only: Collection[str] = ()) -> None:
    """Takes every picture anew, or those that are named."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        if not only:
            old.unlink()
    with tempfile.TemporaryDirectory() as data:
        app = create_app({"RATE": 0, "NEW_TABLES": 0, "DATA": data, "POLL": 600_000})
        warm(app)  # as a server does
        server: Any = create_server(app, host="127.0.0.1", port=0, threads=4)
        threading.Thread(target=until_closed(server), daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for shot in SHOTS:
                if only and shot.name not in only:
                    continue
                take(browser, f"http://127.0.0.1:{server.effective_port}", shot, folder)
            browser.close()
        server.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screenshots"), sys.argv[2:])
