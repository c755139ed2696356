"""A Hegemony on a phone: told at a glance, asked by tapping, a Bill voted on, taken back in one, its course plotted."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from waitress.server import create_server

from tests.browser.conftest import PHONE
from tests.support.places import CORPUS
from web.app import create_app

pytestmark = pytest.mark.slow

#: what is usually needed of a game under way: policies, two Bills, the numbers in sight, cubes, and the Companies that were built since
SECTIONS = {
    "fiscal": "B", "labor_market": "A", "taxation": "B", "health_policy": "C", "education_policy": "B",
    "foreign_trade": "C", "immigration": "A",
}  # fmt: skip
NUMBERS = {
    "round": 3, "vp of working_class": 23, "vp of capitalist_class": 31, "influence of working_class": 4, "influence of capitalist_class": 2,
    "money of working_class": 45, "capital": 60, "revenue": 90, "treasury": 70, "prosperity of working_class": 5,
    "bag of working_class": 11, "bag of capitalist_class": 6,
}  # fmt: skip
COMPANIES = ("vegetable_farm", "fashion_company", "fast_food_chain")


@pytest.fixture(scope="module")
def corpus_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The games of the corpus, served."""
    config = {
        "CORPUS": str(CORPUS),
        "DATA": str(tmp_path_factory.mktemp("data")),
        "RATE": 0,
        "NEW_TABLES": 0,
        "DEADLINE": 0,
    }
    server: Any = create_server(create_app(config), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    yield f"http://127.0.0.1:{server.effective_port}"
    server.close()


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def page(chromium: Any, corpus_site: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A phone at a new Hegemony of two, on its table."""
    context = chromium.new_context(
        viewport=PHONE, base_url=corpus_site, locale="en", has_touch=True, reduced_motion="reduce",
        java_script_enabled=request.param,
    )  # fmt: skip
    made = context.new_page()
    made.set_default_timeout(120_000)  # the index of the search may have to be made
    made.goto("/t/new?game=hegemony")
    made.locator("button.primary").click()
    made.wait_for_url(re.compile(r"/t/[2-9A-Z]{8}$"))
    yield made
    context.close()


class Thumb:
    """Taps, and counts them."""

    def __init__(self, page: Any) -> None:
        self.page, self.taps = page, 0

    def tap(self, found: Any) -> None:
        found.click()
        self.taps += 1

    def label(self, name: str, value: str) -> None:
        self.tap(self.page.locator(f'label:has(input[name="{name}"][value="{value}"])').first)


def test_a_game_under_way_is_told_in_forty_taps(page: Any) -> None:
    url, thumb = page.url, Thumb(page)
    page.goto(f"{url}?as=-")
    thumb.tap(page.locator(".tools a", has_text="Tell or correct a fact"))
    for policy, section in SECTIONS.items():
        if page.locator(f'input[name="= section of {policy}"][value="{section}"]').first.is_checked():
            continue
        thumb.label(f"= section of {policy}", section)
    first = True
    for name, number in NUMBERS.items():  # the first is tapped, the keyboard leads on to the next
        field = page.locator(f'#tell-glance input[name="= {name}"]')
        if first:
            thumb.tap(field)
        first = False
        field.fill(str(number))
    thumb.tap(page.locator("#tell-glance button.primary"))
    page.wait_for_url(re.compile("/facts"))
    thumb.tap(page.locator("#tell-companies > summary"))
    page.locator("#more-companies").select_option(list(COMPANIES))
    thumb.taps += len(COMPANIES)
    thumb.tap(page.locator("#tell-companies form.tell button"))
    for company in COMPANIES:
        thumb.label(f"= owner of {company}", "capitalist_class")
        thumb.label(f"fill {company}", "working_class")
    thumb.tap(page.locator("#tell-companies button.primary"))
    page.wait_for_url(re.compile("/facts"))
    assert thumb.taps <= 40, thumb.taps
    page.goto(f"{url}?as=-")
    farm = page.locator("section.a-companies .sheet", has_text="Vegetable Farm")
    assert farm.count() == 1 and farm.locator(".slot .tk").count() == farm.locator(".slot").count()
    row = re.sub(r"\s+", " ", page.locator(".headlines tbody tr").first.inner_text())
    assert row.startswith("W Working Class 23 4 45 5")
    page.locator("form[action$='/undo'] button").first.click()  # one undo away
    page.locator(".entry.undone").first.wait_for()
    assert farm.count() == 0


def test_a_bill_is_proposed_voted_on_and_taken_back(page: Any) -> None:
    url, thumb = page.url, Thumb(page)
    page.goto(f"{url}?as=working_class")
    thumb.tap(page.locator("a.go", has_text="Propose Bill"))
    thumb.tap(page.locator("label.switch"))
    thumb.tap(page.locator(".choosing.on tr", has_text="Taxation").locator("button").first)
    for _ in range(12):
        page.locator("#now").wait_for()
        if page.locator("#now a.primary").count():
            thumb.tap(page.locator("#now a.primary"))
        answers = page.locator("form[action$='/answer'] button")
        if not answers.count():
            break
        if page.locator(".stake").count():
            assert "Vote on the Bill: Taxation" in page.locator(".stake").inner_text()
        thumb.tap(answers.first)
    assert thumb.taps <= 12, thumb.taps
    came_to = re.sub(r"\s+", " ", page.locator(".came-to").inner_text())
    assert re.search(r"Vote: passes, \d : \d", came_to) and "+3 points" in came_to
    page.goto(f"{url}/history?as=working_class")
    assert page.locator(".plot svg polyline").count() >= 4
    page.locator("a.button.primary").click()
    page.locator("a[rel=prev]").click()
    assert "Taxation" in page.locator("main").inner_text()
    page.goto(f"{url}?as=working_class")
    button = page.locator("form[action$='/undo'] button").first
    assert "Undo: Propose Bill: Taxation" in button.inner_text()
    button.click()
    page.locator("a.go", has_text="Propose Bill").wait_for()
    assert re.search(r"W Working Class 0 1 ", re.sub(r"\s+", " ", page.locator(".headlines").inner_text()))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("supermarket", "Strike: Supermarket"),
        ("taxation", "Propose Bill: Taxation"),
        ("shopping_mall", "Strike: Shopping Mall"),
    ],
)
def test_what_is_tapped_tells_what_may_be_done_with_it(page: Any, name: str, said: str) -> None:
    page.goto(f"{page.url}?as=working_class")
    page.locator(f"a.about[href*='/about/{name}?']").first.click()
    text = page.locator("main").inner_text()
    assert said in text and "What the rules say" in text
    assert page.locator(".links a[href*='/p/'], .links a[href*='/t/'], .links a[href*='/d/']").count() >= 1


@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_the_main_thing_is_among_the_first_ten_stops(page: Any) -> None:
    url = page.url
    for path, wanted in (
        ("?as=working_class", "Propose Bill"),
        ("/act/strike?as=working_class", "Strike: Supermarket"),
    ):
        page.goto(url + path)
        stops = []
        for _ in range(10):
            page.keyboard.press("Tab")
            stops.append(page.evaluate("document.activeElement.textContent"))
        assert any(wanted in stop for stop in stops), stops


@pytest.mark.parametrize(
    "path",
    [
        "?as=working_class",
        "/act/propose_bill?as=working_class",
        "/history?as=-",
        "/about/taxation?as=working_class",
        "/facts?as=-",
    ],
)
@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_axe_finds_nothing(page: Any, axe: str, path: str) -> None:
    page.goto(page.url + path)
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(each["id"], [node["html"][:120] for node in each["nodes"][:2]]) for each in found["violations"]] == []
