"""Nothing of ours is passed off as a book's or a card's own words, and every citation says where the original stands."""

from __future__ import annotations

import pytest

from kb.languages.texts import languages
from referee.service import attribution
from tests.support.games import game


@pytest.mark.parametrize(
    ("identity", "edition", "said"),
    [
        ("heg.st.3", "en", "in our words; see p. 15"),
        ("heg.card.cc.exit_strategy.text", "en", "in our words, after the card's face"),
        ("heg.board.st.9", "en", "in our words, after the board"),
        ("heg.open.14", "en", "in our words"),
        ("heg.aw.6", "uk", "in our words; see p. 15"),
    ],
)
def test_the_wording_is_ours_and_the_original_has_its_place(identity: str, edition: str, said: str) -> None:
    prose = game("hegemony").prose
    assert attribution(prose, prose.paragraphs[identity], edition, "en") == said


def test_a_book_that_numbers_its_paragraphs_is_seen_by_their_numbers() -> None:
    prose = game("new_angeles").prose
    assert attribution(prose, prose.paragraphs["na.16.8"], "pl", "en") == "in our words; see 16.8"


def test_every_language_says_it() -> None:
    prose = game("hegemony").prose
    said = {attribution(prose, prose.paragraphs["heg.st.3"], "en", lang) for lang in languages()}
    assert len(said) == len(languages())
