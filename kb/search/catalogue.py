"""The catalogue of concepts: what ranking needs at hand, the texts read when they are shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.search.analysis import Analysis
from kb.search.concepts import Concept
from kb.search.documents import Kind
from kb.search.fold import words


class Catalogue(Sequence[Concept]):
    """All concepts by their place; columns are plain lists of strings and numbers, so that opening is quick."""

    def __init__(self, columns: Mapping[str, Any], texts: bytes) -> None:
        self.games: list[str] = columns["games"]
        self.kinds: list[Kind] = columns["kinds"]
        self.weights: list[float] = columns["weights"]  #: as their author gave them
        self._defining: Mapping[str, str] = columns["defining"]
        self._titles: Mapping[str, list[str]] = columns["titles"]
        self._lines = texts.split(b"\n")
        self._read: dict[int, Concept] = {}
        self._stems: dict[tuple[int, str], frozenset[str]] = {}

    def __len__(self) -> int:
        return len(self.games)

    def __getitem__(self, ordinal: int) -> Concept:  # type: ignore[override]
        concept = self._read.get(ordinal)
        if concept is None:
            concept = self._read[ordinal] = Concept.from_json(json.loads(self._lines[ordinal]))
        return concept

    def defining(self, term: Concept) -> list[int]:
        """Give the concepts that define a term."""
        return [int(ordinal) for ordinal in self._defining.get(_term_key(term.game, term.id), "").split()]

    def title_stems(self, ordinal: int) -> Iterator[tuple[str, frozenset[str]]]:
        """Give the stems of the telling words of a title, language by language."""
        for lang, titles in self._titles.items():
            if title := titles[ordinal]:
                key = (ordinal, lang)
                stems = self._stems.get(key)
                if stems is None:
                    stems = self._stems[key] = frozenset(title.split())
                yield lang, stems


def catalogue_data(concepts: Sequence[Concept], analysis: Analysis) -> tuple[dict[str, Any], bytes]:
    """Give the columns and the texts of all concepts for the index on disk."""
    defining: dict[str, str] = {}
    for ordinal, concept in enumerate(concepts):
        for term in concept.defines:
            key = _term_key(concept.game, term)
            defining[key] = f"{defining.get(key, '')} {ordinal}"
    columns = {
        "games": [concept.game for concept in concepts],
        "kinds": [concept.kind for concept in concepts],
        "weights": [concept.weight for concept in concepts],
        "defining": defining,
        "titles": {lang: [_title(concept, lang, analysis) for concept in concepts] for lang in analysis.languages},
    }
    lines = [json.dumps(concept.to_json(), ensure_ascii=False, separators=(",", ":")) for concept in concepts]
    return columns, "\n".join(lines).encode()


def _title(concept: Concept, lang: str, analysis: Analysis) -> str:
    if lang not in concept.wordings:
        return ""
    title = words(concept.wordings[lang].title)
    telling = [word for word in title if not analysis.is_small(word)] or title
    return " ".join(sorted({analysis.stem(word, lang) for word in telling}))


def _term_key(game: str, term: str) -> str:
    return f"{game} {term}"
