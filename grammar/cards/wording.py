"""The words of a game and the patterns of the card language in one language, as a printer asks for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol

from grammar.cards.inflection import Forms, read_forms
from grammar.cards.vocabulary import Vocabulary

HOLE = re.compile(r"\{([a-z]+)\}")


class PrintError(Exception):
    """A tree that cannot be printed: which word or construct lacks its form."""


class PrintedWords(Protocol):
    """What a printer needs to know of a game."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The words with their forms."""

    @property
    def patterns(self) -> Mapping[str, Mapping[str, Any]]:
        """How each construct reads in each language."""

    @property
    def currency(self) -> str:
        """The sign of the money of the game."""


class WordPrinter:
    """Words by their class and name, patterns with their holes filled."""

    def __init__(self, words: PrintedWords, lang: str) -> None:
        self.words, self.lang = words, lang
        self.vocabulary = words.vocabulary
        self.object = ""  #: the noun something is done to in this phrase

    def pattern(self, name: str, **holes: str) -> str:
        """A construct with its holes filled."""
        found = self.words.patterns.get(name, {}).get(self.lang)
        if not isinstance(found, str):
            raise PrintError(f"no {self.lang} pattern for “{name}”")
        return HOLE.sub(lambda hole: holes.get(hole[1], hole[0]), found)

    def said(self, cls: str, name: str) -> str:
        """What the vocabulary says of a word in this language."""
        found = self.vocabulary.said(cls, name, self.lang)
        if not isinstance(found, str):
            raise PrintError(f"{cls.lower()}.{name} has no {self.lang} form")
        return found

    def asked(self, key: str) -> str | None:
        """What the noun something is done to says of the verb or of what follows it."""
        found = self.vocabulary.said("NOUN", self.object, f"{self.lang}_{key}")
        return None if found is None else str(found)

    def forms(self, cls: str, name: str) -> Forms:
        """The forms of a noun-like word."""
        try:
            return read_forms(self.said(cls, name))
        except ValueError as error:
            raise PrintError(f"{cls.lower()}.{name}: {error}") from None

    def template(self, name: str) -> str:
        """A pattern as written."""
        found = self.words.patterns.get(name, {}).get(self.lang)
        if not isinstance(found, str):
            raise PrintError(f"no {self.lang} pattern for “{name}”")
        return found
