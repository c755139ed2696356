"""Texts read by dictionaries: words that none of them knows, and words in a case that the preposition before them does not take."""

from __future__ import annotations

import gc
import re
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from kb.forms.lexicon import Lexicon, NoDictionaryError
from kb.forms.names import english_of
from kb.forms.table import LEXICONS
from kb.games.game import Game

_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*")
#: what stands between a preposition and the word it governs in a running text
_PAIR = re.compile(r"(?<![\w-])([^\W\d_]{1,7}) ([^\W\d_]+(?:['’ʼ-][^\W\d_]+)*)")
#: language -> its dictionary of Hunspell, where Debian and its kin keep it
SPELLING = {"pl": Path("/usr/share/hunspell/pl_PL.dic"), "uk": Path("/usr/share/hunspell/uk_UA.dic")}
#: language -> preposition -> the cases it takes
_TAKES: Mapping[str, Mapping[str, str]] = {
    "pl": {
        "do": "gen", "od": "gen", "dla": "gen", "bez": "gen", "u": "gen", "spośród": "gen", "według": "gen", "oprócz": "gen",
        "w": "loc acc", "we": "loc acc", "na": "loc acc", "o": "loc acc", "po": "loc acc", "przy": "loc", "przez": "acc",
        "z": "gen ins", "ze": "gen ins", "nad": "ins acc", "pod": "ins acc", "za": "acc ins gen", "między": "ins acc",
    },
    "uk": {
        "до": "gen", "від": "gen", "для": "gen", "без": "gen", "щодо": "gen", "після": "gen", "серед": "gen", "крім": "gen",
        "у": "loc acc gen", "в": "loc acc gen", "на": "loc acc", "про": "acc", "через": "acc", "за": "acc ins gen",
        "з": "gen ins", "із": "gen ins", "над": "ins acc", "під": "ins acc", "між": "ins gen", "при": "loc",
    },
}  # fmt: skip


class Reader:
    """Proof-reads texts of one language; `accepted`: words that are right although no dictionary has them."""

    def __init__(self, lang: str, accepted: Collection[str]) -> None:
        if lang not in LEXICONS:
            raise NoDictionaryError(lang)
        self.lang, self.accepted = lang, {word.lower() for word in accepted}
        self.lexicon: Lexicon = LEXICONS[lang]()
        self.used: set[str] = set()  #: accepted words that were met

    def unknown(self, text: str) -> Iterator[str]:
        """The words of a text that no dictionary has; a word with a hyphen is known by its parts."""
        for word in _WORD.findall(text):
            if word.lower() in self.accepted:
                self.used.add(word.lower())
            elif not self._knows(word) and not all(self._knows(part) for part in re.split("[-–]", word)):
                yield word

    def _knows(self, word: str) -> bool:
        known = any(self.lexicon.knows(form) for form in (word, word.lower(), word.capitalize()))
        return len(word) == 1 or known or self._spells(word)

    def disagreements(self, text: str) -> Iterator[str]:
        """A preposition with a word behind it that is in none of the cases it takes."""
        takes = _TAKES[self.lang]
        for pair in _PAIR.finditer(text):
            wanted = takes.get(pair[1].lower())
            if wanted is not None and pair[2].lower() not in self.accepted:
                found = self.lexicon.cases(pair[2].lower()) | self.lexicon.cases(pair[2])
                if found and not found & set(wanted.split()):
                    yield pair[0]

    @cached_property
    def _spells(self) -> Callable[[str], bool]:
        """Hunspell, asked last: it takes seconds to open."""
        try:
            from spylls.hunspell import Dictionary
        except ImportError:
            raise NoDictionaryError(f"{self.lang} (spylls)") from None
        path = SPELLING[self.lang]
        if not path.is_file():
            raise NoDictionaryError(f"{self.lang} (hunspell-{self.lang})")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # it leaves its files open, to be collected
            lookup: Callable[[str], bool] = Dictionary.from_files(str(path.with_suffix(""))).lookup
            gc.collect()
        return lookup


def english_names(game: Game) -> frozenset[str]:
    """The words of English names: titles that no edition prints otherwise stay English."""
    return frozenset(word for name in english_of(game) for word in _WORD.findall(name))
