"""What somebody is said to be: *I am a spy*, *if Ben is the baker*, where only one fact says such a thing of a player."""

from __future__ import annotations

from collections.abc import Iterator

from referee.notation import tell_text
from referee.understanding.intents import MEMBER, Tellable
from referee.understanding.lexicon import Lexicon
from referee.understanding.mentions import Mention
from referee.understanding.reading import Fact
from referee.understanding.told.scene import Scene

#: how sure it is
_SURE = 0.9


def being(scene: Scene, lexicon: Lexicon) -> Iterator[Fact]:
    """A player, then only small words, then what one fact alone can say of players."""
    for what in scene.mentions:
        facts = _facts(scene, lexicon, what.member)
        if what.member in scene.roles or len(facts) != 1:
            continue
        who = _who(scene, what)
        if who is not None and who[0] in facts[0].keys[0].members:
            leaf = (facts[0].name, (who[0],))
            words = tuple(sorted({who[1], *what.words}))
            yield Fact(
                leaf, what.member, f"{tell_text(leaf)} = {what.member}", words, _SURE * what.sure, tuple(what.words)
            )


def _facts(scene: Scene, lexicon: Lexicon, member: str) -> list[Tellable]:
    """The facts of one player that can be this."""
    return [
        each
        for each in lexicon.tellables.values()
        if each.is_fact
        and len(each.keys) == 1
        and each.keys[0].members
        and each.keys[0].members <= scene.roles
        and each.value.shape == MEMBER
        and member in each.value.members
    ]


def _who(scene: Scene, what: Mention) -> tuple[str, int] | None:
    """Whoever is named last before it in its clause, with small words between and no denial, and where."""
    words = scene.words
    roles = {each.end - 1: each.member for each in scene.mentions if each.member in scene.roles}
    for at in range(what.start - 1, -1, -1):
        word = words[at]
        if word.clause != words[what.start].clause or word.denied or words[at + 1].breaks:
            return None
        if word.me and scene.asker is not None and at < what.start - 1:
            return scene.asker, at
        if at in roles:
            return (roles[at], at) if at < what.start - 1 else None
        if not word.small:
            return None
    return None
