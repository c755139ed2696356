"""What one player may see of a state: the rest is told, but not to the one who asks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from referee.answers import Value
from referee.evaluation.context import Context
from referee.evaluation.interface import BY_RULE, FactRules, Rules
from referee.state import Held, State, glimpsed, pile_size
from referee.values import MISSING, Leaf, Unknown


class Veil:
    """Who may see what of one state; where a rule says when, it is judged on all there is, for whoever looks."""

    def __init__(self, code: Rules, state: Held, readings: Mapping[str, str] | None = None) -> None:
        self._code, self._state = code, state
        self._readings = readings
        self._judged: dict[tuple[str, tuple[object, ...], str, bool], bool] = {}
        self._contexts: dict[bool, Context] = {}

    def hides(self, fact: FactRules, keys: tuple[object, ...], viewer: str | None) -> bool:
        """Whether a fact is hidden from one who looks; who plays nobody sees what is open to every role by what is open itself."""
        if not fact.hidden:
            return False
        if fact.hidden != BY_RULE:
            return fact.hidden == "all" or (bool(keys) and keys[0] != viewer)
        if viewer is not None:
            return self._by_rule(fact, keys, viewer)
        return any(self._by_rule(fact, keys, role, openly=True) for role in self.viewers)

    @property
    def viewers(self) -> tuple[str, ...]:
        """All who can look: the roles of the game."""
        program = self._code.program
        return program.members.get(program.roles, ())

    def seen_by(self, fact: FactRules, keys: tuple[object, ...]) -> tuple[str | None, ...]:
        """The roles that see a fact; None among them: so does who plays nobody."""
        return tuple(viewer for viewer in (*self.viewers, None) if not self.hides(fact, keys, viewer))

    def _by_rule(self, fact: FactRules, keys: tuple[object, ...], viewer: str, *, openly: bool = False) -> bool:
        """What cannot be decided yet is hidden; `openly`: decided by what is hidden from nobody."""
        key = (fact.name, keys, viewer, openly)
        known = self._judged.get(key)
        if known is None:
            known = self._judged[key] = fact.hides(self._context(openly), viewer, keys)
        return known

    def _context(self, openly: bool) -> Context:
        found = self._contexts.get(openly)
        if found is None:
            state, unseen = self._state, frozenset[Leaf]()
            if openly:
                made, hidden = state.made(), self._code.hidden
                unseen = frozenset(leaf for name in hidden for leaf, _ in told_leaves(self._code.facts[name], made))
                state = replace(made, facts={name: value for name, value in made.facts.items() if name not in hidden})
            found = self._contexts[openly] = Context(self._code, state, readings=self._readings, unseen=unseen)
        return found


def told_leaves(fact: FactRules, state: State) -> Iterator[tuple[Leaf, Value]]:
    """The keys at which a fact is told, each with what is told there."""

    def inside(value: Value, keys: tuple[object, ...]) -> Iterator[tuple[Leaf, Value]]:
        if len(keys) == len(fact.keys):
            yield (fact.name, keys), value
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                yield from inside(inner, (*keys, key))

    if fact.name in state.facts:
        yield from inside(state.facts[fact.name], ())


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
    looking = _Looking(code.piles, Veil(code, state, readings), viewer, state)
    for name in hidden:
        kept = looking.kept(code.facts[name], told[name])
        if kept is MISSING:
            del seen[name]
        else:
            seen[name] = kept
    return replace(state, facts=seen), state.unseen | looking.unseen


class _Looking:
    """One who looks at a state, fact by fact."""

    def __init__(self, piles: Collection[str], veil: Veil, viewer: str, state: State) -> None:
        self._piles = piles
        self._veil, self._viewer, self._state, self._told = veil, viewer, state, state.told
        self.unseen: set[Leaf] = set()

    def kept(self, fact: FactRules, node: Value) -> Value:
        """What is seen of a fact; what belongs to the viewer is, whole, unless it is hidden from all."""
        if not fact.keys or fact.hidden == BY_RULE:
            return self._inside(fact, node, ())
        name, single, own = fact.name, len(fact.keys) == 1, fact.hidden != "all"
        pile = single and name in self._piles
        plainly = single and not self._told and not self._state.glimpses  # as it mostly is
        found = {}
        for key, inner in node.items():
            if own and key == self._viewer:
                found[key] = inner
            elif plainly:
                self.unseen.add((name, (key,)))
                if pile and not isinstance(
                    inner, Unknown
                ):  # of what a deed may have moved not even the number is known
                    found[key] = len(inner) if type(inner) is tuple else pile_size(inner)
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
        if shown:
            return glimpsed(node, shown)
        # how many cards lie in a pile everybody sees
        return pile_size(node) if fact.name in self._piles and not isinstance(node, Unknown) else MISSING
