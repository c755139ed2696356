"""Roles that the rules play, at 360 px: chosen when a table is made, their turns played, explained and taken back."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from waitress.server import create_server

from tests.browser.test_access import COLOURS, TAGS, run_axe
from tests.support.ghosts import ghost_app
from tests.support.serving import until_closed

TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
LAST = {"en": "Ghost: last turns", "pl": "Duch: ostatnie tury", "uk": "Привид: останні ходи"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a served app whose game has ghosts."""
    server: Any = create_server(ghost_app(tmp_path_factory.mktemp("ghosts")), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=until_closed(server), daemon=True).start()
    yield f"http://127.0.0.1:{server.effective_port}"
    server.close()


def make(page: Any, *, look: bool = False) -> str:
    """Makes a table of three at which red and green are ghosts, by the keyboard alone; gives its address."""
    page.goto("/t/new?game=harbour")
    page.locator("details:has(.seat) > summary").focus()
    page.keyboard.press("Enter")
    for name, value in [
        ("players", "3"),
        ("draws", "app"),
        ("seat.red", "timid"),
        ("seat.green", "bold"),
        *([("pace", "look")] if look else []),
    ]:
        radio = page.locator(f"input[name='{name}'][value='{value}']")
        radio.focus()
        page.keyboard.press("Space")
        assert radio.is_checked()
    page.locator("button.primary").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/t/[2-9A-Z]{6}"))
    return str(page.url).partition("?")[0].partition("#")[0]


@pytest.mark.parametrize("lang", ["en", "pl", "uk"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_two_ghosts_play_and_say_why(phone: Any, scripts: bool, lang: str) -> None:
    page = phone(scripts=scripts, lang=lang)
    url = make(page)
    page.goto(f"{url}?as=blue")
    played = page.locator("#played")
    assert LAST[lang] + " (2)" in played.inner_text()
    assert page.evaluate(TOO_WIDE) <= 0 if scripts else True
    page.locator(".tries a").first.click()
    page.wait_for_url(re.compile(r"/why/\d+/1"))
    assert page.locator(".verdict").count() == 1


def test_what_is_not_in_play_is_not_offered(phone: Any) -> None:
    page = phone()
    page.goto("/t/new?game=harbour")
    page.locator("details:has(.part-choice) > summary").click()
    part = page.locator("input[value='regatta']")
    assert part.is_hidden()
    page.locator("input[name='players'][value='3']").check()
    part.check()
    page.locator("input[name='players'][value='2']").check()
    assert part.is_hidden() and not part.is_checked()


def test_a_turn_is_looked_at_played_and_taken_back(phone: Any) -> None:
    page = phone()
    url = make(page, look=True)
    page.goto(f"{url}?as=blue")
    page.locator("button[name='look']").click()
    page.locator(".by-rule .entry").wait_for()
    does = page.locator(".by-rule .does strong").inner_text()
    page.locator(".by-rule button.primary").click()
    page.locator("#played").wait_for()
    assert page.locator("#played .does strong").inner_text() == does
    page.locator("form[action$='/undo'] button").first.click()
    page.locator(".by-rule", has_text="the turn waits").wait_for()
    assert page.locator("#played").count() == 0


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(phone: Any, axe: str, dark: bool) -> None:
    page = phone(dark=dark)
    page.context.add_init_script(axe)
    url = make(page)
    for path in ("/t/new?game=harbour", f"{url}?as=blue"):
        page.goto(path)
        assert run_axe(page, type="tag", values=TAGS) == []
        assert run_axe(page, type="rule", values=COLOURS) == []
        assert page.evaluate(TOO_WIDE) <= 0
