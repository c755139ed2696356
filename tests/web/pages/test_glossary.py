"""The glossary: order of each language, one page a term."""

from __future__ import annotations

import re
from typing import Any

from web.base.interface import initial, sort_key


def names(page: str) -> list[str]:
    return re.findall(r"<dt><a [^>]*>([^<]+)</a>", page)


def test_terms_are_in_the_order_of_the_language(client: Any) -> None:
    assert names(client.get("/g/harbour/t/?lang=en").text) == ["Dock", "Storm", "Zebra crossing"]
    assert names(client.get("/g/harbour/t/?lang=pl").text) == ["Las masztów", "Łódź i nabrzeże", "Sztorm"]
    assert names(client.get("/g/harbour/t/?lang=uk").text) == ["Ґрати", "Док", "Шторм"]


def test_letters_of_a_language_sort_where_its_dictionaries_put_them() -> None:
    words = ["ćma", "cud", "dom", "Ćwiek", "lis", "łoś", "mysz"]
    assert sorted(words, key=lambda w: sort_key(w, "pl")) == ["cud", "ćma", "Ćwiek", "dom", "lis", "łoś", "mysz"]
    assert sorted(["їжак", "йод", "ікра", "гра", "ґава", "дія"], key=lambda w: sort_key(w, "uk")) == [
        "гра", "ґава", "дія", "ікра", "їжак", "йод",
    ]  # fmt: skip
    assert initial("  (łódź)") == "Ł" and initial("2 players") == "#"


def test_term_shows_its_names_and_paragraphs(client: Any) -> None:
    page = client.get("/g/harbour/t/dock?lang=uk").text
    assert "Док" in page and "Łódź i nabrzeże" in page and "har.parts.2" in page and "/g/harbour/t/storm" in page


def test_card_is_a_fragment(client: Any) -> None:
    card = client.get("/g/harbour/t/dock?part=card").text
    assert "<html" not in card and card.startswith("<h2")
