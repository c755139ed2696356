"""Which of the facts that a text may tell are told where something is asked: those its rules read, and not what names the thing itself."""

from __future__ import annotations

from collections.abc import Iterator

from referee.understanding.intents import AMOUNTS, MEMBER, NUMBER, Intent
from referee.understanding.matching import Match
from referee.understanding.reading import Fact
from referee.understanding.told.scene import Scene

#: how sure a fact must be, and over how many steps a rule may rest on it
_SURE, _STEPS = 0.55, 9
#: how sure one is whose value stands just beside
_PLAIN = 0.95
#: how sure a fact must be to stand instead of one of which fewer words speak
_LIKELY = 0.85
#: facts of one reading
_MOST_FACTS = 8


def facts_of(scene: Scene, intent: Intent, words: frozenset[int], told: list[Fact]) -> list[Fact]:
    """The told facts that its rules read; each word gives one fact its value, each fact has one value."""
    chosen: list[Fact] = []
    taken: set[int] = set()
    words = words & scene.typed.asked or words  # what stands where something is told tells it
    words -= {at for at in words if scene.words[at].each}  # *for each loan* counts, whatever else it says
    leaves: set[object] = set()
    for fact in _likely_facts(scene, intent, words, told):
        together = [each for each in chosen if each.of_all and fact.of_all and each.words == fact.words]
        own = [at for at in fact.words if together or at not in taken]
        if not _is_worded(fact):
            own = [at for at in own if at not in words]
        if fact.leaf in leaves or not own or len(own) * 2 < len(fact.words) or len(chosen) >= _MOST_FACTS:
            continue
        chosen.append(fact)
        leaves.add(fact.leaf)
        taken.update(fact.words)
    return chosen


def is_doing(fact: Fact, match: Match, acting: range) -> bool:
    """Whether it is read out of who does it and what is done: that they do it is asked, not told."""
    core = set(fact.core)
    return not set(fact.words).isdisjoint(acting) and (not core.isdisjoint(match.words) or core <= set(acting))


def _doubt(intent: Intent, fact: Fact) -> float:
    """How much speaks against a fact: what lies far behind what is asked is told less often, and of two who says more words says more."""
    return -fact.sure + 0.03 * intent.reads[fact.leaf[0]] - 0.01 * len(fact.core)


def _is_worded(fact: Fact) -> bool:
    """An author's words for a fact tell it wherever they stand, if they are more than its name."""
    return fact.sure > 1 and len(fact.core) > 1


def _likely_facts(scene: Scene, intent: Intent, words: frozenset[int], told: list[Fact]) -> Iterator[Fact]:
    """The facts that may be told where this is asked, surest and nearest first."""
    counts = any(
        place.shape in (NUMBER, AMOUNTS) for place in intent.places
    )  # then a number beside its name is an argument
    asked = scene.typed.asked if len(scene.typed.asked) < len(scene.words) else frozenset()
    near = [fact for fact in told if intent.reads.get(fact.leaf[0], 99) <= _STEPS and fact.sure >= _SURE]
    near = [fact for fact in near if not any(_says_more(other, fact) for other in told)]
    for fact in sorted(near, key=lambda fact: (_doubt(intent, fact), fact.text)):
        plain = type(fact.value) is int and fact.sure >= _PLAIN and not counts
        # an author's words tell it too, unless they are the very words of what is asked
        worded = _is_worded(fact) and not (scene.typed.asked.issuperset(fact.words) and words.issuperset(fact.core))
        if not (plain or worded) and all(at in words for at in fact.core):
            continue  # what names the thing that is asked about tells nothing of it, unless its value stands just beside
        if asked and (_is_argument(scene, intent, fact, asked) or _is_asked(scene, fact, asked)):
            continue
        if counts and (_is_counted(scene, words, fact, near) or _is_only_counted(scene, words, fact)):
            continue
        yield fact


def _says_more(one: Fact, other: Fact) -> bool:
    """Whether the same words and more of them tell something else: *2 on my mat* is no *2 in my hand*."""
    return (
        one.leaf[0] != other.leaf[0]
        and one.sure >= _LIKELY
        and set(one.core) > set(other.core)
        and set(one.words) > set(other.words)
    )


def _is_counted(scene: Scene, words: frozenset[int], fact: Fact, told: list[Fact]) -> bool:
    """Whether the number of a fact stands where something is done, and another number, elsewhere, tells the same fact."""
    clauses = {scene.words[at].clause for at in words}
    elsewhere = [each for each in told if each.leaf == fact.leaf and each.value != fact.value]
    here = any(scene.words[at].number == fact.value and scene.words[at].clause in clauses for at in fact.words)
    return (
        type(fact.value) is int
        and here
        and any(
            scene.words[at].number == each.value and scene.words[at].clause not in clauses
            for each in elsewhere
            for at in each.words
        )
    )


def _is_asked(scene: Scene, fact: Fact, asked: frozenset[int]) -> bool:
    """Whether the clause that asks says nothing but that something is so: then that is asked, and not told."""
    telling = {word.at for word in scene.typed.telling if word.at in asked}
    return fact.value is True and asked.issuperset(fact.words) and telling.issubset(fact.words)


def _is_only_counted(scene: Scene, words: frozenset[int], fact: Fact) -> bool:
    """Whether a fact is nothing but a number and what it counts, where something is done with so many."""
    clauses = {scene.words[at].clause for at in words}
    return (
        type(fact.value) is int
        and fact.core == fact.words
        and any(scene.words[at].number == fact.value for at in fact.words)
        and all(scene.words[at].clause in clauses for at in fact.words)
        and not any(word.me and word.at + 1 == fact.words[0] for word in scene.words)
    )


def _is_argument(scene: Scene, intent: Intent, fact: Fact, asked: frozenset[int]) -> bool:
    """Whether the value of a fact is named where the question is asked, and may be what it is asked with."""
    if not isinstance(fact.value, str) or not asked.intersection(fact.core):
        return False
    fits = any(place.shape == MEMBER and fact.value in place.members for place in intent.places)
    return fits and any(each.member == fact.value and each.start in asked for each in scene.mentions)
