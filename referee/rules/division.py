"""Of what a ban or demand speaks, where the question alone tells: to who asks for something else it says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from grammar import nodes as n
from referee.compiler.compiler import Compiler
from referee.evaluation.scope import Scope


def aside(node: n.Requires | n.Forbidden, compiler: Compiler, scope: Scope) -> n.Expr | None:
    """When a check speaks of something else than what is asked; None where it always speaks of that."""
    whole = node.when if isinstance(node, n.Forbidden) else node.body
    return None if whole is None else next(_elsewhere(node, whole, compiler, scope), None)


def _elsewhere(node: n.Requires | n.Forbidden, whole: n.Expr, compiler: Compiler, scope: Scope) -> Iterator[n.Expr]:
    """That what is asked is not what is banned, or is excepted from what is demanded: those parts that look at the question alone."""
    banned = isinstance(node, n.Forbidden)
    if banned and _names_one(whole):
        if compiler.is_of_question(whole, scope):
            yield n.Not(whole)
        return
    if not isinstance(whole, n.And if banned else n.Or):
        return
    asked = [part for part in whole.parts if compiler.is_of_question(part, scope)]
    if len(asked) == len(whole.parts):
        asked = [part for part in asked if banned and _names_one(part)]
    if asked:
        said = asked[0] if len(asked) == 1 else type(whole)(tuple(asked))
        yield n.Not(said) if banned else said


def _names_one(when: n.Expr) -> bool:
    """Whether it is a certain one, or one of several, that is banned."""
    if isinstance(when, n.Member):
        return isinstance(when.members, n.ListOf) and not when.negated
    return isinstance(when, n.Compare) and when.op == "is" and isinstance(when.right, n.Name)
