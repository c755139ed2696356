"""The whole referee on a phone: kept, then the server is stopped and the network cut; the same addresses go on answering."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.support.left_out import NO_RUNTIME
from tests.support.own_cards import favour_games
from tests.support.pocket import RUNTIME, questions
from tests.support.served import Served
from tests.support.until import until

pytestmark = pytest.mark.skipif(not RUNTIME.is_there, reason=NO_RUNTIME)
#: milliseconds that making ready or starting may take on a busy machine; nothing here is timed
PATIENCE = 240_000
QUESTIONS = questions(300)


@dataclass
class Pocket:
    """A phone without a network, and what the server had said."""

    page: Any
    said: list[str]
    fresh: dict[str, str]  #: pages as the server made them
    online: dict[str, str]  #: what was seen while there was a network


@pytest.fixture(scope="module")
def pocket(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pocket]:
    """Keeps the game, asks the server, stops it, cuts the network."""
    folder = tmp_path_factory.mktemp("pocket")
    favour_games(folder)
    with Served(folder, folder / "games", OFFLINE=str(RUNTIME.folder), DEADLINE="10000") as server:
        context = chromium.new_context(base_url=server.base, viewport={"width": 360, "height": 740}, locale="en")
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto("/g/harbour/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        assert re.search(r"\d\.\d MB", page.locator(".keep").inner_text())  # the size is said before
        page.locator("[data-keep-now]").click()
        page.locator("[data-kept-state]", has_text="Kept with the referee").wait_for(timeout=PATIENCE)
        said = [asked(server, question) for question in QUESTIONS]
        fresh = {path: server.get(path) for path in ("/g/harbour/p/har.act.2?ui=pl&lang=pl", "/search?q=dock&ui=uk")}
        online = with_a_network(page)
        server.end()
    context.set_offline(True)
    yield Pocket(page, said, fresh, online)
    context.close()


WISHED = "async (wished) => { const found = await (await caches.open('referee')).match('/offline/wish'); \
return Boolean(found && (await found.json())) === wished; }"
NOTED = "async (change) => { const shelf = await caches.open('referee'), at = '/offline/current'; \
const found = await (await shelf.match(at)).json(); await shelf.put(at, new Response(JSON.stringify({ ...found, ...change }))); return found; }"


def with_a_network(page: Any) -> dict[str, str]:
    """A page of the server; one of the phone, when the reader wishes so; what is said when something newer is there."""
    seen = {}
    page.goto("/about")
    seen["usual"] = page.content()
    page.goto("/offline")
    page.locator("[data-wish]").check()
    until(page, WISHED, arg=True)  # it is written down beside the page, which may be left before that
    page.goto("/about")
    seen["wished"] = page.content()
    page.goto("/offline")
    page.locator("[data-wish]").uncheck()
    until(page, WISHED, arg=False)
    kept = page.evaluate(NOTED, {"version": "older"})
    page.goto("/g/harbour/")
    page.locator("[data-kept-state]", has_text="newer").wait_for(timeout=PATIENCE)
    seen["newer"] = page.locator("[data-kept-state]").inner_text()
    page.evaluate(NOTED, kept)
    return seen


def test_with_a_network_the_server_answers_unless_the_reader_wishes_otherwise(pocket: Pocket) -> None:
    assert "data-pocket" not in pocket.online["usual"] and "data-pocket" in pocket.online["wished"]


def test_a_newer_version_is_told(pocket: Pocket) -> None:
    assert "keep it again" in pocket.online["newer"]


def asked(server: Served, question: dict[str, Any]) -> str:
    request = urllib.request.Request(
        f"{server.base}/api/v1/games/harbour/ask", json.dumps(question).encode(), {"Content-Type": "application/json"}
    )
    with server.opener.open(request) as answer:
        return str(answer.read().decode())


def test_answers_are_those_of_the_server(pocket: Pocket) -> None:
    assert len(QUESTIONS) == 300 and {json.loads(each)["verdict"] for each in pocket.said} >= {"yes", "no", "depends"}
    pocket.page.goto("/g/harbour/")
    found = pocket.page.evaluate(
        """async (questions) => {
             const said = [];
             for (const body of questions) {
               const response = await fetch("/api/v1/games/harbour/ask", { method: "POST", body: JSON.stringify(body),
                 headers: { "Content-Type": "application/json" } });
               said.push(await response.text());
             }
             return said;
           }""",
        QUESTIONS,
    )
    different = [
        (question, one, other)
        for question, one, other in zip(QUESTIONS, found, pocket.said, strict=True)
        if one != other
    ]
    assert not different, (len(different), different[0])


def test_pages_are_those_of_the_server(pocket: Pocket) -> None:
    for path, fresh in pocket.fresh.items():
        local = pocket.page.evaluate("path => fetch(path).then((response) => response.text())", path)
        assert local.replace(" data-pocket", "") == fresh


@pytest.mark.parametrize(("lang", "yes", "no", "depends"), [
    ("en", "Yes", "No", "It depends"), ("pl", "Tak", "Nie", "To zależy"), ("uk", "Так", "Ні", "Залежить"),
])  # fmt: skip
def test_reading_searching_and_asking(pocket: Pocket, lang: str, yes: str, no: str, depends: str) -> None:
    page = pocket.page
    page.goto(f"/g/harbour/c/har.all?ui={lang}&lang={lang}")
    assert page.locator("#har\\.act\\.2 > .text").inner_text()
    page.goto(f"/search?q=storm&ui={lang}")
    page.locator("#results a[href*='/t/storm']").first.wait_for()
    form = f"/g/harbour/ask/lease?as=red&a.d=north&go=1&ui={lang}&lang={lang}"
    page.goto(f"{form}&given=owner of north = blue")
    assert page.locator("#verdict-word").inner_text().strip().casefold() == no.casefold()
    page.goto(form)
    assert page.locator("#verdict-word").inner_text().strip().casefold() == depends.casefold()
    page.goto(f"{form}&tell=owner of north&value=none")  # the follow-up
    assert page.locator("#verdict-word").inner_text().strip().casefold() != no.casefold()
    page.goto(
        f"{form}&given=owner of north = none; owner of middle = none; storm of north = no; coins of red = 9; players = 2"
    )
    assert page.locator("#verdict-word").inner_text().strip().casefold() == yes.casefold()


def test_a_table_is_played_and_nothing_of_it_is_lost(pocket: Pocket) -> None:
    page = pocket.page
    page.goto("/t/?ui=en&lang=en")
    assert "shared with other phones are on the server" in page.locator("main").inner_text()
    page.locator(".tools a", has_text="Harbour").click()
    page.locator("label:has([name=draws][value=app])").click()  # there is no box
    page.locator("button.primary").click()
    page.wait_for_url(re.compile(r"/t/[2-9A-Z]{6}$"))
    url = page.url
    assert "kept on this phone alone" in page.locator("main").inner_text()
    for number, (role, deed) in enumerate((("red", "lease(d=north)"), ("red", "done"), ("green", "rest")), 2):
        page.goto(f"{url}?as={role}")
        page.locator(f"button[value='{deed}']").click()  # which comes when it was found to be legal
        page.locator(f"#table[data-number='{number}']").wait_for()
    page.goto(f"{url}/log")
    before = page.locator("main").inner_text()
    page.goto(url)
    page.locator("button", has_text="Undo").click()
    page.locator(".entry.undone").first.wait_for()
    page.goto(f"{url}/log")
    after = page.locator("main").inner_text()
    assert "taken back" in after and "taken back" not in before
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")  # as the system does when the phone is put away
    page.goto(f"{url}/log")
    assert page.locator("main").inner_text() == after
    page.goto(f"{url}/share")
    assert page.locator(".qr").count() == 0
    file = page.evaluate("path => fetch(path).then((response) => response.json())", f"{url}/export.json?as=-")
    assert file["game"] == "harbour"


def test_what_is_not_here_says_why(pocket: Pocket) -> None:
    page = pocket.page
    page.goto("/t/ABCDEFGH?ui=pl")
    assert "na serwerze, a sieci nie ma" in page.locator("main").inner_text()
    page.goto("/g/elsewhere/ask/")
    page.locator("[data-why]").wait_for()  # in place of the page
    assert page.locator("[data-why]").is_visible()


def test_calculators_what_now_and_the_workshop(pocket: Pocket) -> None:
    page = pocket.page
    for path in (
        "/g/harbour/values",
        "/g/harbour/course",
        "/g/harbour/workshop",
        "/g/harbour/cards",
        "/g/harbour/disputes",
        "/about",
    ):
        response = page.goto(f"{path}?ui=en")
        assert response.status == 200 and "data-pocket" in page.content(), path


def test_a_second_keeping_replaces_all_or_nothing(pocket: Pocket) -> None:
    """What is half loaded counts for nothing: the entry that names a version is written last."""
    page = pocket.page
    page.goto("/offline")
    page.locator("[data-keep-now]").first.click()
    page.locator("[data-kept-state]", has_text="could not be kept").first.wait_for()
    response = page.goto("/g/harbour/ask/")
    assert response.status == 200 and "data-pocket" in page.content()
