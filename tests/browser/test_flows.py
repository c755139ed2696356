"""What people do with it, at phone size: read, search, ask; with scripts and without; without a network."""

from __future__ import annotations

from typing import Any

import pytest

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
LANGUAGES = pytest.mark.parametrize("lang", ["en", "pl", "uk"])
#: every language with scripts, one of them without
READERS = pytest.mark.parametrize(
    ("scripts", "lang"), [(True, "en"), (True, "pl"), (True, "uk"), (False, "pl")], ids=["en", "pl", "uk", "no scripts"]
)


@SCRIPTS
@LANGUAGES
def test_reading(phone: Any, scripts: bool, lang: str) -> None:
    page = phone(scripts=scripts, lang=lang)
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == lang
    page.locator(".card h3 a").first.click()
    page.locator(".toc .chapter").first.click()
    page.locator("a.num", has_text="act.2").first.click()
    assert page.url.endswith("/g/harbour/p/har.act.2")
    page.locator("a[rel=next]").click()
    assert page.url.endswith("/g/harbour/p/har.act.3")


@SCRIPTS
def test_searching(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto("/search")
    if scripts:
        page.locator("#q").press_sequentially("stor", delay=20)
        page.wait_for_url("**/search?q=stor*")  # what was found for the first letters may be shown before
        page.locator("#g-term").wait_for()
    else:
        page.locator("#q").fill("storm")
        page.locator(".searchbox button").click()
    page.locator(".hit a", has_text="Storm").first.click()
    assert "/g/harbour/t/storm" in page.url


@SCRIPTS
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_asking_until_it_is_settled(phone: Any, scripts: bool, dark: bool) -> None:
    page = phone(scripts=scripts, dark=dark)
    page.goto("/g/harbour/ask/")
    page.locator("#listed a", has_text="lease").first.click()
    page.locator(".pills label", has_text="red").first.click()
    page.locator("button.primary").click()
    assert page.locator("#verdict-word").inner_text().strip() == "It depends"
    page.locator(".next .button", has_text="north").first.click()
    for _ in range(6):
        page.wait_for_load_state()  # a page that is still coming is not settled
        if page.locator(".v-depends").count() == 0:
            break
        none = page.locator(".next > .options .button", has_text="none")
        if none.count():
            none.first.click()
        else:
            page.locator(".next > .tell input[name=value]").fill("9")
            page.locator(".next > .tell button").click()
    assert page.locator("#verdict-word").inner_text().strip() == "Yes"
    address = page.url
    page.goto(address)
    assert page.locator("#verdict-word").inner_text().strip() == "Yes"


def test_term_opens_on_tap(phone: Any) -> None:
    page = phone()
    page.goto("/g/harbour/p/har.act.2")
    page.locator("a.term").first.click()
    page.locator("dialog.term-card h2").wait_for()
    assert page.locator("dialog.term-card h2").inner_text() == "Dock"
    page.keyboard.press("Escape")
    assert page.locator("dialog.term-card").is_hidden()


def test_citation_is_copied(phone: Any) -> None:
    page = phone()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/g/harbour/p/har.act.2")
    page.locator(".copy").first.click()
    page.locator(".toast.on").wait_for()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Harbour, First printing, Actions") and text.endswith("/g/harbour/p/har.act.2")


@SCRIPTS
def test_language_is_switched_in_place(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto("/g/harbour/p/har.act.2")
    page.locator(".tongues a", has_text="Polski").click()
    assert page.url.endswith("/g/harbour/p/har.act.2")
    assert page.locator("html").get_attribute("lang") == "pl"


def test_scheme_can_be_chosen(phone: Any) -> None:
    page = phone()
    page.goto("/choices?next=/about")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("input[name=theme][value=dark]").check()
    page.locator("button.primary").click()
    page.wait_for_url("**/about")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light


@LANGUAGES
def test_kept_game_works_without_a_network(phone: Any, lang: str) -> None:
    page = phone(lang=lang)
    page.goto("/g/harbour/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.locator("[data-keep-now]").click()
    page.locator("[data-kept-state]", has_text=f"· {lang.upper()} ·").wait_for()  # with its date and version
    page.reload()
    page.context.set_offline(True)
    page.goto("/g/harbour/c/har.all")
    assert page.locator("#har\\.act\\.2 > .text").inner_text()
    page.goto("/g/harbour/p/har.act.2")
    assert page.url.endswith("/g/harbour/c/har.all#har.act.2")
    page.goto("/g/harbour/t/dock")
    assert page.url.endswith("/g/harbour/t/#dock")
    page.goto("/search?q=sztorm")
    page.locator("[data-kept-hits] a[href$='/t/#storm']").first.wait_for()
    page.goto("/about")
    assert page.url.endswith("/about") and page.locator("[data-kept-search]").is_visible()
    page.context.set_offline(False)


def test_without_a_secure_address_nothing_is_promised(phone: Any) -> None:
    page = phone()
    page.add_init_script(
        "Object.defineProperty(window, 'isSecureContext', {value: false}); delete Navigator.prototype.clipboard"
    )
    page.goto("/g/harbour/")
    assert page.locator("[data-keep]").is_hidden()
    page.goto("/offline")
    assert page.locator("[data-insecure]").is_visible() and page.locator("[data-offline]").is_hidden()
    page.goto("/g/harbour/p/har.act.2")
    assert page.locator(".copy").first.is_hidden()
