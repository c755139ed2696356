"""Who is who in a question: who does or sees something, whose it is, and where the one who asks is meant."""

from __future__ import annotations

from collections.abc import Container

from grammar.base.corollaries import VIEWERS
from grammar.nodes import corollary
from referee.understanding.facts import Scene
from referee.understanding.intents import Intent, Place
from referee.understanding.matching import Match
from referee.understanding.mentions import Mention
from referee.understanding.reading import Argument
from referee.understanding.tokens import Word

#: how names of what is asked of sight begin
_VIEWERS = corollary(VIEWERS, "")
#: how sure a word is that stands for the one who asks, where somebody is named as well
_MYSELF = 0.9


def _owns(word: Word) -> bool:
    """Whether a name owns what follows it: *Ben's*."""
    return word.text.lower().endswith(("'s", "’s"))


def doer(scene: Scene, doers: Container[str], first: int) -> Mention | None:
    """Whoever is named as the one who does it: the first of the clause that asks, before the deed and behind nothing that tells."""
    asked = scene.typed.asked
    for each in scene.mentions:
        if each.end > first or each.start not in asked or each.member not in doers:
            continue
        before = [word for word in scene.words[: each.start] if word.at in asked]
        if not any(word.me or not word.small for word in before) and not _owns(scene.words[each.end - 1]):
            return each
    return None


def oneself(scene: Scene, intent: Intent, place: Place, match: Match) -> list[Mention]:
    """Where the one who asks is named for a place: *myself* behind a deed; of a value with places for several, any word of theirs."""
    asker, roles = scene.asker, scene.roles
    if asker is None or asker not in place.members or not place.members <= roles:
        return []
    if intent.sort != "value":
        first = min(match.words, default=0)
        return [Mention(asker, word.at, word.at + 1, _MYSELF) for word in scene.words if word.self and word.at > first]
    if sum(bool(each.members) and each.members <= roles for each in intent.places) < 2:
        return []
    return [Mention(asker, word.at, word.at + 1, 1.0) for word in scene.words if word.me]


class Sight:
    """*May Ben see my hand?*: who would see it, and whose it is."""

    def __init__(self, scene: Scene, intent: Intent, match: Match) -> None:
        self._scene, self._intent = scene, intent
        self._verb, self._noun = min(match.words, default=0), max(match.words, default=0)
        self.viewer: str | None = None
        self.words: set[int] = set()

    @staticmethod
    def is_asked(intent: Intent) -> bool:
        """Whether it is asked who sees something."""
        return intent.name.startswith(_VIEWERS)

    def arguments(self) -> list[Argument | None] | None:
        """Whose it is; None where nobody is said to see it."""
        scene, places = self._scene, self._intent.places
        people = sorted(
            [
                *((each.start, each.member, _owns(scene.words[each.end - 1])) for each in self._named()),
                *((word.at, scene.asker, False) for word in scene.words if word.me and scene.asker is not None),
            ]
        )
        before = [(at, who) for at, who, owns in people if at < self._verb and not owns]
        owners = [(at, who) for at, who, owns in people if at > self._verb or owns]
        if not before or len(places) > 1 or any(not place.members <= scene.roles for place in places):
            return None
        at, self.viewer = before[0]
        self.words = {at}
        if not places:
            return []
        if not owners:
            return [None]
        at, owner = min(owners, key=lambda each: abs(each[0] - self._noun))
        self.words.add(at)
        return [Argument(places[0].name, owner, (at,), True)]

    def _named(self) -> list[Mention]:
        return [each for each in self._scene.mentions if each.member in self._scene.roles]
