"""Wordings of what can be asked, told and named: from the words of a game, its terms and its patterns, cut into parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice, product

from grammar.base.corollaries import DUTY, END
from grammar.base.records import open_record, record
from grammar.nodes import SIGN, spelled
from grammar.patterns.tree import Choice, Pattern, Slot, Word
from kb.asking.entities import EVERY
from kb.languages.holes import HOLE
from kb.library import Game
from kb.search.analysis import LANGUAGES
from kb.search.fold import fold, words
from kb.text.forms import spellings
from referee.explanation.words.phrases import phrase
from referee.explanation.words.said import Said
from referee.understanding.keys import Keys
from referee.understanding.tongue import Tongue, tongues

#: wordings that one pattern may stand for
MOST_WAYS = 48
#: where a wording comes from
PATTERN, TEXT, QUESTION, TERM = "pattern", "text", "question", "term"
_TOLD = re.compile(r"\s*(?P<left>.+?)\s*=\s*(?P<value>[^=]+?)\s*$")


@record
class Part:
    """One word of a wording, under all keys that count as it; or a slot."""

    keys: frozenset[str]
    optional: bool = False
    slot: str = ""


@open_record
class Wording:
    """One way to say something."""

    of: str  #: the name it stands for
    lang: str
    source: str
    parts: tuple[Part, ...]
    text: str
    value: str = ""  #: of a told fact: its value, or the slot that holds it
    keys: tuple[str, ...] = ()  #: of a told fact: members and slots
    denies: bool = False  #: whether it says that something is not so
    bound: tuple[tuple[str, str], ...] = ()  #: of words that say arguments: their names and what each is


class Wordings:
    """Collects the wordings of one game."""

    def __init__(self, game: Game, keys: Keys) -> None:
        self._game, self._keys = game, keys
        self._tongues = {tongue.lang: tongue for tongue in tongues()}
        self.spelt: set[str] = set()  #: every word that stands in some wording
        #: language and name of a term -> its other names
        self._called: dict[tuple[str, str], list[str]] = {}
        for term in game.prose.terms.values():
            for lang, name in term.names.items():
                self._called.setdefault((lang, name), []).extend(term.aliases.get(lang, ()))

    def questions(self, name: str) -> Iterator[Wording]:
        """How an action or value is asked about."""
        for lang, tongue in self._tongues.items():
            for source, text in self._texts(name, lang):
                parts = self._plain(text, tongue)
                if any(part.keys for part in parts):
                    yield Wording(name, lang, source, parts, text)
        yield from self._patterns(spelled(name), name)
        kind, sign, of = name.partition(SIGN)
        if sign and kind == DUTY:
            yield from self._patterns(of, name)

    def told(self, name: str, flag: bool) -> Iterator[Wording]:
        """How a fact is told; of what is so or not also that it is not."""
        word = self._game.prose.words.get(name)
        for lang, tongue in self._tongues.items():
            said = [(text, "") for _, text in self._texts(name, lang, asked=False)]
            if word is not None:
                said += [(word.denied.get(lang, ""), "no")] if flag else [(word.absent.get(lang, ""), "none")]
            for text, value in said:
                parts = self._plain(text, tongue)
                if any(part.keys for part in parts):
                    told = value or ("yes" if flag else "{value}")
                    yield Wording(name, lang, TEXT, parts, text, told, denies=_denies(words(text), tongue))

    def told_patterns(self) -> Iterator[Wording]:
        """How an author says that facts are told."""
        for phrases in self._game.asking.phrases.values():
            if not phrases.is_told or (read := told_target(phrases.id)) is None:
                continue
            name, keys, value = read
            for wording in self._patterns(phrases.id, name, told=True):
                wording.keys, wording.value = keys, value
                yield wording

    def bounds(self) -> Iterator[Wording]:
        """How an author says that an action or value is asked about with an argument."""
        for phrases in self._game.asking.phrases.values():
            if (bound := phrases.bound) is not None:
                for wording in self._patterns(phrases.id, bound[0]):
                    wording.bound = bound[1]
                    yield wording

    def told_in_a_row(self) -> Iterator[Wording]:
        """Facts that are told by naming their key and their value, one behind the other."""
        for phrases in self._game.asking.phrases.values():
            if phrases.is_told and (read := told_target(phrases.id)) is not None:
                for lang, pattern in self._own(phrases.id):
                    if all(isinstance(item, Slot) for item in pattern):
                        name, keys, value = read
                        yield Wording(name, lang, PATTERN, (), written(pattern), value, keys)

    def names(self, member: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What a member is called: language and folded words."""
        prose = self._game.prose
        word, term = prose.words.get(member), prose.terms.get(member)
        for lang in self._tongues:
            texts: list[str] = [member.replace("_", " ")] if lang == prose.original else []
            if word is not None:
                texts += [
                    text for table in (word.text, word.alone) if (text := table.get(lang, "")) and "{" not in text
                ]
            if term is not None and (word is None or not word.text):
                texts += [term.names.get(lang, ""), *term.aliases.get(lang, ())]
            shown = word.text.get(lang, "") if word is not None else ""
            texts += self._called.get((lang, shown), ())
            for text in dict.fromkeys(texts):
                for form in spellings(prose.forms.get(lang, {}), lang, text) if text else ():
                    if found := tuple(words(form)):
                        self.spelt.update(found)
                        yield lang, found
            if word is not None and lang == prose.original:
                yield from ((lang, tuple(words(alias))) for alias in word.aliases if words(alias))
        for lang, pattern in self._own(member):
            for said in islice((way for parts in expanded(pattern) for way in _said(parts)), MOST_WAYS):
                if found := tuple(folded for text in said for folded in words(text)):
                    self.spelt.update(found)
                    yield lang, found

    def _own(self, name: str) -> Iterator[tuple[str, Pattern]]:
        phrases = self._game.asking.phrases.get(name)
        for lang, patterns in (phrases.ways if phrases is not None else {}).items():
            yield from ((lang, pattern) for pattern in patterns)

    def _texts(self, name: str, lang: str, asked: bool = True) -> Iterator[tuple[str, str]]:
        prose = self._game.prose
        kind, sign, of = name.partition(SIGN)
        if sign and kind == DUTY:  # said like the deed; that it must be done is heard apart
            yield from self._texts(of, lang)
            for step in self._game.program.steps.values():  # a class is said as the step is that asks for it
                if of in self._game.program.classes and any(of in quota.names for quota in step.node.quotas):
                    yield from self._texts(step.node.name, lang, asked=False)
            return
        if sign and kind == END:
            yield TEXT, phrase("over", lang)
            return
        if sign:  # what follows from a declaration
            yield from ((TEXT, _corollary(kind, lang, text)) for _, text in self._texts(of, lang, asked=False))
            return
        word, term = prose.words.get(name), prose.terms.get(name)
        if word is not None:
            yield from ((TEXT, text) for table in (word.text, word.alone) if (text := table.get(lang)))
            if text := word.ask.get(lang):
                yield QUESTION, text
        fact = self._game.program.facts.get(name)
        alone = word is None and fact is not None and not fact.node.keys  # its term says all of it
        if term is not None and (asked or alone):
            yield from ((TERM, text) for text in (term.names.get(lang, ""), *term.aliases.get(lang, ())) if text)
        if term is None and lang == prose.original and (word is None or not word.text):
            yield from ((TEXT, text) for text in self._by_name(name))

    def _by_name(self, name: str) -> Iterator[str]:
        """Where an author has not written its words yet: the name as it is declared, with a hole for each key or argument."""
        program = self._game.program
        if name in program.actions:
            holes = len(program.actions[name].node.params)
        elif name in program.values:
            holes = len(program.values[name].params)
        elif name in program.facts:
            holes = len(program.facts[name].node.keys)
        else:
            return
        yield " ".join((name.replace("_", " "), *(f"{{{at}}}" for at in range(holes))))

    def _plain(self, text: str, tongue: Tongue) -> tuple[Part, ...]:
        found: list[Part] = []
        at = 0
        for hole in (*HOLE.finditer(text), None):
            for folded in words(text[at : hole.start() if hole else len(text)]):
                if folded not in LANGUAGES[tongue.lang].small:
                    self.spelt.add(folded)
                    found.append(Part(frozenset(self._keys.own(folded, tongue))))
            if hole is not None:
                found.append(Part(frozenset(), slot=hole[1]))
                at = hole.end()
        return tuple(found)

    def _patterns(self, entry: str, name: str, told: bool = False) -> Iterator[Wording]:
        for lang, pattern in self._own(entry):
            # questions are read in the languages of the interface alone: a game may be written in another
            for tongue in (each for each in self._tongues.values() if lang in (EVERY, each.lang)):
                for parts in expanded(pattern, _denials(tongue)):
                    made = tuple(self._part(part, tongue, told) for part in parts)
                    if told and sum(bool(part.keys) and not part.optional for part in made) == 1:
                        # the name of a fact alone tells nothing: its small words are needed too
                        made = tuple(self._part(part, tongue, told, whole=True) for part in parts)
                    made = tuple(part for part in made if part.keys or part.slot)
                    if any(part.keys for part in made):
                        said = [folded for part in parts for each in _surely(part) for folded in words(each)]
                        yield Wording(name, lang, PATTERN, made, written(pattern), denies=_denies(said, tongue))

    def _part(self, part: Word | Slot | Choice, tongue: Tongue, told: bool, whole: bool = False) -> Part:
        if isinstance(part, Slot):
            return Part(frozenset(), slot=part.name)
        ways = (
            [part.text] if isinstance(part, Word) else [w.text for way in part.ways for w in way if isinstance(w, Word)]
        )
        folded = [fold(each) for way in ways for each in words(way)]
        self.spelt.update(folded)
        telling = [each for each in folded if each not in LANGUAGES[tongue.lang].small]
        if told and isinstance(part, Choice):
            telling = folded  # what is told is told by just these words
        elif whole:
            telling = [each for each in folded if each in telling or each not in _denials(tongue)]
        # where a small word will do, nothing needs to be asked
        optional = isinstance(part, Choice) and (part.optional or len(telling) < len(folded))
        return Part(frozenset(key for each in telling for key in self._keys.own(each, tongue)), optional)


def _corollary(kind: str, lang: str, text: str) -> str:
    """The start of a fact, how often something may be done, the order of a phase, who sees what is hidden."""
    return phrase(f"{kind} of", lang, Said(text))


def _denies(said: list[str], tongue: Tongue) -> bool:
    return not _denials(tongue).isdisjoint(said)


def _denials(tongue: Tongue) -> frozenset[str]:
    return frozenset(phrase[0] for phrase in (*tongue.denial, *tongue.zero) if len(phrase) == 1)


def _surely(part: Word | Slot | Choice) -> Iterator[str]:
    """The words that are said whichever way it is said; a choice that stays whole denies in all of its ways or in none."""
    if isinstance(part, Word):
        yield part.text
    elif isinstance(part, Choice) and not part.optional and isinstance(part.ways[0][0], Word):
        yield part.ways[0][0].text


def expanded(pattern: Pattern, denials: frozenset[str] = frozenset()) -> Iterator[tuple[Word | Slot | Choice, ...]]:
    """The wordings of a pattern: choices between single words stay whole, others are tried one by one, and those in which one way
    denies and another does not."""
    options: list[list[tuple[Word | Slot | Choice, ...]]] = []
    for item in pattern:
        if not isinstance(item, Choice) or _is_whole(item, denials):
            options.append([(item,)])
            continue
        ways = [inner for way in item.ways for inner in expanded(way, denials)]
        options.append([*ways, *([()] if item.optional else [])])
    for way in islice(product(*options), MOST_WAYS):
        yield tuple(part for parts in way for part in parts)


def _is_whole(choice: Choice, denials: frozenset[str]) -> bool:
    """Whether it is between single words that say the same: all of them deny, or none."""
    single = [way[0] for way in choice.ways if len(way) == 1 and isinstance(way[0], Word)]
    denying = [not denials.isdisjoint(words(word.text)) for word in single]
    return len(single) == len(choice.ways) and not (any(denying) and (choice.optional or not all(denying)))


def _said(parts: Iterable[Word | Slot | Choice]) -> Iterator[tuple[str, ...]]:
    """Every way to say what has no slots, word by word."""
    options: list[list[tuple[str, ...]]] = []
    for part in parts:
        if isinstance(part, Choice):
            ways = [tuple(word.text for word in way if isinstance(word, Word)) for way in part.ways]
            options.append([*ways, *([()] if part.optional else [])])
        elif isinstance(part, Word):
            options.append([(part.text,)])
    for way in product(*options):
        yield tuple(text for texts in way for text in texts)


def told_target(text: str) -> tuple[str, tuple[str, ...], str] | None:
    """`height of {x} = 3` -> its name, its keys, its value; None where it is nothing of the kind."""
    if (read := _TOLD.match(text)) is None:
        return None
    left, value = read["left"], read["value"]
    if left.endswith(")") and "(" in left:
        name, _, rest = left[:-1].partition("(")
        return name.strip(), tuple(key.strip() for key in rest.split(",")), value
    name, of, key = left.partition(" of ")
    return name.strip(), (key.strip(),) if of else (), value


def plain_words(pattern: Pattern) -> str:
    """All words of a pattern, without what stands for something."""
    said: list[str] = []
    for item in pattern:
        if isinstance(item, Word):
            said.append(item.text)
        elif isinstance(item, Choice):
            said += (plain_words(way) for way in item.ways)
    return " ".join(said)


def written(pattern: Pattern) -> str:
    """A pattern as it is written."""
    return " ".join(_written(item) for item in pattern)


def _written(item: Word | Slot | Choice) -> str:
    if isinstance(item, Choice):
        ways = " | ".join(written(way) for way in item.ways)
        return f"[{ways}]" if item.optional else f"({ways})"
    return item.text if isinstance(item, Word) else f"{{{item.name}}}"
