"""Facts told in rows: a list that goes on, a key with its value just behind it, a number just before what it counts."""

from __future__ import annotations

from collections.abc import Iterator

from referee.notation import tell_text
from referee.understanding.intents import MEMBER, NUMBER, Tellable
from referee.understanding.mentions import Mention
from referee.understanding.phrases import Wording
from referee.understanding.reading import Fact
from referee.understanding.tokens import Word
from referee.understanding.told.scene import BEFORE, Scene

#: words between a key and its value
_NEAR = 4


def going_on(scene: Scene, fact: Fact, tellable: Tellable) -> Iterator[Fact]:
    """A list that goes on: other keys with their numbers, in the order of the first pair if that can be, and nothing else between."""
    if tellable.value.shape != NUMBER or len(tellable.keys) != 1:
        return
    number_first = _is_number_first(scene, fact)
    told, end = {*fact.leaf[1]}, fact.words[-1]
    while True:
        ways = (_pair(scene, tellable.keys[0].members - told, end, way) for way in (number_first, not number_first))
        pair = next((each for each in ways if each is not None), None)
        if pair is None:
            return
        mention, number = pair
        told.add(mention.member)
        words = tuple(sorted((*mention.words, number.at)))
        end = words[-1]
        leaf = (fact.leaf[0], (mention.member,))
        yield Fact(leaf, number.number, f"{tell_text(leaf)} = {number.number}", words, fact.sure * 0.9, words)


def _is_number_first(scene: Scene, fact: Fact) -> bool:
    """Whether the number of a fact stands before what it is told of: *6 with Ada*."""
    numbers = [at for at in fact.words if scene.words[at].number == fact.value and at not in fact.core]
    named = [each.start for each in scene.mentions if each.member in fact.leaf[1] and each.start in fact.words]
    return bool(numbers and named) and numbers[0] < named[0]


def _pair(scene: Scene, members: frozenset[str], end: int, number_first: bool) -> tuple[Mention, Word] | None:
    """The next member and the next number behind some word, close together; None where anything else stands between."""
    mention = next((each for each in scene.mentions if each.start > end and each.member in members), None)
    if mention is None:
        return None
    words = scene.words
    if number_first:
        low, high = end + 1, mention.start
    else:
        low, high = mention.end, mention.end + BEFORE
    number = next((word for word in words[low:high] if word.number is not None), None)
    if number is None or (number_first and mention.start - number.at > BEFORE):
        return None
    first, last = sorted((number.at, mention.start))
    between = [
        *words[end + 1 : first],
        *(word for word in words[first:last] if word.at not in (number.at, *mention.words)),
    ]
    if any(not word.small for word in between) or any(word.breaks for word in words[first + 1 : last + 1]):
        return None
    return mention, number


def in_a_row(scene: Scene, wording: Wording, fact: Tellable) -> Iterator[Fact]:
    """A key and its value, one behind the other in the same clause."""
    if fact.value.shape == NUMBER:
        yield from _counted(scene, wording, fact)
    if len(fact.keys) != 1 or fact.value.shape != MEMBER:
        return
    keys = [each for each in scene.mentions if each.member in fact.keys[0].members]
    values = [each for each in scene.mentions if each.member in fact.value.members]
    for key in keys:
        behind = [each for each in values if each.start >= key.end]
        following = min((other.start for other in keys if other.start >= key.end), default=len(scene.words))
        for value in behind[:1]:
            away = value.start - key.end
            broken = any(scene.words[at].breaks for at in range(key.end, value.start + 1))
            if away <= _NEAR and value.start < following and not broken:
                leaf = (wording.of, (key.member,))
                words = tuple(sorted({*key.words, *value.words}))
                yield Fact(leaf, value.member, f"{tell_text(leaf)} = {value.member}", words, 1.0 - 0.05 * away, words)


def _counted(scene: Scene, wording: Wording, fact: Tellable) -> Iterator[Fact]:
    """A number just before what it counts: of the one who asks, unless somebody else is named."""
    counted = [place for place in fact.keys if not place.members <= scene.roles]
    if len(counted) != 1:
        return
    for mention in scene.mentions:
        before = scene.words[mention.start - 1] if mention.start else None
        if mention.member not in counted[0].members or before is None or before.number is None:
            continue
        keys = [mention.member if place is counted[0] else scene.asker for place in fact.keys]
        if all(key is not None and key in place.members for key, place in zip(keys, fact.keys, strict=True)):
            leaf = (wording.of, tuple(keys))
            words = tuple(sorted({before.at, *mention.words}))
            yield Fact(leaf, before.number, f"{tell_text(leaf)} = {before.number}", words, 0.7, words)
