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
    if viewer is None:
        return state, state.unseen
    told = state.facts
    seen: dict[str, Value] | None = None
    unseen: set[Leaf] = set()
    for name in code.hidden:
        if name in told:
            if seen is None:
                seen = dict(told)
            kept = _seen(code.facts[name], state, viewer, told[name], unseen)
            if kept is MISSING:
                del seen[name]
            else:
                seen[name] = kept
    return (state, state.unseen) if seen is None else (replace(state, facts=seen), state.unseen | unseen)


def _seen(fact: FactRules, state: State, viewer: str, node: Value, unseen: set[Leaf]) -> Value:
    """What is seen of a fact; what belongs to the viewer is, whole, unless it is hidden from all."""
    if not fact.keys:
        return _inside(fact, state, viewer, node, (), unseen)
    own, single, name, told = fact.hidden != "all", len(fact.keys) == 1, fact.name, state.told
    found = {}
    for key, inner in node.items():
        if own and key == viewer:
            found[key] = inner
        elif single and not told:  # as it mostly is
            unseen.add((name, (key,)))
        else:
            kept = _inside(fact, state, viewer, inner, (key,), unseen)
            if kept is not MISSING:
                found[key] = kept
    return found


def _inside(
    fact: FactRules, state: State, viewer: str, node: Value, keys: tuple[object, ...], unseen: set[Leaf]
) -> Value:
    if len(keys) == len(fact.keys):
        if hides(fact, state, viewer, keys):
            unseen.add((fact.name, keys))
            return MISSING
        return node
    found = {key: _inside(fact, state, viewer, inner, (*keys, key), unseen) for key, inner in node.items()}
    return {key: inner for key, inner in found.items() if inner is not MISSING}
