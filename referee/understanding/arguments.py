"""Arguments of a question: from what is named, from who asks, from numbers that tell nothing else; and who does it, or sees it."""

from __future__ import annotations

from collections.abc import Container, Iterable

from grammar.base.corollaries import VIEWERS
from grammar.nodes import corollary
from referee.understanding.intents import AMOUNTS, LIST, MEMBER, NUMBER, Intent, Place
from referee.understanding.matching import Match
from referee.understanding.mentions import Mention
from referee.understanding.phrases import Wording
from referee.understanding.reading import Argument, Fact
from referee.understanding.tokens import Word
from referee.understanding.told.scene import Scene
from referee.understanding.told.unnamed import new_member

#: things in one list
_MOST = 6
#: how names of what is asked of sight begin
_VIEWERS = corollary(VIEWERS, "")
#: how sure a word is that stands for the one who asks, where somebody is named as well
_MYSELF = 0.9


class Filling:
    """Fills the parameters of one thing."""

    def __init__(
        self, scene: Scene, intent: Intent, facts: Iterable[Fact], match: Match, doer: range, bounds: Iterable[Wording]
    ) -> None:
        """`doer`: the words that name who does it; `bounds`: the words that say arguments of it."""
        self._scene, self._intent = scene, intent
        facts = tuple(facts)
        #: words that give a fact its value say nothing else; those that name what it is told of may
        self._told = {at for fact in facts for at in fact.words if not self._names_key(fact, at)}
        self._opened = {key for fact in facts for key in fact.leaf[1]}
        self._wording, self._match = match.words, match
        #: in which order a wording names its parameters
        self._order = {part.slot: at for at, part in reversed(tuple(enumerate(match.wording.parts))) if part.slot}
        self._used: set[int] = set(doer)
        self._roles_used: set[str | None] = set()  #: who stands for a role already
        self._bound = _bound(scene, intent, bounds)

    def _names_key(self, fact: Fact, at: int) -> bool:
        return any(at in each.words and each.member in fact.leaf[1] for each in self._scene.mentions)

    def arguments(self) -> list[Argument | None]:
        """One for each parameter; None where nothing was said."""
        last = len(self._order) + max(self._order.values(), default=0)
        places = sorted(self._intent.places, key=lambda place: self._order.get(place.name, last))
        filled = {place.name: self._filled(place) for place in places}
        return [filled[place.name] for place in self._intent.places]

    def members(self, arguments: Iterable[Argument | None]) -> list[str]:
        """What must be told of things that have no name: of which kind they are."""
        kinds = {kind for place in self._intent.places for kind in (place.open_kind, place.kind) if kind}
        return sorted(
            f"{new_member(kind)}: {kind}"
            for each in arguments
            for kind in sorted(kinds)
            if each is not None and each.text.strip("[]") == new_member(kind)
        )

    def _filled(self, place: Place) -> Argument | None:
        bound = self._bound.get(place.name)
        if bound is not None and place.shape == AMOUNTS:
            return self._amounts(place) or bound  # who says how many says more
        if bound is not None:
            self._used.update(bound.words)
            return bound
        if place.shape == MEMBER:
            return self._member(place)
        if place.shape == NUMBER:
            return self._number(place)
        if place.shape == LIST and place.members:
            return self._list(place)
        return self._amounts(place) if place.shape == AMOUNTS and place.members else None

    def _free(self, place: Place) -> list[Mention]:
        own = oneself(self._scene, self._intent, place, self._match)
        return [
            each
            for each in (*self._scene.mentions, *own)
            if each.member in place.members
            and not self._used.intersection(each.words)
            and not self._told.issuperset(each.words)
        ]

    def _member(self, place: Place) -> Argument | None:
        free = self._free(place)
        if free and not self._asks_of_oneself(place, free):
            # what is named where the question is asked comes before what is named where something is told
            # a word of the wording names something only where nothing else does: *nope a Defuse*, where a card is called Nope
            best = max(
                free,
                key=lambda each: (
                    self._wording.isdisjoint(each.words), each.start in self._scene.typed.asked, each.sure, -each.start,
                ),
            )  # fmt: skip
            self._used.update(best.words)
            self._roles_used.add(best.member)
            return Argument(place.name, best.member, tuple(best.words), True)
        if place.open_kind and not place.members:
            new = new_member(place.open_kind)
            wanted = place.needed and self._intent.sort == "value"
            return Argument(place.name, new, (), False) if wanted or new in self._opened else None
        if (unnamed := self._unnamed(place)) is not None:
            return Argument(place.name, unnamed, (), False)
        asker = self._scene.asker
        if asker in self._roles_used:
            return None  # nobody is meant twice who is not named
        if asker in place.members and place.members <= self._scene.roles and self._intent.sort == "value":
            self._roles_used.add(asker)
            return Argument(place.name, asker, (), False)
        if len(place.members) == 1 and self._intent.sort == "value":
            return Argument(place.name, next(iter(place.members)), (), False)
        return None

    def _asks_of_oneself(self, place: Place, free: list[Mention]) -> bool:
        """Whether the clause that asks names the one who asks, and somebody else is named only where something is told."""
        scene = self._scene
        asked = scene.typed.asked
        return (
            self._intent.sort == "value"
            and scene.asker in place.members
            and scene.asker not in self._roles_used
            and place.members <= scene.roles
            and any(word.me and word.at in asked for word in scene.words)
            and not any(each.start in asked for each in free)
        )

    def _number(self, place: Place) -> Argument | None:
        """A number; where none is said, a place in a row: *the second card*."""
        asked = self._scene.typed.asked
        for word in sorted(self._scene.words, key=lambda word: (word.at not in asked, word.number is None)):
            number = word.ordinal if word.number is None else word.number
            if number is None or word.at in self._used or word.at in self._told or word.at in self._wording:
                continue
            if (place.low is None or number >= place.low) and (place.high is None or number <= place.high):
                self._used.add(word.at)
                return Argument(place.name, str(number), (word.at,), True)
        return None

    def _list(self, place: Place) -> Argument | None:
        chosen: dict[str, Mention] = {}
        taken: set[int] = set()
        for each in self._listed(place):
            if not taken.intersection(each.words) and len(chosen) < _MOST:
                chosen.setdefault(each.member, each)
                taken.update(each.words)
        self._used |= taken
        if not chosen and (unnamed := self._unnamed(place)) is not None:
            return Argument(place.name, f"[{unnamed}]", (), False)
        return Argument(place.name, f"[{', '.join(chosen)}]", tuple(sorted(taken)), True) if chosen else None

    def _unnamed(self, place: Place) -> str | None:
        """The thing without a name that something is told of, for the first place where it fits."""
        unnamed = new_member(place.kind)
        if not place.kind or unnamed not in self._opened:
            return None
        self._opened.discard(unnamed)
        return unnamed

    def _listed(self, place: Place) -> list[Mention]:
        """What a list may hold, in order: what stands behind the words of the wording before its next parameter is that one's; where
        there are no words between them, the last of several."""
        free = sorted(self._free(place), key=lambda each: (each.start, -each.sure))
        names = sorted((each.name for each in self._intent.places), key=lambda name: self._order.get(name, 0))
        behind = names[names.index(place.name) + 1 :]
        alike = {each.name for each in self._intent.places if each.needed and place.members & each.members}
        if alike.isdisjoint(behind):
            return free
        at, later = (self._order.get(name, 0) for name in (place.name, next(name for name in behind if name in alike)))
        keys = {key for part in self._match.wording.parts[at + 1 : later] for key in part.keys}
        between = [
            word.at for word in self._scene.words
            if word.at in self._wording and free and word.at > free[0].start and keys.intersection(dict(word.keys))
        ]  # fmt: skip
        if between:
            return [each for each in free if each.start < between[0]]
        last = max((each.start for each in free), default=0)
        return [each for each in free if each.start < last] or free

    def _amounts(self, place: Place) -> Argument | None:
        pairs: list[str] = []
        taken: set[int] = set()
        for each in self._free(place):
            numbers = [
                word for word in self._scene.words
                if word.number is not None and word.at not in taken | self._told | self._used
            ]  # fmt: skip
            near = min(numbers, key=lambda word: each.away((word.at,)), default=None)
            if near is not None and not taken.intersection(each.words):
                pairs.append(f"{each.member}: {near.number}")
                taken.update((*each.words, near.at))
        self._used |= taken
        return Argument(place.name, f"{{{', '.join(pairs)}}}", tuple(sorted(taken)), True) if pairs else None


def _bound(scene: Scene, intent: Intent, bounds: Iterable[Wording]) -> dict[str, Argument]:
    """The arguments that words of their own say; amounts of several come together."""
    found: dict[str, Argument] = {}
    amounts = {place.name for place in intent.places if place.shape == AMOUNTS}
    for wording in bounds:
        said = _said(scene, wording)
        for name, text in wording.bound if said else ():
            known = found.get(name)
            if known is None:
                found[name] = Argument(name, text, said or (), True)
            elif name in amounts and text[1:-1] not in known.text:
                both = f"{{{known.text[1:-1]}, {text[1:-1]}}}"
                found[name] = Argument(name, both, tuple(sorted({*known.words, *(said or ())})), True)
    return found


def _said(scene: Scene, wording: Wording) -> tuple[int, ...] | None:
    """The words that say all of a wording, close together; None where one is missing."""
    found: list[int] = []
    for part in wording.parts:
        at = next((word.at for word in scene.words if any(key in part.keys for key, _ in word.keys)), None)
        if at is not None:
            found.append(at)
        elif not part.optional and part.keys:
            return None
    return tuple(found) if found and max(found) - min(found) <= 2 * len(wording.parts) else None


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
        clause = {scene.words[at].clause for at in match.words}
        return [
            Mention(asker, word.at, word.at + 1, _MYSELF)
            for word in scene.words
            if word.self and word.at > first and word.clause in clause
        ]
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
