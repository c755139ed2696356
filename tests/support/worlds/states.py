"""Two states that differ only in what some eyes may not see: the same numbers of cards, other cards; other secret numbers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from referee.check.player import play_game
from referee.rules.code import Code
from referee.service import Fact
from referee.state import State
from tests.support.worlds.rules import BY_RULE

#: cards on top of a deck that are the same in both: what is drawn may be seen
TOP = 8
#: a place of a hidden fact in a state: the fact, its keys, and the index in a pile
Slot = tuple[str, tuple[str, ...], int]


class Enough(Exception):
    """The state that was looked for."""


def played_until(
    code: Code, given: State, good: Callable[[State], bool], seed: int = 3, most: int = 400
) -> dict[str, Any]:
    """The first state of a game by random legal moves that is looked for, as a file holds it."""
    found: list[State] = []

    def after(state: State) -> State | None:
        if good(state):
            found.append(state)
            raise Enough
        return None

    try:
        play_game(code, given, seed, most=most, after=after)
    except Enough:
        return dict(json.loads(json.dumps(found[0].data())))
    raise AssertionError("the game came to no such state")


def leaves(facts: dict[str, Fact], data: dict[str, Any]) -> Iterator[tuple[Fact, tuple[str, ...], Any]]:
    """Every hidden fact that is told, with its keys and its value."""
    for fact in facts.values():
        if fact.hidden and fact.name in data:
            yield from _below(fact, (), data[fact.name])


def _below(fact: Fact, keys: tuple[str, ...], value: Any) -> Iterator[tuple[Fact, tuple[str, ...], Any]]:
    if len(keys) == len(fact.keys):
        yield fact, keys, value
        return
    for key, inner in value.items():
        yield from _below(fact, (*keys, key), inner)


def unseen(facts: dict[str, Fact], data: dict[str, Any], role: str) -> dict[tuple[str, tuple[str, ...]], Any]:
    """What is told and hidden from a role."""
    return {(f.name, keys): value for f, keys, value in leaves(facts, data) if _hides(f, keys, data, role)}


def _hides(fact: Fact, keys: tuple[str, ...], data: dict[str, Any], role: str) -> bool:
    if fact.name in BY_RULE:
        return BY_RULE[fact.name](data, keys[0], role)
    return fact.hidden == "all" or keys[0] != role


def seen(facts: dict[str, Fact], data: dict[str, Any], role: str) -> dict[str, Any]:
    """What a role may see of the facts of a state, also of what it was shown."""
    hidden = unseen(facts, data, role)
    found = {f"{f.name} {keys}": value for f, keys, value in leaves(facts, data) if (f.name, keys) not in hidden}
    for shown in data.get("@glimpses", ()):
        leaf = (shown["fact"], tuple(shown["keys"]))
        if shown["viewer"] == role and leaf in hidden:
            found[str(leaf)] = [hidden[leaf][at] for at in shown["cards"]]
    return found | {name: value for name, value in data.items() if name in facts and not facts[name].hidden}


def other_world(
    facts: dict[str, Fact], roles: tuple[str, ...], data: dict[str, Any], role: str, seed: int = 5
) -> dict[str, Any]:
    """The same state with what is hidden from a role dealt anew; everything that may be seen is as it was."""
    made: dict[str, Any] = json.loads(json.dumps(data))
    groups: dict[tuple[str, str], list[Slot]] = {}
    for (name, keys), value in unseen(facts, data, role).items():
        fact = facts[name]
        by_role = all(
            f.keys and f.keys[0] in _role_kinds(facts, roles)
            for f in facts.values()
            if f.hidden and f.kind == fact.kind
        )
        group = (fact.kind, keys[0] if by_role and fact.pile else "")
        if fact.pile and isinstance(value, list):
            first = TOP if fact.hidden == "all" else 0
            groups.setdefault(group, []).extend((name, keys, at) for at in range(first, len(value)))
        elif fact.kind and isinstance(value, str):
            groups.setdefault((fact.kind, "one"), []).append((name, keys, -1))
        elif isinstance(value, bool):
            _put(made, (name, keys, -1), not value)
        elif not fact.kind and isinstance(value, int):
            _put(made, (name, keys, -1), value + 1)
    lot = random.Random(seed)
    for slots in groups.values():
        cards = [_get(made, slot) for slot in slots]
        turned = cards[:]
        for _ in range(20):
            lot.shuffle(turned)
            if turned != cards:
                break
        for slot, card in zip(slots, turned, strict=True):
            _put(made, slot, card)
    return made


def _role_kinds(facts: dict[str, Fact], roles: tuple[str, ...]) -> set[str]:
    return {fact.keys[0] for fact in facts.values() if fact.hidden == "others" and fact.keys} | {
        "role",
        "captain",
        "player",
        "trader",
    }


def _get(data: dict[str, Any], slot: Slot) -> Any:
    name, keys, at = slot
    value = data[name]
    for key in keys:
        value = value[key]
    return value if at < 0 else value[at]


def _put(data: dict[str, Any], slot: Slot, card: Any) -> None:
    name, keys, at = slot
    path = [name, *keys, *([at] if at >= 0 else [])]
    node: Any = data
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = card
