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
from tests.support.serving import until_closed
from web.app import create_app
from web.server.readiness import warm

pytestmark = pytest.mark.slow

#: What is usually needed of a game under way, and how it is told; docs/board.md has the same list in words.
SECTIONS = {
    "fiscal": "B", "labor_market": "A", "taxation": "B", "health_policy": "C", "education_policy": "B",
    "foreign_trade": "C", "immigration": "A",
}  # fmt: skip
NUMBERS = {
    "vp of working_class": 23, "vp of capitalist_class": 31, "influence of working_class": 4, "influence of capitalist_class": 2,
    "money of working_class": 45, "capital": 60, "revenue": 90, "treasury": 70, "prosperity of working_class": 5,
    "population of working_class": 5,
    "bag of working_class": 11, "bag of middle_class": 8, "bag of capitalist_class": 6,
}  # fmt: skip
BILL = {"bill of immigration": "capitalist_class", "bill_target of immigration": "B"}
GOODS = {"goods(working_class, food)": 3, "goods(working_class, health)": 1, "goods(working_class, education)": 2}
UNIONS = ("agriculture",)
PRICES = {"food": "high", "luxury": "low"}
COMPANIES = ("vegetable_farm", "fashion_company", "fast_food_chain", "fish_farm", "hotel")
WAGES = {"supermarket": 1}
STRIKE = "shopping_mall"


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
    app = create_app(config)
    warm(app)  # as a server does: no page waits for the index of the search
    server: Any = create_server(app, host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=until_closed(server), daemon=True).start()
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
    made.set_default_timeout(30_000)
    made.set_default_navigation_timeout(60_000)  # the index of the search may have to be made
    made.goto("/t/new?game=hegemony")
    made.locator("label:has([name=draws][value=app])").click()  # there is no box
    made.locator("button.primary").click()
    made.wait_for_url(re.compile(r"/t/[2-9A-Z]{6}$"))
    yield made
    context.close()


class Thumb:
    """Taps and types, and counts both."""

    def __init__(self, page: Any) -> None:
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, found: Any) -> None:
        found.click()
        self.taps += 1
        self.page.locator("#table[aria-busy=true]").wait_for(state="detached")

    def label(self, name: str, value: str) -> None:
        self.tap(self.page.locator(f'label:has(input[name="{name}"][value="{value}"]):visible').first)

    def number(self, name: str, number: int) -> None:
        """Types a number; who is not led to its field by the key for the next one taps it."""
        field = self.page.locator(f'#tell-glance input[name="= {name}"]')
        for _ in range(3):
            if field.evaluate("field => field === document.activeElement"):
                break
            self.keys += 1
            self.page.keyboard.press("Tab")
        else:
            self.tap(field)
        field.press("Control+a")
        for digit in str(number):
            self.page.keyboard.press(digit)
            self.keys += 1


def test_a_game_under_way_is_told_in_forty_taps(page: Any) -> None:
    url, thumb = page.url, Thumb(page)
    thumb.tap(page.locator(".tools a", has_text="Tell what lies on the table"))
    glance = page.locator("#tell-glance")
    for policy, section in SECTIONS.items():
        if not page.locator(f'input[name="= section of {policy}"][value="{section}"]').first.is_checked():
            thumb.label(f"= section of {policy}", section)
    thumb.tap(glance.locator("summary", has_text="Proposed changes"))
    for name, value in BILL.items():
        thumb.label(f"= {name}", value)
    thumb.label("= round", "3")
    for name, number in NUMBERS.items():
        thumb.number(name, number)
    thumb.tap(glance.locator("summary", has_text="Goods"))
    for name, number in GOODS.items():
        thumb.number(name, number)
    thumb.tap(glance.locator("summary", has_text="Trade Unions"))
    for industry in UNIONS:
        thumb.label(f"= union of {industry}", "yes")
    thumb.tap(glance.locator("summary", has_text="Prices"))
    for good, mark in PRICES.items():
        thumb.label(f"= price_mark(capitalist_class, {good})", mark)
    companies = page.locator("#tell-companies")
    thumb.tap(page.locator("#tell-companies > summary"))
    for company, wage in WAGES.items():
        thumb.label(f"= wage of {company}", str(wage))
    thumb.label(f"= strike of {STRIKE}", "yes")
    thumb.tap(companies.locator(".lay > summary"))
    for company in COMPANIES:
        thumb.label("with", company)
    thumb.label("whose", "capitalist_class")
    thumb.label("filled", "working_class")
    thumb.tap(page.locator(".write button"))  # one for all of it
    page.wait_for_url(re.compile(r"told=glance\.companies"))
    companies.locator("[role=status]").wait_for()
    thumb.label("= wage of vegetable_farm", "3")
    thumb.tap(page.locator(".write button"))
    page.wait_for_url(re.compile("told=companies"))
    told = f"{thumb.taps} taps and {thumb.keys} keys"
    print(told)
    assert thumb.taps <= 40, told
    page.goto(f"{url}?as=-")
    farm = page.locator("section.a-companies .sheet", has_text="Vegetable Farm")
    assert farm.count() == 1 and farm.locator(".slot .tk").count() == farm.locator(".slot").count()
    row = re.sub(r"\s+", " ", page.locator(".headlines tbody tr").first.inner_text())
    assert row.startswith("W Working Class 23 4 45 5")
    assert page.locator("section.a-policies li", has_text="Immigration").locator(".cell .tk").count() == 1
    farm_says, shop = farm.inner_text, page.locator("section.a-companies .sheet", has_text="Supermarket").first
    assert re.search(r"Wages\s+3", farm_says()) and re.search(r"Wages\s+1", shop.inner_text())
    page.locator("form[action$='/undo'] button").first.click()  # one undo away
    page.locator(".entry.undone").first.wait_for()
    assert not re.search(r"Wages\s+3", farm_says()) and re.search(r"Wages\s+1", shop.inner_text())


def test_all_sheets_are_written_down_with_one_button(page: Any) -> None:
    url = page.url
    page.goto(f"{url}/facts?as=-")
    page.locator('#tell-glance [name="= money of working_class"]').fill("17")
    page.locator('#tell-glance input[name="= section of taxation"][value="A"]').check(force=True)
    page.locator("#tell-companies > summary").click()
    page.locator('#tell-companies input[name="= wage of supermarket"][value="3"]').check(force=True)
    page.locator("#tell-companies .lay > summary").click()
    page.locator('#tell-companies .lay [name="with"][value="fish_farm"]').check(force=True)
    page.locator("#tell-companies .lay button").click()  # which first writes down what is filled in
    page.wait_for_url(re.compile("with=fish_farm"))
    assert page.locator('#tell-glance [name="= money of working_class"]').input_value() == "17"
    assert page.locator('#tell-glance input[name="= section of taxation"][value="A"]').is_checked()
    assert page.locator('#tell-companies input[name="= wage of supermarket"][value="3"]').is_checked()
    assert page.locator('#tell-companies input[name="= owner of fish_farm"]').count()


@pytest.mark.parametrize("page", [True], indirect=True, ids=["scripts"])
def test_a_company_takes_little_room_and_names_nobody_who_does_not_play(page: Any) -> None:
    page.goto(f"{page.url}/facts?as=-")
    page.locator("#tell-companies > summary").click()
    sheet = page.locator("#tell-companies")
    shown = [text for text in sheet.locator("legend, h3, h4").all_inner_texts() if text]
    assert not [text for text in shown if "IMF" in text or "Middle Class" in text]
    assert sheet.locator('input[value="middle_class"]').count() == 0
    first = sheet.locator("h4", has_text="Supermarket").locator("..").bounding_box()
    assert first["height"] < 260  # it was 450
    down = sheet.locator("details.block:has(> summary:has-text('face down'))")
    assert (
        down.locator('input[name="= face_up of public_hospital_2"]').count() == 2 and down.get_attribute("open") is None
    )


def test_a_bill_is_proposed_voted_on_and_taken_back(page: Any) -> None:
    url, thumb = page.url, Thumb(page)
    thumb.tap(page.locator("#now a.primary", has_text="Working Class"))
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
            assert "Vote on the Bill: Taxation" in page.locator(".stake").first.inner_text()
        thumb.tap(answers.first)
    print(thumb.taps, "taps")
    assert thumb.taps <= 12, thumb.taps
    came_to = re.sub(r"\s+", " ", page.locator(".came-to").inner_text())
    assert re.search(r"Vote on [A-Z].+: passes, \d : \d", came_to) and "+3 points" in came_to
    page.goto(f"{url}/history?as=working_class")
    assert page.locator(".plot svg polyline").count() >= 4
    page.locator("a.button.primary").click()
    page.locator("a[rel=prev]").click()
    assert "Taxation" in page.locator("main").inner_text()
    page.goto(f"{url}?as=working_class")
    button = page.locator("form[action$='/undo'] button").first
    assert "Undo: Propose Bill: Taxation" in button.inner_text()
    button.click()  # the whole of it, in one
    page.locator("a.go", has_text="Propose Bill").wait_for()
    assert re.search(r"W Working Class 0 1 ", re.sub(r"\s+", " ", page.locator(".headlines").inner_text()))


@pytest.mark.parametrize(
    ("name", "said", "asked", "verdict"),
    [
        ("supermarket", "Strike: Supermarket", "Strike", "yes"),
        ("taxation", "Propose Bill: Taxation", "Propose Bill", "depends"),
        ("public_hospital", "", "Strike", "no"),
    ],
)
def test_what_is_tapped_tells_what_may_be_done_with_it(
    page: Any, name: str, said: str, asked: str, verdict: str
) -> None:
    page.goto(f"{page.url}?as=working_class")
    page.locator(f"a.about[href*='/about/{name}?']").first.click()
    text = page.locator("main").inner_text()
    assert said in text and "What the rules say" in text
    assert page.locator(".links a[href*='/p/'], .links a[href*='/t/'], .links a[href*='/d/']").count() >= 1
    page.locator("#asks + p a", has_text=f"{asked}?").first.click()  # a move that somebody doubts
    page.wait_for_load_state()
    assert page.locator(f".v-{verdict}").count() == 1, page.locator("#verdict").inner_text()
    assert page.locator(".quote a.num, .checks a.num").count() >= 1  # with the paragraph it relies on


@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_a_missing_fact_is_shown_where_it_would_be_seen(page: Any) -> None:
    page.goto("/t/new?game=hegemony")
    page.locator("label:has([name=start][value=free])").click()
    page.locator("button.primary").click()
    page.wait_for_url(re.compile(r"/t/[2-9A-Z]{6}$"))
    page.goto(f"{page.url}/ask/strike?as=working_class&go=1&a.companies=supermarket")
    assert page.locator(".v-depends").count() == 1, page.locator("#verdict").inner_text()
    page.locator(".next a", has_text="Where this is seen on the board").click()
    asked = page.locator("#asked[data-asked]")
    asked.wait_for()
    assert asked.is_visible() and "?" in asked.inner_text()
    asked.click()  # and told there
    assert "/fact/" in page.url


@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_the_tabs_keep_the_table(page: Any) -> None:
    url = page.url
    names = page.locator(".bar a span").all_inner_texts()
    for path in ("/", "/t/", "/g/hegemony/", "/search", "/choices"):
        page.goto(path)
        assert page.locator(".bar a span").all_inner_texts() == names
        page.locator(".bar a", has_text="Table").click()
        assert page.url.split("?")[0] == url
    page.locator(".bar a", has_text="Ask").click()
    assert page.url.startswith(f"{url}/words")


#: what a page is for, among the first ten stops of the keyboard
MAIN = {
    "?as=working_class": "Propose Bill",
    "/act/strike?as=working_class": "Strike: Supermarket",
    "/act/propose_bill?as=working_class": "section",
    "/about/taxation?as=working_class": "Propose Bill",
    "/facts?as=-": "",
    "/rulings?as=-": "",
    "/history?as=-": "CSV",
    "/share": "Share",
    "/words?as=-": "",
    "/d/last_loan_card?as=-": "Settle it so",
}


@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_the_main_thing_is_among_the_first_ten_stops(page: Any) -> None:
    url = page.url
    for path, wanted in MAIN.items():
        page.goto(url + path)
        stops = []
        for _ in range(10):
            page.keyboard.press("Tab")
            stops.append(page.evaluate("[document.activeElement.tagName, document.activeElement.textContent]"))
        found = [stop for stop in stops if (wanted in stop[1] if wanted else stop[0] in ("INPUT", "BUTTON"))]
        assert found, (path, stops)


@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_a_bill_by_keyboard_alone(page: Any) -> None:
    page.goto(f"{page.url}?as=working_class")

    def press(wanted: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if wanted in page.evaluate("document.activeElement.textContent"):
                page.keyboard.press("Enter")
                return
        raise AssertionError(wanted)

    press("Propose Bill")
    page.wait_for_url("**/act/propose_bill*")
    press("Propose Bill: Labor Market")
    page.locator(".entry", has_text="Propose Bill: Labor Market").first.wait_for()


@pytest.mark.parametrize(
    "path",
    [
        "?as=working_class",
        "/act/propose_bill?as=working_class",
        "/history?as=-",
        "/about/taxation?as=working_class",
        "/facts?as=-",
        "/rulings?as=-",
        "/d/last_loan_card?as=-",
        "/share",
        "/words?as=-",
    ],
)
@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_axe_finds_nothing(page: Any, axe: str, path: str) -> None:
    page.goto(page.url + path)
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(each["id"], [node["html"][:120] for node in each["nodes"][:2]]) for each in found["violations"]] == []


#: words of a page that begin on one line and end on the next without a sign that says so, and how far the page is too wide
BROKEN = """() => {
  const found = [], walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest(".sr, select, textarea")) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\p{N}]{4,}/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top / 4)));
      if (tops.size > 1 && getComputedStyle(node.parentElement).hyphens !== "auto") found.push(word[0]);
    }
  }
  return [found, document.documentElement.scrollWidth - innerWidth];
}"""


@pytest.mark.parametrize("lang", ["pl", "uk"])
@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_no_word_breaks_and_no_page_is_too_wide_on_a_phone(page: Any, lang: str) -> None:
    url = page.url
    for path in (
        "/act/propose_bill?as=working_class",
        "?as=working_class",
        "/facts?as=-",
        "/rulings?as=-",
        "/about/supermarket?as=working_class",
    ):
        page.goto(f"{url}{path}&ui={lang}&lang={lang}")
        assert page.locator("html").get_attribute("lang") == lang
        page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
        broken, too_wide = page.evaluate(BROKEN)
        assert (broken, max(0, too_wide)) == ([], 0), path


@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_tables_of_the_rules_slide_and_break_no_words(page: Any) -> None:
    for path in ("/g/hegemony/t/co_supermarket", "/g/hegemony/t/co_supermarket?ui=uk&lang=uk"):
        page.goto(path)
        assert page.locator(".text table").first.is_visible()
        broken, too_wide = page.evaluate(BROKEN)
        assert (broken, max(0, too_wide)) == ([], 0), path


@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_numbers_of_three_figures_have_room_in_a_form(page: Any) -> None:
    page.goto(f"{page.url}/facts?as=-")
    revenue = page.locator('#tell-glance [name="= revenue"]')
    revenue.fill("120")
    # what is written, as wide as it is, and the room there is for it
    written, room = revenue.evaluate("""field => {
      const style = getComputedStyle(field), canvas = document.createElement("canvas").getContext("2d");
      canvas.font = style.font;
      const arrows = style.appearance === "textfield" ? 0 : 16; // which hide until they are pointed at
      const inner = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrows;
      return [canvas.measureText(field.value).width, inner];
    }""")
    assert written <= room


@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_the_numbers_of_a_moment_pass_by_with_its_page(page: Any) -> None:
    page.goto(f"{page.url}/history?as=-")
    page.locator("a.primary").click()
    page.locator(".headlines").wait_for()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    header, numbers = (page.locator(each).first.bounding_box() for each in ("body > header", ".headlines"))
    assert numbers["y"] + numbers["height"] <= 0 or numbers["y"] >= header["y"] + header["height"]


@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_the_usual_calculators_come_first_and_the_rest_is_found_by_typing(page: Any) -> None:
    page.goto(f"{page.url}/values?as=working_class")
    assert page.evaluate("document.documentElement.scrollHeight") < 3_000
    assert page.locator("#listed li:visible", has_text="Income Tax of Class").count() == 1
    page.locator("#name").fill("cubes")
    found = page.locator("#listed li:visible")
    assert found.count() > 5 and all("cubes" in text.lower() for text in found.all_inner_texts())


@pytest.mark.parametrize("page", [True], ids=["scripts"], indirect=True)
def test_cubes_that_are_miscounted_are_said_so_before_they_are_sent(page: Any) -> None:
    page.goto("/t/new?game=hegemony")
    page.locator("button.primary").click()  # with one's own box
    page.wait_for_url(re.compile(r"/t/[2-9A-Z]{6}$"))
    url = page.url
    page.locator("button[name=draw][value=all]").click()
    page.locator("#now a.primary", has_text="Working Class").wait_for()
    page.goto(f"{url}/act/propose_bill?as=working_class")
    page.locator("label.switch").click()
    page.locator(".choosing.on tr", has_text="Taxation").locator("button").first.click()
    page.locator("form[action$='/answer'] button").first.click()
    cubes = page.locator(".counts input[type=number]")
    cubes.first.wait_for()
    assert "5 together" in page.locator(".counts legend").inner_text()
    cubes.nth(0).fill("3")
    cubes.nth(1).fill("1")
    page.locator("button[name=counted]").click()
    page.wait_for_load_state()
    assert cubes.nth(0).input_value() == "3" and not page.locator(".v-no").count()  # nobody counts again from nothing
    amiss = page.locator(".counts .amiss[role=alert]")
    assert amiss.is_visible() and "counted 4" in amiss.inner_text() and "must be 5" in amiss.inner_text()
    cubes.nth(1).click()  # a number that is tapped is typed over
    page.keyboard.press("2")
    assert cubes.nth(1).input_value() == "2" and not amiss.count()
    assert page.locator(".counts output").inner_text() == "5 / 5"
    page.locator("button[name=counted]").click()
    cubes.first.wait_for(state="detached")
    assert "3" in page.locator(".tally").inner_text()
