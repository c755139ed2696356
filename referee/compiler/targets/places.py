"""The places that a step writes to, as it names them."""

from __future__ import annotations

from grammar import nodes as n
from kb.rules.program import Program
from kb.rules.writes import looked_into
from referee.evaluation.context import ref_parts
from referee.evaluation.scope import Scope
from referee.resolved.tree.names import piles_of


def written(program: Program, scope: Scope, step: n.Step) -> tuple[n.Ref, ...]:
    """The facts that a step writes, with their keys, where it writes nothing else."""
    found: tuple[n.Place | None, ...] = ()
    if isinstance(step, n.Put):
        found = (step.pile, step.source or lies_in(program, scope, step.what))
    elif isinstance(step, n.Shuffle):
        found = (step.pile,)
    elif isinstance(step, n.Assign):
        found = (step.target,)
    elif isinstance(step, n.Draw) and step.rescue is None:
        found = (step.source, step.target)
    elif isinstance(step, n.Move):
        found = (*step.source, *step.target)
    refs = [ref for ref in found if isinstance(ref, n.Name | n.Call)]
    open_ended = None in found or any(ref_parts(ref)[0] not in program.facts for ref in refs)
    return () if open_ended else tuple(refs)


def lies_in(program: Program, scope: Scope, what: n.Expr) -> n.Ref | None:
    """The pile that is put elsewhere whole, or of which a card is that is named by its place."""
    pile = looked_into(what)
    if not isinstance(pile, n.Name | n.Call):
        return None
    name = ref_parts(pile)[0]
    return pile if name in piles_of(program) and name not in scope.slots else None


def lies_at(what: n.Expr) -> n.Expr | None:
    """At which place of its pile a card lies that is named by it, counted from 1; nothing where that is the first of its like."""
    if not isinstance(what, n.Call) or looked_into(what) is what or what.name == "top":
        return None
    return what.args[1] if what.name == "card_at" else n.Call("size", what.args)
