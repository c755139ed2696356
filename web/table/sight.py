"""The one place that decides what a phone at a table may see, tell, choose and be told of; docs/secrets.md says it for people.

A view is made before anything that a phone sends is looked at: facts hidden from its roles never leave the server, piles leave
only their number, and what is not in the view can neither be asked, nor guessed, nor told by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from referee.answers import Choice
from referee.service import Fact, Referee
from referee.state import State

#: a fact by its name and keys
Leaf = tuple[str, tuple[Any, ...]]
#: in place of what the reader may not see
UNSHOWN = "?"
_NOTHING = object()


class Sight:
    """The eyes of those who play some roles; `host`: on the phone that made the table, `draws`: who draws there."""

    def __init__(self, referee: Referee, roles: Iterable[str], *, host: bool = False, draws: str = "app") -> None:
        self.referee = referee
        self.roles = frozenset(roles)
        self.host, self.draws = host, draws

    def with_role(self, role: str) -> Sight:
        """These eyes and those of one more role."""
        return Sight(self.referee, self.roles | {role}, host=self.host, draws=self.draws)

    # ---- seeing ----------------------------------------------------------------------------------------------------

    def sees(self, fact: Fact, keys: tuple[Any, ...]) -> bool:
        """Whether a fact is open to them."""
        if not fact.hidden:
            return True
        return fact.hidden != "all" and (not keys or keys[0] in self.roles)

    def sees_all_of(self, name: str) -> bool:
        """Whether a fact is open to them at all its keys."""
        fact = self.referee.facts.get(name)
        return (
            fact is None or not fact.hidden or (fact.hidden == "others" and self.roles.issuperset(self.referee.roles))
        )

    def sees_leaf(self, leaf: Leaf) -> bool:
        """Whether a fact at its keys is open to them."""
        fact = self.referee.facts.get(leaf[0])
        return fact is None or self.sees(fact, leaf[1])

    def state(self, stored: State) -> State:
        """A state made for these eyes: hidden piles are numbers, other hidden facts and what is being chosen are left out."""
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
        return replace(stored, facts=found, pending=None, used=used, unseen=frozenset(unseen))

    def _kept(self, fact: Fact, value: Any, keys: tuple[Any, ...], unseen: set[Leaf]) -> Any:
        if len(keys) < len(fact.keys):
            if not isinstance(value, Mapping):
                return _NOTHING
            inner = {key: self._kept(fact, item, (*keys, key), unseen) for key, item in value.items()}
            return {key: item for key, item in inner.items() if item is not _NOTHING} or _NOTHING
        if self.sees(fact, keys):
            return value
        number = counted(fact, value)
        if fact.hidden == "others" or number is None:  # of what lies in a deck the rules may assume what they do
            unseen.add((fact.name, keys))
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
        return "all" not in hidden or self._runs_draws or (self.host and not _is_told(stored, behind))

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
        return all(self._runs_draws if fact.hidden == "all" else self.sees_all_of(fact.name) for fact in facts)

    # ---- being told ------------------------------------------------------------------------------------------------

    def change(self, change: Mapping[str, Any]) -> dict[str, Any] | None:
        """A change as they may see it: a hidden pile only by its number, another hidden fact not at all."""
        fact = self.referee.facts.get(change["fact"])
        if fact is None or self.sees(fact, tuple(change["keys"])):
            return dict(change)
        if not fact.pile:
            return None
        shown = dict(change)
        for side in ("old", "new"):
            if side in shown:
                shown[side] = counted(fact, shown[side])
        return None if shown.get("old") == shown.get("new") else shown

    def laid_open(self, changes: Iterable[Mapping[str, Any]]) -> frozenset[str]:
        """The names that changes put before their eyes: what came or went in the open, and whatever changed about them."""
        found: set[str] = set()
        for change in changes:
            fact = self.referee.facts.get(change["fact"])
            if fact is not None and not self.sees(fact, tuple(change["keys"])):
                continue
            old, new = (Counter(names_in(change.get(side))) for side in ("old", "new"))
            found.update(names_in(change["keys"]), old - new, new - old)
        return frozenset(found)

    def may_name(self, value: Any, opened: frozenset[str], actor: str, stored: State) -> bool:
        """Whether a value of somebody's move may be told: not a card from their hand that was not laid open by it."""
        return actor in self.roles or not (set(names_in(value)) & self.referee.secrecy.names(stored)) - opened

    def arguments(
        self, action: str, args: Mapping[str, Any], opened: frozenset[str], actor: str, stored: State
    ) -> dict[str, Any]:
        """The arguments of somebody's move as far as they may be told."""
        numbers = self.referee.secrecy.tells_number(action) and actor not in self.roles
        return {
            key: value
            if self.may_name(value, opened, actor, stored) and not (numbers and _has_number(value))
            else UNSHOWN
            for key, value in args.items()
        }

    def answer(self, choice: Mapping[str, Any], opened: frozenset[str], actor: str, stored: State) -> bool:
        """Whether what somebody chose may be told."""
        if actor in self.roles:
            return True
        if choice.get("kind") == "secret" or not self.sees_leaf(
            (str(choice.get("name", "")), tuple(choice.get("keys", ())))
        ):
            return False
        return self.may_name(choice.get("value"), opened, actor, stored)


def asked(choice: Choice) -> tuple[str, ...]:
    """Who chooses: one, all who are asked at once, or nobody."""
    by = choice.by
    return tuple(map(str, by)) if isinstance(by, list | tuple) else (by,) if isinstance(by, str) else ()


def own_options(choice: Choice, role: str) -> list[Any]:
    """The options that are somebody's own, where several are asked at once; else all of them."""
    if isinstance(choice.by, str) or not asked(choice):
        return list(choice.options)
    return [value for value in choice.options if whose(value) == role]


def whose(value: Any) -> str:
    """Whose an answer is, where several are asked: a name says that this one does not answer."""
    if isinstance(value, Mapping):
        value = dict(value.get("with") or {}).get("by")
    return value if isinstance(value, str) else ""


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
    if not fact.pile:
        return None
    return len(value) if isinstance(value, list | tuple) else value if isinstance(value, int) else None


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
