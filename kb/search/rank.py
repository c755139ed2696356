"""Ranking: exact names first, then titles, defining paragraphs and mentions."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum

from kb.search.analysis import Analysis
from kb.search.catalogue import Catalogue
from kb.search.documents import KINDS, Kind
from kb.search.query import Alternative, Query, Slot
from kb.search.scores import Scores


class Tier(IntEnum):
    """Why a concept stands where it does; a lower tier comes first whatever the scores."""

    REFERENCE = 0
    NAME = 1
    FORM = 2
    TITLE = 3
    BEGUN = 4
    DEFINITION = 5
    MENTION = 6


#: how much more a concept is worth than a text that speaks of it
_KIND_BONUS: Mapping[Kind, float] = {"term": 0.5, "action": 0.25, "card": 0.05, "dispute": 0.0, "paragraph": 0.0}
_BONUS_PART: Mapping[int, float] = {1: 1.0, 2: 0.6}
#: how much a title counts that is said in full
_TITLE_BONUS = 0.5
#: what the best concept scores for a word that is only half typed: rare endings must not beat usual ones
_HALF_TYPED = 8.0
#: how much more a concept of the game in play is worth
_PLAYED = 1.5
#: what a name counts that is one in another language than the reader's, beside names in it
_FOREIGN_NAME = 0.6
#: how many terms whose name is half typed come before texts
_MOST_BEGUN = 8


@dataclass(frozen=True, slots=True)
class Ranked:
    """A concept found."""

    ordinal: int
    tier: Tier
    score: float


def slot_scores(slot: Slot, scores: Scores, lang: str = "") -> dict[int, float]:
    """Give the score of each concept for one word: the best of what the word may stand for."""
    best: dict[int, float] = {}
    for alternative in slot.alternatives:
        found = scores.of_phrase(alternative.words, lang)
        factor = _factor(alternative, found)
        for ordinal, score in found.items():
            score *= factor
            if score > best.get(ordinal, 0.0):
                best[ordinal] = score
    return best


def query_scores(
    query: Query, scores: Scores, catalogue: Catalogue, allowed: Collection[int] | None = None
) -> dict[int, float]:
    """Give the score of each concept: its words added up, less where words are missing, by its weight."""
    sums: dict[int, float] = {}
    matched: dict[int, int] = {}
    for slot in query.slots:
        for ordinal, score in slot_scores(slot, scores, query.lang).items():
            if allowed is None or ordinal in allowed:
                sums[ordinal] = sums.get(ordinal, 0.0) + score
                matched[ordinal] = matched.get(ordinal, 0) + 1
    count = len(query.slots)
    by_kind = {kind: kind_weight(kind, count) for kind in KINDS}
    kinds, weights, games, playing = catalogue.kinds, catalogue.weights, catalogue.games, query.playing
    found = {
        ordinal: total * (matched[ordinal] / count) ** 2 * by_kind[kinds[ordinal]] * weights[ordinal]
        for ordinal, total in sums.items()
    }
    if playing:
        found = {each: score * (_PLAYED if games[each] == playing else 1.0) for each, score in found.items()}
    return found


def rank(
    query: Query, scores: Scores, catalogue: Catalogue, allowed: Collection[int] | None, limit: int
) -> list[Ranked]:
    """Give the best concepts in order."""
    found = query_scores(query, scores, catalogue, allowed)
    begun = {
        ordinal: said * (_PLAYED if catalogue.games[ordinal] == query.playing else 1.0)
        for ordinal, said in query.begun.items()
        if allowed is None or ordinal in allowed
    }
    tiers = _tiers(query, begun, catalogue, allowed)
    for ordinal in tiers:
        found.setdefault(ordinal, 0.0)
    keys = query_stems(query, scores.analysis)
    foreign = {named.ordinal for named in query.named if query.lang and named.lang != query.lang}
    # the title bonus can lift a concept by no more than it is: those below need not be looked at
    floor = min(heapq.nlargest(limit, found.values()), default=0.0) / (1 + _TITLE_BONUS)
    ranked: list[Ranked] = []
    for ordinal, score in found.items():
        tier = tiers.get(ordinal, Tier.MENTION)
        if tier is Tier.BEGUN:
            ranked.append(Ranked(ordinal, tier, begun[ordinal]))
        elif score >= floor or tier is not Tier.MENTION:
            score *= title_factor(catalogue.title_stems(ordinal), keys)
            ranked.append(Ranked(ordinal, tier, score * _FOREIGN_NAME if ordinal in foreign else score))
    return heapq.nsmallest(limit, ranked, key=lambda each: (each.tier, -each.score, each.ordinal))


def kind_weight(kind: Kind, words: int) -> float:
    """Give the weight of a kind: a word or two ask for a concept, more ask for a text."""
    return 1 + _KIND_BONUS[kind] * _BONUS_PART.get(words, 0.0)


def query_stems(query: Query, analysis: Analysis) -> dict[str, list[frozenset[str]]]:
    """Give, for each language, the stems each word of the query may stand for."""
    return {
        lang: [
            frozenset(analysis.stem(word, lang) for each in slot.alternatives for word in each.words)
            for slot in query.slots
        ]
        for lang in analysis.languages
    }


def title_factor(titles: Iterable[tuple[str, frozenset[str]]], keys: Mapping[str, list[frozenset[str]]]) -> float:
    """Give the bonus for a title: the part of the query in it, times the part of it in the query."""
    best = 0.0
    for lang, title in titles:
        slots = keys[lang]
        asked = [slot for slot in slots if not slot.isdisjoint(title)]
        if asked:
            said = len(title.intersection(frozenset[str]().union(*asked)))
            best = max(best, len(asked) / len(slots) * said / len(title))
    return 1 + _TITLE_BONUS * best


def _factor(alternative: Alternative, found: Mapping[int, float]) -> float:
    if alternative.how != "prefix" or not found:
        return alternative.factor
    return alternative.factor * min(1.0, _HALF_TYPED / max(found.values()))


def _tiers(
    query: Query, begun: Mapping[int, float], catalogue: Catalogue, allowed: Collection[int] | None
) -> dict[int, Tier]:
    tiers: dict[int, Tier] = {}
    for named in query.named:
        if catalogue.kinds[named.ordinal] == "term":
            tiers |= dict.fromkeys(catalogue.defining(catalogue[named.ordinal]), Tier.DEFINITION)
    tiers |= dict.fromkeys(heapq.nlargest(_MOST_BEGUN, begun, key=begun.__getitem__), Tier.BEGUN)
    for named in query.named:
        if catalogue.kinds[named.ordinal] != "term":
            tiers[named.ordinal] = Tier.TITLE
        else:
            tiers[named.ordinal] = Tier.NAME if named.kind == "name" else Tier.FORM
    return {ordinal: tier for ordinal, tier in tiers.items() if allowed is None or ordinal in allowed}
