"""Asking and what now at phone size: verdicts, remedies, rulings, calculators, steps; with scripts and without."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.test_flows import LANGUAGES, READERS, SCRIPTS

VERDICTS = {"en": ("It depends", "No"), "pl": ("To zależy", "Nie"), "uk": ("Залежить", "Ні")}


def word(page: Any) -> str:
    """The verdict."""
    return str(page.locator("#verdict-word").inner_text()).strip()


@SCRIPTS
@LANGUAGES
def test_no_says_why_and_what_would_help(phone: Any, scripts: bool, lang: str) -> None:
    page = phone(scripts=scripts, lang=lang)
    page.goto("/g/harbour/ask/lease?as=red&go=1")
    assert word(page) == VERDICTS[lang][0]
    page.goto(
        "/g/harbour/ask/lease?as=red&a.d=north&go=1&given=owner+of+north=none;coins+of+red=2;owner+of+middle=none;owner+of+south=none"
    )
    assert word(page) == VERDICTS[lang][1]
    assert page.locator("#verdict .quote a.num").first.get_attribute("href") == "/g/harbour/p/har.act.2"
    assert page.locator(".checks .c-fail").count() == 1
    page.locator("#would + ul a").first.click()
    assert word(page) != VERDICTS[lang][1]


@SCRIPTS
def test_dispute_is_settled_for_our_table(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    told = "crates(red,grain)=1;crates(red,salt)=1;crates(red,wine)=1;debt+of+red=0;owner+of+north=none;owner+of+middle=none;owner+of+south=none"
    page.goto(f"/g/harbour/ask/score?a.c=red&go=1&given={told}")
    assert word(page) == "Disputed" and page.locator(".readings-box .readings > li").count() == 2
    page.locator(".readings-box .button", has_text="Settle").last.click()
    page.wait_for_load_state()
    assert page.locator(".v-value").count() == 1
    page.locator(".told a", has_text="Take back").last.click()
    assert word(page) == "Disputed"


@SCRIPTS
def test_answer_can_be_handed_on(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto("/g/harbour/ask/price?a.g=wine&go=1")
    link = page.locator("a.button", has_text="Link to this answer").get_attribute("href")
    page.locator("details.qr summary").click()
    picture = page.locator("details.qr img")
    picture.scroll_into_view_if_needed()
    assert picture.evaluate("async img => { await img.decode(); return img.naturalWidth }") > 100
    assert picture.evaluate("img => new URL(img.src).searchParams.get('to')") == link
    shown = page.locator("#verdict").inner_text()
    page.goto(link)
    assert page.locator("#verdict").inner_text() == shown


@SCRIPTS
def test_value_shows_how_it_is_worked_out(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto("/g/harbour/values")
    if scripts:
        page.locator("#name").press_sequentially("score")
        assert page.locator("#listed li:visible").count() == 1
    page.locator("#listed a", has_text="score").first.click()
    page.locator("button.primary").click()
    page.wait_for_load_state()
    assert page.locator("main [role=status]").count() == 1  # which captain?
    page.locator(".pills label", has_text="red").click()
    page.locator("button.primary").click()
    page.goto(page.url.partition("#")[0] + "&given=crates(red,grain)=2;crates(red,salt)=0;crates(red,wine)=0;debt+of+red=0"
              ";owner+of+north=red;owner+of+middle=none;owner+of+south=none")  # fmt: skip
    derived = page.locator("#derivation + ul")
    assert derived.locator("li").count() > 1 and derived.locator("a.num").count() > 0
    assert derived.locator("strong").first.inner_text() in page.locator("#verdict").inner_text()


@SCRIPTS
def test_actions_are_chosen_by_name_role_and_step(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto("/g/harbour/ask/")
    page.locator("#step").select_option("turns")
    if scripts:
        page.wait_for_url("**step=turns**")
    page.locator(".pills label", has_text="red").click()
    if scripts:
        page.wait_for_url("**as=red**")
    else:
        page.locator("form.form button").click()
    page.locator("#name").fill("leas")
    if not scripts:
        page.locator("form.form button").click()
    page.locator("#listed a:visible").first.click()
    assert "/ask/lease?" in page.url and "as=red" in page.url and "step=turns" in page.url


@READERS
def test_what_now_without_a_table(phone: Any, scripts: bool, lang: str) -> None:
    page = phone(scripts=scripts, lang=lang)
    page.goto("/g/harbour/")
    page.locator(".tools a[href$='/course']").click()
    page.locator(".course a.way[href*='step=turns']").click()
    here = page.locator(".here")
    assert here.locator("h3").count() == 3  # the three captains
    assert here.locator(".deeds a.num").first.get_attribute("href").startswith("/g/harbour/p/")
    here.locator("a.way[href*='/ask/lease'][href*='as=red']").click()
    assert "step=turns" in page.url
    page.goto("/g/harbour/course?step=turns&as=red")
    page.locator(".here a[rel=next]").click()
    assert "step=weather_step" in page.url and "as=red" in page.url
    page.goto("/g/harbour/ask/lease?as=red&step=dues_step&go=1")
    assert word(page) == VERDICTS[lang][1]


def test_what_is_not_told_is_not_guessed(phone: Any) -> None:
    page = phone()
    page.goto("/g/harbour/ask/lease?as=red&go=1&given=coin+of+red+%3D+2")
    assert page.locator("[role=alert]").is_visible() and page.locator("#verdict").count() == 0


@pytest.mark.parametrize("lang", ["en", "pl", "uk"])
def test_languages_of_interface_and_rules_are_independent(phone: Any, lang: str) -> None:
    page = phone(lang=lang)
    page.goto("/choices?next=/g/harbour/p/har.act.2")
    other = "uk" if lang == "pl" else "pl"
    page.locator(f"input[name=lang][value={other}], select[name=lang] option[value={other}]").first.check()
    page.locator("button.primary").click()
    page.wait_for_url("**/p/har.act.2")
    assert page.locator("html").get_attribute("lang") == lang
    assert page.locator(".single .para .text > div").first.get_attribute("lang") == other
