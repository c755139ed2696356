"""Facts that nobody will think of telling, and that every question then asks for."""

from __future__ import annotations

from collections.abc import Iterator

from grammar import nodes as n
from kb.model.problems import Problem, problem
from kb.rules.program import Program
from kb.rules.reads import names_in, reads_of


def untold_flags(program: Program) -> Iterator[Problem]:
    """FACT-UNTOLD: what begins as no, leaves players out of turns and is read by what actions ask for, with nothing assumed of it."""
    parts = (*program.phases.values(), *program.steps.values())
    tests = [cited.node.turns.body for cited in parts if cited.node.turns is not None]
    leaving = {name for test in tests if test is not None for name in names_in(test)}
    infos = (*program.actions.values(), *program.classes.values())
    checks = tuple(
        cited.node for info in infos for cited in info.clauses if isinstance(cited.node, n.Requires | n.Forbidden)
    )
    asked = reads_of(program, checks)
    for name, cited in program.facts.items():
        fact: n.Fact = cited.node
        plain = isinstance(fact.type, n.TypeFlag) and fact.assumed is None and not (fact.fixed or fact.hidden)
        if plain and not fact.derived and name in leaving and name in asked and _begins_as_no(program, name):
            text = f"“{name}” begins as no and leaves players out of turns; whoever asks will seldom tell it, and each answer depends on it."
            yield problem("FACT-UNTOLD", cited.place, text)


def _begins_as_no(program: Program, name: str) -> bool:
    starts = program.starts.get(name, ())
    return bool(starts) and all(cited.node.value == n.Truth(False) and cited.node.when is None for cited in starts)
