"""The words of the corpus: which are known, which begin alike, which are spelt alike."""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kb.search.analysis import Analysis
from kb.search.concepts import Concept
from kb.search.fields import fields_of
from kb.search.fold import is_cyrillic, spans
from kb.search.layouts import latin_key
from kb.search.spelling import distance, letters_mask, one_edit_away

#: how many words stand in for one that is unknown or half typed
_COMPLETIONS = 20
_CORRECTIONS = 8
#: the fewest letters with which two mistakes are forgiven
_LONG = 6
_VERY_LONG = 8


class Lexicon:
    """Every folded word with the number of concepts it is in, and whether a title has it."""

    def __init__(self, analysis: Analysis, data: Mapping[str, Any]) -> None:
        self.analysis = analysis
        self.counts: Mapping[str, int] = data["counts"]
        self.titles = frozenset(data["titles"])
        #: language -> word -> the parts of concepts it stands in
        self.words: Mapping[str, Mapping[str, str]] = data["words"]
        #: language -> stem -> its most frequent word, a stroke, and the parts of concepts it stands in
        self.stems: Mapping[str, Mapping[str, str]] = data["stems"]
        self.latin: Mapping[str, str] = data["latin"]  #: how words sound in Latin letters -> words with spaces
        self._surfaces: Mapping[str, str] = data["surfaces"]
        self._sorted = list(self.counts)
        self._sorted_latin = list(self.latin)
        self._buckets: dict[str, list[tuple[int, str]]] = {}

    def knows(self, word: str) -> bool:
        """Say whether a word, or its stem, is in the corpus."""
        if word in self.counts:
            return True
        return len(word) > 2 and any(
            self.analysis.stem(word, lang) in self.stems.get(lang, {}) for lang in self.analysis.languages_of(word)
        )

    def parts(self, word: str, stem: str, lang: str) -> tuple[str, str]:
        """Give the parts of concepts a word and its stem stand in, in one language."""
        return self.words[lang].get(word, ""), self.stems[lang].get(stem, "/").split("/")[1]

    def surface(self, word: str) -> str:
        """Give a folded word as people write it."""
        return self._surfaces.get(word, word)

    def completions(self, start: str) -> list[str]:
        """Give words that begin so: those of titles first, then the frequent ones."""
        found = [word for word in _beginning(self._sorted, start) if word != start]
        return heapq.nlargest(_COMPLETIONS, found, key=self._rank)

    def transliterations(self, word: str, unfinished: bool) -> list[str]:
        """Give Ukrainian words that a Latin spelling may stand for."""
        if len(word) < 3 or is_cyrillic(word) or not word.isalpha():
            return []
        key = latin_key(word)
        found = self.latin.get(key, "").split()
        if not found and unfinished and len(key) >= 3:
            found = [each for start in _beginning(self._sorted_latin, key) for each in self.latin[start].split()]
        return heapq.nlargest(_COMPLETIONS, found, key=self._rank)

    def corrections(self, word: str) -> list[tuple[str, float]]:
        """Give known words spelt nearly so, each with its distance; the first kind that finds any decides."""
        if len(word) < 3 or not word.isalpha():
            return []
        found = self._near_words(word) or self._near_stems(word) or self._far_words(word)
        best = heapq.nsmallest(_CORRECTIONS, found.items(), key=lambda item: (item[1], -self.counts.get(item[0], 0)))
        nearest = best[0][1] if best else 0.0
        return [(near, wrong) for near, wrong in best if wrong <= nearest + 0.5]

    def split(self, word: str) -> tuple[str, str] | None:
        """Cut a word into two known ones, when they were written without the space between."""
        best: tuple[int, tuple[str, str]] | None = None
        for at in range(3, len(word) - 2):
            pair = word[:at], word[at:]
            telling = [part for part in pair if len(part) > 3 and not self.analysis.is_small(part)]
            if telling and all(part in self.counts for part in pair):
                rarer = min(self.counts[part] for part in telling)
                if best is None or rarer > best[0]:
                    best = rarer, pair
        return best[1] if best else None

    def _rank(self, word: str) -> tuple[bool, int, str]:
        return word in self.titles, self.counts[word], word

    def _near_words(self, word: str) -> dict[str, float]:
        found: dict[str, float] = {}
        for near in one_edit_away(word, is_cyrillic(word)):
            if near in self.counts and len(near) > 1:
                found[near] = 1.0 if near[0] == word[0] else 1.5
        if not found and len(word) >= _VERY_LONG:
            found = self._scan(word, 2)
        return found

    def _near_stems(self, word: str) -> dict[str, float]:
        found: dict[str, float] = {}
        for lang in self.analysis.languages_of(word):
            known = self.stems.get(lang, {})
            stem = self.analysis.stem(word, lang)
            if len(stem) < 4:
                continue
            for near in one_edit_away(stem, is_cyrillic(stem)):
                if near in known and len(near) > 2:
                    found[known[near].split("/")[0]] = 1.1
        return found

    def _far_words(self, word: str) -> dict[str, float]:
        found = self._scan(word, 2) if len(word) >= _LONG else {}
        if found or len(word) < 5:
            return found
        mask = letters_mask(word)
        for other_mask, other in self._bucket(word[0]):
            # the mistake may stand in the part typed so far
            if len(other) > len(word) and (mask & ~other_mask).bit_count() <= 1:
                starts = (other[: len(word) + more] for more in (-1, 0, 1))
                if any(distance(word, start, 1) <= 1 for start in starts):
                    found[other] = 1.6
        return found

    def _scan(self, word: str, limit: int) -> dict[str, float]:
        mask = letters_mask(word)
        found: dict[str, float] = {}
        for other_mask, other in self._bucket(word[0]):
            if abs(len(other) - len(word)) <= limit and (mask ^ other_mask).bit_count() <= 2 * limit:
                wrong = distance(word, other, limit)
                if wrong <= limit:
                    found[other] = float(wrong)
        return found

    def _bucket(self, first: str) -> list[tuple[int, str]]:
        bucket = self._buckets.get(first)
        if bucket is None:
            bucket = [(letters_mask(word), word) for word in _beginning(self._sorted, first)]
            self._buckets[first] = bucket
        return bucket


def vocabulary_data(concepts: Sequence[Concept], analysis: Analysis) -> dict[str, Any]:
    """Collect the words of all concepts in plain values for the index on disk."""
    counts: Counter[str] = Counter()
    parts: dict[str, dict[str, dict[str, set[str]]]] = {
        key: {lang: {} for lang in analysis.languages} for key in ("w", "s")
    }
    for concept in concepts:
        seen: set[str] = set()
        for lang in concept.wordings:
            for field, found in fields_of(concept, lang, analysis).items():
                table = parts[field[1]][lang]
                for word in found:
                    table.setdefault(word, set()).add(field[0])
                if field[1] == "w":
                    seen.update(found)
        counts.update(seen)
    stems: dict[str, dict[str, str]] = {lang: {} for lang in analysis.languages}
    for lang, table in parts["w"].items():
        for word in sorted(table, key=lambda word: (-counts[word], word)):
            stem = analysis.stem(word, lang)
            stems[lang].setdefault(stem, f"{word}/{''.join(sorted(parts['s'][lang][stem]))}")
    latin: dict[str, list[str]] = {}
    for word in sorted(counts):
        if is_cyrillic(word) and len(word) > 2:
            latin.setdefault(latin_key(word), []).append(word)
    named = {word for table in parts["w"].values() for word, found in table.items() if found != {"b"}}
    return {
        "counts": {word: counts[word] for word in sorted(counts)},
        "titles": sorted(named),
        "words": {
            lang: {word: "".join(sorted(found)) for word, found in table.items()} for lang, table in parts["w"].items()
        },
        "stems": stems,
        "surfaces": _surfaces(concepts),
        "latin": {key: " ".join(latin[key]) for key in sorted(latin)},
    }


def _surfaces(concepts: Iterable[Concept]) -> dict[str, str]:
    """Give the written form of each word that folding changes."""
    surfaces: dict[str, str] = {}
    for wording in (wording for concept in concepts for wording in concept.wordings.values()):
        for text in (wording.title, *wording.forms, wording.body):
            for start, end, word in spans(text):
                if word not in surfaces and text[start:end].lower() != word:
                    surfaces[word] = text[start:end].lower()
    return surfaces


def _beginning(ordered: list[str], start: str) -> list[str]:
    return ordered[bisect_left(ordered, start) : bisect_left(ordered, start + "\U0010ffff")]
