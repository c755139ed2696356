"""Hits of a whole question: what the search finds for its words, which paragraphs speak of it, and what its readings rest on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from kb.library import Library
from referee.service import Referee, Understood
from web.game.hits import find

#: how soon the weight of a place falls: the higher, the more the later places count
_SLOW = 4
#: readings whose actions and paragraphs count, answered or not, and how much
_READ, _MEANT = 5, 1.5
#: how likely a reading must be for that
_LEAST = 0.01
#: paragraphs of one answer that count
_CITED = 2


def hits_for(
    library: Library, cache: Path, referee: Referee, text: str, readings: Iterable[Understood], lang: str, limit: int
) -> list[dict[str, Any]]:
    """The best hits of a question in one game, from all three lists; each counts by its place."""
    game = referee.game.id
    found = {hit["id"]: hit for hit in find(library, cache, text, game=game, lang=lang, limit=max(limit, 20))["hits"]}
    listed = list(readings)
    cited = dict.fromkeys(
        cite.id for each in listed for cite in each.answer.citations[: max(1, each.answer.deciding)][:_CITED]
    )
    sure = listed[0].score if listed else 0.0
    scores: dict[str, float] = {}
    spoken = referee.understanding.paragraphs(text)
    meant = dict.fromkeys(_meant(referee, text, spoken))
    for names, weight in ((found, 1.0), (spoken, 1.0), (cited, sure), (meant, _MEANT)):
        for place, identity in enumerate(names):
            scores[identity] = scores.get(identity, 0.0) + weight / (_SLOW + place)
    best = sorted(scores, key=lambda identity: (-scores[identity], identity))[:limit]
    shown = (found.get(identity) or _hit(library, cache, referee, identity, lang) for identity in best)
    return [hit for hit in shown if hit is not None]


def _meant(referee: Referee, text: str, spoken: list[str]) -> Iterator[str]:
    """Of each reading the action that may be meant, and the paragraph of its rules that speaks most of it."""
    places = {identity: place for place, identity in enumerate(spoken)}
    understanding = referee.understanding
    for reading in understanding.readings(text)[:_READ]:
        if reading.score < _LEAST:
            return
        intent = understanding.lexicon.intents[reading.intent]
        if intent.sort != "value":
            yield intent.name
        yield from sorted(filter(None, intent.paragraphs), key=lambda each: places.get(each, len(places)))[:1]


def _hit(library: Library, cache: Path, referee: Referee, identity: str, lang: str) -> dict[str, Any] | None:
    """A paragraph, an action or a card as a hit."""
    intent = referee.understanding.lexicon.intents.get(identity)
    kind = "paragraph" if intent is None else intent.sort
    found = find(library, cache, identity, game=referee.game.id, kind=kind, lang=lang, limit=3)["hits"]
    return next((hit for hit in found if hit["id"] == identity), None)
