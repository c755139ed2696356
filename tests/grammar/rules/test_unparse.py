"""Printing and parsing are inverse."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings

from grammar import nodes as n
from grammar.rules import unparse_cases
from grammar.rules.parse import parse_cases, parse_rules
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


@pytest.mark.parametrize(
    "text",
    [
        "phase turn in round after deal when n > 1 each p in player with alive of p cycle while yes",
        "phase turn each p in player",
    ],
)
def test_what_no_game_of_the_corpus_says_comes_back(text: str) -> None:
    (node,) = parse_rules(text)
    assert statement(node) == text
    assert parse_rules(statement(node)) == (node,)


def test_the_whole_corpus_comes_back() -> None:
    count = 0
    for game in games.library().games.values():
        for paragraph in game.prose.paragraphs.values():
            for block in paragraph.blocks:
                for node in parse_rules(block.text):
                    assert parse_rules(statement(node)) == (node,), paragraph.id
                    count += 1
    assert count > 500


def test_all_cases_of_the_corpus_come_back() -> None:
    for game in games.library().games.values():
        for name, text in game.prose.cases:
            for block in re.findall(r"^```case\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
                nodes = parse_cases(block)
                assert parse_cases(unparse_cases.cases(nodes)) == nodes, name


def test_cases_that_vary_come_back() -> None:
    nodes = parse_cases("""
        situation "s" given a = 1; not b;
        case "x" from exam given "s"; k: shop; wage of k = 2; ask strike([k]) by red expect depends needs a because #p.1
        but given wage of k = 3; expect no
        but "q" from play given wage of k = 4; expect disputed default 3 because #p.2, #p.3
        case "y" given "s"; do a(b) by r answers [x] then c expect d = 3; because #p
        and "z" from books ask f of x and g expect 3..4
        case "m" moves by red expect includes load(wine, 1)
        but given x = 1; expect excludes load(wine, 1) because #p""")
    assert parse_cases(unparse_cases.cases(nodes)) == nodes
