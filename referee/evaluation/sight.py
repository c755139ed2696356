"""What one player may see of a state: the rest is told, but not to the one who asks."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from referee.answers import Value
from referee.evaluation.context import Context
from referee.evaluation.interface import BY_RULE, FactRules, Rules
from referee.state import Held, State, glimpsed
from referee.values import MISSING, Leaf


class Veil:
    """Who may see what of one state; where a rule says when, it is judged on all there is, for whoever looks."""

    def __init__(self, code: Rules, state: Held, readings: Mapping[str, str] | None = None) -> None:
        self._code, self._state = code, state
        self._readings = readings
        self._judged: dict[tuple[str, tuple[object, ...], str], bool] = {}
        self._ctx: Context | None = None

    def hides(self, fact: FactRules, keys: tuple[object, ...], viewer: str | None) -> bool:
        """Whether a fact is hidden from one who looks; from somebody who plays nobody whatever is hidden from anybody."""
        if not fact.hidden:
            return False
        if fact.hidden != BY_RULE:
            return fact.hidden == "all" or (bool(keys) and keys[0] != viewer)
        if viewer is not None:
            return self._by_rule(fact, keys, viewer)
        return any(self._by_rule(fact, keys, role) for role in self.viewers)

    @property
    def viewers(self) -> tuple[str, ...]:
        """All who can look: the roles of the game."""
        program = self._code.program
        return program.members.get(program.roles, ())

    def seen_by(self, fact: FactRules, keys: tuple[object, ...]) -> tuple[str, ...]:
        """The roles that see a fact."""
        return tuple(role for role in self.viewers if not self.hides(fact, keys, role))

    def _by_rule(self, fact: FactRules, keys: tuple[object, ...], viewer: str) -> bool:
        """What cannot be decided yet is hidden."""
        known = self._judged.get((fact.name, keys, viewer))
        if known is None:
            if self._ctx is None:
                self._ctx = Context(self._code, self._state, readings=self._readings)
            known = self._judged[fact.name, keys, viewer] = fact.hides(self._ctx, viewer, keys)
        return known


def view(
    code: Rules, state: State, viewer: str | None, readings: Mapping[str, str] | None = None
) -> tuple[State, frozenset[Leaf]]:
    """The state as one player may see it, and the leaves that are told but hidden. Without a viewer nothing is hidden."""
    if viewer is None:
        return state, state.unseen
    told = state.facts
    hidden = [name for name in code.hidden if name in told]
    if not hidden:
        return state, state.unseen
    seen = dict(told)
    looking = _Looking(Veil(code, state, readings), viewer, state)
    for name in hidden:
        kept = looking.kept(code.facts[name], told[name])
        if kept is MISSING:
            del seen[name]
        else:
            seen[name] = kept
    return replace(state, facts=seen), state.unseen | looking.unseen


class _Looking:
    """One who looks at a state, fact by fact."""

    def __init__(self, veil: Veil, viewer: str, state: State) -> None:
        self._veil, self._viewer, self._state, self._told = veil, viewer, state, state.told
        self.unseen: set[Leaf] = set()

    def kept(self, fact: FactRules, node: Value) -> Value:
        """What is seen of a fact; what belongs to the viewer is, whole, unless it is hidden from all."""
        if not fact.keys or fact.hidden == BY_RULE:
            return self._inside(fact, node, ())
        own, single, name = fact.hidden != "all", len(fact.keys) == 1, fact.name
        found = {}
        for key, inner in node.items():
            if own and key == self._viewer:
                found[key] = inner
            elif single and not self._told and not self._state.glimpses:  # as it mostly is
                self.unseen.add((name, (key,)))
            else:
                kept = self._inside(fact, inner, (key,))
                if kept is not MISSING:
                    found[key] = kept
        return found

    def _inside(self, fact: FactRules, node: Value, keys: tuple[object, ...]) -> Value:
        if len(keys) < len(fact.keys):
            found = {key: self._inside(fact, inner, (*keys, key)) for key, inner in node.items()}
            return {key: inner for key, inner in found.items() if inner is not MISSING}
        leaf = (fact.name, keys)
        if leaf in self._told or not self._veil.hides(fact, keys, self._viewer):  # what one has told one may see
            return node
        self.unseen.add(leaf)
        shown = self._state.shown_to((self._viewer,), leaf)
        return glimpsed(node, shown) if shown else MISSING
