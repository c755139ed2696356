"""Scores of words: every concept a word speaks of, and how strongly, in any language."""

from __future__ import annotations

from collections.abc import Sequence

from kb.search.analysis import Analysis
from kb.search.engine import Engine
from kb.search.fields import WEIGHTS
from kb.search.vocabulary import Vocabulary


class Scores:
    """Term scores of the engine, weighted by field and kept; concepts by their place in the index."""

    def __init__(self, engine: Engine, analysis: Analysis, vocabulary: Vocabulary) -> None:
        self.engine, self.analysis, self.vocabulary = engine, analysis, vocabulary
        self._by_term: dict[tuple[str, str, str], dict[int, float]] = {}
        self._by_lang: dict[tuple[str, str], dict[int, float]] = {}
        self._by_word: dict[str, dict[int, float]] = {}

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

    def of_word(self, word: str) -> dict[int, float]:
        """Give the score of each concept for a word: the best of its languages."""
        found = self._by_word.get(word)
        if found is None:
            found = {}
            for lang in self.analysis.languages_of(word):
                for ordinal, score in self.in_language(word, lang).items():
                    if score > found.get(ordinal, 0.0):
                        found[ordinal] = score
            if found:
                self._by_word[word] = found
        return found

    def of_phrase(self, phrase: Sequence[str]) -> dict[int, float]:
        """Give the mean score of each concept that has every word of a phrase."""
        if len(phrase) == 1:
            return self.of_word(phrase[0])
        found = dict(self.of_word(phrase[0]))
        for word in phrase[1:]:
            other = self.of_word(word)
            found = {ordinal: score + other[ordinal] for ordinal, score in found.items() if ordinal in other}
        return {ordinal: score / len(phrase) for ordinal, score in found.items()}

    def _of_term(self, field: str, lang: str, term: str) -> dict[int, float]:
        key = (field, lang, term)
        found = self._by_term.get(key)
        if found is None:
            found = self._by_term[key] = self.engine.scores(field, lang, term)
        return found
