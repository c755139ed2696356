"""Distance between words: how many letters are wrong, missing, too many or swapped."""

from __future__ import annotations

from collections.abc import Iterator

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_CYRILLIC = "абвгдежзиіклмнопрстуфхцчшщьюя"


def one_edit_away(word: str, cyrillic: bool) -> Iterator[str]:
    """Give every word one edit from this one."""
    alphabet = _CYRILLIC if cyrillic else _LATIN
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        if tail:
            yield head + tail[1:]
            for letter in alphabet:
                yield head + letter + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in alphabet:
            yield head + letter + tail


def distance(left: str, right: str, limit: int) -> int:
    """Count the edits between two words (neighbouring letters may swap); past the limit, give limit + 1."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    last = list(range(len(right) + 1))
    for row, letter in enumerate(left, 1):
        this = [row]
        for column, other in enumerate(right, 1):
            cost = min(last[column] + 1, this[column - 1] + 1, last[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            this.append(cost)
        if min(this) > limit:
            return limit + 1
        before, last = last, this
    return min(last[-1], limit + 1)


def letters_mask(word: str) -> int:
    """Give the set of a word's letters as bits; one edit changes at most two of them."""
    mask = 0
    for letter in word:
        mask |= 1 << (ord(letter) & 63)
    return mask
