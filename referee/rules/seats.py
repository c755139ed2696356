"""That whoever acts sits at the table, of what no step takes: nothing else says who may do what is only offered or obliged."""

from __future__ import annotations

from grammar import nodes as n
from kb.rules.phases import SEATED
from referee.compiler.compiler import Compiler
from referee.evaluation.scope import Scope
from referee.units.clauses import Check

#: whoever acts; no rule can spell it
_ACTING = "@acting"


def seat(compiler: Compiler) -> Check | None:
    """The check; None where a game does not say who sits at the table."""
    seated = compiler.program.values.get(SEATED)
    if seated is None or seated.params:
        return None
    scope, expr = Scope((_ACTING,)), n.Member(n.Name(_ACTING), n.Name(SEATED))
    return Check(
        "requires", seated.clauses[0].paragraph, None, compiler.formula(expr, scope), n.Requires(expr), scope, number=0
    )
