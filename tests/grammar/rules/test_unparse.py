"""Printing and parsing are inverse."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from grammar import nodes as n
from grammar.rules.parse import parse_rules
from grammar.rules.unparse import expression, statement
from tests.support import games
from tests.support.trees import expressions, statements

_SETTINGS = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@_SETTINGS
@given(expressions)
def test_expressions_come_back(tree: n.Expr) -> None:
    (node,) = parse_rules(f"define alpha = {expression(tree)}")
    assert isinstance(node, n.Define)
    assert node.value == tree


@_SETTINGS
@given(statements)
def test_statements_come_back(tree: n.Statement) -> None:
    assert parse_rules(statement(tree)) == (tree,)


def test_the_whole_corpus_comes_back() -> None:
    count = 0
    for game in games.library().games.values():
        for paragraph in game.prose.paragraphs.values():
            for block in paragraph.blocks:
                for node in parse_rules(block.text):
                    assert parse_rules(statement(node)) == (node,), paragraph.id
                    count += 1
    assert count > 500
