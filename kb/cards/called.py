"""What cards are called: the title stands in the card's file alone, the words of a game take it from there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grammar.base.records import replace
from kb.cards.sheets import Sheets
from kb.model.entities import GameProse, Place, Texts, Word
from kb.model.keys import CARD, WAY
from kb.model.problems import Problem, did_you_mean, problem


def called(prose: GameProse, sheets: Sheets, actions: Iterable[tuple[str, str]], problems: list[Problem]) -> GameProse:
    """The prose with the titles of its cards among its words; `actions`: the heading of each card, what carries it out."""
    titles = {
        raw.id: {**dict.fromkeys(prose.languages, raw.title), **dict(raw.titles)}
        for sheet in sheets.sheets
        for raw in sheet
    }
    words = {name: _titled(word, titles, problems) for name, word in prose.words.items()}
    for heading, action in actions:
        if action not in words and action not in prose.terms:
            way = action.rpartition(WAY)[2] if WAY in action else ""
            words[action] = Word(
                action, {lang: f"{text} ({way})" if way else text for lang, text in titles[heading].items()}, {}
            )
    return replace(prose, words=words)


def _titled(word: Word, titles: Mapping[str, Texts], problems: list[Problem]) -> Word:
    if not word.card:
        return word
    title = titles.get(word.card)
    if title is None:
        place = word.place or Place("", 1)
        message = f"[{word.id}] is called after the card {word.card}, which does not exist."
        problems.append(problem("REF-UNKNOWN", place, message, did_you_mean(word.card, titles)))
        return word
    return replace(word, text={lang: text.replace(CARD, title[lang]) for lang, text in word.text.items()})
