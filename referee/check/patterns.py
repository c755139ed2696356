"""Patterns of questions: whether each stands for something, its slots can be filled, and it says anything at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grammar.nodes import is_corollary, spelled
from grammar.patterns.tree import Choice, Pattern, Slot, Word
from kb.asking.entities import EVERY, Phrases
from kb.library import Game
from kb.model.problems import Problem, did_you_mean, problem
from kb.rules.program import Program
from kb.search.analysis import LANGUAGES
from kb.search.fold import words
from referee.rules.code import Code
from referee.understanding.intents import FLAG, LIST, MEMBER, Intent, Tellable, intents_of, tellables_of
from referee.understanding.phrases import expanded, told_target, written


def check_patterns(game: Game, code: Code) -> Iterator[Problem]:
    """PATTERN-NAME, PATTERN-SLOT, PATTERN-NEVER."""
    asking = game.asking
    if not asking.phrases and not asking.internal:
        return
    intents = {spelled(name): intent for name, intent in intents_of(game, code, {}).items()}
    tellables = tellables_of(game, code)
    members = {member for known in game.program.members.values() for member in known}
    internal = frozenset(asking.internal)
    known = {*intents, *members, *game.program.kinds}
    texts = {*game.prose.paragraphs, *game.prose.headings}
    for phrases in asking.phrases.values():
        if phrases.is_text:
            if phrases.id[1:] not in texts:
                cure = did_you_mean(phrases.id[1:], texts)
                yield problem("PATTERN-NAME", phrases.place, f"[{phrases.id}] is no section or paragraph.", cure)
        elif phrases.is_told:
            yield from _told(phrases, tellables, code)
        elif phrases.bound is not None:
            yield from _bound(phrases, *phrases.bound, intents)
        elif phrases.id in internal and phrases.id not in known:
            message = f"[{phrases.id}] says how it is asked about, and [internal] that nobody asks about it."
            yield problem("PATTERN-NAME", phrases.place, message, "Leave one of them out.")
        elif phrases.id not in known:
            cure = _cure(phrases.id, known, tellables)
            yield problem("PATTERN-NAME", phrases.place, f"[{phrases.id}] is no action, value, member or kind.", cure)
        else:
            intent = intents.get(phrases.id)
            yield from _slots(phrases, _slots_of(intent) if intent is not None else frozenset())
        yield from _never(phrases)
    if asking.internal_place is not None:
        nameable = _nameable(game.program)
        for name in asking.internal:
            if name not in nameable:
                message = f"[internal] names “{name}”, which is no action, value or fact."
                yield problem("PATTERN-NAME", asking.internal_place, message, did_you_mean(name, nameable))


def _nameable(program: Program) -> frozenset[str]:
    """All that questions could be about, by itself or by what follows from it: who sees it, how it starts, how often."""
    declared = (
        program.actions,
        program.classes,
        program.values,
        program.columns,
        program.facts,
        program.phases,
        program.procedures,
    )
    return frozenset(name for names in declared for name in names if not is_corollary(name))


def _slots_of(intent: Intent) -> frozenset[str]:
    return frozenset(place.name for place in intent.places)


def _cure(name: str, known: Iterable[str], tellables: Mapping[str, Tellable]) -> str:
    """What to write instead of a heading that stands for nothing."""
    target = told_target(f"{name} = {{value}}")
    fact = tellables.get(target[0]) if target is not None else None
    if fact is not None:
        return f"It is a fact: say how it is told, {_head(fact)}."
    if name.startswith("must("):
        return "“Must I …?” is read by itself, by the words of the action: write its patterns under the action."
    return did_you_mean(name, known)


def _head(fact: Tellable) -> str:
    """The heading under which stands how a fact is told."""
    keys = [f"{{{key.name}}}" for key in fact.keys]
    of = f" of {keys[0]}" if len(keys) == 1 else f"({', '.join(keys)})" if keys else ""
    return f'`["{fact.name}{of} = {"yes" if fact.value.shape == FLAG else "{value}"}"]`'


def _told(phrases: Phrases, tellables: dict[str, Tellable], code: Code) -> Iterator[Problem]:
    target = told_target(phrases.id)
    fact = tellables.get(target[0]) if target is not None else None
    if target is None or fact is None:
        name = target[0] if target is not None else phrases.id
        yield problem("PATTERN-NAME", phrases.place, f"“{name}” is no fact.", did_you_mean(name, tellables))
        return
    _, keys, value = target
    if len(keys) != len(fact.keys):
        message = f"“{fact.name}” has {len(fact.keys)} keys, here it has {len(keys)}."
        yield problem("PATTERN-NAME", phrases.place, message)
        return
    items = [value]
    if fact.value.shape == LIST and value.startswith("[") and value.endswith("]"):
        items = [item.strip() for item in value[1:-1].split(",") if item.strip()]
    elif value.isdecimal() and fact.name in code.piles:  # how many cards it holds
        items = []
    for given, place in (*zip(keys, fact.keys, strict=True), *((item, fact.value) for item in items)):
        if not given.startswith("{") and place.members and given not in place.members and given != "none":
            yield problem("PATTERN-NAME", phrases.place, f"“{given}” is nothing that “{fact.name}” may have there.")
    named = frozenset(each.strip("{}") for each in (*keys, value) if each.startswith("{"))
    yield from _slots(phrases, named)


def _bound(
    phrases: Phrases, name: str, arguments: Iterable[tuple[str, str]], intents: dict[str, Intent]
) -> Iterator[Problem]:
    """An argument that is said by words of its own: of what there is, and what it may be."""
    intent = intents.get(name)
    if intent is None:
        yield problem("PATTERN-NAME", phrases.place, f"“{name}” is no action or value.", did_you_mean(name, intents))
        return
    places = {place.name: place for place in intent.places}
    for argument, value in arguments:
        if argument not in places:
            message = f"“{name}” takes no “{argument}”."
            yield problem("PATTERN-NAME", phrases.place, message, did_you_mean(argument, places))
        elif places[argument].shape == MEMBER and value not in places[argument].members:
            yield problem("PATTERN-NAME", phrases.place, f"“{value}” is nothing that “{name}” may have there.")
    yield from _slots(phrases, frozenset())


def _slots(phrases: Phrases, known: frozenset[str]) -> Iterator[Problem]:
    for lang, patterns in phrases.ways.items():
        for pattern in patterns:
            for slot in _slots_in(pattern):
                if slot not in known:
                    cure = f"It has {', '.join(sorted(known))}." if known else "Nothing can be filled in here."
                    message = f"[{phrases.id}] {lang}: “{written(pattern)}” has the slot {{{slot}}}."
                    yield problem("PATTERN-SLOT", phrases.place, message, cure)


def _slots_in(items: Iterable[Word | Slot | Choice]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Slot):
            yield item.name
        elif isinstance(item, Choice):
            for way in item.ways:
                yield from _slots_in(way)


def _never(phrases: Phrases) -> Iterator[Problem]:
    """A pattern of small words alone is no sign of anything; slots alone tell a fact."""
    for lang, patterns in phrases.ways.items():
        for pattern in patterns:
            slots_alone = phrases.is_told and all(isinstance(item, Slot) for item in pattern)
            if not slots_alone and not all(_says(way, lang) for way in expanded(pattern)):
                message = f"[{phrases.id}] {lang}: “{written(pattern)}” can be said without a telling word."
                yield problem("PATTERN-NEVER", phrases.place, message)


def _says(way: Pattern, lang: str) -> bool:
    """Whether a word that must be said tells something."""
    small = frozenset[str]() if lang == EVERY or lang not in LANGUAGES else LANGUAGES[lang].small
    needed = [item for item in way if isinstance(item, Word) or (isinstance(item, Choice) and not item.optional)]
    return any(word not in small for item in needed for word in _words(item))


def _words(item: Word | Slot | Choice) -> Iterator[str]:
    if isinstance(item, Word):
        yield from words(item.text)
    elif isinstance(item, Choice):
        for way in item.ways:
            for inner in way:
                yield from _words(inner)
