"""Things that nobody names: *my company*, *the tower*, where what is told is told of one, whichever it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.understanding.intents import LIST, MEMBER, Intent, Place, Tellable
from referee.understanding.reading import Fact
from referee.understanding.told.scene import Scene


def new_member(kind: str) -> str:
    """What something is called that nobody has named."""
    return f"that_{kind}"


def unnamed_key(scene: Scene, place: Place) -> str | None:
    """What stands for a key of which nothing is named; None where something is, or where only people fit."""
    if not place.kind or any(each.member in place.members for each in scene.mentions):
        return None
    return new_member(place.kind)


def fitting(intent: Intent, told: Iterable[Fact], tellables: Mapping[str, Tellable]) -> list[Fact]:
    """What is told of things that are named, and of the one thing without a name that is asked about."""
    facts = [(fact, _kinds(fact, tellables[fact.leaf[0]])) for fact in told]
    spoken = {kind for _, kinds in facts for kind in kinds}
    asked = [place.kind for place in intent.places if place.shape in (MEMBER, LIST) and place.kind in spoken]
    return [fact for fact, kinds in facts if not kinds or kinds == {*asked[:1]}]


def named_alone(facts: Iterable[Fact], tellables: Mapping[str, Tellable]) -> list[Fact]:
    """What is told of things that are named."""
    return [fact for fact in facts if not _kinds(fact, tellables[fact.leaf[0]])]


def _kinds(fact: Fact, tellable: Tellable) -> set[str]:
    """The kinds of the things without a name that a fact is told of; not of those that have no names anyway."""
    return {place.kind for place in tellable.keys if place.kind and new_member(place.kind) in fact.leaf[1]}
