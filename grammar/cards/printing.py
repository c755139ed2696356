"""Trees -> card text in the languages of a game, from the same words the parser reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from grammar.cards import tree as t
from grammar.cards.english import English
from grammar.cards.vocabulary import Vocabulary


class PrintError(Exception):
    """A tree that cannot be printed: which word lacks which form."""


class Words(Protocol):
    """What a printer needs to know of a game."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The words with their forms."""

    @property
    def patterns(self) -> Mapping[str, Mapping[str, Any]]:
        """How each construct reads."""


def print_body(parts: Sequence[t.Part], words: Words, lang: str) -> str:
    """The sentences of a card in a language."""
    if lang == "en":
        return English(words.vocabulary).body(parts)
    raise PrintError(lang)
