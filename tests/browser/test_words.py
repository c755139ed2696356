"""A question as players type it, at phone size: from the home page to the verdict in one tap, with and without scripts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from waitress.server import create_server

from tests.browser.conftest import PHONE
from tests.support.serving import until_closed
from web.app import create_app

pytestmark = [pytest.mark.slow, pytest.mark.corpus]

#: the same question in every language
STRIKE = {
    "en": "Can I strike at the supermarket if its wages are at level 3?",
    "pl": "Czy mogę strajkować w supermarkecie, jeśli płaca jest na poziomie 3?",
    "uk": "Чи можу я страйкувати в супермаркеті, якщо зарплата на рівні 3?",
}


@pytest.fixture(scope="module")
def library_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    app = create_app({"RATE": 0, "DATA": str(tmp_path_factory.mktemp("data")), "POLL": 600_000, "DEADLINE": 5_000})
    app.test_client().get("/search", query_string={"q": STRIKE["en"]})  # what a server makes ready before it listens
    server: Any = create_server(app, host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=until_closed(server), daemon=True).start()
    yield f"http://127.0.0.1:{server.effective_port}"
    server.close()


@pytest.mark.parametrize("lang", STRIKE)
@pytest.mark.parametrize("scripts", [True, False])
def test_from_the_home_page_to_the_verdict_in_one_tap(
    chromium: Any, library_site: str, lang: str, scripts: bool
) -> None:
    context = chromium.new_context(viewport=PHONE, locale=lang, base_url=library_site, java_script_enabled=scripts)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto("/")
    page.locator("#q").fill(STRIKE[lang])
    page.locator(".searchbox button").click()
    page.locator(".reading.opened .verdict.v-no").wait_for()
    assert page.locator(".reading .fact-told").count() >= 1
    if scripts:
        wide = "[...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > 361).map(e => e.outerHTML.slice(0, 120))"
        assert page.evaluate(wide) == []
    context.close()


def test_readings_come_while_typing(chromium: Any, library_site: str) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en", base_url=library_site)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto("/search?game=hegemony")
    page.locator("#q").fill(STRIKE["en"])
    page.locator("#readings .verdict.v-no").wait_for()
    page.locator(".reading .fact-told .drop").first.click()
    page.locator(".verdict.v-depends").wait_for()
    context.close()
