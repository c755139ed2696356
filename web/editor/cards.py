"""The words of the card language at a place of a card's text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from web.editor.desk import Reading
from web.editor.place import Spot

_WORD = re.compile(r"[^\s.,:;()]+")


@dataclass(frozen=True, slots=True)
class CardWord:
    """A phrase of the vocabulary as it stands in a text: its class and name, and where."""

    sort: str
    name: str
    column: int
    length: int

    @property
    def table(self) -> str:
        """The table of vocabulary.toml that says what it is."""
        return f"{self.sort.lower()}.{self.name}"


def card_word(reading: Reading, spot: Spot) -> CardWord | None:
    """The longest phrase of the vocabulary that a place is in."""
    words = reading.game.card_words
    lines = spot.file.text.split("\n")
    if words is None or spot.block != "card" or spot.line > len(lines):
        return None
    vocabulary, line = words.vocabulary, lines[spot.line - 1]
    found = list(_WORD.finditer(line))
    longest = max(vocabulary.reach.values(), default=1)
    for length in range(longest, 0, -1):
        for first in range(len(found) - length + 1):
            start, end = found[first].start(), found[first + length - 1].end()
            known = vocabulary.phrases.get(line[start:end].lower())
            if known is not None and start < spot.column <= end + 1:
                return CardWord(known[0], known[1].rstrip("*"), start + 1, end - start)
    return None


def told(reading: Reading, word: CardWord) -> str:
    """What a word of the cards stands for."""
    words = reading.game.card_words
    assert words is not None
    entry = words.vocabulary.entries.get((word.sort, word.name))
    said = {key: value for key, value in (entry.data if entry is not None else {}).items() if isinstance(value, str)}
    rows = [f"- {key}: `{value}`" for key, value in said.items()]
    return "\n".join([f"**{word.name}** — {word.sort.lower()} of the card language, [{word.table}]", "", *rows])
