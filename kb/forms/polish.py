"""Polish by Morfeusz: how its tags read as nouns and adjectives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from kb.forms.lexicon import SHORT, Adjective, Cells, NoDictionaryError, Noun, Number, distinct, nearest

_NUMBERS: Mapping[Number, str] = {"one": "sg", "many": "pl"}
_CASES = ("nom", "gen", "dat", "acc", "inst", "loc")
_MASCULINE = ("m1", "m2", "m3")
#: classes of words that decline like adjectives: adjectives, ordinals among them, and participles
_ADJECTIVAL = ("adj", "ppas", "pact")
#: classes of words that have a case, third in their tags
_DECLINED = frozenset({*_ADJECTIVAL, "subst", "depr", "ger", "num"})
_VERBAL = frozenset({"fin", "praet", "impt", "imps", "inf", "bedzie", "winien", "pred", "pcon", "pant", "aglt"})
#: classes of words whose forms are one word
_INFLECTED = frozenset({"subst", "ger", "adj", "ppas", "pact", "fin", "praet", "impt", "imps", "inf"})
#: forms of verbs that players type
_TYPED = (("inf",), ("fin", "sg", "pri"), ("fin", "sg", "ter"), ("fin", "pl", "ter"), ("impt", "sg", "sec"))
#: marks of forms that nobody writes any more, or hardly anybody
_RARE = ("daw", "przest", "rzad", "arch", "gwar", "hist", "neol", "książk", "potoc", "pot.", "żart", "wulg", "pogard")


class _Reading(NamedTuple):
    form: str
    lemma: str
    tag: tuple[str, ...]
    names: tuple[str, ...]
    marks: tuple[str, ...]

    def has(self, at: int, value: str) -> bool:
        return len(self.tag) > at and value in self.tag[at].split(".")


@dataclass(frozen=True)
class _Adjective:
    """An adjective with all its forms; participles keep their aspect and negation, adjectives their degree."""

    word: str
    readings: tuple[_Reading, ...]

    @property
    def forms(self) -> frozenset[str]:
        return frozenset(each.form for each in self.readings)

    def agrees(self, gender: str, number: Number) -> bool:
        return self.word in self._cell(gender, number, "nom")

    def cells(self, gender: str, number: Number) -> Cells:
        return tuple(self._cell(gender, number, case) for case in _CASES)

    def _cell(self, gender: str, number: Number, case: str) -> tuple[str, ...]:
        return nearest(
            self.word,
            (
                each.form
                for each in self.readings
                if each.has(1, _NUMBERS[number]) and each.has(2, case) and each.has(3, gender)
            ),
        )


class Polish:
    """The dictionary behind Morfeusz 2 (SGJP)."""

    conjunctions = frozenset({"i", "oraz", "lub", "albo", "&"})

    def __init__(self) -> None:
        try:
            import morfeusz2
        except ImportError:
            raise NoDictionaryError("Polish") from None
        self._morfeusz = morfeusz2.Morfeusz()

    @property
    def source(self) -> str:
        """The dictionary, not the day it was made: a newer one that says the same writes the same."""
        return "Morfeusz 2 (SGJP)"

    def nouns(self, word: str) -> list[Noun]:
        """Nouns and verbal nouns."""
        return self._nouns(word, "nom") or self._nouns(word.capitalize(), "nom")

    def genitives(self, word: str) -> list[Noun]:
        """Nouns and verbal nouns in the genitive."""
        return self._nouns(word, "gen")

    def _nouns(self, word: str, case: str) -> list[Noun]:
        found: dict[tuple[str, ...], Noun] = {}
        for reading in sorted(
            self._analyse(word), key=lambda each: each.tag[0] == "ger"
        ):  # a plain noun before a verb's
            if reading.tag[0] not in ("subst", "ger") or not reading.has(2, case):
                continue
            number: Number = "one" if reading.has(1, "sg") else "many"
            for gender in reading.tag[3].split("."):
                key = (reading.lemma, reading.tag[0], number, gender, *reading.tag[4:])
                if key not in found:
                    found[key] = self._noun(reading, gender, number)
        return list(found.values())

    def adjectives(self, word: str) -> list[Adjective]:
        """Adjectives, ordinals and participles."""
        found: dict[tuple[str, ...], Adjective] = {}
        for reading in self._analyse(word):
            kind, rest = reading.tag[0], reading.tag[4:]
            if kind in _ADJECTIVAL and reading.has(2, "nom"):
                forms = [each for each in self._generate(reading.lemma) if each.tag[0] == kind and each.tag[4:] == rest]
                found.setdefault((reading.lemma, kind, *rest), _Adjective(word, tuple(forms)))
        return list(found.values())

    def knows(self, word: str) -> bool:
        """Whether Morfeusz has it in any form."""
        return bool(self._analyse(word))

    def asserts(self, word: str) -> bool:
        """Whether every reading is a verb."""
        readings = self._analyse(word)
        return bool(readings) and all(each.tag[0] in _VERBAL for each in readings)

    def is_preposition(self, word: str) -> bool:
        """Whether one reading is a preposition."""
        return len(word) <= SHORT and any(each.tag[0] == "prep" for each in self._analyse(word))

    def governed(self, word: str) -> bool:
        """Whether every reading is an accusative and no nominative."""
        readings = self._analyse(word)
        return bool(readings) and all(
            each.has(2, "acc") and not each.has(2, "nom") and not each.has(2, "gen") for each in readings
        )

    def verb(self, word: str) -> tuple[str, ...]:
        """The verb whose form the word is."""
        readings = [each for each in self._analyse(word) if each.tag[0] in _VERBAL]
        made = self._generate(readings[0].lemma) if readings else ()
        return distinct(each.form for tag in _TYPED for each in made if each.tag[: len(tag)] == tag)

    def lemmas(self, word: str) -> dict[str, tuple[str, ...]]:
        """The words whose form it may be, each with all its forms."""
        known = [each for each in self._analyse(word) if each.tag[0] in _INFLECTED and not _rare(each)]
        return {
            each.lemma: distinct(
                made.form for made in self._generate(each.lemma) if made.tag[0] in _INFLECTED and "neg" not in made.tag
            )
            for each in known
            if "neg" not in each.tag
        }

    def cases(self, word: str) -> frozenset[str]:
        """Of every reading that has one; a verb or an adverb beside them frees the word of all."""
        readings = self._analyse(word)
        if any(each.tag[0] not in _DECLINED for each in readings):
            return frozenset()
        marks = (mark for each in readings for mark in (each.tag[2] if len(each.tag) > 2 else "").split("."))
        return frozenset(mark.replace("inst", "ins") for mark in marks if mark in _CASES)

    def guess(self, word: str) -> list[Noun]:
        """Morfeusz does not guess."""
        return []

    def _noun(self, reading: _Reading, gender: str, number: Number) -> Noun:
        kind, rest = reading.tag[0], reading.tag[4:]
        forms = [
            each
            for each in self._generate(reading.lemma)
            if each.tag[0] == kind and each.has(3, gender) and each.tag[4:] == rest
        ]
        cells = {which: _cells(forms, which) for which in _NUMBERS}
        proper = (bool(reading.names) and "nazwa_pospolita" not in reading.names) or _rare(reading)
        kept: dict[Number, Cells] = {which: cells[which] if all(cells[which]) else () for which in _NUMBERS}
        return Noun(reading.lemma, gender, number, kept, proper, "pt" in rest)

    @cache  # noqa: B019 (one dictionary a run)
    def _analyse(self, word: str) -> tuple[_Reading, ...]:
        found = self._morfeusz.analyse(word)
        if any(end - start != 1 or end != 1 for start, end, _ in found):  # several words as one
            return ()
        return tuple(_reading(each) for _, _, each in found if each[2] != "ign")

    @cache  # noqa: B019
    def _generate(self, lemma: str) -> tuple[_Reading, ...]:
        plain = lemma.partition(":")[0]
        made = tuple(_reading(each) for each in self._morfeusz.generate(plain))
        return tuple(each for each in made if each.lemma == lemma)


def _cells(forms: list[_Reading], number: Number) -> Cells:
    return tuple(
        distinct(_usual([each for each in forms if each.has(1, _NUMBERS[number]) and each.has(2, case)]))
        for case in _CASES
    )


def _usual(forms: list[_Reading]) -> Iterator[str]:
    """The forms people write; the rare ones only where there is no other."""
    usual = [each.form for each in forms if not _rare(each)]
    yield from usual or [each.form for each in forms]


def _rare(reading: _Reading) -> bool:
    return any(mark.startswith(_RARE) for mark in reading.marks)


def _reading(values: tuple[str, str, str, list[str], list[str]]) -> _Reading:
    form, lemma, tag, names, marks = values
    return _Reading(form.lower(), lemma, tuple(tag.split(":")), tuple(names), tuple(marks))
