"""Scores of words: every concept a word speaks of, and how strongly, in any language."""

from __future__ import annotations

from collections.abc import Sequence

from kb.search.analysis import Analysis
from kb.search.engine import Engine
from kb.search.fields import WEIGHTS
from kb.search.lexicon import Lexicon

#: what a word counts in another language than the reader's, when it may be in either
_FOREIGN = 0.9


class Scores:
    """Term scores of the engine, weighted by field and kept; concepts by their place in the index."""

    def __init__(self, engine: Engine, analysis: Analysis, vocabulary: Lexicon) -> None:
        self.engine, self.analysis, self.vocabulary = engine, analysis, vocabulary
        self._by_term: dict[tuple[str, str, str], dict[int, float]] = {}
        self._by_lang: dict[tuple[str, str], dict[int, float]] = {}
        self._by_word: dict[tuple[str, str], dict[int, float]] = {}

    def in_language(self, word: str, lang: str) -> dict[int, float]:
        """Give the score of each concept for a word in one language: its fields added up."""
        found = self._by_lang.get((word, lang))
        if found is None:
            found = {}
            stem = self.analysis.stem(word, lang)
            for key, term, parts in zip("ws", (word, stem), self.vocabulary.parts(word, stem, lang), strict=True):
                for part in parts:
                    weight = WEIGHTS[part + key]
                    for ordinal, score in self._of_term(part + key, lang, term).items():
                        found[ordinal] = found.get(ordinal, 0.0) + weight * score
            if found:  # what is not there is not kept, or strange queries would fill the memory
                self._by_lang[word, lang] = found
        return found

    def each_in(self, phrase: Sequence[str], lang: str) -> list[dict[int, float]]:
        """Give the scores of the words of a phrase that stand in a language."""
        return [found for word in phrase if (found := self.in_language(word, lang))]

    def of_word(self, word: str, lang: str = "") -> dict[int, float]:
        """Give the score of each concept for a word: the best of its languages, the reader's own a little ahead."""
        languages = self.analysis.languages_of(word)
        own = lang if lang in languages and len(languages) > 1 else ""
        found = self._by_word.get((word, own))
        if found is None:
            found = {}
            for each in languages:
                weight = _FOREIGN if own and each != own else 1.0
                for ordinal, score in self.in_language(word, each).items():
                    score *= weight
                    if score > found.get(ordinal, 0.0):
                        found[ordinal] = score
            if found:
                self._by_word[word, own] = found
        return found

    def of_phrase(self, phrase: Sequence[str], lang: str = "") -> dict[int, float]:
        """Give the mean score of each concept that has every word of a phrase."""
        if len(phrase) == 1:
            return self.of_word(phrase[0], lang)
        found = dict(self.of_word(phrase[0], lang))
        for word in phrase[1:]:
            other = self.of_word(word, lang)
            found = {ordinal: score + other[ordinal] for ordinal, score in found.items() if ordinal in other}
        return {ordinal: score / len(phrase) for ordinal, score in found.items()}

    def _of_term(self, field: str, lang: str, term: str) -> dict[int, float]:
        key = (field, lang, term)
        found = self._by_term.get(key)
        if found is None:
            found = self._by_term[key] = self.engine.scores(field, lang, term)
        return found
