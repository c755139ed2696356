"""Names that are most like an unknown one: what `did you mean` stands on."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

#: letters of an unknown name that are looked at, names it may stand for, and how many of these are compared letter by letter
LONGEST_WORD, MOST_NAMES, COMPARED = 60, 5_000, 60
#: how like a name must be to be near: one letter in three may differ; of a word of the language one in four
NEAR, NEAR_WORD = 0.65, 0.75


def nearest(word: str, known: Iterable[str], most: int = 3, like: float = NEAR) -> list[str]:
    """The known names most like an unknown one, best first; none where none is near."""
    import difflib  # only mistakes need it

    word = word[:LONGEST_WORD]
    letters = set(word)
    pairs = {word[at : at + 2] for at in range(len(word) - 1)}

    def unlike(name: str) -> float:
        """By letters that both have, as words with swapped letters do, and by letters side by side."""
        own = set(name)
        beside = len([pair for pair in pairs if pair in name]) / (len(pairs) or 1)
        return -beside - 2 * len(letters & own) / (len(letters) + len(own) or 1)

    # comparing takes long: only those are compared that are most alike at first sight
    alike = sorted(islice(known, MOST_NAMES), key=unlike)
    return difflib.get_close_matches(word, alike[:COMPARED], n=most, cutoff=like)
