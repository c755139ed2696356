"""Ukrainian by pymorphy: how its tags read as nouns and adjectives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from grammar.cards.inflection import CASES
from kb.forms.lexicon import SHORT, Adjective, Cells, NoDictionaryError, Noun, Number, distinct, nearest

if TYPE_CHECKING:
    from pymorphy3.analyzer import Parse

_CASES = ("nomn", "gent", "datv", "accs", "ablt", "loct")
_OURS = dict(zip(_CASES, CASES, strict=True))
_GENDERS = {"masc": "m3", "femn": "f", "neut": "n"}
_PROPER = ("prop", "Name", "Surn", "Patr", "Geox", "Orgn", "lname", "fname", "pname", "geo")
_ADJECTIVAL = ("ADJF", "PRTF", "NPRO")
_VERBAL = ("VERB", "INFN", "GRND", "PRED")
_LONG = ("ая", "яя", "ую", "юю", "еє", "єє", "ії")
_INFINITIVE = ("ти", "тися", "тись")
#: classes of words whose forms are one word, and endings of verbs that point back at their doer
_INFLECTED = ("NOUN", "ADJF", "PRTF", "VERB", "INFN", "GRND")
_BACK = ("ся", "сь")
#: forms of verbs that players type
_TYPED = tuple(
    frozenset(marks.split())
    for marks in (
        "infn",
        "1per sing pres",
        "1per sing futr perf",
        "3per sing pres",
        "3per sing futr perf",
        "3per plur pres",
        "3per plur futr perf",
        "impr 2per sing",
        "impr 2per plur",
    )
)
_ODD = ("Arch", "Infr", "Slng", "bad", "rare", "arch", "slang", "Erro", "Dist", "Abbr")


class _Form(NamedTuple):
    word: str
    marks: frozenset[str]


@dataclass(frozen=True)
class _Adjective:
    """An adjective or participle with all its forms."""

    word: str
    readings: tuple[_Form, ...]

    @property
    def forms(self) -> frozenset[str]:
        return frozenset(form.word for form in self.readings)

    def agrees(self, gender: str, number: Number) -> bool:
        return self.word in self._cell(gender, number, "nomn")

    def cells(self, gender: str, number: Number) -> Cells:
        cells = [self._cell(gender, number, case) for case in _CASES]
        living = gender in ("m1", "m2") or (gender == "p1" and number == "many")
        if (gender[0] == "m" or number == "many") and cells[0] and cells[1]:
            cells[3] = cells[1] if living else cells[0]
        return tuple(_ordered(case, _short(cell)) for case, cell in zip(_CASES, cells, strict=True))

    def _cell(self, gender: str, number: Number, case: str) -> tuple[str, ...]:
        column = "plur" if number == "many" else {"f": "femn", "n": "neut"}.get(gender, "masc")
        found = distinct(form.word for form in self.readings if column in form.marks and case in form.marks)
        return nearest(self.word, found) if case == "nomn" else found


class Ukrainian:
    """The dictionary behind pymorphy (ВЕСУМ)."""

    conjunctions = frozenset({"і", "й", "та", "або", "чи", "&"})

    def __init__(self) -> None:
        try:
            import pymorphy3

            self._analyser = pymorphy3.MorphAnalyzer(lang="uk")
        except (ImportError, ValueError):
            raise NoDictionaryError("Ukrainian") from None

    @property
    def source(self) -> str:
        """The dictionary, not the day it was made."""
        return "pymorphy3 (ВЕСУМ)"

    def nouns(self, word: str) -> list[Noun]:
        """Nouns in the nominative."""
        return self._nouns(word, (parse for parse in self._parse(word) if parse.is_known), "nomn")

    def genitives(self, word: str) -> list[Noun]:
        """Nouns in the genitive."""
        return self._nouns(word, (parse for parse in self._parse(word) if parse.is_known), "gent")

    def adjectives(self, word: str) -> list[Adjective]:
        """Adjectives, ordinals and participles in the nominative."""
        found: dict[str, Adjective] = {}
        for parse in self._parse(word):
            tag = parse.tag
            if parse.is_known and tag.POS in _ADJECTIVAL and "nomn" in tag:
                forms = _forms(parse)
                if any("femn" in form.marks for form in forms):  # pronouns that have genders stand as adjectives do
                    found.setdefault(parse.normal_form, _Adjective(word, forms))
        return list(found.values())

    def knows(self, word: str) -> bool:
        """Whether the dictionary itself has it."""
        return any(parse.is_known for parse in self._parse(word))

    def asserts(self, word: str) -> bool:
        """Whether every reading is a verb."""
        readings = [parse for parse in self._parse(word) if parse.is_known]
        return bool(readings) and all(parse.tag.POS in _VERBAL for parse in readings)

    def is_preposition(self, word: str) -> bool:
        """Whether one reading is a preposition."""
        return len(word) <= SHORT and any("PREP" in parse.tag for parse in self._parse(word))

    def governed(self, word: str) -> bool:
        """Whether every reading is an accusative; abbreviations do not count."""
        readings = [_marks(parse) for parse in self._parse(word) if parse.is_known and "Abbr" not in parse.tag]
        return bool(readings) and all("accs" in marks for marks in readings)

    def verb(self, word: str) -> tuple[str, ...]:
        """The verb whose form the word is."""
        readings = [parse for parse in self._parse(word) if parse.is_known and parse.tag.POS in _VERBAL]
        forms = _forms(readings[0]) if readings else ()
        typed = (form for marks in _TYPED for form in forms if marks <= form.marks)
        return distinct(form.word for form in typed if "infn" not in form.marks or form.word.endswith(_INFINITIVE))

    def lemmas(self, word: str) -> dict[str, tuple[str, ...]]:
        """The words whose form it may be, each with all its forms; a verb counts without the ending that points back at its doer."""
        known = [each for each in self._parse(word) if each.is_known and each.tag.POS in _INFLECTED]
        found: dict[str, tuple[str, ...]] = {}
        for each in known:
            forms = [form.word for form in _forms(each)]
            back = [form[:-2] for form in forms if each.tag.POS in _VERBAL and form.endswith(_BACK)]
            lemma = each.normal_form.removesuffix("ся") if each.tag.POS in _VERBAL else each.normal_form
            found[lemma] = distinct((*found.get(lemma, ()), *forms, *back))
        return found

    def cases(self, word: str) -> frozenset[str]:
        """Of every known reading that has one; a verb or an adverb beside them frees the word of all."""
        readings = [parse for parse in self._parse(word) if parse.is_known and "Abbr" not in parse.tag]
        if any(parse.tag.POS not in (*_ADJECTIVAL, "NOUN", "NUMR") for parse in readings):
            return frozenset()
        found = {_OURS[mark] for parse in readings for mark in _marks(parse) if mark in _OURS}
        return frozenset(found)

    def guess(self, word: str) -> list[Noun]:
        """By the endings of other words."""
        return self._nouns(word, self._parse(word), "nomn")

    def _nouns(self, word: str, parses: Iterable[Parse], case: str) -> list[Noun]:
        found: list[Noun] = []
        for parse in parses:
            forms = _forms(parse)
            marks = _marks(parse)
            if "NOUN" not in marks or not any(
                form.word == word and {case, *_number(marks)} <= form.marks for form in forms
            ):
                continue
            number: Number = "many" if "plur" in marks else "one"
            gender = _gender(forms)
            only = "Pltm" in marks
            cells: dict[Number, Cells] = {
                "one": () if only else _cells(forms, gender, "one"),
                "many": _cells(forms, gender, "many"),
            }
            noun = Noun(parse.normal_form, gender, number, cells, bool(marks.intersection(_PROPER)), only)
            if cells[number] and noun not in found:
                found.append(noun)
        return found

    @cache  # noqa: B019 (one dictionary a run)
    def _parse(self, word: str) -> tuple[Parse, ...]:
        return tuple(self._analyser.parse(word))


def _short(cell: tuple[str, ...]) -> tuple[str, ...]:
    """Without the long forms of songs, each of which begins as the usual one."""
    return tuple(form for form in cell if not (form.endswith(_LONG) and form[:-1] in cell))


def _forms(parse: Parse) -> tuple[_Form, ...]:
    """The forms of a word; of those the dictionary marks as odd none."""
    made = [_Form(each.word, _marks(each)) for each in parse.lexeme]
    return tuple(form for form in made if not form.marks.intersection(_ODD)) or tuple(made)


def _marks(parse: Parse) -> frozenset[str]:
    """What the dictionary says of a form; some nominatives come without their case."""
    marks = frozenset(str(parse.tag).replace(" ", ",").split(","))
    if "NOUN" in marks and parse.word == parse.normal_form and marks.isdisjoint((*_CASES, "voct")):
        marks |= {"nomn"}
    return marks


def _number(marks: frozenset[str]) -> frozenset[str]:
    return marks.intersection(("plur", "masc", "femn", "neut"))


def _gender(forms: tuple[_Form, ...]) -> str:
    """Of the singular; persons and animals are one gender here, and persons are what games speak of."""
    for form in forms:
        for mark, gender in _GENDERS.items():
            if mark in form.marks:
                return "m1" if gender == "m3" and "anim" in form.marks else gender
    return "p1" if any("anim" in form.marks for form in forms) else "n"


def _cells(forms: tuple[_Form, ...], gender: str, number: Number) -> Cells:
    wanted = [form for form in forms if ("plur" in form.marks) is (number == "many")]
    cells = [distinct(form.word for form in wanted if case in form.marks) for case in _CASES]
    if not all(cells):
        return ()
    same = (
        cells[1]
        if any("anim" in form.marks for form in wanted) and (gender[0] in "mp" or number == "many")
        else cells[0]
    )
    if gender != "f" or number == "many":  # where the accusative has two forms, the living take the genitive
        cells[3] = tuple(sorted(cells[3], key=lambda form: form not in same))
    hard = number == "one" and gender[0] == "m" and cells[0][0].endswith("к")
    return tuple(_ordered(case, cell, hard) for case, cell in zip(_CASES, cells, strict=True))


def _ordered(case: str, cell: tuple[str, ...], hard: bool = False) -> tuple[str, ...]:
    """The usual ending first: -у before -ові; in the locative -і before both, but -ку before -ці; -ому before -ім."""

    def place(form: str) -> int:
        if form.endswith(("ові", "еві", "єві")):
            return 3
        if case != "loct":
            return 0
        if form.endswith("ім") or (hard and form.endswith("ці")):
            return 2
        return 0 if form.endswith(("і", "ї", "ому")) else 1

    return tuple(sorted(cell, key=place)) if case in ("datv", "loct") else cell
