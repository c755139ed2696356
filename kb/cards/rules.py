"""Rule text written by the tables of a game's cards -> nodes of the rule language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grammar import nodes as n
from grammar.cards import tree as t
from grammar.errors import SyntaxProblemError
from grammar.parse import parse_rules
from kb.cards.scene import CardFault

LONGEST_CLAUSE = 20_000


def parsed(text: str, at: t.At) -> tuple[n.Statement, ...]:
    """Statements; a fault of the table is told at the card's word."""
    if len(text) > LONGEST_CLAUSE:
        raise CardFault(at, "the sentence becomes too long a rule", "Split it.")
    try:
        return parse_rules(text)
    except SyntaxProblemError as error:
        raise CardFault(at, f"the frame becomes no rule: {error.message}", f"Mend it in frames.toml: {text.strip()[:160]}") from None


def clauses_of(text: str, at: t.At) -> list[n.Clause]:
    """The clauses of an action."""
    if not text.strip():
        return []
    action = parsed(f"card a by actor in [b]\n{text}", at)[0]
    assert isinstance(action, n.Action)
    return [replace(clause, at=at) for clause in action.clauses]


def expr_of(text: str) -> Any:
    """One expression."""
    clause = clauses_of(f"requires {text}", (1, 1))[0]
    assert isinstance(clause, n.Requires)
    return clause.body


def guard_statement(guard: Any, statement: n.Statement) -> n.Statement:
    """What a card changes about other rules, only when the guard holds. Its own condition comes first: that the card is not
    being played is known at once, and then nothing else need be asked."""
    if isinstance(statement, n.Define):
        return replace(statement, when=guard if statement.when is None else n.And((statement.when, guard)))
    if isinstance(statement, n.Rule):
        return replace(statement, clauses=tuple(guard_clause(guard, clause) for clause in statement.clauses))
    return statement


def guard_clause(guard: Any, clause: n.Clause) -> n.Clause:
    """A clause that counts only when the guard holds."""
    if isinstance(clause, n.Each):
        return replace(clause, clauses=tuple(guard_clause(guard, inner) for inner in clause.clauses))
    if isinstance(clause, n.Effect):
        return replace(clause, step=n.If(guard, (clause.step,), (), at=clause.at))
    if isinstance(clause, n.Requires | n.Forbidden | n.Allowed | n.Cost | n.Applies):
        return replace(clause, when=guard if clause.when is None else n.And((clause.when, guard)))
    return clause
