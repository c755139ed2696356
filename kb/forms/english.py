"""English by its few rules: the plural of the last word before a preposition."""

from __future__ import annotations

import re

from kb.forms.phrase import Declined

#: what begins an attribute behind the noun
_BEHIND = frozenset(
    [
        "of",
        "in",
        "on",
        "for",
        "with",
        "to",
        "by",
        "from",
        "at",
        "per",
        "and",
        "or",
        "&",
        "a",
        "an",
        "the",
        "as",
        "into",
        "without",
        "behind",
        "between",
        "who",
        "that",
    ]
)
_WORD = re.compile(r"[a-z]+(?:[-'’][a-z]+)*")
#: endings of words that are no nouns, or have no other number
_SAME = ("ing", "ed", "'s", "ous", "ful", "less", "able")


def decline(name: str) -> Declined:
    """Both numbers of a name in lower case."""
    words = name.split()
    at = next((place for place, word in enumerate(words) if not _WORD.fullmatch(word) or word in _BEHIND), len(words))
    if at == 0 or len(words[at - 1]) < 3 or words[at - 1].endswith(_SAME):
        return Declined("never")
    before, head = words[: at - 1], words[at - 1]
    if _is_plural(head):
        return Declined("never")
    numbers = (head, _plural(head))
    cells = tuple((("_".join([*before, each])),) for each in numbers)
    return Declined("declines", "n", (cells[0], cells[1]), tuple(words[at:]))


def _is_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


def _plural(word: str) -> str:
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"
