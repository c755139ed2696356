"""The app under a path prefix, as a phone meets it: scripts, service worker, bookmarks and two phones at a table."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from waitress.server import create_server

from tests.support.own_cards import favour_games
from tests.support.serving import until_closed
from tests.support.until import until
from tests.support.web_app import made_up_app


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an app under a prefix; what asks for anything beside it gets nothing."""
    folder = tmp_path_factory.mktemp("prefixed")
    favour_games(folder)
    app = made_up_app(folder, PREFIX="/rules")
    beside: list[str] = []

    def strict(environ: Any, start_response: Any) -> Any:
        if not environ["PATH_INFO"].startswith("/rules") and environ["PATH_INFO"] != "/favicon.ico":
            beside.append(environ["PATH_INFO"])
            start_response("404 Not Found", [])
            return []
        return app(environ, start_response)

    server: Any = create_server(strict, host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=until_closed(server), daemon=True).start()
    yield f"http://127.0.0.1:{server.effective_port}"
    server.close()
    assert beside == []


def test_reading_searching_and_keeping(phone: Any) -> None:
    page = phone()
    page.goto("/rules/")
    page.locator(".card h3 a").first.click()
    page.locator(".toc .chapter").first.click()
    page.locator("a.num", has_text="act.2").first.click()
    assert page.url.endswith("/rules/g/harbour/p/har.act.2")
    page.locator("a.term").first.click()
    page.locator("dialog.term-card h2").wait_for()
    page.keyboard.press("Escape")
    page.goto("/rules/search")
    page.locator("#q").press_sequentially("stor", delay=20)
    page.locator("#g-term").wait_for()
    page.locator(".hit a", has_text="Storm").first.click()
    assert "/rules/g/harbour/t/storm" in page.url
    until(page, "Object.values(localStorage).some((it) => it.includes('/t/storm'))")  # it notes that it was read
    page.goto("/rules/")
    page.locator("[data-bookmarks-recent] a", has_text="Storm").click()
    assert "/rules/g/harbour/t/storm" in page.url
    page.goto("/rules/choices?next=/about")
    page.locator("input[name=theme][value=dark]").check()
    page.locator("button.primary").click()
    page.wait_for_url("**/rules/about")
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_a_kept_game_without_a_network(phone: Any) -> None:
    page = phone()
    page.goto("/rules/g/harbour/")
    scope = page.evaluate("navigator.serviceWorker.ready.then((it) => new URL(it.scope).pathname)")
    assert scope == "/rules/"
    page.locator("[data-keep-now]").click()
    page.locator("[data-kept-state]", has_text="· EN ·").wait_for()
    assert all("/rules-" in key for key in page.evaluate("caches.keys()"))
    page.reload()
    page.context.set_offline(True)
    page.goto("/rules/g/harbour/p/har.act.2")
    assert page.url.endswith("/rules/g/harbour/c/har.all#har.act.2")
    page.goto("/rules/g/harbour/t/dock")
    assert page.url.endswith("/rules/g/harbour/t/#dock")
    page.goto("/rules/search?q=storm")
    page.locator("[data-kept-hits] a[href='/rules/g/harbour/t/#storm']").first.wait_for()
    page.context.set_offline(False)


def test_two_phones_and_a_card_of_their_own(phone: Any) -> None:
    host, guest = phone(), phone()
    host.goto("/rules/t/")
    host.locator(".tools a", has_text="Harbour").click()
    host.locator("label:has([name=draws][value=app])").click()  # there is no box
    host.locator("button.primary").click()
    host.wait_for_url(re.compile(r"/rules/t/[2-9A-Z]{6}$"))
    url = host.url
    host.goto(f"{url}/share")
    link = host.locator("[data-share], [data-copy]").first.get_attribute("data-url")
    assert link.startswith("/rules/t/")
    guest.goto(link)
    guest.wait_for_url(re.compile(r"/rules/t/[2-9A-Z]{6}$"))
    guest.locator(".seats li", has_text="green").locator("button").click()
    guest.wait_for_url("**as=green")
    host.goto(f"{url}?as=red")
    host.locator("button[value='lease(d=north)']").click()
    host.locator(".entry", has_text="lease: north").first.wait_for()
    guest.locator(".entry", has_text="lease").first.wait_for()  # by itself, without a reload
    host.goto("/rules/g/harbour/workshop")
    host.locator("[data-card]").fill("nonsense")
    host.locator("#faults .fault").first.wait_for()  # told by the API while typing
