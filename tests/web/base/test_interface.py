"""The interface in the reader's language: which one it is, and that it stays."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.datastructures import LanguageAccept

from web.base.interface import choose


def test_language_is_chosen_by_address_then_cookie_then_browser() -> None:
    browser = LanguageAccept([("uk", 1.0), ("en", 0.5)])
    assert choose("pl", "en", browser) == "pl"
    assert choose("xx", "en", browser) == "en"
    assert choose(None, None, browser) == "uk"
    assert choose(None, None, LanguageAccept([("yy", 1.0)])) == "en"


def test_choices_are_kept_and_the_place_too(client: Any) -> None:
    address = "/choices?set=1&ui=pl&lang=uk&theme=dark&beside=en&edition_harbour=print2&next=/g/harbour/p/har.wea.3"
    response = client.get(address)
    assert response.status_code == 303 and response.location == "/g/harbour/p/har.wea.3"
    page = client.get(response.location).text
    assert '<html lang="pl" data-theme="dark">' in page and "s. 6" in page


@pytest.mark.parametrize("path", ["//example.org", "https://example.org", "/\\example.org", "/x\r\nSet-Cookie: a=b"])
def test_choices_never_lead_to_another_host(client: Any, path: str) -> None:
    assert client.get("/choices", query_string={"set": "1", "next": path}).location == "/"
