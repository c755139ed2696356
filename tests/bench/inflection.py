"""What each way of meeting inflected words is worth: the forms the glossary lists, the light stemmers, a lemmatiser.

Run by hand (`python -m tests.bench.inflection`); it builds the index once a way. simplemma is measured when it is installed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kb.library import Library, load_library
from kb.search import Document, analysis, open_index, stems
from kb.search.fold import fold, spans
from tests.bench.search import CORPUS, FRESH, HELD_OUT, measured, queries, timed, tuned
from web.game.hits import documents as documents_of

Stem = Callable[[str], str]


def without_forms(library: Library, documents: list[Document]) -> list[Document]:
    """The documents as if the glossary listed other words for a term, but no inflections."""
    kept: list[Document] = []
    for document in documents:
        term = library.games[document.game].prose.terms.get(document.id)
        kept.append(replace(document, forms=term.aliases.get(document.lang, ()) if term else ()))
    return kept


@contextmanager
def stemmers(table: dict[str, Stem]) -> Iterator[None]:
    usual = analysis.LANGUAGES
    analysis.LANGUAGES = {lang: replace(known, stem=table[lang]) for lang, known in usual.items()}  # type: ignore[misc]
    try:
        yield
    finally:
        analysis.LANGUAGES = usual  # type: ignore[misc]


def lemmatisers(documents: list[Document], then: dict[str, Stem]) -> dict[str, Stem] | None:
    """Lemmas of the words as the corpus writes them, folded; `then` is put on top."""
    try:
        from simplemma import lemmatize
    except ImportError:
        return None
    written: dict[tuple[str, str], str] = {}
    for document in documents:
        for text in (document.title, document.body, *document.forms):
            for start, end, word in spans(text):
                written.setdefault((document.lang, word), text[start:end].lower())
    known: dict[tuple[str, str], str] = {}

    def of(lang: str) -> Stem:
        def stem(word: str) -> str:
            key = (lang, word)
            if key not in known:
                known[key] = then[lang](fold(lemmatize(written.get(key, word), lang=lang)))
            return known[key]

        return stem

    return {lang: of(lang) for lang in then}


def main() -> None:
    library = load_library(CORPUS)
    documents = list(documents_of(library))
    bare = without_forms(library, documents)
    light: dict[str, Stem] = {"en": stems.english, "pl": stems.polish, "uk": stems.ukrainian}
    none: dict[str, Stem] = dict.fromkeys(light, stems.same)
    lemmas, both = lemmatisers(documents, none), lemmatisers(documents, light)
    ways: list[tuple[str, list[Document], dict[str, Stem] | None]] = [
        ("neither", bare, none),
        ("listed forms only", documents, none),
        ("light stemmers only", bare, light),
        ("listed forms and light stemmers", documents, light),
        ("simplemma only", bare, lemmas),
        ("listed forms and simplemma", documents, lemmas),
        ("listed forms, simplemma, then light stemmers", documents, both),
    ]
    every = [*tuned(), *queries(HELD_OUT), *queries(FRESH)]
    sets = [("all", every), ("inflected", [query for query in every if query.way == "inflected"])]
    print(f"{'way':<46}" + "".join(f"{name} {len(found)}: r@1  r@5  MRR      " for name, found in sets) + "build s")
    for name, taken, table in ways:
        if table is None:
            print(f"{name:<46}not installed")
            continue
        with tempfile.TemporaryDirectory() as folder, stemmers(table):
            index, seconds = timed(lambda taken=taken, folder=folder: open_index(Path(folder), "1", lambda: taken))
            figures = [measured(index, found) for _, found in sets]
            index.close()
        print(
            f"{name:<46}" + "".join(f"        {a:.3f} {b:.3f} {c:.3f}  " for a, b, c in figures) + f"{seconds:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
