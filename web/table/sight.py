"""The one place that decides what a phone at a table may see, tell, choose and be told of; docs/secrets.md says it for people.

A view is made before anything that a phone sends is looked at: facts hidden from its roles never leave the server, piles leave
only their number, and what is not in the view can neither be asked, nor guessed, nor told by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from grammar.base.answers import whose
from referee.answers import Choice
from referee.errors import RefereeError
from referee.service import BY_RULE, Fact, Position, Referee, Told
from referee.state import State, glimpsed, pile_size

#: a fact by its name and keys
Leaf = tuple[str, tuple[Any, ...]]
#: in place of what the reader may not see
UNSHOWN = "?"
_NOTHING = object()


@dataclass(frozen=True, slots=True)
class Opened:
    """What a deed laid open to somebody: names for good, and cards that moved before their eyes, which may have equals."""

    names: frozenset[str] = frozenset()
    cards: Counter[str] = field(default_factory=Counter)


class Scene:
    """A stored state, and who may see what of it; where a rule says when, it is judged on all there is."""

    def __init__(self, referee: Referee, stored: State, edition: str = "") -> None:
        self.referee, self.stored = referee, stored.midway()
        self._edition = edition
        self._judged: dict[tuple[Leaf, str | None], bool] = {}

    @cached_property
    def position(self) -> Position | None:
        """All there is, as the rules read it: never to be asked anything for a phone."""
        try:
            return self.referee.position(Told("", self.stored, {}, self._edition or None))
        except RefereeError:
            return None  # a state that no longer fits its rules tells nothing

    @cached_property
    def copies(self) -> Counter[str]:
        """How many of each card lie in the piles of the table, wherever they lie."""
        found = Counter[str]()
        for fact in self.referee.facts.values():
            if fact.pile and fact.name in self.stored.facts:
                for keys in _told_keys(fact, self.stored):
                    found += cards_in(self.stored.fact(fact.name, *keys))
        return found

    def hides(self, leaf: Leaf, role: str | None) -> bool:
        """Whether a rule hides a fact from a role, or, without one, from anybody."""
        known = self._judged.get((leaf, role))
        if known is None:
            known = self._judged[leaf, role] = self.position is None or self.position.hides(leaf, role)
        return known

    def hides_from_all(self, leaf: Leaf) -> bool:
        """Whether a rule hides a fact from every role."""
        return all(self.hides(leaf, role) for role in self.referee.roles)

    def witnessed(self, changes: Iterable[Mapping[str, Any]], after: State) -> tuple[dict[str, Any], ...]:
        """Changes told by hand, each with who saw what a rule hides from some before it, and who sees it since."""
        later = Scene(self.referee, after, self._edition)
        found = []
        for change in changes:
            fact = self.referee.facts.get(change["fact"])
            leaf = (change["fact"], tuple(change["keys"]))
            if fact is not None and fact.hidden == BY_RULE:
                viewers = (*self.referee.roles, None)
                saw, seen = ([viewer for viewer in viewers if not s.hides(leaf, viewer)] for s in (self, later))
                change = {**change, "saw": saw, "seen": seen}
            found.append(dict(change))
        return tuple(found)


class Sight:
    """The eyes of those who play some roles; `host`: on the phone that made the table, `draws`: who draws there."""

    def __init__(self, scene: Scene, roles: Iterable[str], *, host: bool = False, draws: str = "app") -> None:
        self.scene, self.referee = scene, scene.referee
        self.roles = frozenset(roles)
        self.host, self.draws = host, draws

    def with_role(self, role: str) -> Sight:
        """These eyes and those of one more role."""
        return Sight(self.scene, self.roles | {role}, host=self.host, draws=self.draws)

    # ---- seeing ----------------------------------------------------------------------------------------------------

    def sees(self, fact: Fact, keys: tuple[Any, ...]) -> bool:
        """Whether a fact is open to them."""
        if not fact.hidden:
            return True
        if fact.hidden == BY_RULE:
            leaf = (fact.name, keys)
            return any(not self.scene.hides(leaf, role) for role in self.roles or (None,))
        return fact.hidden != "all" and (not keys or keys[0] in self.roles)

    def sees_all_of(self, name: str) -> bool:
        """Whether a fact is open to them at all its keys."""
        fact = self.referee.facts.get(name)
        if fact is None or not fact.hidden:
            return True
        if fact.hidden == BY_RULE:
            return all(self.sees(fact, keys) for keys in _told_keys(fact, self.scene.stored))
        return fact.hidden == "others" and self.roles.issuperset(self.referee.roles)

    def sees_leaf(self, leaf: Leaf) -> bool:
        """Whether a fact at its keys is open to them."""
        fact = self.referee.facts.get(leaf[0])
        return fact is None or self.sees(fact, leaf[1])

    def state(self, stored: State) -> State:
        """The state of the scene made for these eyes: hidden piles are numbers, other hidden facts and what is being chosen are
        left out; what a rule has shown them is there as it was shown."""
        stored = stored.midway()
        found: dict[str, Any] = {}
        unseen: set[Leaf] = set()
        for name, value in stored.facts.items():
            fact = self.referee.facts.get(name)
            if fact is None or not fact.hidden:
                found[name] = value
                continue
            kept = self._kept(fact, value, (), unseen)
            if kept is not _NOTHING:
                found[name] = kept
        secret = self.referee.secrecy.names(stored)
        used = {key: count for key, count in stored.used.items() if self._may_count(key, secret)}
        glimpses = tuple(glimpse for glimpse in stored.glimpses if glimpse.viewer in self.roles)
        return replace(stored, facts=found, pending=None, used=used, unseen=frozenset(unseen), glimpses=glimpses)

    def _kept(self, fact: Fact, value: Any, keys: tuple[Any, ...], unseen: set[Leaf]) -> Any:
        if len(keys) < len(fact.keys):
            if not isinstance(value, Mapping):
                return _NOTHING
            inner = {key: self._kept(fact, item, (*keys, key), unseen) for key, item in value.items()}
            return {key: item for key, item in inner.items() if item is not _NOTHING} or _NOTHING
        if self.sees(fact, keys):
            return value
        number = counted(fact, value)
        if fact.hidden != "all" or number is None:  # of what lies in a deck the rules may assume what they do
            unseen.add((fact.name, keys))
        if shown := self.scene.stored.shown_to(self.roles, (fact.name, keys)):
            return glimpsed(value, shown)
        return _NOTHING if number is None else number

    def _may_count(self, key: str, secret: frozenset[str]) -> bool:
        """Whether they may know what a limit counts: it names who did it, and perhaps with what."""
        _, _, actor, per = (*key.split("|", 3), "", "", "")[:4]
        return actor in self.roles or secret.isdisjoint(per.split(","))

    # ---- telling and choosing --------------------------------------------------------------------------------------

    def may_tell(self, leaf: Leaf, stored: State) -> bool:
        """Whether they may tell a fact or value: what others hide only they, decks only who tells what is drawn."""
        name, keys = leaf
        behind = self.referee.secrecy.behind(name)
        hidden = {self.referee.facts[fact].hidden for fact in behind}
        if "others" in hidden and not self._owns(behind, keys):
            return False
        by_rule = [fact for fact in behind if self.referee.facts[fact].hidden == BY_RULE]
        closed = [fact for fact in by_rule if not (self.sees_leaf(leaf) if fact == name else self.sees_all_of(fact))]
        if any(fact != name or not self.scene.hides_from_all(leaf) for fact in closed):
            return False
        open_ = "all" not in hidden and not closed
        return open_ or self._runs_draws or (self.host and not _is_told(stored, behind))

    def _owns(self, behind: frozenset[str], keys: tuple[Any, ...]) -> bool:
        if not keys and all(not self.referee.facts[name].keys for name in behind):
            return True
        if keys and keys[0] in self.referee.roles:
            return keys[0] in self.roles
        return self.roles.issuperset(self.referee.roles)

    @property
    def _runs_draws(self) -> bool:
        """Whether they are on the phone that tells what came up."""
        return self.host and self.draws == "told"

    def may_choose(self, choice: Choice) -> bool:
        """Whether they may see the options of a choice and take one: its maker, or of chance who may see all it comes from."""
        makers = [role for role in asked(choice) if role in self.referee.roles]
        if makers:
            return not self.roles.isdisjoint(makers)
        facts = [self.referee.facts[name] for name in choice.rests_on if name in self.referee.facts]
        return all(self._runs_draws if self._is_deck(fact) else self.sees_all_of(fact.name) for fact in facts)

    def _is_deck(self, fact: Fact) -> bool:
        """Whether nobody sees a fact, wherever it is told."""
        if fact.hidden != BY_RULE:
            return fact.hidden == "all"
        return all(self.scene.hides_from_all((fact.name, keys)) for keys in _told_keys(fact, self.scene.stored))

    # ---- being told ------------------------------------------------------------------------------------------------

    def change(self, change: Mapping[str, Any]) -> dict[str, Any] | None:
        """A change as they may see it: a hidden pile only by its number, another hidden fact not at all."""
        fact = self.referee.facts.get(change["fact"])
        sides = ("old", "new")
        closed = [] if fact is None else [side for side in sides if not self._saw(fact, change, side)]
        if fact is None or not closed:
            return dict(change)
        if not fact.pile and len(closed) == len(sides):
            return None
        shown = dict(change)
        for side in closed:
            if side in shown and fact.pile:
                shown[side] = counted(fact, shown[side])
            else:
                shown.pop(side, None)
        return None if shown.get("old") == shown.get("new") else shown

    def _saw(self, fact: Fact, change: Mapping[str, Any], side: str) -> bool:
        """Whether they saw what a fact was, or see what it became: of what a rule hides from some, at that moment."""
        if fact.hidden != BY_RULE:
            return self.sees(fact, tuple(change["keys"]))
        witnesses = frozenset(change.get("saw" if side == "old" else "seen", ()))
        return not witnesses.isdisjoint(self.roles or (None,))

    def laid_open(self, changes: Iterable[Mapping[str, Any]]) -> Opened:
        """What changes put before their eyes: the cards that came or went in the open, and whatever else changed or was changed of."""
        found: set[str] = set()
        come, gone = Counter[str](), Counter[str]()
        for change in changes:
            fact = self.referee.facts.get(change["fact"])
            sides = [fact is None or self._saw(fact, change, side) for side in ("old", "new")]
            if not any(sides):
                continue
            old, new = (
                Counter(names_in(change.get(side)) if seen else ())
                for side, seen in zip(("old", "new"), sides, strict=True)
            )
            found.update(names_in(change["keys"]))
            if fact is not None and fact.pile:
                come, gone = come + (new - old), gone + (old - new)
            else:
                found.update(old - new, new - old)
        return Opened(frozenset(found), come | gone)

    def may_name(self, value: Any, opened: Opened, actor: str, stored: State) -> bool:
        """Whether a value of somebody's move may be told: not a card from their hand that was not laid open by it. Of equal cards
        one that came to light need not be the one that was named: it is told only where no other card moved in the open."""
        if actor in self.roles:
            return True
        secret = self.referee.secrecy.names(stored)
        named = Counter(name for name in names_in(value) if name in secret)
        closed = [name for name in named if name not in opened.names]
        if not all(name in opened.cards for name in closed):
            return False
        if not any(self.scene.copies[name] > 1 for name in closed):
            return True
        return named == Counter({name: moved for name, moved in opened.cards.items() if name in secret})

    def arguments(
        self, action: str, args: Mapping[str, Any], opened: Opened, actor: str, stored: State
    ) -> dict[str, Any]:
        """The arguments of somebody's move as far as they may be told."""
        secrecy = self.referee.secrecy
        aloud, numbers = secrecy.aloud(action), secrecy.tells_number(action) and actor not in self.roles
        return {
            key: value
            if key in aloud or (self.may_name(value, opened, actor, stored) and not (numbers and _has_number(value)))
            else UNSHOWN
            for key, value in args.items()
        }

    def answer(self, choice: Mapping[str, Any], opened: Opened, actor: str, stored: State) -> bool:
        """Whether what somebody chose may be told."""
        if actor in self.roles:
            return True
        name = str(choice.get("name", ""))
        fact = self.referee.facts.get(name)
        if choice.get("kind") == "secret" or not self.sees_leaf((name, tuple(choice.get("keys", ())))):
            return False
        if fact is not None and fact.hidden == BY_RULE:  # who may see it now need not have been to see what was chosen
            return False
        value = choice.get("value")
        if isinstance(value, Mapping) and "do" in value:  # an action: what it says aloud is no secret
            args = self.arguments(str(value["do"]), value.get("with") or {}, opened, actor, stored)
            return UNSHOWN not in args.values() and self.may_name(value["do"], opened, actor, stored)
        return self.may_name(value, opened, actor, stored)


def asked(choice: Choice) -> tuple[str, ...]:
    """Who chooses: one, all who are asked at once, or nobody."""
    by = choice.by
    return tuple(map(str, by)) if isinstance(by, list | tuple) else (by,) if isinstance(by, str) else ()


def own_options(choice: Choice, role: str) -> list[Any]:
    """The options that are somebody's own, where several are asked at once; else all of them."""
    if isinstance(choice.by, str) or not asked(choice):
        return list(choice.options)
    return [value for value in choice.options if whose(value) == role]


def _told_keys(fact: Fact, stored: State) -> Iterator[tuple[Any, ...]]:
    """The keys at which a fact is told."""

    def inside(value: Any, keys: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if len(keys) == len(fact.keys):
            yield keys
        elif isinstance(value, Mapping):
            for key, item in value.items():
                yield from inside(item, (*keys, key))

    if fact.name in stored.facts:
        yield from inside(stored.facts[fact.name], ())


def _is_told(stored: State, names: Iterable[str]) -> bool:
    return any(name in stored.facts for name in names)


def _has_number(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_number, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_has_number, value))
    return isinstance(value, int) and not isinstance(value, bool)


def counted(fact: Fact, value: Any) -> int | None:
    """The number of a pile; of anything else nothing."""
    return pile_size(value) if fact.pile and value is not None else None


def cards_in(value: Any) -> Counter[str]:
    """How many of each card a pile holds, told one by one or by how many; of one that is only a number none."""
    if isinstance(value, Mapping):
        return Counter({str(card): number for card, number in value.items() if isinstance(number, int)})
    return Counter(card for card in value if isinstance(card, str)) if isinstance(value, list | tuple) else Counter()


def names_in(value: Any) -> Iterator[str]:
    """Every name in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from names_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from names_in(item)
