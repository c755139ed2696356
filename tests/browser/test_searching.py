"""Searching at phone size: while typing, filtered, in any language, and when nothing is found."""

from __future__ import annotations

from typing import Any

from tests.browser.test_flows import READERS, SCRIPTS


def test_two_letters_are_enough_and_one_is_not(phone: Any) -> None:
    page = phone()
    page.goto("/search")
    page.locator("#q").press_sequentially("s")
    page.locator("[role=status]", has_text="Two letters").wait_for()
    page.locator("#q").press_sequentially("t")
    page.locator("#g-term").wait_for()
    assert page.url.endswith("q=st")


@READERS
def test_any_language_finds_it(phone: Any, scripts: bool, lang: str) -> None:
    page = phone(scripts=scripts, lang=lang)
    for word in ("storm", "sztorm", "шторм"):
        page.goto("/search")
        page.locator("#q").fill(word)
        page.locator(".searchbox button").click()
        page.locator(".hit a[href*='/t/storm']").first.wait_for()


def _groups(page: Any) -> list[str]:
    """The groups of what was found, beside what can be asked of it."""
    found = [group.get_attribute("id") for group in page.locator(".hits h2").all()]
    return [name for name in found if name != "g-may"]


@SCRIPTS
def test_filters_and_groups_stand_in_the_address(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto("/search?q=lease")
    groups = [group.get_attribute("id") for group in page.locator(".hits h2").all()]
    assert "g-paragraph" in groups and "g-action" in groups
    page.locator(".filters > .chip").click()
    page.locator("select[name=kind]").select_option("action")
    page.locator("select[name=game]").select_option("harbour")
    page.locator(".searchbox button").click()
    page.locator("#g-paragraph").wait_for(state="detached")
    assert _groups(page) == ["g-action"]
    address = page.url
    assert "kind=action" in address and "game=harbour" in address and "q=lease" in address
    page.goto(address)
    assert _groups(page) == ["g-action"]
    page.locator(".hit a").first.click()
    assert "/g/harbour/ask/lease" in page.url


@SCRIPTS
def test_nothing_found_offers_near_words(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto("/search?q=storrrmm")
    page.locator(".nothing a", has_text="Storm").first.click()
    assert "/t/storm" in page.url


@SCRIPTS
def test_nothing_found_by_a_filter_offers_to_search_everything(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto("/search?q=storm&kind=card")
    page.locator(".nothing .button").last.click()
    page.locator(".hit a", has_text="Storm").first.wait_for()
    assert page.url.endswith("/search?q=storm")


def test_game_is_found_by_its_title(phone: Any) -> None:
    page = phone()
    page.goto("/search")
    page.locator("#q").press_sequentially("Гав")
    page.locator("#g-game + ul a", has_text="Harbour").click()
    assert page.url.endswith("/g/harbour/")
