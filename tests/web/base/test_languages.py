"""Texts of the interface: complete in every language, and every key that is used exists."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from werkzeug.datastructures import LanguageAccept

from tests.support.web_app import LANGUAGES
from web.base.languages import choose, texts

WEB = Path("web")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_text(lang: str) -> None:
    assert set(texts(lang)) == set(texts("en"))
    assert all(text.strip() for text in texts(lang).values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_placeholders_are_the_same(lang: str) -> None:
    def holes(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    for key, text in texts(lang).items():
        assert holes(text) == holes(texts("en")[key]), key


def used_keys() -> tuple[set[str], set[str]]:
    """Keys written out, and beginnings of keys that are put together."""
    whole: set[str] = set()
    begun: set[str] = set()
    for path in [*WEB.rglob("*.html"), *WEB.rglob("*.py")]:
        for _, key, rest in re.findall(
            r"\b(?:t|everywhere)\(f?(['\"])([a-z_]+\.[a-z_{}\.]*)\1( ~)?", path.read_text("utf-8")
        ):
            (begun if rest or "{" in key else whole).add(key.partition("{")[0])
    return whole, begun


def test_every_key_that_is_used_exists_and_every_text_is_used() -> None:
    whole, begun = used_keys()
    known = set(texts("en"))
    assert whole - known == set()
    assert all(any(key.startswith(start) for key in known) for start in begun)
    unused = {key for key in known if key not in whole and not any(key.startswith(start) for start in begun)}
    assert {key for key in unused if not key.startswith("error.")} == set()


def test_language_is_chosen_by_address_then_cookie_then_browser() -> None:
    browser = LanguageAccept([("uk", 1.0), ("en", 0.5)])
    assert choose("pl", "en", browser) == "pl"
    assert choose("xx", "en", browser) == "en"
    assert choose(None, None, browser) == "uk"
    assert choose(None, None, LanguageAccept([("de", 1.0)])) == "en"


def test_choices_are_kept_and_the_place_too(client: Any) -> None:
    address = "/choices?set=1&ui=pl&lang=uk&theme=dark&beside=en&edition_harbour=print2&next=/g/harbour/p/har.wea.3"
    response = client.get(address)
    assert response.status_code == 303 and response.location == "/g/harbour/p/har.wea.3"
    page = client.get(response.location).text
    assert '<html lang="pl" data-theme="dark">' in page and "s. 6" in page


@pytest.mark.parametrize("path", ["//example.org", "https://example.org", "/\\example.org", "/x\r\nSet-Cookie: a=b"])
def test_choices_never_lead_to_another_host(client: Any, path: str) -> None:
    assert client.get("/choices", query_string={"set": "1", "next": path}).location == "/"
