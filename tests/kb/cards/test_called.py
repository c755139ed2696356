"""What cards are called: the title of the card file, in headings, in words, in the glossary."""

from __future__ import annotations

import re
from pathlib import Path

from grammar.base.records import replace
from kb.cards.called import called
from kb.cards.sheets import cut_sheets
from kb.model.entities import Word
from kb.model.problems import Problem
from kb.text.reader import TextFile
from tests.support import games

FILE = """# Cards {#x.card kind=action of=a}

## Windfall {#x.card.windfall}

pl: Wiatr w żagle
uk ours: Несподіваний дохід
"""


def test_every_card_has_a_title_in_every_language() -> None:
    prose = games.game("hegemony").prose
    for card in games.game("hegemony").cards:
        heading = prose.headings[card.id]
        for lang in ("pl", "uk"):
            title = heading.title[lang]
            assert title != card.title, (card.id, lang)
            assert title.endswith(f" ({card.title})") == (lang in heading.ours), (card.id, lang)


def test_a_title_is_the_same_wherever_it_stands() -> None:
    game = games.game("hegemony")
    for card in game.cards:
        heading, term = game.prose.headings[card.id], game.prose.terms.get(card.action)
        word = game.prose.words.get(card.action)
        said = word.text if word is not None else term.names if term is not None else {}
        for lang in ("pl", "uk"):
            title = heading.title[lang].removesuffix(f" ({card.title})")
            assert re.sub(r" \([^)]*\)$", "", said[lang]) == title, (card.id, lang)


def test_words_take_the_title_of_their_card() -> None:
    prose = games.game("hegemony").prose
    sheets = cut_sheets([TextFile("x.md", Path("x.md"), FILE)])
    second = Word("second", dict.fromkeys(prose.languages, "{card} 2"), {}, card="x.card.windfall")
    lost = Word("lost", {"en": "{card}"}, {}, card="x.card.windfal")
    problems: list[Problem] = []
    found = called(
        replace(prose, words={"second": second, "lost": lost}), sheets, [("x.card.windfall", "play")], problems
    )
    assert found.words["second"].text == {"en": "Windfall 2", "pl": "Wiatr w żagle 2", "uk": "Несподіваний дохід 2"}
    assert found.words["play"].text["uk"] == "Несподіваний дохід"
    assert [(each.code, "x.card.windfall" in each.cure) for each in problems] == [("REF-UNKNOWN", True)]
    assert sheets.sheets[0][1].ours == ("uk",)
