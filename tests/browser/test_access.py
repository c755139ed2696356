"""Every kind of page: axe finds nothing, nothing sticks out, everything is big enough for a thumb."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from tests.browser.conftest import PHONE
from tests.support.left_out import NO_AXE

PAGES = {
    "home": "/",
    "contents": "/g/harbour/",
    "chapter": "/g/harbour/c/har.all?beside=pl",
    "paragraph": "/g/harbour/p/har.end.5",
    "glossary": "/g/harbour/t/",
    "term": "/g/harbour/t/dock",
    "search": "/search?q=storm",
    "nothing": "/search?q=zebbraq&kind=term",
    "choose": "/g/harbour/ask/",
    "depends": "/g/harbour/ask/lease?as=red&go=1",
    "no": "/g/harbour/ask/lease?as=red&a.d=north&given=owner+of+north+%3D+green&go=1",
    "value": "/g/harbour/ask/price?a.g=wine&go=1",
    "disputed": "/g/harbour/ask/score?a.c=red&go=1&given=crates(red,grain)=1;crates(red,salt)=1;crates(red,wine)=1;debt+of+red=0"
    ";owner+of+north=none;owner+of+middle=none;owner+of+south=none",
    "form": "/g/harbour/ask/swap",
    "course": "/g/harbour/course?as=red",
    "step": "/g/harbour/course?step=turns",
    "asked in a step": "/g/harbour/ask/lease?as=red&step=dues_step&go=1",
    "editions differ": "/g/harbour/p/har.faq.4",
    "values": "/g/harbour/values",
    "cards": "/g/harbour/cards",
    "workshop": "/g/harbour/workshop",
    "workshop fault": "/g/harbour/workshop?text=Gain+1.%0AThen+gian+2.",
    "workshop trial": "/g/harbour/workshop?text=Gain+1.+You+may+free+a+dock.&as=red&given=coins+of+red+%3D+2&go=1",
    "disputes": "/g/harbour/disputes",
    "dispute": "/g/harbour/d/full_house",
    "graph": "/g/harbour/graph/paragraph/har.act.2",
    "about": "/about",
    "coverage": "/coverage",
    "choices": "/choices",
    "offline": "/offline",
    "tables": "/t/",
    "new table": "/t/new?game=harbour",
    "error": "/g/harbour/ask/lease?as=red&go=1&given=coin+of+red+%3D+2",
}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: what a change of colours can break
COLOURS = ["color-contrast", "link-in-text-block"]
#: pages of a table, behind its address
TABLE = {
    "table": "?as=red",
    "table for all": "?as=-",
    "table what now": "/course?as=red",
    "table calculators": "/values?as=red",
    "table question": "/ask/price?as=red&a.g=wine&go=1",
    "table action": "/act/swap?as=red",
    "table fact": "/fact/coins?key=red",
    "table facts": "/facts?as=red",
    "table board": "/board/dock",
    "table rulings": "/rulings",
    "table log": "/log",
    "table history": "/history?as=red",
    "table moment": "/at/1?as=red",
    "table about": "/about/north?as=red",
    "table share": "/share",
}
SMALL = """() => [...document.querySelectorAll('button, .button, .bar a, .pills label, select, summary, .letters a, .tools a, .chapter, .pager a, .choose a, .way, .beside a')]
  .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 80)])
  .filter(([box]) => box.width && (box.height < 47.5 || box.width < 47.5)).map(([box, html]) => html)"""
OPEN = "document.querySelectorAll('details').forEach(d => d.open = true)"
#: what reaches beyond the right edge
WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 120))"""

#: where a title without a space would reach beyond the right edge: it is put into every place of the page in turn, but for counted numbers and signs of buttons
LONG = """title => { const texts = [], found = []; const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (walk.currentNode.data.trim() && !walk.currentNode.parentElement.closest('.count, .stepper, script')) texts.push(walk.currentNode);
  for (const text of texts) { const kept = text.data; text.data = title;
    if (document.documentElement.scrollWidth > innerWidth) found.push(text.parentElement.outerHTML.replace(title, kept).slice(0, 120)); text.data = kept; }
  return texts.length ? found : ['no text'] }"""


@pytest.fixture(scope="module")
def visitor(chromium: Any, site: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """One page that goes everywhere, at a table of its own."""
    context = chromium.new_context(viewport=PHONE, base_url=site, has_touch=True, reduced_motion="reduce")
    with suppress(pytest.skip.Exception):  # sizes can be measured without it
        context.add_init_script(request.getfixturevalue("axe"))
    page = context.new_page()
    page.goto("/t/new?game=harbour")
    page.locator("label:has([name=draws][value=app])").click()  # there is no box
    page.locator("button.primary").click()
    page.wait_for_url(re.compile(r"/t/[2-9A-Z]{6}$"))
    page.table = page.url
    yield page
    context.close()


def run_axe(page: Any, **only: Any) -> list[str]:
    """What axe finds."""
    options = {"runOnly": only, "resultTypes": ["violations"], "preload": False}
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{v['id']}: {[node['html'][:160] + ' | ' + node['failureSummary'][:200] for node in v['nodes'][:3]]}"
        for v in found["violations"]
    ]


@pytest.mark.parametrize("name", [*PAGES, *TABLE])
def test_page_is_accessible(visitor: Any, name: str) -> None:
    """Thumbs, light and dark, narrow screens and large letters: every kind of page, one visit each."""
    page = visitor
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light")
    page.goto(PAGES[name] if name in PAGES else page.table + TABLE[name])
    assert page.evaluate(SMALL) == []
    page.evaluate(OPEN)
    assert page.evaluate(WIDE) == []
    page.set_viewport_size({**PHONE, "width": 320})
    assert page.evaluate(WIDE) == []
    page.set_viewport_size(PHONE)
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    assert page.evaluate(WIDE) == []
    page.evaluate("document.documentElement.style.removeProperty('font-size')")
    if not page.evaluate("'axe' in window"):
        pytest.skip(NO_AXE)
    assert run_axe(page, type="tag", values=TAGS) == []
    page.emulate_media(color_scheme="dark")
    assert run_axe(page, type="rule", values=COLOURS) == []


@pytest.mark.parametrize("lang", ["pl", "uk"])
def test_longer_words_fit_too(visitor: Any, lang: str) -> None:
    page = visitor
    page.set_viewport_size({**PHONE, "width": 320})
    for name, path in {**PAGES, **TABLE}.items():
        address = path if name in PAGES else page.table + path
        page.goto(f"{address}{'&' if '?' in address else '?'}ui={lang}&lang={lang}", wait_until="commit")
        page.wait_for_load_state("domcontentloaded")
        page.evaluate(OPEN)
        assert page.evaluate(WIDE) == [], name
        assert page.evaluate(SMALL) == [], name
    page.goto("/?ui=en")


@pytest.mark.parametrize("name", TABLE)
def test_a_title_without_a_space_is_broken_wherever_it_stands(visitor: Any, name: str) -> None:
    page = visitor
    page.set_viewport_size(PHONE)
    page.goto(page.table + TABLE[name])
    page.evaluate(OPEN)
    assert page.evaluate(LONG, "x" * 200) == []


def test_keyboard_skips_to_the_content(phone: Any) -> None:
    page = phone()
    page.goto("/g/harbour/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_focus_is_never_under_the_bars(phone: Any) -> None:
    page = phone()
    page.goto("/g/harbour/ask/lease?as=red&go=1")
    for _ in range(30):
        page.keyboard.press("Tab")
        hidden = page.evaluate(
            """() => { const e = document.activeElement; const b = e.getBoundingClientRect();
            const bar = document.querySelector('.bar').getBoundingClientRect();
            return e.closest('.bar, .top') || e === document.body ? false : b.bottom > bar.top + 1 && b.top > bar.top }"""
        )
        assert hidden is False
