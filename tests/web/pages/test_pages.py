"""Every page in every language: it answers, is well formed, and its links lead somewhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.web_app import LANGUAGES, Outline

PAGES = (
    "/",
    "/search",
    "/search?q=dock",
    "/search?q=d",
    "/search?q=qqqqqq",
    "/about",
    "/coverage",
    "/choices",
    "/offline",
    "/g/harbour/",
    "/g/harbour/c/har.all",
    "/g/harbour/c/har.more",
    "/g/harbour/c/har.all?beside=pl",
    "/g/harbour/p/har.act.2",
    "/g/harbour/p/har.end.5",
    "/g/harbour/p/har.faq.1",
    "/g/harbour/graph/paragraph/har.act.2",
    "/g/harbour/graph/term/dock",
    "/g/harbour/t/",
    "/g/harbour/t/dock",
    "/g/harbour/ask/",
    "/g/harbour/ask/?name=lea&as=red",
    "/g/harbour/ask/lease",
    "/g/harbour/ask/lease?as=red&go=1",
    "/g/harbour/ask/lease?as=red&a.d=north&given=owner+of+north+%3D+green&go=1",
    "/g/harbour/ask/load?as=red&go=1",
    "/g/harbour/ask/swap?go=1&a.given_away.salt=2",
    "/g/harbour/ask/score?a.c=red&go=1",
    "/g/harbour/ask/windfall?as=red&go=1",
    "/g/harbour/course",
    "/g/harbour/course?as=red",
    "/g/harbour/values",
    "/g/harbour/cards",
    "/g/harbour/disputes",
    "/g/harbour/d/full_house",
)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_page_is_well_formed(client: Any, path: str, lang: str) -> None:
    joint = "&" if "?" in path else "?"
    response = client.get(f"{path}{joint}ui={lang}")
    assert response.status_code == 200
    outline = Outline(response.text)
    assert outline.faults == []
    assert outline.lang == lang
    assert outline.landmarks == {"main", "nav", "header", "footer"}
    assert outline.headings.count(1) == 1
    assert all(low <= high + 1 for high, low in zip(outline.headings, outline.headings[1:], strict=False))


def test_links_lead_somewhere(client: Any) -> None:
    seen: set[str] = set()
    for path in PAGES:
        for link in Outline(client.get(path).text).links:
            address = link.partition("#")[0]
            if address.startswith("/") and address not in seen and len(seen) < 400:
                seen.add(address)
                assert client.get(address).status_code in (200, 302, 303), f"{path} -> {address}"
    assert len(seen) > 60


def test_first_page_is_light(client: Any) -> None:
    import gzip
    from pathlib import Path

    static = Path("web/static")
    files = sum((static / name).stat().st_size for name in ("style.css", "app.js", "icon.svg"))
    assert len(client.get("/").data) + files < 100_000
    scripts = b"".join(path.read_bytes() for path in static.glob("*.js"))
    assert len(gzip.compress(scripts)) < 40_000
