"""Two phones at one table: live changes, hidden cards, a conflict; with scripts and without."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.test_flows import READERS


def make(page: Any) -> str:
    """Makes a table; gives its address."""
    page.goto("/t/")
    page.locator(".tools a", has_text="Harbour").click()
    page.locator("label:has([name=draws][value=app])").click()  # there is no box
    page.locator("button.primary").click()
    page.wait_for_url(re.compile(r"/t/[2-9A-Z]{6}$"))
    return str(page.url)


def invite(page: Any, url: str) -> str:
    """The address in the QR code."""
    page.goto(f"{url}/share")
    return str(page.locator("#play + .qr img").evaluate("img => new URL(img.src).searchParams.get('to')"))


def test_two_phones_see_each_other(phone: Any) -> None:
    host, guest = phone(), phone(lang="pl")
    url = make(host)
    link = invite(host, url)
    guest.goto(link)
    guest.locator(".seats li", has_text="green").locator("button").click()
    guest.wait_for_url("**as=green")
    host.goto(f"{url}?as=red")
    host.locator("button[value='lease(d=north)']").click()
    host.locator(".entry", has_text="lease: north").first.wait_for()
    guest.locator(".path").wait_for()
    guest.locator(".entry", has_text="lease").first.wait_for()  # by itself, without a reload
    assert guest.locator("a.fact.fresh").count() >= 1
    # the guest's cards are seen by the guest only
    guest.goto(f"{url}/facts?as=green")
    guest.locator("details", has=guest.locator("#text")).locator("summary").click()
    guest.locator("#text").fill("hand of green = [gale]")
    guest.locator("form", has=guest.locator("#text")).locator("button").click()
    guest.locator(".entry").first.wait_for()
    assert "gale" in guest.content()
    host.locator(".entry", has_text="Told by hand").first.wait_for()
    assert "gale" not in host.locator("#table").inner_html()
    # undo on one phone is seen on the other
    guest.locator("button", has_text="Cofnij").click()
    host.locator(".entry", has_text="taken back").first.wait_for()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_second_change_is_not_lost(phone: Any, scripts: bool) -> None:
    host, guest = phone(scripts=scripts), phone(scripts=scripts)
    url = make(host)
    guest.goto(invite(host, url))
    guest.goto(f"{url}/fact/coins?key=green")
    host.goto(f"{url}?as=red")
    host.locator("button[value='lease(d=north)']").click()
    host.locator(".entry", has_text="lease: north").first.wait_for()
    guest.locator("[name='a.value']").fill("3")
    guest.locator("main button.primary").click()
    guest.locator("#meanwhile").wait_for()
    assert "lease: north" in guest.locator("main").inner_text()
    guest.locator("button.primary").click()
    guest.locator(".entry", has_text="Told by hand").first.wait_for()
    host.goto(f"{url}?as=-")
    text = host.locator("main").text_content()
    assert "coins (green): 10 → 3" in re.sub(r"\s+", " ", text)


def test_who_is_filling_in_is_not_disturbed(phone: Any) -> None:
    host, guest = phone(), phone()
    url = make(host)
    guest.goto(invite(host, url))
    guest.goto(url)
    guest.evaluate(
        "document.querySelector('#table').insertAdjacentHTML('afterbegin', '<label>x <input id=busy></label>')"
    )
    guest.locator("#busy").focus()
    host.goto(f"{url}?as=red")
    host.locator("button[value='rest']").click()
    guest.locator(".changed button").wait_for()
    assert guest.locator("#busy").count() == 1
    guest.locator(".changed button").click()
    guest.locator(".entry", has_text="rest").first.wait_for()


@READERS
def test_joining_by_code_to_watch_and_with_the_key_to_play(phone: Any, scripts: bool, lang: str) -> None:
    host, guest = phone(), phone(scripts=scripts, lang=lang)
    url = make(host)
    host.goto(f"{url}/share")
    whole = host.locator("#play ~ p code").inner_text()
    code = host.locator("#watch ~ p code").inner_text()
    assert whole.startswith(code) and len(code) == 7 and len(whole) == 15  # six letters to watch, six more to play
    guest.goto("/t/")
    guest.locator("#code").fill(code.lower())
    guest.locator("form[action='/t/join'] button").click()
    guest.locator("#now").wait_for()
    assert guest.url == url and guest.locator("form[action$='/seat']").count() == 0  # only watching
    guest.goto("/t/")
    guest.locator("#code").fill(whole)
    guest.locator("form[action='/t/join'] button").click()
    guest.locator("form[action$='/seat']").first.wait_for()  # only who may play sees it
    assert guest.locator(".playing.first form[action$='/seat'] button").count() >= 2  # which role, at once
    guest.goto("/")
    assert guest.locator("#mine + ul a").get_attribute("href") == url[url.index("/t/") :]


def test_wrong_code_and_key_are_told(phone: Any) -> None:
    host, guest = phone(), phone()
    url = make(host)
    for code, status in (("ABC-DEF", 404), ("nonsense", 404), (f"{url[-6:]}-WRN-GKY", 403)):
        guest.goto("/t/")
        guest.locator("#code").fill(code)
        with guest.expect_response("**/t/join") as answer:
            guest.locator("form[action='/t/join'] button").click()
        assert answer.value.status == status
        assert guest.locator("#wrong").is_visible()  # beside the field, which keeps what was typed
        assert guest.locator("#code").input_value() == code


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_moves_are_applied_undone_redone_and_logged(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    url = make(page)
    page.goto(f"{url}?as=red")
    page.locator("button[value='lease(d=north)']").click()
    newest = page.locator("[role=log] .entry").first
    newest.filter(has_text="lease: north").wait_for()
    assert "coins (red): 10 → 6" in re.sub(r"\s+", " ", newest.inner_text())
    assert newest.locator("a.num").first.get_attribute("href") == "/g/harbour/p/har.act.2"
    page.locator("button", has_text="Undo").click()
    page.locator(".entry.undone", has_text="lease: north").wait_for()
    page.locator("button", has_text="Redo").click()
    page.locator(".entry:not(.undone)", has_text="lease: north").wait_for()
    page.locator("a.button", has_text="The whole log").click()
    page.wait_for_load_state()
    assert page.locator(".entry").count() == 4


def test_house_ruling_counts_at_the_table(phone: Any) -> None:
    page = phone()
    url = make(page)
    page.goto(f"{url}/ask/score?a.c=red&go=1&given=crates(red,grain)=1;crates(red,salt)=1;crates(red,wine)=1&as=red")
    assert page.locator(".v-disputed").count() == 1
    page.locator(".readings-box .button", has_text="Settle").last.click()
    page.wait_for_url("**/d/full_house?*")
    page.locator("button", has_text="Settle it so").last.click()
    page.locator(".settling .tag", has_text="counts at this table").wait_for()
    page.goto(f"{url}?as=red")
    page.locator("#house + ul li strong").wait_for()
    page.goto("/g/harbour/d/full_house")  # from the page of the dispute too
    page.locator("a.button", has_text="Settle it at our table").click()
    page.locator("button", has_text="Open it again").wait_for()
    page.goto(f"{url}/rulings?which=open")
    assert "full_house" not in page.content()
    page.goto(f"{url}/rulings?which=settled")
    assert page.locator("#d-full_house").count() == 1
    page.goto(f"{url}/ask/score?a.c=red&go=1&given=crates(red,grain)=1;crates(red,salt)=1;crates(red,wine)=1&as=red")
    assert page.locator(".v-value").count() == 1


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_what_now_and_calculators_read_the_table(phone: Any, scripts: bool) -> None:
    page = phone(scripts=scripts)
    url = make(page)
    page.goto(f"{url}?as=red")
    page.locator("a.button", has_text="What now").click()
    here = page.locator(".here")
    assert "turns" in here.locator(".path").inner_text() and here.locator("h3").count() >= 2
    here.locator("a.way", has_text="lease").first.click()
    assert "/act/lease" in page.url
    page.goto(f"{url}/fact/owner?key=north&as=red")
    page.locator("select, .pills label", has_text="red").first.click()
    page.locator("main button.primary").click()
    page.goto(f"{url}/values?as=red")
    page.locator("#listed a", has_text="score").first.click()
    page.locator(".pills label", has_text="red").last.click()
    page.locator("button.primary").click()
    derived = page.locator("#derivation + ul")
    assert derived.locator("strong").first.inner_text() == "2" and "2 × 1 =" in derived.inner_text()  # one dock


def test_table_goes_into_a_file_and_back(phone: Any, tmp_path: Any) -> None:
    page = phone()
    url = make(page)
    page.goto(f"{url}?as=red")
    page.locator("button[value='lease(d=north)']").click()
    page.locator(".entry", has_text="lease: north").first.wait_for()
    page.goto(f"{url}/share?as=red")
    with page.expect_download() as loading:
        page.locator("a[download]").click()
    path = tmp_path / "table.json"
    loading.value.save_as(path)
    other = phone()
    other.goto("/t/")
    other.locator("#file").set_input_files(path)
    other.locator("form[action='/t/import'] button").click()
    other.wait_for_url(re.compile(r"/t/[2-9A-Z]{6}$"))
    assert other.url != url
    other.goto(f"{other.url}?as=-")
    assert re.search(r"owner.*red", re.sub(r"\s+", " ", other.locator("#table").inner_text()))
    bad = tmp_path / "bad.json"
    bad.write_text("[1, 2")
    other.goto("/t/")
    other.locator("#file").set_input_files(bad)
    with other.expect_response("**/t/import") as answer:
        other.locator("form[action='/t/import'] button").click()
    assert answer.value.status == 400 and "not JSON" in other.locator("main").inner_text()


def test_screen_can_be_kept_on(phone: Any) -> None:
    page = phone()
    page.add_init_script(
        "Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => ({release: async () => {}})}})"
    )
    url = make(page)
    page.goto(url)
    button = page.locator("[data-wake]")
    button.click()
    page.locator("[data-wake][aria-pressed=true]").wait_for()
    button.click()
    page.locator("[data-wake][aria-pressed=false]").wait_for()
