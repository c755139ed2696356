"""How likely each reading is: a few signs, weighed, one against the other and against none of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from referee.understanding.intents import CHOSEN, DUTIES, FLAG, LIST, MEMBER, NUMBER, Intent
from referee.understanding.matching import Match
from referee.understanding.reading import Reading
from referee.understanding.tokens import Typed
from referee.understanding.told.scene import Scene
from referee.understanding.tongue import Ask

#: what sort of answer fits what sort of question
_FITS: Mapping[Ask, Mapping[str, float]] = {
    Ask.MAY: {"action": 1.0, "card": 1.0, FLAG: 0.7, NUMBER: -0.6, MEMBER: -0.6, LIST: -0.6},
    Ask.MUCH: {"action": -0.8, "card": -0.8, FLAG: -1.0, NUMBER: 1.0, MEMBER: -0.5, LIST: -0.3},
    Ask.WHEN: {"action": -0.3, "card": -0.5, FLAG: 0.0, NUMBER: 0.5, MEMBER: 0.3, LIST: 0.0},
    Ask.WHO: {"action": -0.6, "card": -0.6, FLAG: -0.3, NUMBER: -0.8, MEMBER: 1.0, LIST: 0.7},
    Ask.WHAT: {"action": -0.5, "card": -0.2, FLAG: -0.5, NUMBER: 0.3, MEMBER: 0.3, LIST: 0.2},
    Ask.HAPPENS: {"action": -0.5, "card": -0.2, FLAG: -0.2, NUMBER: -0.2, MEMBER: 0.2, LIST: 0.2},
}
#: what fits a few words that ask for nothing: mostly somebody wants to do it
_FRAGMENT: Mapping[str, float] = {"action": 0.3, "card": 0.1, FLAG: 0.1, NUMBER: -0.1, MEMBER: -0.2, LIST: -0.3}
#: signs that are no sign of one reading, but that none of them is right
NOTHING, NOTHING_WHAT = "nothing", "nothing_what"
#: how much less likely a reading is that leaves out what is denied, counted or a duty, and one that speaks of nothing that is asked
_GRAVE, _ASIDE = 0.5, 0.1


def fit(asked: Ask | None, intent: Intent, *, seen: bool = False) -> float:
    """Whether this is the sort of thing that is asked for; `seen`: whether somebody sees it."""
    table = _FITS[asked] if asked is not None else _FRAGMENT
    if seen or (intent.name.startswith(CHOSEN) and intent.gives == FLAG):
        return table["action"]  # it is chosen, or looked at, as a deed is done
    return table.get(intent.sort if intent.sort != "value" else intent.gives, -0.3)


def main_ask(typed: Typed) -> Ask | None:
    """What is asked for first and foremost."""
    asks: list[Ask] = [ask for ask in typed.asks if ask is not Ask.WHEN]
    asks = asks or list(typed.asks)
    if asks[:1] == [Ask.WHAT] and Ask.MUCH in asks:
        return Ask.MUCH  # “what does it cost”
    return asks[0] if asks else None


def filled(match: Match, reading: Reading) -> float:
    """How much of a pattern is there once its slots count as well."""
    wanted = {part.slot for part in match.wording.parts if part.slot and not part.optional}
    said = {each.name for each in reading.arguments if each.said}
    words = sum(1 for part in match.wording.parts if part.keys and not part.optional)
    return (words + len(wanted & said)) / (words + len(wanted)) if wanted else 1.0


def asked_share(scene: Scene, match: Match, weigh: Callable[[Typed, int], float]) -> float:
    """How much of the wording stands where the question is asked, and not where something is told."""
    weights = {at: weigh(scene.typed, at) for at in match.words}
    return sum(weights[at] for at in match.words if at in scene.typed.asked) / (sum(weights.values()) or 1.0)


def done_by(scene: Scene, intent: Intent) -> float:
    """Whether the one who asks may do it at all."""
    if intent.sort == "value" or scene.asker is None:
        return 0.0
    return 1.0 if scene.asker in intent.doers else -1.0


def score(weights: Mapping[str, float], parts: Mapping[str, float]) -> float:
    """What the signs of one reading weigh together."""
    return sum(weights.get(name, 0.0) * part for name, part in parts.items())


def nothing(typed: Typed) -> dict[str, float]:
    """The signs that nothing that can be asked formally is meant."""
    paragraphs = main_ask(typed) in (Ask.WHAT, Ask.HAPPENS)
    return {NOTHING: 1.0, NOTHING_WHAT: 1.0 if paragraphs else 0.0}


def ranked(weights: Mapping[str, float], typed: Typed, readings: Sequence[Reading]) -> list[Reading]:
    """Best first; each with how likely it is what was meant."""
    if not readings:
        return []
    sums = [score(weights, reading.parts) for reading in readings]
    against = score(weights, nothing(typed))
    most = max((*sums, against))
    shares = [math.exp(each - most) for each in sums]
    whole = sum(shares) + math.exp(against - most)
    for reading, share in zip(readings, shares, strict=True):
        reading.score = share / whole
    return sorted(readings, key=lambda reading: (-reading.score, reading.intent))


def lessened(typed: Typed, readings: Sequence[Reading]) -> list[Reading]:
    """Best first, once it counts what a reading leaves out that is no detail."""
    # of what must be done a reading that leaves nothing over comes before what somebody only may
    bound = max((each.score for each in readings if each.intent.startswith(DUTIES) and not each.left_over), default=1.0)
    for reading in readings:
        if reading.unbound:
            reading.score = min(reading.score, bound) * _GRAVE
        elif reading.grave:
            reading.score *= _GRAVE
        if reading.parts["asked"] == 0 and len(typed.asked) < len(typed.words):
            reading.score *= _ASIDE
    return sorted(readings, key=lambda reading: -reading.score)
