"""Every kind of page: axe finds nothing, nothing sticks out, everything is big enough for a thumb."""

from __future__ import annotations

from typing import Any

import pytest

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
    "error": "/g/harbour/ask/lease?as=red&go=1&given=coin+of+red+%3D+2",
}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(phone: Any, axe: str, dark: bool) -> None:
    page = phone(dark=dark)
    faults = []
    for name, path in PAGES.items():
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        page.evaluate(axe)
        result = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", TAGS)
        for violation in result["violations"]:
            nodes = [node["html"][:160] + " | " + node["failureSummary"][:200] for node in violation["nodes"][:3]]
            faults.append(f"{name}: {violation['id']}: {nodes}")
    assert faults == []


@pytest.mark.parametrize("width", [320, 360])
def test_nothing_sticks_out(phone: Any, width: int) -> None:
    page = phone(width=width)
    for name, path in PAGES.items():
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name


def test_text_can_be_twice_as_large(phone: Any) -> None:
    page = phone()
    for name in ("home", "chapter", "depends", "search", "form"):
        page.goto(PAGES[name])
        page.add_style_tag(url="/static/style.css")
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, name


SMALL = """() => [...document.querySelectorAll('button, .button, .bar a, .pills label, select, summary, .letters a, .tools a, .chapter, .pager a, .choose a')]
  .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 80)])
  .filter(([box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([box, html]) => html)"""


def test_targets_are_big_enough(phone: Any) -> None:
    page = phone()
    for name, path in PAGES.items():
        page.goto(path)
        assert page.evaluate(SMALL) == [], name


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
