"""Keys under which words are compared: the stem in a language, or what all words of one sense share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache

from kb.asking.lemmas import lemmas
from kb.search.fold import is_cyrillic, words
from kb.search.spelling import distance, letters_mask, one_edit_away
from kb.text.forms import spellings
from referee.understanding.tongue import Tongue, tongues

#: language -> first letter -> words with a mask of their letters
Spelt = dict[str, dict[str, list[tuple[int, str]]]]
#: letters from which on a word may be misspelt once, and twice
ONCE, TWICE = 4, 7
#: letters that a word and a longer or shorter kin begin with
KIN = 5
#: near words that are looked at
MOST_NEAR = 6
#: letters of a word that is short for another, and letters that it may lack
LEAST = 3
VOWELS = frozenset("aeiouyаеиіоуюяє")
#: how sure it is that a word stands for another of its sense
ALSO = 0.85
#: letters that forms of one word begin with
ALIKE = 2


def classes_of(same: Mapping[str, Iterable[tuple[str, ...]]], forms: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Stem in a language -> what all words of one sense share: those a game uses so, and the forms of its names."""
    found: dict[str, str] = {}
    for tongue in tongues():
        own = [tuple(word for part in group for word in words(part)) for group in same.get(tongue.lang, ())]
        for group in (*own, *_inflected(forms.get(tongue.lang, {}), tongue.lang)):
            stems = dict.fromkeys(f"{tongue.lang}:{_stems(word, tongue)[0]}" for word in group)
            if len(stems) > 1:
                known = next((found[stem] for stem in stems if stem in found), f"{tongue.lang}={next(iter(stems))}")
                for stem in stems:
                    found.setdefault(stem, known)
    return found


def _stems(word: str, tongue: Tongue) -> tuple[str, ...]:
    """The stems of the words whose form a folded word may be."""
    stem = tongue.stem(word)
    return lemmas(tongue.lang).get(stem, (stem,))


def _inflected(table: Mapping[str, str], lang: str) -> Iterator[tuple[str, ...]]:
    """The forms of each word of each name."""
    for name in table:
        own = words(name)
        groups: list[dict[str, None]] = [{word: None} for word in own]
        for form in spellings(table, lang, name):
            inflected = words(form)
            if len(inflected) == len(own):
                for group, word, base in zip(groups, inflected, own, strict=True):
                    if word[:ALIKE] == base[:ALIKE]:
                        group[word] = None
        yield from (tuple(group) for group in groups if len(group) > 1)


@cache
def bare(word: str) -> str:
    """A word without the vowels in it."""
    return word[0] + "".join(letter for letter in word[1:] if letter not in VOWELS)


def _best(found: dict[str, float]) -> tuple[tuple[str, float], ...]:
    best = sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST_NEAR]
    return tuple((key, sure) for key, sure in best if sure >= best[0][1] - 0.15)


class Keys:
    """The keys of one game."""

    def __init__(self, classes: Mapping[str, str]) -> None:
        self._classes = classes
        self.known: frozenset[str] = frozenset()  #: keys that stand for something
        self._spelt: Spelt = {}
        #: key -> those of the words that many use in the same sense
        self._kin: dict[str, tuple[str, ...]] = {}
        for tongue in tongues():
            for group in tongue.same:
                keys = dict.fromkeys(key for word in group for key in self.own(word, tongue)[:1])
                for key in keys:
                    self._kin[key] = (*self._kin.get(key, ()), *(other for other in keys if other != key))
        self.of = lru_cache(maxsize=20_000)(self._of)
        self.near = lru_cache(maxsize=5_000)(self._near)

    def own(self, word: str, tongue: Tongue) -> tuple[str, ...]:
        """The keys of a folded word in a language: several where it may be a form of several words."""
        stems = (f"{tongue.lang}:{stem}" for stem in _stems(word, tongue))
        return tuple(dict.fromkeys(self._classes.get(stem, stem) for stem in stems))

    def _of(self, word: str) -> tuple[str, ...]:
        """The keys of a folded word in every language it may be of."""
        return tuple(dict.fromkeys(key for tongue in tongues() if tongue.reads(word) for key in self.own(word, tongue)))

    def kin(self, keys: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
        """The keys of words that are used in the sense of some, with how sure that is."""
        found: dict[str, float] = {}
        given = dict(keys)
        for key, sure in given.items():
            for other in self._kin.get(key, ()):
                if other not in given and other in self.known:
                    found[other] = max(found.get(other, 0.0), sure * ALSO)
        return tuple(found.items())

    def spelt(self, known: Collection[str], words: Iterable[str]) -> Spelt:
        """The folded words that misspelt ones may mean, of those that stand for something."""
        found: Spelt = {tongue.lang: {} for tongue in tongues()}
        for word in sorted(set(words)):
            for tongue in tongues():
                if tongue.reads(word) and word.isalpha() and any(key in known for key in self.own(word, tongue)):
                    found[tongue.lang].setdefault(word[0], []).append((letters_mask(word), word))
        return found

    def learn(self, known: frozenset[str], spelt: Spelt) -> None:
        """Notes which keys stand for something, and what misspelt words may mean."""
        self.known, self._spelt = known, spelt
        self._words = {lang: {word for many in table.values() for _, word in many} for lang, table in spelt.items()}

    def _near(self, word: str) -> tuple[tuple[str, float], ...]:
        """The keys that a misspelt word may mean, with how sure that is."""
        if not word.isalpha():
            return ()
        found: dict[str, float] = {}
        if len(word) < ONCE:
            self._shortened(word, found)
            return _best(found)
        edits = frozenset(one_edit_away(word, is_cyrillic(word)))
        for tongue in tongues():
            if not tongue.reads(word):
                continue
            for near in edits & self._words[tongue.lang]:
                self._note(found, near, tongue, 0.85 if near[0] == word[0] else 0.6)
            if not found:
                for near, sure in self._farther(word, tongue):
                    self._note(found, near, tongue, sure)
        if not found:
            self._shortened(word, found)
        return _best(found)

    def _shortened(self, word: str, found: dict[str, float]) -> None:
        """The words that one may be short for: they begin so, or are so without their vowels."""
        if len(word) < LEAST:
            return
        for tongue in tongues():
            for _, other in self._spelt[tongue.lang].get(word[0], ()) if tongue.reads(word) else ():
                if len(other) > len(word) + 1 and (other.startswith(word) or bare(other).startswith(word)):
                    self._note(found, other, tongue, 0.6 if other.startswith(word) or bare(other) == word else 0.5)

    def _note(self, found: dict[str, float], near: str, tongue: Tongue, sure: float) -> None:
        for key in self.own(near, tongue):
            found[key] = max(found.get(key, 0.0), sure)

    def _farther(self, word: str, tongue: Tongue) -> Iterable[tuple[str, float]]:
        """Words with two mistakes, and those that begin alike."""
        mask, stem = letters_mask(word), tongue.stem(word)
        for other_mask, other in self._spelt[tongue.lang].get(word[0], ()):
            if len(word) >= TWICE and abs(len(other) - len(word)) <= 2 and (mask ^ other_mask).bit_count() <= 4:
                if distance(word, other, 2) <= 2:
                    yield other, 0.65
                    continue
            if len(stem) >= KIN and other.startswith(stem[:KIN]) and abs(len(tongue.stem(other)) - len(stem)) <= 3:
                yield other, 0.55
