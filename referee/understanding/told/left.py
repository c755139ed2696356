"""What a reading leaves out of what was said: words to strike out, and whether one of them could turn the answer."""

from __future__ import annotations

from collections.abc import Iterable

from grammar.base.records import record
from referee.understanding.reading import Fact
from referee.understanding.told.scene import Scene


@record
class Left:
    """The words that say nothing in a reading."""

    words: tuple[str, ...]
    grave: bool  #: whether a denial, a number or the name of somebody or something is among them: no definite answer stands on such a reading


def left_over(scene: Scene, used: set[int], facts: Iterable[Fact], unsaid: Iterable[int]) -> Left:
    """`used`: the words that say something; `unsaid`: those that do not although they stand among them."""
    denials = _denials(scene, used, tuple(facts))
    numbers = unused_numbers(scene, used) | _amounts(scene, used)
    left = [
        word
        for word in scene.words
        if (not word.small and word.at not in used) or word.at in {*unsaid, *denials, *numbers}
    ]
    named = {at for each in scene.mentions for at in each.words}
    grave = bool(denials or numbers) or any(word.at in named or word.ordinal is not None for word in left)
    return Left(tuple(word.text for word in left), grave)


def unused_numbers(scene: Scene, used: set[int]) -> frozenset[int]:
    """Numbers in figures that stand for nothing; a *1* before what is said says no more than *a*."""
    named = _parts_of_names(scene)
    return frozenset(
        word.at
        for word in scene.words
        if word.folded.isdecimal()
        and word.at not in used
        and word.at not in named
        and not (word.number == 1 and word.at + 1 in used)
    )


def _amounts(scene: Scene, used: set[int]) -> frozenset[int]:
    """Numbers in words that stand for nothing; *one* and *all* say little more than *a*."""
    named = _parts_of_names(scene)
    return frozenset(
        word.at
        for word in scene.words
        if word.number is not None
        and word.number > 1
        and not word.every
        and word.at not in used
        and word.at not in named
    )


def _parts_of_names(scene: Scene) -> set[int]:
    """The words of names; a name that is nothing but a number is a number."""
    words = scene.words
    return {at for each in scene.mentions if any(words[a].number is None for a in each.words) for at in each.words}


def _denials(scene: Scene, used: set[int], facts: tuple[Fact, ...]) -> frozenset[int]:
    """Words that deny, and deny nothing of what was understood: neither a fact beside them nor by the wording itself."""
    denied = {scene.words[at].part for fact in facts if fact.value in (False, 0, None, ()) for at in fact.words}
    return frozenset(
        word.at
        for word in scene.words
        if word.denied and word.at not in used and word.part not in denied and not _asks(scene, word.at)
    )


def _asks(scene: Scene, at: int) -> bool:
    """Whether a denial only asks: *can't I …?*, *isn't Ben …?*, and no more."""
    words = scene.words
    begins = at == 0 or words[at - 1].clause != words[at].clause
    named = at + 1 < len(words) and (words[at + 1].me or any(each.start == at + 1 for each in scene.mentions))
    return begins and named


def repeated(scene: Scene, used: set[int]) -> set[int]:
    """Words that say again what another of them said."""
    said = {key for at in used for key, _ in scene.words[at].keys}
    return {word.at for word in scene.words if word.number is None and any(key in said for key, _ in word.keys)}
