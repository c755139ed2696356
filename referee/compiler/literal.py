"""Values that are written out: they need no code."""

from __future__ import annotations

from grammar import nodes as n
from referee.evaluation.scope import Scope
from referee.resolved.tree.names import Names
from referee.values import MISSING


def literal(names: Names, expr: n.Expr, scope: Scope) -> object:
    """A number, yes or no, none, a member or a list of these; MISSING for anything that must be worked out."""
    if isinstance(expr, n.Number | n.Truth):
        return expr.value
    if isinstance(expr, n.Nothing):
        return None
    if isinstance(expr, n.Name):
        return expr.id if expr.id not in scope.slots and names.is_member(expr.id) else MISSING
    if isinstance(expr, n.ListOf):
        items = tuple([literal(names, item, scope) for item in expr.items])
        return MISSING if MISSING in items else items
    return MISSING
