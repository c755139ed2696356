"""Every text that is put together of a game: no word that no dictionary knows, no case that a preposition does not take."""

from __future__ import annotations

import pytest

from kb.forms.proof import Reader, english_names
from kb.languages.texts import language
from referee.service.proof import Proof, cards_beside
from tests.support import dictionaries, games
from tests.support.places import CORPUS
from web.cli.forms import accepted_words


@dictionaries.spelling_needed
@pytest.mark.parametrize("lang", ["pl", "uk"])
@pytest.mark.parametrize("name", games.NAMES)
def test_dictionaries_find_nothing_in_what_is_put_together(name: str, lang: str) -> None:
    game = games.game(name)
    passages = list(Proof(game, games.code(name), lang).passages())
    assert {passage.part for passage in passages} >= {"checks", "facts", "values", "actions", "phrases"}
    own = accepted_words(CORPUS / name, lang)
    reader = Reader(lang, [*own, *english_names(game), *language(lang)["accepted"].split()])
    found = [
        f"#{passage.place}: {fault} in: {passage.text}"
        for passage in passages
        for fault in (*reader.unknown(passage.text), *reader.disagreements(passage.text))
    ]
    assert found == []
    assert {word.lower() for word in own} <= reader.used, "accepted words that stand nowhere"


@pytest.mark.parametrize("name", games.NAMES)
def test_no_hole_is_left_open_and_no_bare_name_shown(name: str) -> None:
    for lang in games.game(name).prose.languages:
        for passage in Proof(games.game(name), games.code(name), lang).passages():
            if passage.part != "phrases":
                assert "{" not in passage.text and "  " not in passage.text, passage


def test_every_card_stands_in_the_page_for_readers_with_its_original_under_it() -> None:
    game = games.game("hegemony")
    parts = cards_beside(game, "pl").split("\n\n## ")[1:]
    assert len(parts) == len(game.cards)
    for part, card in zip(parts, game.cards, strict=True):
        text = game.prose.paragraphs[card.paragraph].text
        assert game.prose.headings[card.id].title["pl"] in part.splitlines()[0]
        assert part.index(text["pl"]) < part.index(f"*en*: **{card.title}**") < part.index(text["en"])
