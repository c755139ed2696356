"""What stands in a choice or an offer, compiled: its ends, the actions offered with their arguments, the hidden facts behind them."""

from __future__ import annotations

from grammar import nodes as n
from kb.rules.program import Program, actions_of
from kb.rules.reads import hidden_reads
from referee.evaluation.scope import Scope
from referee.units.choices import OfferedCode, Span
from referee.units.formula import Compiles, Formula


def formulas(compiler: Compiles, exprs: tuple[n.Expr, ...], scope: Scope) -> tuple[Formula, ...]:
    """Several expressions of one scope."""
    return tuple(compiler.formula(expr, scope) for expr in exprs)


def span_of(compiler: Compiles, type_: n.Type, scope: Scope) -> Span:
    """The ends of a range or the sizes of a list, which may name locals."""
    if isinstance(type_, n.TypeRange):
        return Span(None, None if isinstance(type_.high, n.Number) else compiler.formula(type_.high, scope))
    if isinstance(type_, n.TypeMany) and type_.least is not None and type_.most is not None:
        return Span(compiler.formula(type_.least, scope), compiler.formula(type_.most, scope))
    return Span(None, None)


def offered(compiler: Compiles, call: n.Call, scope: Scope) -> OfferedCode:
    """One of the actions, classes or held deeds of an offer."""
    if call.name in scope.slots:
        return OfferedCode(call.name, (), (), (), compiler.formula(n.Name(call.name), scope))
    named = tuple((key, compiler.formula(value, scope)) for key, value in call.named)
    return OfferedCode(call.name, actions_of(compiler.program, call.name), formulas(compiler, call.args, scope), named)


def behind(program: Program, calls: tuple[n.Call, ...]) -> tuple[str, ...]:
    """The hidden facts that decide what of it can be done."""
    infos = [program.actions[name] for call in calls for name in actions_of(program, call.name)]
    checks = tuple(c.node for info in infos for c in info.clauses if not isinstance(c.node, n.Effect | n.Answered))
    return tuple(sorted(hidden_reads(program, checks)))
