"""All that a game's words may stand for, made once: wordings by their keys, names of members, texts of paragraphs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol, TypeVar

from grammar.base.records import open_record
from kb.asking.entities import PARAGRAPH
from kb.library import Game
from kb.search.analysis import LANGUAGES
from kb.search.fold import words
from kb.text.markup import plain_text
from referee.rules.code import Code
from referee.understanding.intents import DUTIES, FLAG, Intent, Tellable, direct_of, intents_of, tellables_of
from referee.understanding.keys import Keys, Spelt, classes_of
from referee.understanding.phrases import PATTERN, Wording, Wordings, plain_words
from referee.understanding.tongue import tongues

T = TypeVar("T", covariant=True)
#: how BM25 weighs often and long
_OFTEN, _LONG = 1.2, 0.6
#: words of a heading count so often, and those in which players ask for a paragraph
_HEADING = 2
_FIRST = 3
#: what a word tells that stands in no question
_RARE = 4.0
#: words of a name that may stand the other way round
_TURNED = 2


class Numbered(Protocol[T]):
    """Things by their numbers: a list, or one that makes them late."""

    def __getitem__(self, at: int, /) -> T:
        """One of them."""

    def __iter__(self) -> Iterator[T]:
        """All of them."""


@open_record
class Name:
    """What a member is called."""

    member: str
    keys: tuple[frozenset[str], ...]  #: word by word; each may be under the key of any of these
    lang: str
    letters: int


@open_record
class Lexicon:
    """Everything that is looked up."""

    classes: dict[str, str]  #: of the keys
    direct: dict[str, tuple[str, ...]]  #: name -> what its own rules name
    intents: Mapping[str, Intent]
    tellables: Mapping[str, Tellable]
    wordings: Numbered[Wording]
    facts: Numbered[Wording]
    rows: Numbered[Wording]  #: facts told by key and value alone
    bounds: Numbered[Wording]  #: arguments told by words of their own
    called: Numbered[Name]
    weights: dict[str, float]  #: key -> how much it tells
    questions_by_key: dict[str, list[tuple[int, int]]]  #: key -> wording, part
    facts_by_key: dict[str, list[tuple[int, int]]]
    names: dict[str, list[int]]  #: first key -> names
    kinds_by_key: dict[str, list[str]]  #: key -> open kinds that are called so
    texts: dict[str, list[tuple[int, float]]]  #: key -> paragraph, how much it says of it
    paragraphs: list[str]
    totals: list[float]  #: of each wording: what its needed parts weigh
    amounts: list[
        tuple[str, bool, tuple[float, ...]]
    ]  #: of each wording: of what, whether an author's, what each part weighs; below 0: may be left out
    needed_totals: list[float]  #: of each wording of a fact: what its needed parts weigh together
    needed: list[dict[int, float]]  #: of each wording of a fact: its needed parts, and what each weighs
    known: frozenset[str]  #: every key that stands for something
    spelt: Spelt  #: every word that may be misspelt
    somebody: dict[str, str]  #: role -> the first other whom nothing that can be done tells from it


def build(game: Game, code: Code, doers: Mapping[str, tuple[str, ...]]) -> Lexicon:
    """The lexicon of a game."""
    classes = classes_of(game.asking.same, game.prose.forms)
    keys = Keys(classes)
    intents = intents_of(game, code, dict(doers))
    tellables = tellables_of(game, code)
    maker = Wordings(game, keys)
    wordings = [wording for name in intents for wording in maker.questions(name)]
    facts = [each for name, fact in tellables.items() for each in maker.told(name, fact.value.shape == FLAG)]
    facts += [each for each in maker.told_patterns() if each.of in tellables]
    rows = [each for each in maker.told_in_a_row() if each.of in tellables]
    bounds = [each for each in maker.bounds() if each.of in intents]
    called = list(_called(game, keys, maker, _deeds(game, intents)))
    names: dict[str, list[int]] = {}
    for number, name in enumerate(called):
        for key in name.keys[0]:
            names.setdefault(key, []).append(number)
    kinds: dict[str, list[str]] = {}
    for kind, cited in game.program.kinds.items():
        if cited.node.shape == "open":
            for _, said in maker.names(kind):
                if len(said) == 1:
                    for key in keys.of(said[0]):
                        kinds.setdefault(key, []).append(kind)
    paragraphs, texts = _texts(game, keys)
    weights = _weights(wordings, intents)
    known = {key for each in (*wordings, *facts, *bounds) for part in each.parts for key in part.keys}
    known |= names.keys() | kinds.keys() | {key for name in called for each in name.keys for key in each} | texts.keys()
    totals = [sum(_weight(part.keys, weights) for part in each.parts if not part.optional) for each in wordings]
    needed = [
        {
            at: min(weights.get(key, _RARE) for key in part.keys)
            for at, part in enumerate(each.parts)
            if part.keys and not part.optional
        }
        for each in facts
    ]
    roles = game.program.members.get(game.program.roles, ())
    return Lexicon(
        classes, direct_of(game.program), intents, tellables, wordings, facts, rows, bounds, called, weights, _by_key(wordings), _by_key(facts), names, kinds, texts,
        paragraphs, totals, [_amounts(each, weights) for each in wordings], [sum(each.values()) for each in needed], needed, frozenset(known), keys.spelt(known, maker.spelt), _somebody(roles, intents),
    )  # fmt: skip


def _called(game: Game, keys: Keys, maker: Wordings, deeds: frozenset[str]) -> Iterator[Name]:
    """What members are called, and deeds that stand for a parameter, each name once."""
    seen: set[tuple[str, tuple[frozenset[str], ...]]] = set()
    members = dict.fromkeys(member for kind in game.program.members.values() for member in kind)
    for member in (*members, *(deed for deed in sorted(deeds) if deed not in members)):
        for lang, said in maker.names(member):
            ways = [said] if len(said) != _TURNED else [said, said[::-1]]  # *north dock*, *dock north*
            for way in ways:
                name = Name(member, tuple(_spoken(game, keys, word) for word in way), lang, sum(map(len, way)))
                if (member, name.keys) not in seen:
                    seen.add((member, name.keys))
                    yield name


def _spoken(game: Game, keys: Keys, word: str) -> frozenset[str]:
    """The keys of a name's word in the languages of the game: what it may be a form of elsewhere makes other words alike."""
    every = keys.of(word)
    return frozenset(key for key in every if key.partition(":")[0] in game.prose.languages) or frozenset(every)


def _deeds(game: Game, intents: Mapping[str, Intent]) -> frozenset[str]:
    """The actions that may stand for a parameter of something that is asked about."""
    named = {member for intent in intents.values() for place in intent.places for member in place.members}
    return frozenset(named & game.program.actions.keys())


def _somebody(roles: Iterable[str], intents: Mapping[str, Intent]) -> dict[str, str]:
    """Of each role the first other that can do just the same."""
    able = {role: {name for name, intent in intents.items() if role in intent.doers} for role in roles}
    alike = {role: [other for other in able if other != role and able[other] == able[role]] for role in able}
    return {role: others[0] for role, others in alike.items() if others}


def _by_key(wordings: list[Wording]) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for number, wording in enumerate(wordings):
        for at, part in enumerate(wording.parts):
            for key in part.keys:
                found.setdefault(key, []).append((number, at))
    return found


def _weights(wordings: list[Wording], intents: dict[str, Intent]) -> dict[str, float]:
    """The fewer things a word is said of, the more it tells."""
    said: dict[str, set[str]] = {}
    for wording in wordings:
        of = wording.of.removeprefix(DUTIES)  # a deed that must be done is said like one that may be
        for part in wording.parts:
            for key in part.keys:
                said.setdefault(key, set()).add(of)
    number = sum(not name.startswith(DUTIES) for name in intents)
    return {key: math.log(1 + number / len(of)) for key, of in said.items()}


def _amounts(wording: Wording, weights: dict[str, float]) -> tuple[str, bool, tuple[float, ...]]:
    amounts = tuple(_weight(part.keys, weights) * (-1 if part.optional else 1) for part in wording.parts)
    return wording.of, wording.source == PATTERN, amounts


def _weight(keys: frozenset[str], weights: dict[str, float]) -> float:
    return min((weights.get(key, 0.0) for key in keys), default=0.0)


def _asked_for(game: Game, identity: str, lang: str) -> str:
    """The words in which players ask for a section or a paragraph, where it has such; each counts once."""
    phrases = game.asking.phrases.get(f"{PARAGRAPH}{identity}")
    if phrases is None:
        return ""
    said = (word for pattern in phrases.ways.get(lang, ()) for word in words(plain_words(pattern)))
    return " ".join(dict.fromkeys(said))


def _texts(game: Game, keys: Keys) -> tuple[list[str], dict[str, list[tuple[int, float]]]]:
    """Paragraphs by the words in them."""
    paragraphs = list(game.prose.paragraphs)
    counted: list[Counter[str]] = []
    begun: set[str] = set()  # sections: who asks for one wants its first paragraph most
    for identity in paragraphs:
        paragraph = game.prose.paragraphs[identity]
        heading = game.prose.headings.get(paragraph.section)
        counts: Counter[str] = Counter()
        for tongue in tongues():
            if tongue.lang not in game.prose.languages:
                continue
            title = heading.title.get(tongue.lang, "") if heading is not None else ""
            text = plain_text(paragraph.text.get(tongue.lang, ""))
            section = _asked_for(game, paragraph.section, tongue.lang)
            own = _asked_for(game, identity, tongue.lang)
            first = paragraph.section not in begun
            for said, times in ((title, _HEADING), (text, 1), (section, _FIRST if first else 1), (own, _FIRST)):
                for word in words(said):
                    if word not in LANGUAGES[tongue.lang].small:
                        for key in keys.own(word, tongue):
                            counts[key] += times
        begun.add(paragraph.section)
        counted.append(counts)
    sizes = [sum(counts.values()) for counts in counted]
    mean = sum(sizes) / max(1, len(sizes))
    held: Counter[str] = Counter(key for counts in counted for key in counts)
    texts: dict[str, list[tuple[int, float]]] = {}
    for number, counts in enumerate(counted):
        for key, times in counts.items():
            tells = math.log(1 + (len(counted) - held[key] + 0.5) / (held[key] + 0.5))
            much = times * (_OFTEN + 1) / (times + _OFTEN * (1 - _LONG + _LONG * sizes[number] / mean))
            texts.setdefault(key, []).append((number, tells * much))
    return paragraphs, texts
