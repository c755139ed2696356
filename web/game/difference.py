"""What differs between two texts, word by word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

#: share of common words below which two texts are better read side by side
CLOSE = 0.6
#: signs that cling to the word before them; apart, they do not make words differ
SIGNS = ".,;:"


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that stand in both texts, only in the first, or only in the second."""

    kind: str  #: same, del, ins
    text: str

    @property
    def clings(self) -> bool:
        """Whether no space stands before it."""
        return self.text[0] in SIGNS


def word_difference(one: str, other: str) -> list[Piece]:
    """The second text with what it leaves out of the first; nothing when they have too little in common."""
    before, after = _words(one), _words(other)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < CLOSE or before == after:
        return []
    pieces: list[Piece] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            pieces.append(Piece("same", _joined(before[a:b])))
            continue
        if b > a:
            pieces.append(Piece("del", _joined(before[a:b])))
        if d > c:
            pieces.append(Piece("ins", _joined(after[c:d])))
    return pieces


def _words(text: str) -> list[str]:
    return re.findall(rf"[^\s{SIGNS}]+|[{SIGNS}]", text)


def _joined(words: list[str]) -> str:
    return re.sub(rf" (?=[{SIGNS}])", "", " ".join(words))
