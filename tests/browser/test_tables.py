"""Two phones at one table: live changes, hidden cards, a conflict; with scripts and without."""

from __future__ import annotations

import re
from typing import Any

import pytest


def make(page: Any) -> str:
    """Makes a table; gives its address."""
    page.goto("/t/")
    page.locator(".tools a", has_text="Harbour").click()
    page.locator("button.primary").click()
    page.wait_for_url(re.compile(r"/t/[2-9A-Z]{8}$"))
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
    guest.locator("#text").fill("hand of green = [gale]")
    guest.locator("main form button").first.click()
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
