"""Which members a clause speaks of, told by its guard alone."""

from __future__ import annotations

from grammar import nodes as n
from kb.rules.program import Program
from kb.rules.reads import names_in


def about(program: Program, node: n.Define) -> n.Expr | None:
    """What compares the arguments with members and reads nothing else: `r is red and …`, `x in fruit and …`."""
    if node.mode != "holds":
        return None
    params = {param.name for param in node.params}
    parts = node.when.parts if isinstance(node.when, n.And) else (node.when,) if node.when is not None else ()
    told = []
    for part in parts:
        others = set(names_in(part)) - params
        if others and all(name in program.members or program.kind_of_member(name) for name in others):
            told.append(part)
    return n.And(tuple(told)) if told else None
