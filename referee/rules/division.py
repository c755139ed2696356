"""Of what a ban or demand speaks, where the question alone tells: to who asks for something else it says nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grammar import nodes as n
from kb.rules.reads import names_in
from referee.compiler.compiler import Compiler
from referee.evaluation.scope import Scope


def aside(
    node: n.Requires | n.Forbidden, params: Mapping[str, n.Param], compiler: Compiler, scope: Scope
) -> n.Expr | None:
    """When a check speaks of something else than what is asked; None where it always speaks of that."""
    whole = node.when if isinstance(node, n.Forbidden) else node.body
    if whole is None:
        return None
    found = list(_elsewhere(node, whole, compiler, scope))
    left_out = _left_out(whole, params, scope)
    if left_out is not None and compiler.is_of_question(whole, scope):
        found.append(left_out)
    return None if not found else found[0] if len(found) == 1 else n.Or(tuple(found))


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


def _left_out(whole: n.Expr, params: Mapping[str, n.Param], scope: Scope) -> n.Expr | None:
    """That whoever asks has named nothing of what a check looks at; None where it looks at what must be named."""
    told = [params[name] for name in dict.fromkeys(names_in(whole)) if name in params]
    if any(name in scope.slots and name not in params for name in names_in(whole)):
        return None
    usual = [_is_usual(param) for param in told if param.default is not None]
    parts = tuple(part for part in usual if part is not None)
    if not parts or len(parts) < len(usual):
        return None
    return parts[0] if len(parts) == 1 else n.And(parts)


def _is_usual(param: n.Param) -> n.Expr | None:
    """That a parameter is what it is where nobody names it."""
    name, default = n.Name(param.name), param.default
    if isinstance(default, n.Amounts):
        return None if default.pairs else n.Compare("is", n.Call("size", (name,)), n.Number(0))
    if isinstance(default, n.Number | n.Minus | n.Nothing):
        return n.Compare("is", name, default)
    return None
