"""What a phone at a table may see: facts hidden from its roles never leave the server, piles leave only their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grammar import nodes as n
from referee.code import Code, FactCode

#: parts of a state that are bookkeeping, or hold choices not yet revealed
INNER = ("pending", "@used")


class Sight:
    """The eyes of those who play some roles."""

    def __init__(self, code: Code, roles: Iterable[str]) -> None:
        self.code = code
        self.roles = frozenset(roles)
        self._secret = {
            member
            for fact in code.facts.values()
            if fact.hidden
            for member in code.program.members.get(_kind(fact.type), ())
        }

    def sees(self, fact: FactCode, keys: tuple[Any, ...]) -> bool:
        """Whether a fact is open to them."""
        if not fact.hidden:
            return True
        return fact.hidden != "all" and (not keys or keys[0] in self.roles)

    def state(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """A stored state without what they may not see."""
        found: dict[str, Any] = {}
        for name, value in stored.items():
            if name in INNER:
                continue
            fact = self.code.facts.get(name)
            if fact is None or not fact.hidden:
                found[name] = value
                continue
            kept = self._kept(fact, value, (), len(fact.keys))
            if kept is not None:
                found[name] = kept
        return found

    def _kept(self, fact: FactCode, value: Any, keys: tuple[Any, ...], depth: int) -> Any:
        if depth and isinstance(value, dict):
            inner = {key: self._kept(fact, item, (*keys, key), depth - 1) for key, item in value.items()}
            return {key: item for key, item in inner.items() if item is not None} or None
        return value if self.sees(fact, keys) else counted(fact, value)

    def change(self, change: Mapping[str, Any]) -> dict[str, Any] | None:
        """A change as they may see it: a hidden pile only by its number, another hidden fact not at all."""
        fact = self.code.facts.get(change["fact"])
        if fact is None or self.sees(fact, tuple(change["keys"])):
            return dict(change)
        if not _is_pile(fact.type):
            return None
        shown = dict(change)
        for side in ("old", "new"):
            if side in shown:
                shown[side] = counted(fact, shown[side])
        return None if shown.get("old") == shown.get("new") else shown

    def may_name(self, value: Any, open_names: set[str], actor: str) -> bool:
        """Whether a value of somebody's move may be told: not a hidden card that lies open nowhere."""
        return actor in self.roles or not (set(names_in(value)) & self._secret - open_names)


def counted(fact: FactCode, value: Any) -> int | None:
    """The number of a pile; of anything else nothing."""
    if not _is_pile(fact.type):
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


def _is_pile(type_: n.Type) -> bool:
    return isinstance(type_, n.TypeMany) and type_.shape == "pile"


def _kind(type_: n.Type) -> str:
    if isinstance(type_, n.TypeMany):
        return type_.kind
    return type_.name if isinstance(type_, n.TypeName) else ""
