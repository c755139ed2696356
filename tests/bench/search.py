"""Search measured on the real corpus: how much is found, and how long it takes."""

from __future__ import annotations

import statistics
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple, TypeVar

from kb.library import load_library
from kb.search import Document, Index, open_index, search
from tests.bench.rivals import Found, fts5, name_of, tantivy_plain, whoosh_plain
from web.game.hits import documents as documents_of

T = TypeVar("T")
CORPUS = Path(__file__).parents[2] / "corpus"
TUNED = Path(__file__).with_name("queries.toml")
HELD_OUT = Path(__file__).with_name("more_queries.toml")
FRESH = Path(__file__).with_name("fresh_queries.toml")


class Query(NamedTuple):
    way: str
    lang: str  #: of the one who asks
    game: str
    text: str
    wanted: list[str]


def timed(work: Callable[[], T]) -> tuple[T, float]:
    start = time.perf_counter()
    value = work()
    return value, time.perf_counter() - start


def main() -> None:
    documents, seconds = timed(corpus_documents)
    print(f"load       {seconds:6.3f} s   {len(documents)} documents")
    with tempfile.TemporaryDirectory() as folder:
        worked = time.process_time()
        _, seconds = timed(lambda: open_index(Path(folder) / "index", "1", lambda: documents).close())
        print(f"build      {seconds:6.3f} s   ({time.process_time() - worked:.3f} s of work)")
        index, seconds = timed(lambda: open_index(Path(folder) / "index", "1", lambda: documents))
        print(f"open       {seconds:6.3f} s")
        measure_quality(index, documents, Path(folder))
        index.close()
        index = open_index(Path(folder) / "index", "1", lambda: documents)
        measure_keystrokes(index)
        index.close()


def corpus_documents() -> list[Document]:
    return list(documents_of(load_library(CORPUS)))


def tuned() -> list[Query]:
    """The queries on which the ranking was tuned; their language is not told."""
    games = tomllib.loads(TUNED.read_text(encoding="utf-8"))
    return [Query("", "en", game, text, wanted) for game, table in games.items() for text, *wanted in table["queries"]]


def queries(path: Path) -> list[Query]:
    """The queries of another file."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Query(way, lang, game, text, wanted) for way, lang, game, text, *wanted in table["queries"]]


def place(names: Iterable[str], wanted: list[str]) -> int:
    """Give the place of the first right hit, or 0."""
    for at, name in enumerate(names, 1):
        if any(fnmatch(name, pattern) for pattern in wanted):
            return at
    return 0


def ours(index: Index) -> Found:
    def find(text: str, game: str, lang: str) -> list[str]:
        return [name_of(hit.kind, hit.id) for hit in search(index, text, game=game, lang=lang).hits]

    return find


def figures(places: list[int]) -> tuple[float, float, float]:
    """Recall at 1 and at 5, and the mean reciprocal rank."""
    count = len(places)
    first, five = sum(at == 1 for at in places), sum(0 < at <= 5 for at in places)
    return first / count, five / count, sum(1 / at for at in places if at) / count


def measured(index: Index, asked: list[Query]) -> tuple[float, float, float]:
    find = ours(index)
    return figures([place(find(query.text, query.game, query.lang), query.wanted) for query in asked])


def measure_quality(index: Index, documents: list[Document], folder: Path) -> None:
    """Recall at 1 and 5, mean reciprocal rank and time a query, for us and the others, on each set."""
    rivals: dict[str, Found | None] = {
        "paragraf": ours(index),
        "whoosh, plain": whoosh_plain(documents, folder / "plain"),
        "sqlite fts5 words": fts5(documents, "unicode61 remove_diacritics 2"),
        "sqlite fts5 trigrams": fts5(documents, "trigram"),
        "tantivy": tantivy_plain(documents),
    }
    others = [*queries(HELD_OUT), *queries(FRESH)]
    sets = [("tuned on", tuned()), ("held out", queries(HELD_OUT)), ("fresh", queries(FRESH))]
    sets += [
        (f"not tuned on, {lang}", [query for query in others if query.lang == lang]) for lang in ("en", "pl", "uk")
    ]
    sets += [(f"not tuned on, {way}", [query for query in others if query.way == way]) for way in _ways(others)]
    for title, asked in sets:
        print(f"{title}: {len(asked)} queries".ljust(38) + "recall@1  recall@5  MRR    ms a query")
        for name, find in rivals.items():
            if find is None:
                print(f"    {name:<22} not installed")
                continue
            places, times = [], []
            for query in asked:
                names, seconds = timed(lambda query=query, find=find: find(query.text, query.game, query.lang))
                places.append(place(names, query.wanted))
                times.append(seconds * 1000)
                if places[-1] != 1 and name == "paragraf" and title in ("tuned on", "held out", "fresh"):
                    print(f"        {places[-1] or 'not found':>9}  {query.game}: {query.text}  got {names[:2]}")
            first, five, mrr = figures(places)
            print(f"    {name:<34}{first:.3f}     {five:.3f}     {mrr:.3f}  {statistics.median(times):.2f}")


def _ways(asked: list[Query]) -> list[str]:
    return list(dict.fromkeys(query.way for query in asked))


def measure_keystrokes(index: Index) -> None:
    """Every beginning of the queries that were tuned on, typed letter by letter: by the clock and in time of work."""
    clocks = {"clock": time.perf_counter, "work": time.process_time}
    times: dict[str, list[float]] = {name: [] for name in clocks}
    for query in tuned():
        for end in range(2, len(query.text) + 1):
            starts = {name: clock() for name, clock in clocks.items()}
            search(index, query.text[:end])
            for name, clock in clocks.items():
                times[name].append((clock() - starts[name]) * 1000)
    for name, taken in times.items():
        taken.sort()
        p50, p99 = statistics.median(taken), taken[int(len(taken) * 0.99)]
        print(
            f"keystroke  {name:<5} p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {taken[-1]:.1f} ms, "
            f"of {len(taken)} searches in a newly opened index"
        )


if __name__ == "__main__":
    main()
