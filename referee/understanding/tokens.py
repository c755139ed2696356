"""What somebody typed, cut into words: each with its keys, and whether it counts something, denies, or says nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

from grammar.base.records import open_record
from kb.search.fold import clean, spans
from kb.search.fold import words as folded_words
from referee.understanding.keys import Keys
from referee.understanding.tongue import Ask, Phrase, Tongue, tongues

T = TypeVar("T")
#: what is read of a question: letters, words, and words that are looked at for mistakes
LONGEST, MOST_WORDS, MOST_MISTAKES = 600, 60, 12
LONGEST_WORD = 40
#: how many times fewer common words a language may have than another that is spoken too
_FOREIGN = 3


@open_record
class Word:
    """One word of a question."""

    at: int
    text: str  #: as typed
    folded: str
    keys: tuple[tuple[str, float], ...]  #: what it may stand for, and how sure that is
    small: bool  #: whether it says nothing of what is asked about
    kin: tuple[tuple[str, float], ...] = ()  #: what it may stand for as a word of the same sense
    number: int | None = None
    ordinal: int | None = None  #: its place in a row: *third*
    zero: bool = False
    denied: bool = False
    me: bool = False
    self: bool = False  #: whether it stands for the one who asks where something is done to them
    every: bool = False
    other: bool = False  #: whether it stands for somebody else
    breaks: bool = False  #: whether a clause begins here
    also: bool = False  #: whether it joins two things: *and*
    pronoun: bool = False  #: whether it stands for somebody who was named before
    turn: bool = False  #: whether it speaks of whose turn it is
    anybody: bool = False  #: whether it stands for people of whom nobody says who they are
    clause: int = 0  #: of which clause it is
    part: int = 0  #: of which part of one: parts tell one thing each


@open_record
class Typed:
    """A question cut into words."""

    text: str
    words: list[Word]
    asks: tuple[Ask, ...]
    asked: frozenset[int] = frozenset()  #: the words of the clause that asks; all where none does
    duty: frozenset[int] = frozenset()  #: the words by which it asks whether somebody must
    much: frozenset[int] = frozenset()  #: where it asks for a number

    @property
    def telling(self) -> list[Word]:
        """The words that say something; where none does, all."""
        return [word for word in self.words if not word.small] or self.words


def read(text: str, keys: Keys) -> Typed:
    """The words of a text, as far as a question goes."""
    text = clean(text[:LONGEST])
    words: list[Word] = []
    mistakes = last = 0
    for start, end, folded in spans(text):
        if len(words) >= MOST_WORDS:
            break
        folded = folded[:LONGEST_WORD]
        plain = keys.of(folded)
        sure = tuple((key, 1.0) for key in plain)
        typed = text[start:end].lower()  # a single letter may be folded into another script
        small = any(folded in tongue.small for tongue in tongues() if tongue.reads(folded) or tongue.reads(typed))
        number = number_of(folded)
        kin = keys.kin(sure)
        if not (number is not None or small or kin or any(key in keys.known for key in plain)):
            mistakes += 1
            if mistakes <= MOST_MISTAKES:
                sure += keys.near(folded)
                kin = keys.kin(sure)
        word = Word(len(words), text[start:end], folded, sure, small or number is not None, kin, number)
        word.ordinal = _ordinal(folded) if not small else None
        word.breaks = bool(words) and any(sign in text[last:start] for sign in ",.;:?!–—")
        words.append(word)
        last = end
    spoken = _spoken(words)
    found = sorted(_asks([word.folded for word in words]))
    _mark(words, spoken)
    _divide(words, spoken)
    found += [(at, Ask.MAY) for at in _whether(words, spoken)]
    asked = _asked(words, sorted(found), spoken)
    may = any(ask is Ask.MAY and at in asked and words[at].folded not in _whether_words(spoken) for at, ask in found)
    much = frozenset(at for at, ask in found if ask is Ask.MUCH and at in asked)
    duty = frozenset[int]() if may else _duty(words, asked, spoken)
    if much:  # how much must be paid is asked, not whether
        for at in duty:
            words[at].small = True
        duty = frozenset()
    return Typed(text, words, tuple(dict.fromkeys(ask for _, ask in found)), asked, duty, much)


def _spoken(words: list[Word]) -> tuple[Tongue, ...]:
    """The languages that a text may be in: of each script that with most of its common words, if it has some of them."""
    counts = [(tongue, sum(word.folded in tongue.common for word in words)) for tongue in tongues()]
    most: dict[bool, int] = {}
    for tongue, count in counts:
        most[tongue.cyrillic] = max(most.get(tongue.cyrillic, 0), count)
    # a single letter may be folded into another script: it makes no language
    least = max(most.values(), default=0) / _FOREIGN
    return tuple(tongue for tongue, count in counts if count == most[tongue.cyrillic] and count >= least)


def _divide(words: list[Word], spoken: tuple[Tongue, ...]) -> None:
    """Notes of which clause each word is, and of which part of one."""
    clause = part = 0
    for word in words:
        joins = any(word.folded in tongue.joins for tongue in spoken)
        if word.breaks or (joins and word.at):
            clause += 1
        word.also = any(word.folded in tongue.also for tongue in spoken)
        word.pronoun = any(word.folded in tongue.pronouns for tongue in spoken)
        word.turn = any(word.folded in tongue.turn for tongue in spoken)
        word.anybody = any(word.folded in tongue.anybody for tongue in spoken)
        if word.breaks or joins or word.also:
            part += 1
        word.clause, word.part = clause, part


def _whether(words: list[Word], spoken: tuple[Tongue, ...]) -> Iterator[int]:
    """Where a clause begins that asks for yes or no."""
    for word in words:
        begins = word.at == 0 or words[word.at - 1].clause != word.clause
        if begins and any(word.folded in tongue.whether for tongue in spoken):
            yield word.at


def _whether_words(spoken: tuple[Tongue, ...]) -> frozenset[str]:
    return frozenset(word for tongue in spoken for word in tongue.whether)


def _duty(words: list[Word], asked: frozenset[int], spoken: tuple[Tongue, ...]) -> frozenset[int]:
    """The words with which the clause that asks speaks of what must be done; what must not be done may not."""
    folded = [word.folded for word in words]
    for tongue in spoken:
        for phrase, _, at in _said(folded, tongue.must):
            end = at + len(phrase)
            if at in asked and not any(word.denied for word in words[max(0, at - 1) : end + 2]):
                return frozenset(range(at, end))
    return frozenset()


def _asked(words: list[Word], found: list[tuple[int, Ask]], spoken: tuple[Tongue, ...]) -> frozenset[int]:
    """The words of the clause that asks; where none does, of those that no *if* begins."""
    asks = [at for at, ask in found if ask is not Ask.WHEN] or [at for at, _ in found]
    first = [word for word in words if word.at == 0 or words[word.at - 1].clause != word.clause]
    where = [word for word in first if any(word.folded in tongue.where for tongue in spoken)]
    if asks:
        clauses = {words[asks[0]].clause}
    elif where:
        clauses = {where[0].clause}
    else:
        begun = {word.clause for word in first if any(word.folded in tongue.joins for tongue in spoken)}
        clauses = {word.clause for word in words} - begun
    return frozenset(word.at for word in words if not clauses or word.clause in clauses)


def number_of(word: str) -> int | None:
    """The number that a folded word is."""
    if word.isdecimal() and word.isascii():
        return int(word) if len(word) <= 6 else None
    return next((tongue.numbers[word] for tongue in tongues() if word in tongue.numbers), None)


@lru_cache(maxsize=20_000)
def _ordinal(word: str) -> int | None:
    return next((at for tongue in tongues() if (at := tongue.ordinals.get(tongue.stem(word)))), None)


def _asks(words: list[str]) -> Iterator[tuple[int, Ask]]:
    """What is asked for, with where it is said; longer phrases count before those in them."""
    for tongue in tongues():
        taken: set[int] = set()
        for phrase, ask, at in sorted(_said(words, tongue.asked), key=lambda found: -len(found[0])):
            if not taken.intersection(range(at, at + len(phrase))):
                taken.update(range(at, at + len(phrase)))
                yield at, ask


@lru_cache(maxsize=20_000)
def asks_for_much(wording: str) -> bool:
    """Whether a wording asks for a number: who says its other words alone may not have asked."""
    return any(ask is Ask.MUCH for _, ask in _asks(folded_words(wording)))


@lru_cache(maxsize=20_000)
def speaks_of_duty(wording: str) -> bool:
    """Whether a wording says itself that something must be done."""
    folded = folded_words(wording)
    return any(True for tongue in tongues() for _ in _said(folded, tongue.must))


def _mark(words: list[Word], spoken: tuple[Tongue, ...]) -> None:
    folded = [word.folded for word in words]
    for tongue in spoken:
        for phrase, mark, at in _said(folded, tongue.marks):
            setattr(words[at + len(phrase) - 1], mark, True)
            if mark != "other":
                for word in words[at : at + len(phrase)]:
                    word.small = True


def _said(words: list[str], table: Mapping[str, list[tuple[Phrase, T]]]) -> Iterator[tuple[Phrase, T, int]]:
    """The phrases of a table, by their first words, that are said, and where."""
    for at, word in enumerate(words):
        for phrase, means in table.get(word, ()):
            if tuple(words[at : at + len(phrase)]) == phrase:
                yield phrase, means, at
