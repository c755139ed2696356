"""The words in which people ask, whatever the game: numbers, denial, themselves, kinds of questions, words of one sense."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import TypeVar

from grammar.base.records import record
from kb.languages.texts import languages, texts
from kb.search.analysis import LANGUAGES
from kb.search.fold import fold, words

T = TypeVar("T")
#: the file of each language
_FILE = "asking"


class Ask(StrEnum):
    """What sort of answer a question wants."""

    MAY = "may"  #: whether something may be done, or is so
    MUCH = "much"  #: a number
    WHEN = "when"
    WHO = "who"
    WHAT = "what"  #: what something is
    HAPPENS = "happens"  #: how something goes on


#: where phrases stand in it that mark words, and as what they mark them
_MARKS = {"zero": "zero", "not": "denied", "me": "me", "self": "self", "all": "every", "others": "other"}
Phrase = tuple[str, ...]  #: folded words


@record
class Tongue:
    """One language."""

    lang: str
    numbers: dict[str, int]
    ordinals: dict[str, int]  #: stem -> its place in a row
    zero: frozenset[Phrase]
    denial: frozenset[Phrase]
    asked: dict[str, list[tuple[Phrase, Ask]]]  #: first word -> phrases that ask for something
    marks: dict[str, list[tuple[Phrase, str]]]  #: first word -> phrases that mark the word they end with, and as what
    must: dict[str, list[tuple[Phrase, str]]]  #: first word -> phrases that ask for a duty
    whether: frozenset[str]  #: words that ask for yes or no where a sentence begins with them
    where: frozenset[
        str
    ]  #: words that ask where a sentence begins with them and no other asks: a place, which of several
    joins: frozenset[str]  #: words with which a clause begins that tells something
    also: frozenset[str]  #: words that part one fact from the next
    anybody: frozenset[str]  #: words for people of whom nobody says who they are
    pronouns: frozenset[str]  #: words for somebody who was named before
    turn: frozenset[str]  #: words by which it is said whose turn it is
    small: frozenset[str]
    same: tuple[tuple[str, ...], ...]
    common: frozenset[str]  #: words that betray the language

    @property
    def cyrillic(self) -> bool:
        """Whether it is written so."""
        return LANGUAGES[self.lang].cyrillic

    def stem(self, word: str) -> str:
        """What is left of a folded word without its ending."""
        return LANGUAGES[self.lang].stem(word)

    def reads(self, word: str) -> bool:
        """Whether a folded word may be of this language, by its script."""
        return not word.isalpha() or LANGUAGES[self.lang].cyrillic == ("\u0400" <= word[:1] <= "\u04ff")


@cache
def tongues() -> tuple[Tongue, ...]:
    """Every language that questions are asked in."""
    return tuple(_tongue(lang) for lang in languages())


def _tongue(lang: str) -> Tongue:
    said = texts(lang, _FILE)
    numbers = dict(pair.split("=") for pair in _listed(said["numbers"]))
    ordinals = dict(pair.split("=") for pair in _listed(said["ordinals"]))
    told = ("zero", "not", "me", "all", "whether", "joins", "also", "small", *Ask)
    return Tongue(
        lang=lang,
        numbers={fold(word.strip()): int(number) for word, number in numbers.items()},
        ordinals={LANGUAGES[lang].stem(fold(word.strip())): int(number) for word, number in ordinals.items()},
        zero=_phrases(said["zero"]),
        denial=_phrases(said["not"]),
        asked=_by_first({phrase: ask for ask in reversed(Ask) for phrase in _phrases(said[ask.value])}.items()),
        marks=_by_first((phrase, mark) for name, mark in _MARKS.items() for phrase in sorted(_phrases(said[name]))),
        must=_by_first((phrase, "must") for phrase in sorted(_phrases(said["must"]))),
        whether=_single(said["whether"]),
        where=_single(said["where"]),
        joins=_single(said["joins"]),
        also=_single(said["also"]),
        anybody=_single(said["anybody"]),
        pronouns=_single(said["pronouns"]),
        turn=_single(said["turn"]),
        small=_single(said["small"]) | LANGUAGES[lang].small,
        same=tuple(tuple(words(group)) for group in _listed(said["same"])),
        common=_single(";".join(said[name] for name in told)) | LANGUAGES[lang].small,
    )


def _by_first(phrases: Iterable[tuple[Phrase, T]]) -> dict[str, list[tuple[Phrase, T]]]:
    found: dict[str, list[tuple[Phrase, T]]] = {}
    for phrase, means in phrases:
        found.setdefault(phrase[0], []).append((phrase, means))
    return found


def _single(text: str) -> frozenset[str]:
    return frozenset(word for phrase in _phrases(text) for word in phrase)


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _phrases(text: str) -> frozenset[Phrase]:
    return frozenset(tuple(words(part)) for part in _listed(text))
