"""A dictionary in which the author's own words come first."""

from __future__ import annotations

from collections.abc import Mapping

from grammar.cards.inflection import cells
from kb.forms.lexicon import Adjective, Cells, Lexicon, Noun, Number


class Decided:
    """What the author decided of single words, before what the dictionary says of them."""

    def __init__(self, lexicon: Lexicon, own: Mapping[str, str]) -> None:
        self._lexicon = lexicon
        self.source, self.conjunctions = lexicon.source, lexicon.conjunctions
        self._own = {
            name: _noun(name, text)
            for name, text in own.items()
            if " " not in name and text.partition(" ")[0] not in ("~", "a")
        }

    def nouns(self, word: str) -> list[Noun]:
        """The author's noun alone, else the dictionary's."""
        return [self._own[word]] if word in self._own else self._lexicon.nouns(word)

    def genitives(self, word: str) -> list[Noun]:
        """As the dictionary."""
        return self._lexicon.genitives(word)

    def adjectives(self, word: str) -> list[Adjective]:
        """None of a word that the author made a noun."""
        return [] if word in self._own else self._lexicon.adjectives(word)

    def knows(self, word: str) -> bool:
        """Whether either does."""
        return word in self._own or self._lexicon.knows(word)

    def asserts(self, word: str) -> bool:
        """As the dictionary."""
        return word not in self._own and self._lexicon.asserts(word)

    def is_preposition(self, word: str) -> bool:
        """As the dictionary."""
        return word not in self._own and self._lexicon.is_preposition(word)

    def governed(self, word: str) -> bool:
        """As the dictionary."""
        return self._lexicon.governed(word)

    def verb(self, word: str) -> tuple[str, ...]:
        """As the dictionary."""
        return self._lexicon.verb(word)

    def cases(self, word: str) -> frozenset[str]:
        """As the dictionary."""
        return self._lexicon.cases(word)

    def guess(self, word: str) -> list[Noun]:
        """As the dictionary."""
        return self._lexicon.guess(word)


def _noun(name: str, text: str) -> Noun:
    mark, _, rest = text.partition(" ")
    halves = [_cells(half) for half in rest.removesuffix(" +").split(" / ")]
    plural = mark.startswith("pt")
    found: dict[Number, Cells] = {
        "one": () if plural else halves[0],
        "many": halves[-1] if plural or len(halves) > 1 else (),
    }
    gender = {"m": "m3", "pt": "n", "pt1": "m1"}.get(mark.rstrip("=~"), mark.rstrip("=~"))
    is_plural = plural or (bool(found["many"]) and name in found["many"][0] and name not in found["one"][0])
    return Noun(name, gender, "many" if is_plural else "one", found, only_plural=plural)


def _cells(half: str) -> Cells:
    return tuple(tuple(form.split("|")) for form in cells(half))
