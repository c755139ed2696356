"""What a dictionary must tell of a word, in whatever language: nouns, adjectives, and what can never decline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal, Protocol

#: a preposition so short is hardly ever meant as the noun it may also be
SHORT = 3
Number = Literal["one", "many"]
#: the six cases of one number, each with its alternatives, the usual one first; empty where there is no such number
Cells = tuple[tuple[str, ...], ...]


class NoDictionaryError(Exception):
    """A dictionary that is not installed: says what to install."""


@dataclass(frozen=True, slots=True)
class Noun:
    """One way to read a word as a noun in the nominative."""

    lemma: str
    gender: str  #: m1 persons, m2 animals, m3 things, f, n
    number: Number  #: of the word as it stands
    cells: Mapping[Number, Cells]
    proper: bool = False  #: a proper name, or a word hardly anybody uses
    only_plural: bool = False

    @property
    def forms(self) -> frozenset[str]:
        """Every form of it."""
        return frozenset(form for cells in self.cells.values() for cell in cells for form in cell)


class Adjective(Protocol):
    """One way to read a word as an adjective or participle."""

    @property
    def forms(self) -> frozenset[str]:
        """Every form of it."""

    def agrees(self, gender: str, number: Number) -> bool:
        """Whether the word as it stands goes with a noun of this gender and number in the nominative."""

    def cells(self, gender: str, number: Number) -> Cells:
        """Its six cases beside such a noun."""


class Lexicon(Protocol):
    """A dictionary of one language."""

    @property
    def source(self) -> str:
        """Its name and edition, for the first line of what is written from it."""

    @property
    def conjunctions(self) -> frozenset[str]:
        """Words that join two names, both of which decline."""

    def nouns(self, word: str) -> list[Noun]:
        """How a word can be a noun in the nominative; none where the dictionary does not know it."""

    def genitives(self, word: str) -> list[Noun]:
        """How a word can be a noun in the genitive."""

    def adjectives(self, word: str) -> list[Adjective]:
        """How a word can be an adjective."""

    def knows(self, word: str) -> bool:
        """Whether the word is in the dictionary at all."""

    def asserts(self, word: str) -> bool:
        """Whether the word can only be a verb, so that what it stands in is a sentence and no name."""

    def is_preposition(self, word: str) -> bool:
        """Whether the word is a preposition; a longer one that is also a noun is not."""

    def governed(self, word: str) -> bool:
        """Whether the word can only be an accusative, so that a verb or a preposition stands before it."""

    def verb(self, word: str) -> tuple[str, ...]:
        """The forms of a verb that players type: infinitive, I, he, they, do it; none of a word that is no verb."""

    def cases(self, word: str) -> frozenset[str]:
        """The cases in which a word can stand as a noun, adjective, pronoun or number; none of a word that has no cases."""

    def guess(self, word: str) -> list[Noun]:
        """How a word no dictionary has would decline, judged by its ending."""


def nearest(word: str, forms: Iterable[str]) -> tuple[str, ...]:
    """Of the alternatives of a form those that begin most like the word: of two participles the one that is written."""
    kept = distinct(forms)
    shared = {
        form: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, form, strict=False))) for form in kept
    }
    return tuple(form for form in kept if shared[form] == max(shared.values()))


def distinct(words: Iterable[str]) -> tuple[str, ...]:
    """Each once, in the order they come."""
    return tuple(dict.fromkeys(words))
