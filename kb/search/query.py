"""Queries: the words typed, and for each what may have been meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from kb.search.analysis import Analysis
from kb.search.catalogue import Catalogue
from kb.search.fold import clean, fold, spans
from kb.search.layouts import other_layout
from kb.search.lexicon import Lexicon
from kb.search.names import ConceptName, ConceptNames

#: what is read of a query; a table has no longer question
LONGEST = 200
_MOST_WORDS = 12
_LONGEST_WORD = 48
#: how many words of one query are looked at for mistakes of spelling
_MOST_MISTAKES = 4
_LONGEST_NAME = 4
#: a query of which less makes sense may have been typed on another keyboard layout
_SENSE = 0.6
_HALF_SAID = 0.4

How = Literal["exact", "alias", "prefix", "joined", "latin", "spelling"]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Words that may have been meant, and how much of their score counts."""

    words: tuple[str, ...]
    factor: float
    how: How


@dataclass(slots=True)
class Slot:
    """One word of the query and what it may stand for."""

    word: str
    alternatives: list[Alternative] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Query:
    """A query as understood."""

    slots: tuple[Slot, ...]
    named: tuple[ConceptName, ...]  #: concepts the whole query names
    begun: Mapping[int, float]  #: terms whose name begins as the query does, and how much of it is said
    read_as: str  #: the words looked for, when they are not those typed
    lang: str = ""  #: of the one who asks
    playing: str = ""  #: the game in play: what is in it comes before what is not

    @property
    def unknown(self) -> tuple[str, ...]:
        """The words that stand for nothing in the corpus."""
        return tuple(slot.word for slot in self.slots if not slot.alternatives)


@dataclass(frozen=True, slots=True)
class TypedQuery:
    """The words of a text; the last may be unfinished."""

    words: tuple[str, ...]
    telling: tuple[str, ...]
    unfinished: bool


class QueryReader:
    """Understands queries against one corpus."""

    def __init__(self, catalogue: Catalogue, analysis: Analysis, vocabulary: Lexicon, names: ConceptNames) -> None:
        self.catalogue, self.analysis, self.vocabulary, self.names = catalogue, analysis, vocabulary, names

    def read(self, text: str, lang: str, playing: str = "") -> Query:
        """Understand a query; names in the reader's language come first while they are typed."""
        typed = self._typed(text)
        lang = self.analysis.written_in(text) or lang
        read_as = ""
        sense = self._sense(typed)
        if typed.words and sense < _SENSE:
            swapped = other_layout(clean(text)[:LONGEST])
            other = self._typed(swapped)
            # a word does not fall apart on its own layout
            whole = len(other.words) <= len(typed.words)
            if whole and self._sense(other) > sense + _SENSE / 2:
                typed, read_as = other, swapped.strip()
        slots = [Slot(word) for word in typed.telling]
        self._join(slots)
        mistakes = 0
        for position, slot in enumerate(slots):
            unfinished = typed.unfinished and position == len(slots) - 1
            mistakes += self._fill(slot, unfinished, mistakes < _MOST_MISTAKES)
        self._rename(slots)
        meant = [slot.alternatives[0] if slot.alternatives else Alternative((slot.word,), 0, "exact") for slot in slots]
        phrase = tuple(word for words in dict.fromkeys(each.words for each in meant) for word in words)
        half_typed = any(each.how == "prefix" for each in meant)
        named = self._named(typed, () if half_typed else phrase) or self._named_near(slots)
        if any(each.how in ("latin", "spelling") for each in meant):
            read_as = " ".join(self.vocabulary.surface(word) for word in phrase)
        return Query(tuple(slots), tuple(named), self._begun(typed, lang), read_as, lang, playing)

    def _typed(self, text: str) -> TypedQuery:
        text = clean(text)[:LONGEST]
        found: list[tuple[str, bool]] = []
        for start, end, word in spans(text):
            # one upper-case letter is that of a section, not a small word
            found.append((word[:_LONGEST_WORD], end - start == 1 and text[start].isupper()))
        found = found[:_MOST_WORDS]
        words = tuple(word for word, _ in found)
        telling = tuple(word for word, letter in found if letter or not self._is_small(word, text)) or words
        last_typed = bool(words) and text[-1:].isalnum() and bool(telling) and telling[-1] == words[-1]
        return TypedQuery(words, telling, last_typed)

    def _is_small(self, word: str, text: str) -> bool:
        if len(word) == 1 and word.isalpha():
            return len(text.split()) > 2 or self.analysis.is_small(word)
        return self.analysis.is_small(word)

    def _sense(self, typed: TypedQuery) -> float:
        """Give the part of the letters typed that stands in known words."""
        known = 0.0
        for position, word in enumerate(typed.telling, 1):
            unfinished = typed.unfinished and position == len(typed.telling)
            makes_sense = (
                word.isdigit()
                or ((len(word) > 2 or not word.isalpha()) and self.vocabulary.knows(word))
                or (unfinished and len(word) > 1 and self.vocabulary.completions(word))
            )
            known += len(word) if makes_sense else 0
        return known / max(1, sum(map(len, typed.telling)))

    def _begun(self, typed: TypedQuery, lang: str) -> dict[int, float]:
        if not typed.unfinished or len("".join(typed.words)) < 2:
            return {}
        found = self.names.beginning(typed.words, lang)
        # after a whole word a long name is one guess among many
        least = _HALF_SAID if typed.words[-1] in self.vocabulary.counts else 0.0
        kinds = self.catalogue.kinds
        return {ordinal: said for ordinal, said in found.items() if said >= least and kinds[ordinal] == "term"}

    def _join(self, slots: list[Slot]) -> None:
        """Let two neighbours stand for the one word they make together."""
        for left, right in pairwise(slots):
            joined = left.word + right.word
            if joined in self.vocabulary.counts:
                for slot in (left, right):
                    slot.alternatives.append(Alternative((joined,), 0.95, "joined"))

    def _fill(self, slot: Slot, unfinished: bool, mend: bool) -> int:
        """Collect what one word may stand for; give 1 when it was looked at for mistakes."""
        word, vocabulary = slot.word, self.vocabulary
        known = vocabulary.knows(word)
        if known:
            # two or three letters of a word being typed are rarely that word
            how: How = "prefix" if unfinished and len(word) <= 3 else "exact"
            slot.alternatives.insert(0, Alternative((word,), 1.0, how))
        completions = vocabulary.completions(word) if len(word) > 1 and (unfinished or not known) else []
        factor = 0.85 * (0.7 if known else 1.0)
        slot.alternatives += [Alternative((each,), factor, "prefix") for each in completions]
        likely = any(each in vocabulary.titles for each in completions)
        if known or likely or (slot.alternatives and not completions) or not mend:
            return 0
        pair = vocabulary.split(word)
        latin = vocabulary.transliterations(word, unfinished)
        near = vocabulary.corrections(word)
        if pair and (not near or near[0][1] > 1):
            slot.alternatives.append(Alternative(pair, 0.9, "joined"))
        slot.alternatives += [Alternative((each,), 0.9, "latin") for each in latin]
        slot.alternatives += [Alternative((each,), 1 / max(wrong, 1.1), "spelling") for each, wrong in near]
        return 1

    def _rename(self, slots: list[Slot]) -> None:
        """Let words that name a term in another way stand for its usual name too."""
        words = [slot.word for slot in slots]
        for start in range(len(words)):
            for end in range(min(len(words), start + _LONGEST_NAME), start, -1):
                titles = self._titles_of(words[start:end])
                for slot in slots[start:end]:
                    slot.alternatives += [Alternative(title, 0.85, "alias") for title in titles]
                if titles:
                    break

    def _titles_of(self, phrase: list[str]) -> list[tuple[str, ...]]:
        titles: dict[tuple[str, ...], None] = {}
        for named in self.names.exactly(phrase):
            if named.kind == "form" and self.catalogue.kinds[named.ordinal] == "term":
                concept = self.catalogue[named.ordinal]
                title = tuple(fold(each) for each in concept.wordings[named.lang].title.split())
                stems = {self.analysis.stem(word, named.lang) for word in phrase}
                if title and not stems.intersection(self.analysis.stem(word, named.lang) for word in title):
                    titles[title] = None
        return list(titles)[:2]

    def _named_near(self, slots: list[Slot]) -> list[ConceptName]:
        """Give what the query names when another of the near words is taken for one that is spelt wrong."""
        wrong = [at for at, slot in enumerate(slots) if slot.alternatives and slot.alternatives[0].how == "spelling"]
        if len(wrong) != 1 or len(slots) < 2:
            return []
        at = wrong[0]
        for each in slots[at].alternatives:
            phrase = [word for slot in slots for word in (each.words if slot is slots[at] else (slot.word,))]
            if each.how == "spelling" and (found := self.names.find(phrase)):
                return found
        return []

    def _named(self, typed: TypedQuery, meant: tuple[str, ...]) -> list[ConceptName]:
        """Give what the whole query names: as typed, without small words, or as corrected."""
        for phrase in dict.fromkeys((typed.words, typed.telling, meant)):
            if phrase and (found := self.names.find(phrase)):
                return found
        return []
