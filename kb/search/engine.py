"""Whoosh: the one module that knows it. Writes the inverted index and reads term scores from it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.fields import TEXT, Schema
from whoosh.filedb.filestore import FileStorage

from kb.search.analysis import Analysis
from kb.search.concepts import Concept
from kb.search.fields import LENGTHS, WEIGHTS, fields_of

_SATURATION = 1.2


def write_engine(
    folder: Path, concepts: Sequence[Concept], analysis: Analysis, step: Callable[[int, int], None] | None = None
) -> None:
    """Write the inverted index: one Whoosh document a concept, its number the concept's place; `step`: how many are written."""
    names = [_field(kind, lang) for lang in analysis.languages for kind in WEIGHTS]
    # the texts are cut into words here, so that the schema pickles no class of this project
    schema = Schema(**{name: TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False) for name in names})
    writer = FileStorage(str(folder)).create_index(schema).writer(limitmb=256)
    try:
        for number, concept in enumerate(concepts, 1):
            writer.add_document(**_fields(concept, analysis))
            if step is not None:
                step(number, len(concepts))
    except BaseException:  # whoever stops it leaves no file open
        writer.cancel()
        raise
    writer.commit(optimize=True)


class Engine:
    """Reads the score of every concept for a term; safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        self._index = FileStorage(str(folder)).open_index()
        self._searcher = self._index.searcher()
        self._reader = self._searcher.reader()
        self._norms: dict[str, dict[int, float]] = {}
        self._lock = threading.Lock()

    def scores(self, kind: str, lang: str, term: str) -> dict[int, float]:
        """Give the BM25F score of every concept that has a term in a field; the term must be there."""
        field = _field(kind, lang)
        found: dict[int, float] = {}
        norms = self._norms.setdefault(field, {})
        # Whoosh readers share one file position
        with self._lock:
            weight = self._searcher.idf(field, term) * (_SATURATION + 1)
            # without a scorer of Whoosh, which looks the length of the field up anew for each posting
            matcher = self._reader.postings(field, term)
            while matcher.is_active():
                ordinal, times = matcher.id(), matcher.weight()
                norm = norms.get(ordinal)
                if norm is None:
                    norm = norms[ordinal] = self._norm(kind, field, ordinal)
                found[ordinal] = weight * times / (times + norm)
                matcher.next()
        return found

    def _norm(self, kind: str, field: str, ordinal: int) -> float:
        """Give how much the length of a field weakens the words in it."""
        length = self._searcher.doc_field_length(ordinal, field, 1) / self._searcher.avg_field_length(field)
        return float(_SATURATION * ((1 - LENGTHS[kind]) + LENGTHS[kind] * length))

    def close(self) -> None:
        """Let go of the files."""
        self._searcher.close()
        self._index.close()


def _field(kind: str, lang: str) -> str:
    return f"{kind}_{lang}"


def _fields(concept: Concept, analysis: Analysis) -> dict[str, str]:
    return {
        _field(kind, lang): " ".join(found)
        for lang in concept.wordings
        for kind, found in fields_of(concept, lang, analysis).items()
    }
