"""Whether somebody typed a sentence or a formal question."""

from __future__ import annotations

#: signs that only a formal question has
_FORMAL = frozenset("()[]{}=_#")


def is_in_words(question: str) -> bool:
    """Whether it is more likely a sentence than a formal question with a mistake in it."""
    words = question.split()
    return _FORMAL.isdisjoint(question) and (len(words) > 2 or question.rstrip().endswith("?"))
