"""Search measured on the real corpus: how much is found, and how long it takes."""

from __future__ import annotations

import statistics
import tempfile
import time
import tomllib
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import TypeVar

from kb.library import load_library
from kb.search import Document, Index, open_index, search
from tests.bench.rivals import Found, fts5, name_of, tantivy_plain, whoosh_plain
from web.finding import documents as documents_of

T = TypeVar("T")
CORPUS = Path(__file__).parents[2] / "corpus"
QUERIES = Path(__file__).with_name("queries.toml")
HELD_OUT = Path(__file__).with_name("more_queries.toml")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    start = time.perf_counter()
    value = work()
    return value, time.perf_counter() - start


def main() -> None:
    documents, seconds = timed(corpus_documents)
    print(f"load       {seconds:6.3f} s   {len(documents)} documents")
    with tempfile.TemporaryDirectory() as folder:
        _, seconds = timed(lambda: open_index(Path(folder) / "index", "1", lambda: documents).close())
        print(f"build      {seconds:6.3f} s")
        index, seconds = timed(lambda: open_index(Path(folder) / "index", "1", lambda: documents))
        print(f"open       {seconds:6.3f} s")
        measure_quality(index, documents, Path(folder))
        index.close()
        index = open_index(Path(folder) / "index", "1", lambda: documents)
        measure_keystrokes(index)
        index.close()


def corpus_documents() -> list[Document]:
    return list(documents_of(load_library(CORPUS)))


def labelled() -> list[tuple[str, str, list[str]]]:
    games = tomllib.loads(QUERIES.read_text(encoding="utf-8"))
    return [(game, text, wanted) for game, table in games.items() for text, *wanted in table["queries"]]


def held_out() -> list[tuple[str, str, str, str, list[str]]]:
    """Queries that were never used to tune: way, language, game, text, wanted."""
    table = tomllib.loads(HELD_OUT.read_text(encoding="utf-8"))
    return [(way, lang, game, text, wanted) for way, lang, game, text, *wanted in table["queries"]]


def place(names: list[str], wanted: list[str]) -> int:
    """Give the place of the first right hit, or 0."""
    for at, name in enumerate(names, 1):
        if any(fnmatch(name, pattern) for pattern in wanted):
            return at
    return 0


def ours(index: Index) -> Found:
    def find(text: str, game: str) -> list[str]:
        return [name_of(hit.kind, hit.id) for hit in search(index, text, game=game).hits]

    return find


def measure_quality(index: Index, documents: list[Document], folder: Path) -> None:
    """Recall at 1 and 5, mean reciprocal rank and time a query, for us and the others, on both sets."""
    rivals: dict[str, Found | None] = {
        "paragraf": ours(index),
        "whoosh, plain": whoosh_plain(documents, folder / "plain"),
        "sqlite fts5 words": fts5(documents, "unicode61 remove_diacritics 2"),
        "sqlite fts5 trigrams": fts5(documents, "trigram"),
        "tantivy": tantivy_plain(documents),
    }
    tuned = [(game, text, wanted) for game, text, wanted in labelled()]
    fresh = [(game, text, wanted) for _, _, game, text, wanted in held_out()]
    crossed = [(game, text, wanted) for way, _, game, text, wanted in held_out() if way == "cross"]
    for title, queries in (("tuned on", tuned), ("held out", fresh), ("cross-language", crossed)):
        print(f"{title}: {len(queries)} queries        recall@1  recall@5  MRR    ms a query")
        for name, find in rivals.items():
            if find is None:
                print(f"    {name:<22} not installed")
                continue
            places, times = [], []
            for game, text, wanted in queries:
                names, seconds = timed(lambda text=text, game=game, find=find: find(text, game))
                at = place(names, wanted)
                places.append(at)
                times.append(seconds * 1000)
                if at != 1 and name == "paragraf" and title == "held out":
                    print(f"        {at or 'not found':>9}  {game}: {text}  got {names[:2]}")
            count = len(places)
            first, five = sum(at == 1 for at in places) / count, sum(0 < at <= 5 for at in places) / count
            mrr = sum(1 / at for at in places if at) / count
            print(f"    {name:<22}      {first:.3f}     {five:.3f}     {mrr:.3f}  {statistics.median(times):.2f}")


def measure_keystrokes(index: Index) -> None:
    times: list[float] = []
    for _, text, _ in labelled():
        for end in range(2, len(text) + 1):
            _, seconds = timed(lambda text=text, end=end: search(index, text[:end]))
            times.append(seconds * 1000)
    times.sort()
    p50, p99 = statistics.median(times), times[int(len(times) * 0.99)]
    print(
        f"keystroke  p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {times[-1]:.1f} ms, of {len(times)} searches, no warm-up"
    )


if __name__ == "__main__":
    main()
