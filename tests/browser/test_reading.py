"""Home and reading at phone size: what a reader can do on a paragraph, with scripts and without."""

from __future__ import annotations

from typing import Any

from tests.browser.test_flows import LANGUAGES, READERS, SCRIPTS

PARAGRAPH = "/g/harbour/p/har.act.2"


@SCRIPTS
def test_home_leads_to_games_search_and_tables(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto("/")
    assert page.locator("[data-bookmarks]").is_hidden() and page.locator("#mine").count() == 0
    page.locator(".card .button", has_text="New table").click()
    page.locator("button.primary").click()
    page.locator("#now").wait_for()
    page.locator(".bar a", has_text="Games").click()
    page.locator("#mine + ul a", has_text="Harbour").click()  # continued
    page.locator("#now").wait_for()
    page.goto("/")
    page.locator("#q").fill("storm")
    page.locator(".searchbox button").click()
    page.locator(".hit a", has_text="Storm").first.wait_for()


def test_what_was_read_and_marked_is_found_again(phone: Any) -> None:
    page = phone()
    page.goto(PARAGRAPH)
    star = page.locator("[data-star]")
    star.click()
    assert star.get_attribute("aria-pressed") == "true"
    page.goto("/g/harbour/ask/price?a.g=wine&go=1")
    page.locator("[data-star]").wait_for()
    page.goto("/")
    page.locator("[data-bookmarks-recent] a").nth(1).wait_for()
    assert page.locator("[data-bookmarks-stars] a").all_inner_texts() == ["§ act.2 Actions\nHarbour"]
    assert [text.split("\n")[0] for text in page.locator("[data-bookmarks-recent] a").all_inner_texts()] == [
        "price (cargo): 3",
        "§ act.2 Actions",
    ]
    page.locator("[data-bookmarks-stars] a").click()
    assert page.url.endswith(PARAGRAPH)
    page.goto("/")
    page.locator("[data-bookmarks-clear]").click()
    assert page.locator("[data-bookmarks]").is_hidden()
    page.reload()
    assert page.locator("[data-bookmarks]").is_hidden()


def test_a_spoilt_memory_does_no_harm(phone: Any) -> None:
    page = phone()
    page.goto("/")
    page.evaluate(
        """localStorage.setItem('paragraf-stars', JSON.stringify([{url: 'javascript:alert(1)', title: 'x'},
        {url: '//example.org', title: 'y'}, null, {url: '/about', title: '<b>z</b>'}]));
        localStorage.setItem('paragraf-recent', '{')"""
    )
    page.reload()
    page.locator("[data-bookmarks-stars] a").first.wait_for()
    assert page.locator("[data-bookmarks-stars] a").all_inner_texts() == ["<b>z</b>"]


@READERS
def test_two_languages_side_by_side(phone: Any, scripts: bool, lang: str) -> None:
    page = phone(scripts=scripts, lang=lang)
    other = "uk" if lang == "pl" else "pl"
    page.goto("/g/harbour/c/har.all")
    page.locator(f".beside a[hreflang={other}]").click()
    assert page.locator(f"#har\\.act\\.2 > .text div[lang={lang}]").inner_text()
    assert page.locator(f"#har\\.act\\.2 > .text div[lang={other}]").inner_text()
    page.locator(f".beside a[hreflang={other}]").click()
    page.wait_for_load_state()
    assert page.locator(f"#har\\.act\\.2 > .text div[lang={other}]").count() == 0


@SCRIPTS
def test_disputes_and_editions_open_both_readings(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto("/g/harbour/c/har.all")
    mark = page.locator("#har\\.end\\.5 details.dispute")
    mark.locator("summary").click()
    assert mark.locator(".readings > li").count() == 2
    mark.locator("a", has_text="All about").click()
    assert page.url.endswith("/g/harbour/d/full_house")
    page.goto("/g/harbour/p/har.faq.4")
    mark = page.locator("details.mark", has_text="Not the same in all editions")
    mark.locator("summary").click()
    assert mark.locator("del").inner_text() == "at once" and mark.locator("ins").inner_text() == "after the round"
    assert "Second printing" in mark.inner_text()


def test_clarification_stands_at_the_rule(phone: Any) -> None:
    page = phone()
    page.goto(PARAGRAPH)
    assert page.locator(".clarified", has_text="nobody beside it minds").is_visible()


def test_sharing_uses_the_phone_else_the_clipboard(phone: Any) -> None:
    page = phone()
    page.add_init_script("navigator.share = async (what) => { window.shared = what }")
    page.goto(PARAGRAPH)
    page.locator("[data-share]").click()
    assert page.evaluate("window.shared.url").endswith(PARAGRAPH)
    page = phone()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    page.goto(PARAGRAPH)
    page.locator("[data-share]").click()
    page.locator(".toast.on").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").endswith(PARAGRAPH)


def test_printing_leaves_the_bars_out(phone: Any) -> None:
    page = phone()
    page.add_init_script("window.print = () => { window.printed = true }")
    page.goto("/g/harbour/c/har.all")
    page.locator("[data-print]").click()
    assert page.evaluate("window.printed") is True
    page.emulate_media(media="print")
    assert (
        page.locator(".bar").is_hidden()
        and page.locator(".top").is_hidden()
        and page.locator(".copy").first.is_hidden()
    )
    assert page.locator("#har\\.act\\.2 > .text").is_visible()


@SCRIPTS
def test_lists_lead_to_what_they_list(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    for tool, found, target in (
        ("Glossary", ".terms dt a >> nth=0", "/g/harbour/t/"),
        ("Disputes", "main .card h2 a >> nth=0", "/g/harbour/d/"),
        ("Cards", "main .card .button >> nth=0", "/g/harbour/ask/"),
        ("Calculators", "#listed a >> nth=0", "/g/harbour/ask/"),
    ):
        page.goto("/g/harbour/")
        page.locator(".tools a", has_text=tool).click()
        page.locator(found).click()
        assert target in page.url
        assert page.locator("h1").inner_text()


@SCRIPTS
def test_graph_is_a_picture_and_a_list_of_links(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto(PARAGRAPH)
    page.locator("a.button", has_text="Connections").click()
    page.locator("svg a:not(.middle)").first.wait_for()
    drawn = {link.get_attribute("href") for link in page.locator("svg a:not(.middle)").all()}
    listed = {link.get_attribute("href") for link in page.locator(".links a:not(.faint)").all()}
    assert drawn and drawn <= listed
    page.locator("svg a:not(.middle)").first.click()
    assert "/graph/" in page.url and page.locator("h1").inner_text() == "Connections"


@LANGUAGES
def test_about_and_coverage_say_what_there_is(phone: Any, lang: str) -> None:
    page = phone(lang=lang)
    page.goto("/")
    page.locator(".foot a[href='/about']").click()
    version = page.locator(".foot .version code").inner_text()
    assert version in page.locator("main").inner_text() and "First printing" in page.locator("main").inner_text()
    page.locator(".foot a[href='/coverage']").click()
    page.wait_for_load_state()
    assert page.locator("main dd").count() > 4
