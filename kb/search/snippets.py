"""Snippets: the part of a text that shows why it was found, with the words marked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from kb.search.analysis import Analysis

_LENGTH = 180


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of text and the stretches of it to mark."""

    text: str
    marks: tuple[tuple[int, int], ...]


def snippet(text: str, lang: str, words: Collection[str], stems: Collection[str], analysis: Analysis) -> Snippet:
    """Cut the piece of a text that holds most of the words sought."""
    marks = [(start, end) for start, end, word, stem in analysis.read(text, lang) if word in words or stem in stems]
    if len(text) <= _LENGTH:
        return Snippet(text, tuple(marks))
    start = _best_start(marks)
    start = _word_start(text, max(0, min(start, len(text) - _LENGTH)))
    end = _word_end(text, min(len(text), start + _LENGTH))
    before, after = "…" if start else "", "…" if end < len(text) else ""
    shift = len(before) - start
    inside = tuple((left + shift, right + shift) for left, right in marks if start <= left and right <= end)
    return Snippet(f"{before}{text[start:end]}{after}", inside)


def _best_start(marks: list[tuple[int, int]]) -> int:
    """Give where the window with the most marks begins, a little before its first mark."""
    best, most = 0, 0
    for at, (start, _) in enumerate(marks):
        inside = sum(1 for _, end in marks[at : at + 20] if end <= start + _LENGTH - 30)
        if inside > most:
            best, most = start - 30, inside
    return max(best, 0)


def _word_start(text: str, at: int) -> int:
    if at == 0:
        return 0
    space = text.find(" ", at)
    return space + 1 if 0 <= space < at + 25 else at


def _word_end(text: str, at: int) -> int:
    if at == len(text):
        return at
    space = text.rfind(" ", 0, at)
    return space if space > at - 25 else at
