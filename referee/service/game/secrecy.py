"""What a game hides, worked out once from its rules: which names are secret in somebody's hand, which values rest on hidden facts."""

from __future__ import annotations

from functools import lru_cache

from grammar import nodes as n
from kb.rules.program import Program
from kb.rules.reads import found_in, hidden_reads
from referee.evaluation.context import ref_parts
from referee.evaluation.interface import BY_RULE
from referee.service.game.facts import Fact
from referee.state import State


class Secrecy:
    """The secrets of one game, whoever plays."""

    def __init__(self, program: Program, facts: dict[str, Fact]) -> None:
        self._program, self._facts = program, facts
        held = [fact for fact in facts.values() if fact.hidden in ("others", BY_RULE)]
        self._kinds = frozenset(fact.kind for fact in held if fact.kind)
        self._names = frozenset(name for kind in self._kinds for name in program.members.get(kind, ()))
        self._numbers = frozenset(fact.name for fact in held if not fact.kind)
        self.behind = lru_cache(maxsize=None)(self._behind)
        self.tells_number = lru_cache(maxsize=None)(self._tells_number)

    def _behind(self, name: str) -> frozenset[str]:
        """The hidden facts that a value or derived fact rests on; of a hidden fact itself."""
        if name in self._facts and self._facts[name].hidden:
            return frozenset((name,))
        value = self._program.values.get(name)
        if value is None:
            return frozenset()
        return hidden_reads(self._program, tuple((cited.node.value, cited.node.when) for cited in value.clauses))

    def _tells_number(self, action: str) -> bool:
        """Whether an action sets a number that only its actor may see, so that its arguments would tell it."""
        known = self._program.actions.get(action)
        if known is None or not self._numbers:
            return False
        steps = [step for cited in known.clauses for step in found_in(cited.node, n.Assign)]
        return any(ref_parts(step.target)[0] in self._numbers for step in steps)

    def aloud(self, action: str) -> frozenset[str]:
        """The arguments of an action that its actor says for all to hear."""
        known = self._program.actions.get(action)
        return frozenset() if known is None else frozenset(param.name for param in known.node.params if param.aloud)

    def names(self, state: State) -> frozenset[str]:
        """The members that somebody may hold unseen by others."""
        return self._names.union(*(state.members.get(kind, ()) for kind in self._kinds))
