"""What a run of the tests left out, and the one command that brings it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

NO_CHROMIUM = "Chromium is not installed"
NO_POSTGRES = "there is no PostgreSQL server here"
NO_DICTIONARIES = "the dictionaries of word forms are not installed"
NO_AXE = "axe-core cannot be fetched"
NO_RUNTIME = "Python for browsers is not here"
NO_REGISTRY = "packages cannot be fetched"
#: reason of a skipped test, as it begins -> what to do
CURES = {
    NO_CHROMIUM: "`make browser` brings it",
    NO_POSTGRES: "`make postgres` brings it",
    NO_DICTIONARIES: "`make dictionaries` brings them",
    NO_RUNTIME: "`make offline` brings it",
    NO_REGISTRY: "pip fetches them where there is a network",
    NO_AXE: "npm fetches it where there is a network",
}


def left_out(reasons: Iterable[str]) -> Iterator[str]:
    """A line for every reason for which tests were skipped, the most frequent first."""
    for reason, number in Counter(reason.removeprefix("Skipped: ") for reason in reasons).most_common():
        cure = next((cure for start, cure in CURES.items() if reason.startswith(start)), "")
        yield f"{number} left out: {reason}" + (f"; {cure}" if cure else "")
