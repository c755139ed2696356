"""The index: everything search reads, opened from disk or built there first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from kb.search.analysis import Analysis, languages_in, listed_stems
from kb.search.catalogue import Catalogue, catalogue_data
from kb.search.concepts import concepts_from_documents
from kb.search.documents import Document
from kb.search.engine import Engine, write_engine
from kb.search.lexicon import Lexicon, vocabulary_data
from kb.search.names import ConceptNames, names_data
from kb.search.query import QueryReader
from kb.search.references import PrintedPlaces, shelf_data
from kb.search.scores import Scores
from kb.search.store import read_bytes, read_values, sealed_folder, write_bytes, write_values

_TEXTS, _WORDS = "texts.jsonl", "words.json"


class Index:
    """An opened index of one corpus version; read only, shared by threads."""

    def __init__(self, folder: Path, version: str) -> None:
        self.version = version
        words = read_values(folder / _WORDS)
        self.catalogue = Catalogue(words["catalogue"], read_bytes(folder / _TEXTS))
        self.analysis = Analysis(words["languages"], words["listed"])
        self.vocabulary = Lexicon(self.analysis, words["vocabulary"])
        self.shelf = PrintedPlaces(words["shelf"])
        self.names = ConceptNames(self.analysis, words["names"])
        self.engine = Engine(folder)
        self.scores = Scores(self.engine, self.analysis, self.vocabulary)
        self.reader = QueryReader(self.catalogue, self.analysis, self.vocabulary, self.names)
        self._members: dict[tuple[str | None, str | None], frozenset[int]] = {}

    def allowed(self, game: str | None, kind: str | None) -> frozenset[int] | None:
        """Give the concepts of a game and kind; None stands for all of them."""
        if game is None and kind is None:
            return None
        members = self._members.get((game, kind))
        if members is None:
            members = frozenset(
                ordinal
                for ordinal, of_kind in enumerate(self.catalogue.kinds)
                if game in (None, self.catalogue.games[ordinal]) and kind in (None, of_kind)
            )
            if members:
                self._members[game, kind] = members
        return members

    def close(self) -> None:
        """Let go of the files."""
        self.engine.close()


def open_index(
    directory: Path,
    version: str,
    documents: Callable[[], Iterable[Document]],
    step: Callable[[int, int], None] | None = None,
) -> Index:
    """Open the index of a corpus version; `documents` is asked for only when it must be built, and `step` told how far that is."""

    def build(folder: Path) -> None:
        build_index(folder, documents(), step)

    return Index(sealed_folder(directory, version, build), version)


def build_index(folder: Path, documents: Iterable[Document], step: Callable[[int, int], None] | None = None) -> None:
    """Write the files of an index into an empty folder."""
    concepts = concepts_from_documents(documents)
    analysis = Analysis(languages_in(concepts) or ("en",), listed_stems(concepts))
    write_engine(folder, concepts, analysis, step)
    columns, texts = catalogue_data(concepts, analysis)
    write_bytes(folder / _TEXTS, texts)
    write_values(
        folder / _WORDS,
        {
            "languages": analysis.languages,
            "listed": analysis.listed,
            "catalogue": columns,
            "vocabulary": vocabulary_data(concepts, analysis),
            "shelf": shelf_data(concepts),
            "names": names_data(concepts, analysis),
        },
    )
