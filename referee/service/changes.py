"""Changes as they are stored: fact, keys, paragraph, and what it was and became; a side that nobody knows is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.answers import Value
from referee.service.position import Outcome, Position
from referee.state import State
from referee.values import Unknown, freeze, thaw

_UNTOLD = Unknown()


def changes_of(outcome: Outcome) -> list[dict[str, Value]]:
    """What a deed changed."""
    return [_change(c.fact, c.keys, c.old, c.new, c.paragraph) | c.witnesses() for c in outcome.changes]


def told_changes(before: Position, after: Position) -> list[dict[str, Value]]:
    """The facts in which what is told differs."""
    depths = {name: len(cited.node.keys) for name, cited in before.rules.game.program.facts.items()}
    return list(_differences(before.state, after.state, depths))


def _differences(before: State, after: State, depths: Mapping[str, int]) -> Iterator[dict[str, Value]]:
    for name, value in after.facts.items():
        yield from _differ(name, (), before.facts.get(name, _UNTOLD), value, depths.get(name, 0))


def _differ(name: str, keys: tuple[Value, ...], before: Value, after: Value, depth: int) -> Iterator[dict[str, Value]]:
    if depth and isinstance(after, dict):
        for key, item in after.items():
            old = before.get(key, _UNTOLD) if isinstance(before, dict) else _UNTOLD
            yield from _differ(name, (*keys, key), old, item, depth - 1)
    elif isinstance(before, Unknown) or freeze(before) != freeze(after):
        yield _change(name, keys, before, after, "")


def _change(fact: str, keys: tuple[Value, ...], old: Value, new: Value, paragraph: str) -> dict[str, Value]:
    found: dict[str, Value] = {"fact": fact, "keys": thaw(keys), "paragraph": paragraph}
    if not isinstance(old, Unknown):
        found["old"] = thaw(old)
    if not isinstance(new, Unknown):
        found["new"] = thaw(new)
    return found
