"""A name of several words: which of them decline, and together into which forms."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.forms.lexicon import Adjective, Cells, Lexicon, Noun, Number

#: a word that can decline: letters, inside it apostrophes and hyphens
_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*")
_NUMBERS: tuple[Number, Number] = ("one", "many")
_GENDERS = ("m3", "f", "n", "m1")

Verdict = Literal["declines", "never", "unknown"]


@dataclass(frozen=True, slots=True)
class Declined:
    """The forms of a name: gender, what declines in each number, and the tail that stays."""

    verdict: Verdict
    gender: str = ""
    cells: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  #: six forms of the singular and of the plural
    tail: tuple[str, ...] = ()
    unknown: str = ""  #: the word that would decline, and that no dictionary has

    @property
    def text(self) -> str:
        """In the notation of the form files."""
        if self.verdict == "never":
            return "~"
        if self.gender == "a":
            return " ".join(("a", *self.cells[0]))
        if self.gender == "v":
            return " ".join(("v", *self.cells[0], *(["+"] if self.tail else [])))
        halves = [" ".join(half) for half in self.cells if half]
        mark = self.gender if self.cells[0] else "pt1" if self.gender in ("m1", "p1") else "pt"
        return f"{mark} {' / '.join(halves)}" + (" +" if self.tail else "")


@dataclass(frozen=True, slots=True)
class _Head:
    """A noun with the adjectives beside it, in the order they are written."""

    noun: Noun
    parts: tuple[Noun | Adjective, ...]


class Phrases:
    """Declines names by a dictionary; where it leaves a choice, the words of the game's own texts decide."""

    def __init__(self, lexicon: Lexicon, counts: Mapping[str, int]) -> None:
        self.lexicon, self.counts = lexicon, counts

    def weigh(self, word: Noun | Adjective) -> float:
        """How often the forms of a word stand in the texts."""
        return float(sum(self.counts.get(form, 0) for form in word.forms))

    def decline(self, name: str) -> Declined:
        """The forms of a name written in lower case."""
        words = name.split()
        plain = [word.rstrip(",:;.!?") for word in words]
        if not _WORD.fullmatch(plain[0]):
            return Declined("never")
        end = _end(words, plain)
        if len(words) > 1 and self.lexicon.is_preposition(plain[0]):
            return Declined("never")
        governs = end > 1 and self.lexicon.governed(plain[1]) and not self.lexicon.adjectives(plain[0])
        if governs or self.lexicon.asserts(plain[0]):
            forms = self.lexicon.verb(plain[0])
            return Declined("declines", "v", (forms, ()), tuple(words[1:])) if plain[0] in forms else Declined("never")
        if any(self.lexicon.asserts(word) for word in plain[:end]):
            return Declined("never")
        found = self._joined(plain[:end])
        if found is not None:
            declined, used = found
            cells = _punctuated(declined.cells, words[used - 1][len(plain[used - 1]) :])
            if cells != declined.cells:  # what follows a comma agrees with the number it stands in
                cells = (cells[0], ()) if _is_first(cells[0], words[:used]) else ((), cells[1])
            if declined.gender != "a" and {form for half in cells for form in half} == {"_".join(words[:used])}:
                return Declined("never")
            return Declined("declines", declined.gender, cells, tuple(words[used:]))
        for word in plain[:end]:
            if not self.lexicon.knows(word):
                return Declined("unknown", unknown=word)
        return Declined("never")

    def _joined(self, words: Sequence[str]) -> tuple[Declined, int] | None:
        """A head, or two heads joined by a conjunction, and how many words they take up."""
        first = self._head(words)
        if first is None:
            return self._adjectives(words)
        if len(words) == 1 and self._rather_adjective(words[0], first.noun):
            return self._adjectives(words)
        used = len(first.parts)
        declined = _of_head(first, words, self.counts)
        if used < len(words) and words[used] in self.lexicon.conjunctions:
            second = self._head(words[used + 1 :])
            if second is not None:
                return _both(first, words[used], second), used + 1 + len(second.parts)
        return declined, used

    def _rather_adjective(self, word: str, noun: Noun) -> bool:
        """Whether a word that may be a noun made of an adjective stands in the texts in forms only the adjective has."""
        return any(
            noun.forms <= each.forms and self.weigh(each) > self.weigh(noun) for each in self.lexicon.adjectives(word)
        )

    def _head(self, words: Sequence[str]) -> _Head | None:
        """The reading in which most words agree; of equal ones what the texts speak for, common words before proper ones."""
        found: list[tuple[tuple[float, ...], _Head]] = []
        for at, word in enumerate(words):
            for order, noun in enumerate(self.lexicon.nouns(word)):
                before = [self._agreeing(each, noun) for each in words[:at]]
                if all(before) and noun.cells[noun.number]:
                    parts: list[Noun | Adjective] = [each for each in before if each is not None]
                    parts.append(noun)
                    for each in words[at + 1 :]:
                        after = self._agreeing(each, noun)
                        if after is None or self._owned(each, after):
                            break
                        parts.append(after)
                    whole = noun.only_plural or all(noun.cells.values())
                    thing = noun.gender not in ("m1", "m2")
                    merit = (
                        len(parts),
                        not noun.proper,
                        whole,
                        self.weigh(noun),
                        noun.number == "one",
                        thing,
                        -at,
                        -order,
                    )
                    found.append((tuple(map(float, merit)), _Head(noun, tuple(parts))))
            if not self.lexicon.adjectives(word):
                break
        return max(found, key=lambda each: each[0])[1] if found else None

    def _agreeing(self, word: str, noun: Noun) -> Adjective | None:
        if word in self.lexicon.conjunctions:
            return None
        for adjective in self.lexicon.adjectives(word):
            if adjective.agrees(noun.gender, noun.number) and all(adjective.cells(noun.gender, noun.number)):
                return adjective
        return None

    def _owned(self, word: str, adjective: Adjective) -> bool:
        """Whether a word behind a noun is rather another noun in the genitive, of which the texts speak more."""
        most = max((self.weigh(noun) for noun in self.lexicon.genitives(word)), default=-1.0)
        return most > self.weigh(adjective)

    def _adjectives(self, words: Sequence[str]) -> tuple[Declined, int] | None:
        """A name of adjectives alone: it declines in the gender it stands in."""
        for number in _NUMBERS:
            for gender in _GENDERS:
                fitting = [
                    [each for each in self.lexicon.adjectives(word) if each.agrees(gender, number)] for word in words
                ]
                if not all(fitting):
                    continue
                agreeing = [found[0] for found in fitting]
                if len(agreeing) == 1 and number == "one" and gender == "m3":
                    return Declined("declines", "a", (_base(words[0], agreeing[0]), ())), 1
                half, plural = (_lines([each.cells(gender, which) for each in agreeing]) for which in (number, "many"))
                cells = (half, plural) if number == "one" else ((), half)
                return Declined("declines", gender if gender == "m1" else gender[0], cells), len(agreeing)
        return None


def _end(words: Sequence[str], plain: Sequence[str]) -> int:
    """How many words may decline: up to a quotation, a number, a bracket, or behind a punctuation mark."""
    for at, word in enumerate(words):
        if not _WORD.fullmatch(plain[at]) and word != "&":
            return at
        if word != plain[at]:
            return at + 1
    return len(words)


def of_noun(noun: Noun) -> Declined:
    """A noun alone."""
    return _of_head(_Head(noun, (noun,)), (noun.cells[noun.number][0][0],), {})


def _of_head(head: _Head, words: Sequence[str], counts: Mapping[str, int]) -> Declined:
    halves: dict[Number, tuple[str, ...]] = {}
    for number in _NUMBERS:
        if head.noun.cells[number] and (number == "many" or head.noun.number == "one"):  # of several there is not one
            parts = [_cells(part, head.noun, number) for part in head.parts]
            if number == "many":
                parts = [_by_use(part, counts) for part in parts]
            if number == head.noun.number:
                parts = [_as_written(part, word) for part, word in zip(parts, words, strict=False)]
            halves[number] = _lines(parts)
    gender = head.noun.gender.replace("m2", "m").replace("m3", "m")
    return Declined("declines", gender, (halves.get("one", ()), halves.get("many", ())))


def _as_written(cells: Cells, word: str) -> Cells:
    """Of the nominatives the one that the name has, first."""
    return (tuple(sorted(cells[0], key=lambda form: form != word)), *cells[1:]) if cells else cells


def _by_use(cells: Cells, counts: Mapping[str, int]) -> Cells:
    """Alternatives of a plural, those first that the texts have; in the singular a form stands for too many cases to tell."""
    return tuple(tuple(sorted(cell, key=lambda form: -counts.get(form, 0))) for cell in cells)


def _both(first: _Head, joint: str, second: _Head) -> Declined:
    """Two things side by side: each keeps its number, together they are several."""
    halves = [_lines([_cells(part, head.noun, head.noun.number) for part in head.parts]) for head in (first, second)]
    joined = tuple(f"{one}_{joint}_{two}" for one, two in zip(*halves, strict=True))
    return Declined("declines", "n", ((), joined))


def _cells(part: Noun | Adjective, noun: Noun, number: Number) -> Cells:
    return part.cells[number] if isinstance(part, Noun) else part.cells(noun.gender, number)


def _lines(parts: Sequence[Cells]) -> tuple[str, ...]:
    """The six forms of words that decline together; alternatives of a word stand side by side in it."""
    if not all(len(part) == 6 and all(part) for part in parts):
        return ()
    return tuple("_".join("|".join(part[case]) for part in parts) for case in range(6))


def _is_first(half: Sequence[str], words: Sequence[str]) -> bool:
    """Whether words are the nominative of these forms."""
    return bool(half) and all(word in cell.split("|") for word, cell in zip(words, half[0].split("_"), strict=True))


def _base(word: str, adjective: Adjective) -> tuple[str, ...]:
    """An adjective by its base form, and by the nominative of persons where its endings do not tell it."""
    persons = adjective.cells("m1", "many")[0][0]
    return (word,) if persons == adjective.cells("f", "many")[0][0] else (word, persons)


def _punctuated(cells: tuple[tuple[str, ...], tuple[str, ...]], mark: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A comma behind the last word that declines, in each of its alternatives."""

    def marked(form: str) -> str:
        before, joint, last = form.rpartition("_")
        return before + joint + "|".join(each + mark for each in last.split("|"))

    return (tuple(map(marked, cells[0])), tuple(map(marked, cells[1]))) if mark else cells
