"""Search: page, fragment and the function behind both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.errors import UnknownNameError
from web.game.hits import find


def test_search_is_held_by_its_address(client: Any) -> None:
    page = client.get("/search?q=storm&game=harbour&kind=term").text
    assert 'value="storm"' in page and "/g/harbour/t/storm" in page and "/g/harbour/p/" not in page


def test_actions_cards_and_disputes_are_found(client: Any) -> None:
    assert "/g/harbour/ask/lease" in client.get("/search?q=lease").text
    assert "/g/harbour/ask/windfall" in client.get("/search?q=windfall&kind=card").text
    assert "/g/harbour/d/full_house" in client.get("/search?q=full+house&kind=dispute").text


def test_fragment_has_no_frame(client: Any) -> None:
    part = client.get("/search?q=storm&part=results").text
    assert "<html" not in part and 'role="status"' in part


def test_nothing_found_offers_near_words(client: Any) -> None:
    page = client.get("/search?q=zebbraq&kind=term").text
    assert "Zebra crossing" in page


def test_words_in_no_book_are_told(client: Any) -> None:
    page = client.get("/search?q=storm+xyzzyq").text
    assert "Not in any book: <em>xyzzyq</em>" in page and "/g/harbour/t/storm" in page


def test_hits_are_grouped_and_marked(client: Any) -> None:
    page = client.get("/search?q=storm").text
    assert 'id="g-term"' in page and 'id="g-paragraph"' in page and "<mark>" in page


def test_script_in_a_query_is_text(client: Any) -> None:
    page = client.get("/search?q=<script>alert(1)</script>").text
    assert "<script>alert" not in page


def test_unknown_game_or_kind_is_told(web_app: Any) -> None:
    corpus = web_app.extensions["paragraf-corpus"]
    with pytest.raises(UnknownNameError, match="Did you mean “harbour”"):
        find(corpus.library, Path(corpus.cache), "x", game="harbor")
    with pytest.raises(UnknownNameError, match="kind of result"):
        find(corpus.library, Path(corpus.cache), "x", kind="terms")


def test_the_most_that_are_shown_are_not_passed_off_as_all(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "and more" not in client.get("/search?q=coins").text
    monkeypatch.setattr("web.pages.search.LIMIT", 1)
    assert "Found: 1 and more" in client.get("/search?q=coins").text
