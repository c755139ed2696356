"""The workshop at phone size: typing, faults, trying, the file, a card kept with a table and played there; with scripts and without."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.test_access import LONG, OPEN, SMALL, TAGS, WIDE
from tests.browser.test_flows import SCRIPTS
from tests.browser.test_tables import invite, make

WORKSHOP = "/g/harbour/workshop"
WINDFALL = 'favour card "Windfall" of red captain, 2 copies.\nGain 3.'
EVICTION = 'favour card "Eviction" of red captain.\nFree a dock.\nGain 2 per your dock.'
MEANINGS = {
    "en": "Gain 2 per your dock.",
    "pl": "Otrzymaj 2¢ za każde swoje nabrzeże.",
    "uk": "Отримайте 2¢ за кожен свій док.",
}


def write(page: Any, text: str, scripts: bool) -> None:
    """Puts a card into the workshop; without scripts the button shows its meaning."""
    page.locator("#text").fill(text)
    if not scripts:
        page.locator("form.workshop button.primary").click()


def keep(page: Any, url: str, text: str, scripts: bool = True) -> None:
    """Keeps a card with a table, starting at the table."""
    page.goto(f"{url}/cards")
    page.locator("main a.primary").click()
    write(page, text, scripts)
    page.locator(f"button[formaction='{url[url.index('/t/') :]}/keep']").click()
    page.wait_for_url(f"{url}/cards**")


@SCRIPTS
def test_typing_shows_the_meaning_in_three_languages(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto(WORKSHOP)
    assert "Fair wind" in page.locator("#text").input_value()
    write(page, EVICTION, scripts)
    for lang, words in MEANINGS.items():
        page.locator(f"[data-meaning={lang}]", has_text=words).wait_for()
    page.locator("details", has_text="The rule it becomes").locator("summary").click()
    assert "card card_eviction(d: dock) by actor in [red]" in page.locator("#rule").inner_text()


@SCRIPTS
def test_a_fault_is_shown_at_its_place_and_goes_away(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto(WORKSHOP)
    write(page, "Gain 1.\nThen gian 2.", scripts)
    fault = page.locator("#faults .fault", has_text="Line 2, column 6:")
    fault.wait_for()
    assert (
        fault.locator("pre").text_content() == "Then gian 2.\n     ^" and "Did you mean “gain”?" in fault.inner_text()
    )
    write(page, "Gain 1.\nThen gain 2.", scripts)
    page.locator("[data-meaning=pl]", has_text="otrzymaj 2¢").wait_for()
    assert page.locator("#faults .fault").count() == 0


def test_typing_on_is_not_answered_with_what_was_typed_before(phone: Any) -> None:
    page = phone()
    page.goto(WORKSHOP)
    page.locator("#text").fill("")
    page.locator("#text").press_sequentially("Gain 12. Gain 3.", delay=30)
    page.locator("[data-meaning=uk]", has_text="3¢").wait_for()
    assert page.locator("[data-meaning=uk]").inner_text() == "Отримайте 12¢.\nОтримайте 3¢."


@SCRIPTS
def test_a_card_is_tried_on_a_state(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto(WORKSHOP)
    write(page, EVICTION, scripts)
    page.locator("#try legend", has_text="Dock").wait_for()  # what this card leaves to be chosen
    page.locator("#as").select_option("red")
    page.locator("#given").fill("owner of north = red; owner of middle = none; owner of south = none; coins of red = 2")
    page.locator("button[name=go]").click()
    page.locator(".verdict.v-depends").wait_for()  # which dock was left open
    page.locator(".next .button", has_text="north").first.click()
    page.locator(".verdict.v-yes").wait_for()
    assert "owner (north): red → none" in re.sub(r"\s+", " ", page.locator("#answer").inner_text())
    page.locator("#given").fill("owner of north = none")
    page.locator("button[name=go]").click()
    page.locator(".verdict.v-no").wait_for()


@SCRIPTS
def test_the_file_is_downloaded(phone: Any, scripts: bool, tmp_path: Path) -> None:
    page = phone(scripts=scripts)
    page.goto(WORKSHOP)
    write(page, WINDFALL, scripts)
    with page.expect_download() as waiting:
        page.locator("button[formaction$='/file']").click()
    assert waiting.value.suggested_filename == "own-windfall.md"
    waiting.value.save_as(tmp_path / "own.md")
    text = (tmp_path / "own.md").read_text("utf-8")
    assert "## Windfall {#har.card.own_windfall.windfall copies=2}" in text and "```card\nGain 3.\n```" in text


@SCRIPTS
def test_a_card_is_kept_with_a_table_and_played_there(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    url = make(page)
    keep(page, url, WINDFALL, scripts)
    assert page.locator("section.card h2").inner_text() == "Windfall"
    page.goto(f"{url}?as=red")
    page.locator("#by-card > summary").click()
    page.locator("button[value='card_windfall']").click()
    page.locator(".entry", has_text="Windfall").locator("a.num", has_text="our own card").first.wait_for()
    text = re.sub(r"\s+", " ", page.locator("#table").inner_text())
    assert "coins (red): 10 → 13 § our own card" in text
    page.locator("a.num", has_text="our own card").first.click()
    page.wait_for_url("**/cards#har.card.own_windfall")
    assert page.locator("button[name=card]").count() == 0  # played: it stays
    page.goto(url)
    page.locator("button", has_text="Undo").click()
    page.locator(".entry", has_text="taken back").first.wait_for()
    page.goto(f"{url}/cards")
    page.locator("button[name=card]").click()
    page.locator(".nothing").wait_for()


def test_the_other_phone_reads_it_in_its_own_language(phone: Any) -> None:
    host, guest = phone(), phone(lang="pl")
    url = make(host)
    guest.goto(invite(host, url))
    guest.locator("#own").wait_for()
    keep(host, url, EVICTION)
    guest.locator(".own", has_text=MEANINGS["pl"]).wait_for()  # by itself, without a reload
    guest.locator(".entry", has_text="Dodano własną kartę: Eviction").first.wait_for()


@SCRIPTS
def test_who_keeps_second_is_shown_what_came_first(phone: Any, scripts: bool) -> None:
    host, guest = phone(scripts=scripts), phone(scripts=scripts)
    url = make(host)
    guest.goto(invite(host, url))
    guest.goto(f"{WORKSHOP}?table={url[-8:]}")
    keep(host, url, EVICTION, scripts)
    guest.locator("#text").fill(WINDFALL)
    guest.locator("button[name=seen]").first.click()
    guest.locator("#meanwhile").wait_for()
    assert "Eviction" in guest.locator("main").inner_text() and "Windfall" in guest.locator(".wanted").inner_text()
    guest.locator("button.primary").click()
    guest.wait_for_url("**/cards**")
    assert guest.locator("section.card h2").all_inner_texts() == ["Eviction", "Windfall"]


@pytest.mark.parametrize(("dark", "width"), [(False, 360), (True, 320)], ids=["light", "dark and narrow"])
def test_own_cards_are_accessible(phone: Any, axe: str, dark: bool, width: int) -> None:
    page = phone(dark=dark, width=width)
    url = make(page)
    keep(page, url, WINDFALL)
    keep(page, url, EVICTION)
    keep(page, url, f'favour card "{"x" * 200}" of red captain. Gain 1.')
    page.goto(f"{url}?as=red")
    page.locator("#by-card > summary").click()
    page.locator("button[value='card_windfall']").click()
    page.locator(".entry", has_text="Windfall").first.wait_for()
    paths = (f"{url}?as=red", f"{url}/cards?as=red", f"{url}/act/card_eviction?as=red", f"{WORKSHOP}?table={url[-8:]}")
    for path in paths:
        page.goto(path)
        assert page.evaluate(SMALL) == [], path
        page.evaluate(OPEN)
        assert page.evaluate(WIDE) == [], path
        assert page.evaluate(LONG, "x" * 200) == [], path  # also where this title does not stand today
        page.evaluate(axe)
        result = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", TAGS)
        found = [(v["id"], [n["html"][:140] for n in v["nodes"][:2]]) for v in result["violations"]]
        assert found == [], path
