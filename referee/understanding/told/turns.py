"""Whose turn it is said to be: *if it is Ben's turn*, *when it is not my turn*."""

from __future__ import annotations

from collections.abc import Iterator

from referee.books import MOVER
from referee.understanding.lexicon import Lexicon
from referee.understanding.mentions import Mention
from referee.understanding.reading import Fact
from referee.understanding.told.scene import Scene

#: how sure it is
_SURE = 0.95
#: words between somebody and the turn that is theirs
_NEAR = 3


def turns(scene: Scene, lexicon: Lexicon) -> Iterator[Fact]:
    """Somebody and the turn, close together where something is told; that it is not one's own is told as the turn of somebody else."""
    if MOVER not in lexicon.tellables:
        return
    asked = scene.typed.asked if len(scene.typed.asked) < len(scene.words) else frozenset[int]()
    for word in scene.words:
        if not word.turn or word.at in asked:
            continue
        near = [each for each in _people(scene, word.clause) if each.away((word.at,)) <= _NEAR]
        if not near:
            continue
        whose = min(near, key=lambda each: each.away((word.at,)))
        denied = [each.at for each in scene.words if each.denied and each.clause == word.clause and each.at < word.at]
        who: str | None = whose.member
        if denied:
            who = scene.somebody if whose.member == scene.asker else None
        if who is not None:
            said = tuple(sorted({word.at, *whose.words, *denied}))
            yield Fact((MOVER, ()), who, f"{MOVER} = {who}", said, _SURE, (word.at,))


def _people(scene: Scene, clause: int) -> Iterator[Mention]:
    """Those who are named in a clause, the one who asks among them."""
    words = scene.words
    yield from (each for each in scene.mentions if each.member in scene.roles and words[each.start].clause == clause)
    if scene.asker is not None:
        yield from (Mention(scene.asker, w.at, w.at + 1, 1.0) for w in words if w.me and w.clause == clause)
