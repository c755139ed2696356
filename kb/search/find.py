"""Search: words typed by a player in, concepts with snippets out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kb.search.documents import Kind
from kb.search.fold import clean, spans, words
from kb.search.index import Index
from kb.search.query import LONGEST, Query
from kb.search.rank import Ranked, Tier, query_scores, query_stems, rank
from kb.search.references import Reference
from kb.search.snippets import Snippet, snippet

Why = Literal["id", "number", "page", "name", "form", "title", "definition", "text"]
_WHY_BY_TIER: Mapping[Tier, Why] = {
    Tier.NAME: "name",
    Tier.FORM: "form",
    Tier.TITLE: "title",
    Tier.BEGUN: "name",
    Tier.DEFINITION: "definition",
}
_SUGGESTIONS = 5


@dataclass(frozen=True, slots=True)
class Hit:
    """A concept found: what it is called, where it matched and why it is here."""

    game: str
    kind: Kind
    id: str
    title: str  #: in the reader's language, if there is one
    title_lang: str
    snippet: Snippet  #: in the reader's language where the words stand there, else in the one that matched
    lang: str
    why: Why
    number: str
    pages: Mapping[str, str]
    score: float


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A term whose name is like what was typed."""

    game: str
    id: str
    title: str
    lang: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer to a search."""

    hits: tuple[Hit, ...]
    suggestions: tuple[Suggestion, ...] = ()
    read_as: str = ""  #: the words looked for, when they are not those typed
    shortened: bool = False  #: whether only the beginning of the query was read
    unknown: tuple[str, ...] = ()  #: the words that nothing in the corpus answers to


def search(
    index: Index, text: str, *, game: str | None = None, kind: Kind | None = None, lang: str = "en", limit: int = 20,
    playing: str = "",
) -> SearchResult:  # fmt: skip
    """Find concepts in any language; each is one hit, whichever language matched.

    `game` and `kind` leave everything else out; the game in play only comes first.
    """
    shortened = len(text) > LONGEST
    text = clean(text[:LONGEST]).lstrip()
    if not text or limit < 1:
        return SearchResult((), shortened=shortened)
    allowed = index.allowed(game, kind)
    reference = index.shelf.read(text)
    if reference and reference.kind != "id" and index.names.exactly(words(text)):
        reference = None
    query = index.reader.read(reference.rest if reference else text, lang, playing)
    found = rank(query, index.scores, index.catalogue, allowed, limit) if query.slots else []
    if reference:
        first = _referred(index, query, reference, allowed)
        named = {each.ordinal for each in first}
        found = [*first, *(each for each in found if each.ordinal not in named)][:limit]
    shown = _Shown(index, query, reference, lang)
    hits = tuple(shown.hit(each) for each in found)
    suggestions = () if hits else _suggestions(index, query, game, lang)
    return SearchResult(hits, suggestions, query.read_as, shortened, _unknown(text, query))


def _unknown(text: str, query: Query) -> tuple[str, ...]:
    written = {word: text[start:end] for start, end, word in spans(text)}
    return tuple(written.get(word, word) for word in query.unknown)


def _referred(index: Index, query: Query, reference: Reference, allowed: frozenset[int] | None) -> list[Ranked]:
    """Give what a reference leads to; with words besides, what has both, if anything."""
    places = [each for each in reference.ordinals if allowed is None or each in allowed]
    scores = query_scores(query, index.scores, index.catalogue, frozenset(places)) if query.slots else {}
    if scores:
        places = sorted(scores, key=lambda each: (-scores[each], each))
    return [Ranked(ordinal, Tier.REFERENCE, scores.get(ordinal, 0.0)) for ordinal in places]


class _Shown:
    """Makes the hits of one query."""

    def __init__(self, index: Index, query: Query, reference: Reference | None, lang: str) -> None:
        self.index, self.reference, self.lang = index, reference, lang
        slots = [[(each.factor, each.words) for each in slot.alternatives] for slot in query.slots]
        self.words = {word for slot in slots for _, words in slot for word in words}
        keys = query_stems(query, index.analysis)
        self.stems = {tongue: frozenset[str]().union(*found) for tongue, found in keys.items()}
        #: language -> for each word of the query the scores of what it may stand for there
        self.scores = {
            tongue: [
                [(factor, found) for factor, words in slot if (found := index.scores.each_in(words, tongue))]
                for slot in slots
            ]
            for tongue in index.analysis.languages
        }

    def hit(self, ranked: Ranked) -> Hit:
        """Show one concept."""
        concept = self.index.catalogue[ranked.ordinal]
        title_lang, shown = concept.wording(self.lang)
        matched = self._language(ranked.ordinal, title_lang, concept.wordings)
        body = concept.wordings[matched].body
        return Hit(
            game=concept.game,
            kind=concept.kind,
            id=concept.id,
            title=shown.title,
            title_lang=title_lang,
            snippet=snippet(body, matched, self.words, self.stems[matched], self.index.analysis),
            lang=matched,
            why=self._why(ranked),
            number=concept.number,
            pages=concept.pages,
            score=round(ranked.score, 4),
        )

    def _language(self, ordinal: int, own: str, languages: Mapping[str, object]) -> str:
        """Give the language in which most of the words stand, the reader's own where as many stand there: what is rarer in a
        shorter text counts more, and is no reason to show somebody a text in another language."""
        best, most = own, (0, 0.0)
        for tongue in (own, *(each for each in languages if each != own)):
            strongest = [
                max((factor * sum(each.get(ordinal, 0.0) for each in found) for factor, found in slot), default=0.0)
                for slot in self.scores[tongue]
            ]
            matched = (sum(1 for score in strongest if score), sum(strongest))
            if matched[0] > most[0] or (best != own and matched > most):
                best, most = tongue, matched
        return best

    def _why(self, ranked: Ranked) -> Why:
        if ranked.tier is Tier.REFERENCE and self.reference:
            return self.reference.kind
        if ranked.tier in _WHY_BY_TIER:
            return _WHY_BY_TIER[ranked.tier]
        titles = self.index.catalogue.title_stems(ranked.ordinal)
        return "title" if any(not title.isdisjoint(self.stems[tongue]) for tongue, title in titles) else "text"


def _suggestions(index: Index, query: Query, game: str | None, lang: str) -> tuple[Suggestion, ...]:
    phrase = [slot.word for slot in query.slots]
    suggestions: list[Suggestion] = []
    for named in index.names.like(phrase, index.allowed(game, "term") or (), _SUGGESTIONS):
        concept = index.catalogue[named.ordinal]
        title_lang, wording = concept.wording(lang)
        suggestions.append(Suggestion(concept.game, concept.id, wording.title, title_lang))
    return tuple(suggestions)
