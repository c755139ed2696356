"""Two texts compared word by word."""

from __future__ import annotations

from typing import Any

from web.game.difference import Piece, word_difference


def test_only_what_differs_is_marked() -> None:
    found = word_difference(
        "Each player receives 3 cards, before the game.", "Each player draws 5 cards, before the game."
    )
    assert found == [
        Piece("same", "Each player"),
        Piece("del", "receives 3"),
        Piece("ins", "draws 5"),
        Piece("same", "cards, before the game."),
    ]


def test_signs_cling_to_the_word_before() -> None:
    found = word_difference("It is over, then count the points.", "It is over; then count the points.")
    assert [piece.clings for piece in found] == [False, True, True, False]


def test_texts_without_much_in_common_and_equal_texts_are_not_compared() -> None:
    assert word_difference("A storm ends the lease.", "Coins are counted by the bank at night.") == []
    assert word_difference("A storm ends it.", "A  storm ends it.") == []


def test_what_an_edition_says_instead_stands_at_the_rule(client: Any) -> None:
    page = client.get("/g/harbour/p/har.faq.4").text
    assert "Second printing" in page and "<del>at once</del> <ins>after the round</ins>" in page
    assert "<del>" not in client.get("/g/harbour/p/har.act.2").text
