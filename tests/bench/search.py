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

from kb.prose import load_prose
from kb.reader import game_folders
from kb.search import Document, Index, Result, documents_from_prose, open_index, search

T = TypeVar("T")
CORPUS = Path(__file__).parents[2] / "corpus"
QUERIES = Path(__file__).with_name("queries.toml")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    start = time.perf_counter()
    value = work()
    return value, time.perf_counter() - start


def main() -> None:
    documents, seconds = timed(corpus_documents)
    print(f"load       {seconds:6.3f} s   {len(documents)} documents")
    with tempfile.TemporaryDirectory() as folder:
        _, seconds = timed(lambda: open_index(Path(folder), "1", lambda: documents).close())
        print(f"build      {seconds:6.3f} s")
        index, seconds = timed(lambda: open_index(Path(folder), "1", lambda: documents))
        print(f"open       {seconds:6.3f} s")
        measure_quality(index)
        index.close()
        index = open_index(Path(folder), "1", lambda: documents)
        measure_keystrokes(index)
        index.close()


def corpus_documents() -> list[Document]:
    return [document for folder in game_folders(CORPUS) for document in documents_from_prose(load_prose(folder))]


def labelled() -> list[tuple[str, str, list[str]]]:
    games = tomllib.loads(QUERIES.read_text(encoding="utf-8"))
    return [(game, text, wanted) for game, table in games.items() for text, *wanted in table["queries"]]


def place(result: Result, wanted: list[str]) -> int:
    """Give the place of the first right hit, or 0."""
    for at, hit in enumerate(result.hits, 1):
        name = f"term:{hit.id}" if hit.kind == "term" else hit.id
        if any(fnmatch(name, pattern) for pattern in wanted):
            return at
    return 0


def measure_quality(index: Index) -> None:
    places: list[int] = []
    for game, text, wanted in labelled():
        at = place(search(index, text, game=game), wanted)
        places.append(at)
        if at != 1:
            print(f"    {at or 'not found':>9}  {game}: {text}")
    count = len(places)
    first, five = sum(at == 1 for at in places) / count, sum(0 < at <= 5 for at in places) / count
    print(f"found      {first:.3f} first, {five:.3f} in the first five, of {count} queries")


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
