"""What a phone must load: the first page, and all scripts together."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import web

STATIC = Path(web.__file__).parent / "static"
FIRST_PAGE, SCRIPTS = 100_000, 40_000


def test_first_page_is_light(client: Any) -> None:
    """Everything the first page names, and what its scripts import, as it goes over the wire without compression."""
    page = client.get("/")
    named = set(re.findall(r'(?:href|src)="(/(?:static/|manifest)[^"]+)"', page.text))
    assert {path.partition("?")[0] for path in named} >= {"/static/style.css", "/static/app.js"}
    imported = re.findall(r'import\("\./([\w-]+\.js)"\)', (STATIC / "app.js").read_text("utf-8"))
    assert "bookmarks.js" in imported
    weight = len(page.data) + sum(len(client.get(path).data) for path in named)
    weight += sum((STATIC / name).stat().st_size for name in imported)
    assert weight < FIRST_PAGE


def test_own_scripts_are_small(client: Any) -> None:
    texts = [path.read_bytes() for path in STATIC.glob("*.js")] + [client.get("/sw.js").data]
    assert len(texts) > 5
    assert sum(len(gzip.compress(text)) for text in texts) < SCRIPTS


def test_no_page_names_another_host(client: Any) -> None:
    for path in (
        "/",
        "/g/harbour/",
        "/g/harbour/c/har.all",
        "/search?q=storm",
        "/g/harbour/ask/lease?go=1",
        "/t/",
        "/about",
    ):
        assert re.findall(r'(?:src|href|action)="(?:https?:)?//', client.get(path).text) == [], path
    for file in (path for path in STATIC.iterdir() if path.suffix in (".js", ".css", ".svg")):
        assert re.findall(r"https?://(?!www\.w3\.org/)", file.read_text("utf-8")) == [], file.name
