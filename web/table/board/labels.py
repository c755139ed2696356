"""What facts are called on the mat or card they lie on: in as few words as will do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from referee.service import Referee, Words

#: the first key of a phrase, tacked on behind a word
_PLACE = re.compile(r"(?:: | of |, )\{0\}(?=$|[:,])| \{0:gen\}(?=$|[:,])| \(\{0\}\)$")


class Labels:
    """The labels of one game in one language."""

    def __init__(self, referee: Referee, words: Words) -> None:
        self._words = words
        self._patterns = {name: (words.pattern(name), without_place(words.pattern(name))) for name in referee.facts}

    def label(self, name: str, keys: tuple[Any, ...]) -> str:
        """The fact as the game says it, without the member whose mat it lies on where the phrase can do without it."""
        pattern, short = self._patterns[name]
        if not pattern:
            return self._words.name(name, *keys[1:])
        return self._words.filled(short, keys) if short and keys else self._words.name(name, *keys)


def without_place(pattern: str) -> str:
    """A phrase without its first key where that is only added on: `age: {0}`, `{1} in the house of {0}`; else nothing."""
    short = _PLACE.sub("", pattern)
    return short if short != pattern and "{0" not in short else ""


def flat(value: Any, depth: int) -> Iterable[tuple[tuple[Any, ...], Any]]:
    """Every value of a fact with its keys."""
    if depth == 0:
        return [((), value)]
    if not isinstance(value, Mapping):
        return ()
    if depth == 1:
        return [((key,), item) for key, item in value.items()]
    return [((key, *keys), item) for key, inner in value.items() for keys, item in flat(inner, depth - 1)]
