"""Of what a ban or demand speaks, where the question alone tells: to who asks for something else it says nothing."""

from __future__ import annotations

from grammar import nodes as n
from referee.compiler.compiler import Compiler
from referee.evaluation.scope import Scope


def aside(node: n.Requires | n.Forbidden, compiler: Compiler, scope: Scope) -> n.Expr | None:
    """When a check speaks of something else than what is asked; None where it always speaks of that, or of nothing else."""
    whole = node.when if isinstance(node, n.Forbidden) else node.body
    if isinstance(node, n.Forbidden) and whole is not None and _names_one(whole):
        return n.Not(whole) if compiler.is_of_question(whole, scope) else None
    if not isinstance(whole, n.And if isinstance(node, n.Forbidden) else n.Or):
        return None
    asked = [part for part in whole.parts if compiler.is_of_question(part, scope)]
    if len(asked) == len(whole.parts):
        asked = [part for part in asked if isinstance(node, n.Forbidden) and _names_one(part)]
    if not asked:
        return None
    said = asked[0] if len(asked) == 1 else type(whole)(tuple(asked))
    return n.Not(said) if isinstance(node, n.Forbidden) else said


def _names_one(when: n.Expr) -> bool:
    """Whether it is a certain one, or one of several, that is banned."""
    if isinstance(when, n.Member):
        return isinstance(when.members, n.ListOf) and not when.negated
    return isinstance(when, n.Compare) and when.op == "is" and isinstance(when.right, n.Name)
