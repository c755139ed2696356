"""Text -> readings: what a game's words may mean here, each candidate read to its end, the best first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from grammar.base.corollaries import CHOICES, LIMIT, ORDER, START, VIEWERS, asked_of
from grammar.base.records import replace
from grammar.nodes import SIGN, corollary, spelled
from kb.asking.weights import weights
from kb.library import Game
from kb.search.fold import words
from referee.explanation.phrases import phrase
from referee.explanation.said import Said
from referee.rules.code import Code
from referee.understanding.arguments import Filling, Sight
from referee.understanding.intents import CHOSEN, DUTIES, FLAG, Intent
from referee.understanding.keys import Keys
from referee.understanding.lexicon import Lexicon, build
from referee.understanding.matching import Match, likely, matches, texts
from referee.understanding.mentions import mentions_in
from referee.understanding.phrases import PATTERN, Wording
from referee.understanding.ranking import asked_share, done_by, filled, fit, lessened, main_ask, ranked
from referee.understanding.reading import Argument, Fact, Reading
from referee.understanding.shelf import opened, packed
from referee.understanding.tokens import Typed, asks_for_much, number_of, read, speaks_of_duty
from referee.understanding.told.chosen import facts_of, is_doing
from referee.understanding.told.facts import facts_in
from referee.understanding.told.left import left_over, repeated, unused_numbers
from referee.understanding.told.scene import Scene
from referee.understanding.told.unnamed import fitting, named_alone, new_member
from referee.understanding.tongue import Ask, tongues
from referee.understanding.who import actor_of, asked_by, bound_to

#: where the lexicon is kept beside the compiled rules
_KEY = "understanding"
#: how the names of starts begin
_START = corollary(START, "")
#: readings that are handed on
MOST = 8
#: paragraphs that are looked at
_PARAGRAPHS = 20
#: a question of fewer telling words is a look-up
_SHORT = 2.0
#: what the words of a wording must weigh to count in full
_STRONG = 5.0


class Understanding:
    """Understands questions about one game; never changed by them."""

    def __init__(self, game: Game, code: Code, doers: Callable[[], Mapping[str, tuple[str, ...]]]) -> None:
        """`doers`: who may do each action, asked for when the lexicon must be made."""
        self._roles = frozenset(game.program.members.get(game.program.roles, ()))
        self.lexicon = _kept(game, code, doers)
        #: name -> the words that say arguments of it
        self._bounds: dict[str, list[Wording]] = {}
        for wording in self.lexicon.bounds:
            self._bounds.setdefault(wording.of, []).append(wording)
        self._keys = Keys(self.lexicon.classes)
        self._keys.learn(self.lexicon.known, self.lexicon.spelt)

    def typed(self, text: str) -> Typed:
        """The words of a text."""
        return read(text, self._keys)

    def readings(self, text: str, asker: str | None = None) -> list[Reading]:
        """What may be meant, best first."""
        typed, readings = self.candidates(text, asker)
        found: list[Reading] = []
        for reading in ranked(weights(), typed, readings):
            if reading.intent.startswith(_START) and not self._starts(typed, reading.intent.removeprefix(_START)):
                found.append(self._itself(reading))
                if len(found) > 1:
                    continue
            found.append(reading)
        return lessened(typed, found)[:MOST]

    @cached_property
    def _beginning(self) -> frozenset[str]:
        """The keys of words that say that something is so at the start."""
        return self._said_of("start of")

    def _starts(self, typed: Typed, fact: str) -> bool:
        """Whether a question speaks of the start of a fact, and not of what is so now; a word of its own name names it."""
        lexicon = self.lexicon
        said: list[bool] = []  # of each word that speaks of a start: whether it is one of the fact's own
        for word in typed.words:
            known = any(key in lexicon.known for key, _ in word.keys)
            keys = [key for key, _ in (word.keys if known else (*word.keys, *word.kin)) if key in self._beginning]
            if keys:
                numbers = (number for key in keys for number, _ in lexicon.facts_by_key.get(key, ()))
                said.append(any(lexicon.facts[number].of == fact for number in numbers))
        return len(said) > 1 or said == [False]

    def _itself(self, reading: Reading) -> Reading:
        """The fact of which only the start can be worked out: as likely meant, where nobody speaks of the start."""
        fact = reading.intent.removeprefix(_START)
        return replace(
            reading, fact=fact, question=_called(fact, [each.text for each in reading.arguments], corollary=True)
        )

    def candidates(self, text: str, asker: str | None = None, *, unnamed: bool = True) -> tuple[Typed, list[Reading]]:
        """The words of a text, and everything that is looked at closely, with its signs; `unnamed`: whether things that nobody names
        may be told something."""
        typed = self.typed(text)
        if not typed.telling:
            return typed, []
        lexicon = self.lexicon
        found, spoken = matches(typed, lexicon), texts(typed, lexicon)
        found = {name: many for name, many in found.items() if not _is_other(typed, name, lexicon)}
        mentions = mentions_in(typed.words, lexicon, self._roles, lexicon.somebody.get(asker or ""))
        scenes: dict[str | None, tuple[Scene, list[Fact]]] = {}
        readings: list[Reading] = []
        for name in likely(found, spoken, lexicon):
            intent = lexicon.intents[name]
            who = asked_by(asker, intent)
            if who not in scenes:
                scene = Scene(typed, mentions, who, self._roles, lexicon.somebody.get(who or ""))
                told = facts_in(scene, lexicon)
                scenes[who] = scene, told if unnamed else named_alone(told, lexicon.tellables)
            scene, told = scenes[who]
            reading = self._reading(scene, intent, found[name], told, spoken, asker)
            if reading is not None:
                readings.append(reading)
        return typed, readings

    def paragraphs(self, text: str) -> list[str]:
        """The paragraphs that speak most of what was typed, in whatever language, best first."""
        spoken = texts(self.typed(text), self.lexicon)
        return sorted(spoken, key=lambda identity: (-spoken[identity], identity))[:_PARAGRAPHS]

    def _reading(
        self,
        scene: Scene,
        intent: Intent,
        match: Match,
        told: list[Fact],
        spoken: Mapping[str, float],
        asker: str | None,
    ) -> Reading | None:
        actor, acting = actor_of(scene, intent, match)
        told = fitting(intent, told, self.lexicon.tellables)
        facts = [fact for fact in facts_of(scene, intent, match.words, told) if not is_doing(fact, match, acting)]
        filling = Filling(scene, intent, facts, match, acting, self._bounds.get(intent.name, ()))
        bound = intent.name.startswith(DUTIES)
        arguments = bound_to(scene, intent, match) if bound else filling.arguments()
        sight = Sight(scene, intent, match)
        if Sight.is_asked(intent) and main_ask(scene.typed) is Ask.MAY:
            seen = sight.arguments()
            arguments = arguments if seen is None else seen
        missing = sum(place.needed and each is None for place, each in zip(intent.places, arguments, strict=True))
        if intent.sort == "value" and any(
            each is None and place.needed and not place.can_be_chosen
            for place, each in zip(intent.places, arguments, strict=True)
        ):
            return None  # what is missing cannot be asked for either
        members = {*filling.members(arguments), *_opened(facts, self.lexicon)}
        question = _question(intent, arguments, actor if actor != asker else None)
        if sight.viewer is not None:
            question = f"{sight.viewer} in {question}"
        stated = tuple(each for each in arguments if each is not None)
        words = {
            *match.words,
            *acting,
            *sight.words,
            *(at for each in stated for at in each.words),
            *(at for fact in facts for at in fact.words),
        }
        unheard = frozenset[int]() if bound or speaks_of_duty(match.wording.text) else scene.typed.duty - match.words
        unsaid = unheard | unused_numbers(scene, words) | _too_few(scene, match, stated)
        words |= repeated(scene, words)
        if intent.gives == FLAG and main_ask(scene.typed) is Ask.MUCH:
            unsaid |= _how_many(scene, words)
        left = left_over(scene, words, facts, unsaid)
        reading = Reading(
            intent.name,
            question,
            stated,
            tuple(facts),
            tuple(sorted(members)),
            left.words,
            pattern=match.wording.text,
            actor=actor,
            viewer=sight.viewer,
            unbound=bool(unheard),
            grave=left.grave,
            unnamed=len(named_alone(facts, self.lexicon.tellables)) < len(facts),
        )
        reading.parts = self._signs(scene, intent, match, spoken, words, reading, missing)
        return reading

    def _signs(
        self, scene: Scene, intent: Intent, match: Match, spoken: Mapping[str, float], words: Iterable[int],
        reading: Reading, missing: int,
    ) -> dict[str, float]:  # fmt: skip
        """What speaks for a reading, and against it."""
        weigh = self._weigh
        telling = scene.typed.telling
        whole = sum(weigh(scene.typed, word.at) for word in telling) or 1.0
        understood = {*words}
        cited = intent.paragraphs[:6]
        said = sum(each.said for each in reading.arguments)
        own = match.wording.source == PATTERN
        cover = match.cover * filled(match, reading) if own else match.cover
        strength = min(1.0, match.weight / _STRONG)  # a word that is said of many things says little
        return {
            "cover": cover,
            "told": sum(weigh(scene.typed, word.at) for word in telling if word.at in understood) / whole,
            "matched": sum(weigh(scene.typed, word.at) for word in telling if word.at in match.words) / whole,
            "heard": sum(
                weigh(scene.typed, word.at) for word in telling if word.at in match.heard or word.at in understood
            )
            / whole,
            "pattern": cover * strength if own else 0.0,
            "whole": strength if own and cover > 0.99 else 0.0,
            "text": max((spoken.get(paragraph, 0.0) for paragraph in cited), default=0.0),
            "asked": asked_share(scene, match, self._weigh),
            "fit": fit(main_ask(scene.typed), intent, seen=reading.viewer is not None),
            "named": min(2, said) / 2,
            "missing": min(2, missing) / 2 if intent.places else 0.0,
            "facts": min(3, len(reading.facts)) / 3,
            "unused": min(2, len(unused_numbers(scene, understood))) / 2,
            "doer": done_by(scene, intent),
            "unasked": 1.0 if not scene.typed.asks and asks_for_much(match.wording.text) else 0.0,
            "follows": self._follows(scene.typed, intent),
            "short": max(0.0, _SHORT - match.weight) / _SHORT,
        }

    def _follows(self, typed: Typed, intent: Intent) -> float:
        """Whether it follows from a declaration, and less so where a word says just that: *how often*, *at the start*."""
        kind, sign, _ = intent.name.partition(SIGN)
        if not sign:
            return 0.0
        own = self._corollaries.get(kind, frozenset())
        return 0.0 if any(key in own for word in typed.words for key, _ in word.keys) else 1.0

    @cached_property
    def _corollaries(self) -> dict[str, frozenset[str]]:
        """The keys of the words that say each thing that follows from a declaration."""
        return {kind: self._said_of(f"{kind} of") for kind in (START, LIMIT, ORDER, VIEWERS, CHOICES)}

    def _said_of(self, text: str) -> frozenset[str]:
        said = ((tongue, word) for tongue in tongues() for word in words(phrase(text, tongue.lang, Said(""))))
        return frozenset(
            key for tongue, word in said if word not in tongue.small for key in self._keys.own(word, tongue)
        )

    def _weigh(self, typed: Typed, at: int) -> float:
        known = [self.lexicon.weights[key] for key, _ in typed.words[at].keys if key in self.lexicon.weights]
        return max(known, default=3.0)


def _is_other(typed: Typed, name: str, lexicon: Lexicon) -> bool:
    """Whether it is asked what must be done and this is what may be, or the other way round."""
    if name.startswith(DUTIES):
        return not typed.duty
    return bool(typed.duty) and f"{DUTIES}{name}" in lexicon.intents


def _how_many(scene: Scene, used: set[int]) -> frozenset[int]:
    """The words by which a number is asked for, where the answer is a yes or a no."""
    ends = {at + 1 for at in scene.typed.much if at + 1 < len(scene.words) and scene.words[at + 1].small}
    return frozenset((scene.typed.much | ends) - used)


def _too_few(scene: Scene, match: Match, stated: Iterable[Argument]) -> frozenset[int]:
    """Where it is said that there is only one of something, of which the wording has several: *with one cat*, where two make a pair."""
    several = any((number_of(word) or 0) > 1 for word in words(match.wording.text))
    named = {at for each in stated for at in each.words}
    return frozenset(word.at for word in scene.words if several and word.number == 1 and word.at + 1 in named)


def _kept(game: Game, code: Code, doers: Callable[[], Mapping[str, tuple[str, ...]]]) -> Lexicon:
    """The lexicon as it was made before, else made now."""
    store = code.compiler.store
    kept = store.get(_KEY)
    if kept is not None:
        return opened(kept)
    made = build(game, code, doers())
    store.put(_KEY, packed(made))
    return made


def _opened(facts: Iterable[Fact], lexicon: Lexicon) -> Iterable[str]:
    """Things without a name that facts are told of."""
    for fact in facts:
        for place in lexicon.tellables[fact.leaf[0]].keys:
            for kind in (place.open_kind, place.kind):
                if kind and new_member(kind) in fact.leaf[1]:
                    yield f"{new_member(kind)}: {kind}"


def _called(name: str, written: list[str], corollary: bool) -> str:
    if corollary and len(written) == 1:
        return f"{name} of {written[0]}"
    return f"{name}({', '.join(written)})" if written else name


def _question(intent: Intent, arguments: list[Argument | None], actor: str | None) -> str:
    """The question as the referee takes it: parameters behind one that is left out go by their names."""
    written: list[str] = []
    gap = False
    for each in arguments:
        if each is None:
            gap = True
        else:
            written.append(f"{each.name}={each.text}" if gap else each.text)
    if intent.name.startswith(DUTIES):
        return asked_of(intent.name, written)
    said = _called(spelled(intent.name), written, corollary=SIGN in intent.name)
    if intent.name.startswith(CHOSEN) and intent.gives == FLAG:
        return f"yes in {said}"
    return f"{said} by {actor}" if actor is not None and intent.sort != "value" else said
