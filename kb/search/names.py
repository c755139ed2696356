"""Names: whole phrases that are the title of a concept, another word for it, or a form of either."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from kb.search.analysis import Analysis
from kb.search.concepts import Concept
from kb.search.fold import words

NameKind = Literal["name", "form"]
_TRIGRAM = 3
#: how many names that begin alike are looked at
_MOST_BEGINNING = 400
#: stems of words so short are shared by chance
_SHORT = 3
#: how alike a name must be to be suggested
_ALIKE = 0.3


@dataclass(frozen=True, slots=True)
class ConceptName:
    """A concept that a phrase names."""

    ordinal: int
    lang: str
    kind: NameKind


class ConceptNames:
    """Looks phrases up as written, without their spaces, and by stems."""

    def __init__(self, analysis: Analysis, data: Mapping[str, str]) -> None:
        self.analysis = analysis
        self._phrases = data

    def find(self, phrase: Sequence[str]) -> list[ConceptName]:
        """Give what a phrase names: as written and glued together, then by its stems."""
        found = {named.ordinal: named for named in (*self._at(_glued(phrase)), *self.exactly(phrase))}
        if all(len(word) > _SHORT for word in phrase):
            for lang in self.analysis.languages:
                for named in self._at(_stemmed(phrase, lang, self.analysis)):
                    found.setdefault(named.ordinal, replace(named, kind="form"))
        return list(found.values())

    def exactly(self, phrase: Sequence[str]) -> list[ConceptName]:
        """Give what a phrase names as written."""
        return self._at(" ".join(phrase))

    def beginning(self, phrase: Sequence[str], lang: str) -> dict[int, float]:
        """Give the concepts whose name begins so, each with how much of the name is said."""
        start = " ".join(phrase)
        first, last = bisect_left(self._plain, start), bisect_left(self._plain, start + "\U0010ffff")
        found: dict[int, float] = {}
        for key in self._plain[first : min(last, first + _MOST_BEGINNING)]:
            for named in self._at(key):
                said = len(start) / len(key) * (1.0 if named.kind == "name" else 0.6)
                said *= 1.0 if named.lang == lang else 0.8
                found[named.ordinal] = max(said, found.get(named.ordinal, 0.0))
        return found

    def like(self, phrase: Sequence[str], allowed: Iterable[int], count: int) -> list[ConceptName]:
        """Give the names most like a phrase that names nothing, best first."""
        wanted = _trigrams("".join(phrase))
        permitted = frozenset(allowed)
        scored: list[tuple[float, str]] = []
        for grams, key in self._trigrams:
            if shared := len(wanted & grams):
                alike = 2 * shared / (len(wanted) + len(grams))
                if alike >= _ALIKE:
                    scored.append((-alike, key))
        best: dict[int, ConceptName] = {}
        for _, key in sorted(scored):
            for named in self._at(key):
                if named.ordinal in permitted:
                    best.setdefault(named.ordinal, named)
            if len(best) >= count:
                break
        return list(best.values())[:count]

    @cached_property
    def _plain(self) -> list[str]:
        """The phrases as written, in order."""
        return [key for key in self._phrases if key[0] not in "=~"]

    @cached_property
    def _trigrams(self) -> list[tuple[frozenset[str], str]]:
        titles = [key for key in self._plain if "/name" in self._phrases[key]]
        return [(_trigrams(key.replace(" ", "")), key) for key in titles]

    def _at(self, key: str) -> list[ConceptName]:
        named: list[ConceptName] = []
        for entry in self._phrases.get(key, "").split():
            ordinal, lang, kind = entry.split("/")
            named.append(ConceptName(int(ordinal), lang, "name" if kind == "name" else "form"))
        return named


def names_data(concepts: Sequence[Concept], analysis: Analysis) -> dict[str, str]:
    """Collect the names of all concepts for the index on disk: phrase -> ordinal/language/kind, with spaces."""
    phrases: dict[str, dict[int, str]] = {}

    def enter(key: str, ordinal: int, lang: str, kind: NameKind) -> None:
        phrases.setdefault(key, {}).setdefault(ordinal, f"{ordinal}/{lang}/{kind}")

    for ordinal, concept in enumerate(concepts):
        if not concept.leads:
            continue
        for lang, wording in concept.wordings.items():
            title = words(wording.title)
            if title:
                for key in (" ".join(title), _glued(title), _stemmed(title, lang, analysis)):
                    enter(key, ordinal, lang, "name")
            for form in filter(None, map(words, wording.forms)):
                for key in (" ".join(form), _glued(form), _stemmed(form, lang, analysis)):
                    enter(key, ordinal, lang, "form")
    return {key: " ".join(phrases[key].values()) for key in sorted(phrases)}


def _glued(phrase: Sequence[str]) -> str:
    return "=" + "".join(phrase)


def _stemmed(phrase: Sequence[str], lang: str, analysis: Analysis) -> str:
    return f"~{lang} " + " ".join(analysis.stem(word, lang) for word in phrase)


def _trigrams(text: str) -> frozenset[str]:
    padded = f"_{text}_"
    return frozenset(padded[at : at + _TRIGRAM] for at in range(len(padded) - _TRIGRAM + 1))
