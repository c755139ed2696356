"""Nodes of the rule language as the lowering of cards puts them together."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from grammar import nodes as n
from grammar.base.records import replace
from grammar.cards import tree as t

#: whoever does an action
ACTOR = n.Name("actor")


def all_of(tests: Iterable[n.Expr]) -> n.Expr | None:
    """That all of them hold; nothing when there is none."""
    parts = tuple(part for test in tests for part in (test.parts if isinstance(test, n.And) else (test,)))
    return None if not parts else parts[0] if len(parts) == 1 else n.And(parts)


def any_of(tests: Iterable[n.Expr]) -> n.Expr:
    """That one of them holds."""
    parts = tuple(part for test in tests for part in (test.parts if isinstance(test, n.Or) else (test,)))
    return parts[0] if len(parts) == 1 else n.Or(parts)


def product(factors: Iterable[n.Expr]) -> n.Expr:
    """One multiplied by the next; that the first is 1 is not said."""
    first, *more = factors
    found = more if more and first == n.Number(1) else [first, *more]
    return reduce(lambda left, right: n.Arithmetic("*", left, right), found)


def is_some(expr: n.Expr) -> n.Expr:
    """That it is not none."""
    return n.Compare("is not", expr, n.Nothing())


def placed(clauses: Iterable[n.Clause], at: t.At) -> list[n.Clause]:
    """Clauses that stand at a word of the card."""
    return [replace(clause, at=at) for clause in clauses]


def guard_statement(guard: n.Expr, statement: n.Statement) -> n.Statement:
    """What a card changes about other rules, only when the guard holds. Its own condition comes first: that the card is not
    being played is known at once, and then nothing else need be asked."""
    if isinstance(statement, n.Define):
        return replace(statement, when=guard if statement.when is None else n.And((statement.when, guard)))
    if isinstance(statement, n.Rule):
        return replace(statement, clauses=tuple(guard_clause(guard, clause) for clause in statement.clauses))
    return statement


def guard_clause(guard: n.Expr, clause: n.Clause) -> n.Clause:
    """A clause that counts only when the guard holds."""
    if isinstance(clause, n.Each):
        return replace(clause, clauses=tuple(guard_clause(guard, inner) for inner in clause.clauses))
    if isinstance(clause, n.Effect):
        return replace(clause, step=n.If(guard, (clause.step,), (), at=clause.at))
    if isinstance(clause, n.Requires | n.Forbidden | n.Allowed | n.Cost | n.Applies):
        return replace(clause, when=guard if clause.when is None else n.And((clause.when, guard)))
    return clause
