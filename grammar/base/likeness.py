"""Names that are most like an unknown one: what `did you mean` stands on."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

#: letters of an unknown name that are looked at, names it may stand for, and how many of these are compared letter by letter
LONGEST_WORD, MOST_NAMES, COMPARED = 60, 5_000, 60


def nearest(word: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The known names most like an unknown one, best first; none where none is near."""
    import difflib  # only mistakes need it

    word = word[:LONGEST_WORD]
    pairs = {word[at : at + 2] for at in range(len(word) - 1)}
    # comparing takes long: only those are compared that have most letters side by side in common
    alike = sorted(islice(known, MOST_NAMES), key=lambda name: -len([pair for pair in pairs if pair in name]))
    return difflib.get_close_matches(word, alike[:COMPARED], n=most, cutoff=0.6)
