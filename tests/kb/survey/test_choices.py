"""Choices that nobody is asked in words, and questions for choices that there are not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kb.library import Game, load_game
from kb.model.entities import Place, Word
from kb.survey.choices import choices_of, unasked_choices
from tests.support.places import CORPUS, ROOT

GAMES = [
    *(path.parent for path in sorted(CORPUS.glob("*/game.toml"))),
    *(path.parent for path in sorted((ROOT / "examples").glob("*/game.toml"))),
]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_choice_of_a_game_is_asked_in_words(folder: Path) -> None:
    game = load_game(folder)
    assert [each.message for each in unasked_choices(game)] == []
    for paragraph, name in choices_of(game.program):
        word = game.prose.words.get(f"?{paragraph} {name}")
        for lang in game.prose.languages if word else ():
            assert word is not None and word.text[lang].endswith("?"), (paragraph, name, lang)


def test_a_choice_without_a_question_and_a_question_without_a_choice_are_told() -> None:
    game = load_game(ROOT / "examples" / "yut")
    asked = "?yut.throw.2 t"
    assert asked in game.prose.words

    def found(words: dict[str, Word]) -> list[str]:
        changed: Game = replace(game, prose=replace(game.prose, words=words))
        return [each.code for each in unasked_choices(changed)]

    kept = {key: word for key, word in game.prose.words.items() if key != asked}
    assert found(kept) == ["WORD-CHOICE"]
    idle = Word("?yut.throw.2 z", {"en": "Which?"}, {}, place=Place("words/a.toml", 1))
    assert found({**game.prose.words, idle.id: idle}) == ["WORD-UNKNOWN"]
