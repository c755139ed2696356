"""What one player may see of a state: the rest is told, but not to the one who asks."""

from __future__ import annotations

from msgspec.structs import replace

from referee.answers import Value
from referee.evaluation.interface import FactRules, Rules
from referee.state import State
from referee.values import MISSING, Leaf


def hides(fact: FactRules, state: State, viewer: str | None, keys: tuple[object, ...]) -> bool:
    """Whether a fact is hidden from one who looks; what one has told oneself one may see."""
    if not fact.hidden or (fact.name, keys) in state.told:
        return False
    return fact.hidden == "all" or (bool(keys) and keys[0] != viewer)


def view(code: Rules, state: State, viewer: str | None) -> tuple[State, frozenset[Leaf]]:
    """The state as one player may see it, and the leaves that are told but hidden. Without a viewer nothing is hidden."""
    hidden = [code.facts[name] for name in code.hidden if name in state.facts] if viewer is not None else []
    if not hidden:
        return state, state.unseen
    seen = dict(state.facts)
    unseen: set[Leaf] = set()
    for fact in hidden:
        kept = _seen(fact, state, viewer, state.facts[fact.name], (), unseen)
        if kept is MISSING:
            del seen[fact.name]
        else:
            seen[fact.name] = kept
    return replace(state, facts=seen), state.unseen | unseen


def _seen(
    fact: FactRules, state: State, viewer: str | None, node: Value, keys: tuple[object, ...], unseen: set[Leaf]
) -> Value:
    if len(keys) == len(fact.keys):
        if hides(fact, state, viewer, keys):
            unseen.add((fact.name, keys))
            return MISSING
        return node
    found = {key: _seen(fact, state, viewer, inner, (*keys, key), unseen) for key, inner in node.items()}
    return {key: inner for key, inner in found.items() if inner is not MISSING}
