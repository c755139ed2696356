"""Who asks a question, who does what it asks about, and whose duty that is."""

from __future__ import annotations

from referee.understanding.arguments import doer
from referee.understanding.intents import Intent
from referee.understanding.matching import Match
from referee.understanding.reading import Argument
from referee.understanding.told.scene import Scene


def asked_by(asker: str | None, intent: Intent) -> str | None:
    """Who asks; of what only one can do, that one."""
    return intent.doers[0] if asker is None and intent.sort != "value" and len(intent.doers) == 1 else asker


def actor_of(scene: Scene, intent: Intent, match: Match) -> tuple[str | None, range]:
    """Who does it, and the words that name them: the asker; else whoever is named before the deed, or at all, or the only one who can."""
    nowhere = range(0)
    told = doer(scene, intent.doers, min(match.words, default=0)) if intent.sort != "value" else None
    if told is not None:
        return told.member, told.words
    if intent.sort == "value" or scene.asker in intent.doers:
        return scene.asker, nowhere
    named = [each for each in scene.mentions if each.member in intent.doers]
    first = min(match.words, default=0)
    before = [each for each in named if each.end <= first]
    if before:
        return before[0].member, before[0].words
    wanted = {member for place in intent.places for member in place.members}
    free = [each for each in named if each.member not in wanted]  # behind the deed somebody may be whom it is done to
    if free:
        return free[0].member, nowhere
    if len(intent.doers) == 1 and not any(word.me for word in scene.words):
        return intent.doers[0], nowhere  # nobody asks for themselves what only somebody else can do
    return scene.asker, nowhere


def bound_to(scene: Scene, intent: Intent, match: Match) -> list[Argument | None]:
    """Whose duty it is: whoever is named before the deed, else the one who asks."""
    first = min(match.words, default=0)
    me = [word.at for word in scene.words if word.me and word.at < first]
    named = [each for each in scene.mentions if each.member in intent.places[0].members and each.end <= first]
    name = intent.places[0].name
    if named and not me:
        return [Argument(name, named[0].member, tuple(named[0].words), True)]
    return [Argument(name, scene.asker, (), False) if scene.asker in intent.places[0].members else None]
