"""Readings of a question in words, ready for a page: said back in full, with verdict, told facts as chips, and what was left over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from referee.answers import Verdict
from referee.errors import RefereeError
from referee.service import Reading, Told, opens
from web.game.quotes import Quotes
from web.game.reader import here
from web.game.volume import Volume
from web.pages.ask.form import Form
from web.pages.ask.shown import Shower, ShownAnswer

#: words from which on a text may be a question
LEAST = 3
#: readings on a page
MOST = 3
#: how likely a reading must be to be shown: of one game, of several
LEAST_LIKELY, LIKELIER = 0.01, 0.1


@dataclass(frozen=True, slots=True)
class Chip:
    """A fact that the words tell, and where it is not told."""

    text: str
    without: str


@dataclass(frozen=True, slots=True)
class Card:
    """One reading."""

    volume: Volume
    said: str
    verdict: Verdict
    shown: str
    sentence: str
    url: str
    score: float
    left: list[str]
    told: list[Chip]
    form: Form
    action: str
    answer: ShownAnswer | None  #: of one that is opened
    elsewhere: bool  #: a no that does not come of what was told
    cited: str  #: the section of the paragraph that decides, where it is not opened


@dataclass(frozen=True, slots=True)
class Offer:
    """A question that somebody who looks up a word may have."""

    said: str
    url: str


def is_question(text: str) -> bool:
    """Whether a text may be more than a word that is looked up."""
    return len(text.split()) >= LEAST or "?" in text


def cards_of(
    volumes: Iterable[Volume], text: str, role: str, told: Told, home: str = "", rulings_at: str = ""
) -> list[Card]:
    """The likeliest readings in some games, best first; one that is far ahead is opened."""
    volumes = list(volumes)
    least = LEAST_LIKELY if len(volumes) == 1 else LIKELIER
    found = [card for volume in volumes for card in _cards(volume, text, role, told, home, rulings_at, least)]
    found.sort(key=lambda card: -card.score)
    best = found[:MOST]
    if (
        best
        and best[0].answer is not None
        and len({card.volume.id for card in best[:2]}) > 1
        and best[1].answer is not None
    ):
        best[0] = replace(best[0], answer=None)  # two games are equally sure: neither is opened unasked
    return [best[0], *(replace(card, answer=None) for card in best[1:])] if best else []


def offers_of(volume: Volume, text: str, role: str) -> list[Offer]:
    """What somebody who looks up a word may want to ask: the likeliest readings, with what was understood filled in and no verdict yet."""
    if is_question(text):
        return []
    found = volume.referee.suggest(text, role or None, here().lang, LIKELIER)
    return [Offer(said, _form(volume, reading, "", "").address(volume.id)) for reading, said in found]


def _form(volume: Volume, reading: Reading, home: str, rulings_at: str) -> Form:
    """The form of a question, filled in with a reading."""
    referee = volume.referee
    places = [place.name for place in referee.understanding.lexicon.intents[reading.intent].places]
    names = dict(zip(places, (field.name for field in referee.fields(reading.intent, here().lang)), strict=False))
    args = MultiDict([(f"a.{names.get(each.name, each.name)}", each.text) for each in reading.arguments])
    lines = [*reading.members, *(fact.text for fact in reading.facts)]
    named = referee.names.get(reading.intent)
    actor = named.actor if named else ""
    return Form(
        reading.fact or reading.intent, args, lines, {}, reading.actor or "", actor, home=home, rulings_at=rulings_at
    )


def _cards(volume: Volume, text: str, role: str, told: Told, home: str, rulings_at: str, least: float) -> list[Card]:
    reader, referee = here(), volume.referee
    try:
        found = referee.understand(text, role or None, told, reader.lang, least)
    except RefereeError:
        return []  # what was told before cannot be: the form says why
    opened = opens([each for _, each in found])
    cards: list[Card] = []
    for at, (reading, each) in enumerate(found):
        form = _form(volume, reading, home, rulings_at)
        fields = referee.fields(reading.intent, reader.lang)
        lines = form.told
        words = volume.words(reader.lang)
        chips = [
            Chip(words.told(line), replace(form, told=[other for other in lines if other != line]).address(volume.id))
            for line in lines
            if "=" in line
        ]
        shows = Shower(volume, form, fields, Quotes(volume, reader)) if opened and at == 0 else None
        cards.append(
            Card(
                volume, each.said, each.answer.verdict, each.answer.shown, each.answer.sentence, form.address(volume.id), each.score,
                each.left_over, chips, form, form.page(volume.id), shows.show(each.answer) if shows else None,
                at == 0 and referee.no_anyway(reading, each, role or None, told, reader.lang),
                "" if shows or not each.answer.citations else each.answer.citations[0].section,
            )
        )  # fmt: skip
    return cards
