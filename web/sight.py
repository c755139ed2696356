"""What a phone at a table may see: facts hidden from its roles never leave the server, piles leave only their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from referee.service import Fact, Referee
from referee.state import State


class Sight:
    """The eyes of those who play some roles."""

    def __init__(self, referee: Referee, roles: Iterable[str]) -> None:
        self.referee = referee
        self.roles = frozenset(roles)
        members = referee.game.program.members
        self._secret = {name for fact in referee.facts.values() if fact.hidden for name in members.get(fact.kind, ())}

    def sees(self, fact: Fact, keys: tuple[Any, ...]) -> bool:
        """Whether a fact is open to them."""
        if not fact.hidden:
            return True
        return fact.hidden != "all" and (not keys or keys[0] in self.roles)

    def state(self, stored: State) -> State:
        """A stored state without what they may not see; choices not yet revealed and what was used up are left out."""
        found: dict[str, Any] = {}
        for name, value in stored.facts.items():
            fact = self.referee.facts.get(name)
            kept = self._kept(fact, value, (), len(fact.keys)) if fact is not None and fact.hidden else value
            if kept is not None or fact is None or not fact.hidden:
                found[name] = kept
        return replace(stored, facts=found, pending=None, used={})

    def _kept(self, fact: Fact, value: Any, keys: tuple[Any, ...], depth: int) -> Any:
        if depth and isinstance(value, dict):
            inner = {key: self._kept(fact, item, (*keys, key), depth - 1) for key, item in value.items()}
            return {key: item for key, item in inner.items() if item is not None} or None
        return value if self.sees(fact, keys) else counted(fact, value)

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

    def may_name(self, value: Any, open_names: set[str], actor: str) -> bool:
        """Whether a value of somebody's move may be told: not a hidden card that lies open nowhere."""
        return actor in self.roles or not (set(names_in(value)) & self._secret - open_names)


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
