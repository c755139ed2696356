"""Our automaton and lark's parser, made of the same grammar, read the same trees and stop at the same words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from lark import Lark, Tree
from lark import Token as LarkToken
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from grammar import nodes as n
from grammar.base.tokens import END, PlacedWord
from grammar.lalr import automaton as lalr
from grammar.lalr.tables import ParserTables, made_by, packed, unpacked
from grammar.rules.lexer import ALIEN, Lexer
from grammar.rules.parse import build_parser
from grammar.rules.unparse import statement
from tests.support import games
from tests.support.trees import statements

#: words that a writer's slip may put anywhere
SLIPS = (
    "when",
    "of",
    "(",
    ")",
    "..",
    "=",
    "=>",
    "is",
    "end",
    "some",
    "x",
    "3",
    "-",
    ";",
    "#a.1",
    '"t"',
    "§",
    "not",
    "tabel",
    "",
)


@cache
def lark() -> Lark:
    return build_parser()


@cache
def tables() -> ParserTables:
    return unpacked(packed(made_by(lark())))


@cache
def ours() -> tuple[Lexer, lalr.Automaton]:
    return Lexer(tables()), lalr.Automaton(tables(), lambda name: lambda kids: (name, kids))


def plain(tree: Any) -> Any:
    """A tree of either parser, iteratively enough for both: names, lists, and tokens with their places."""
    if isinstance(tree, Tree):
        return (str(tree.data), [plain(kid) for kid in tree.children])
    if isinstance(tree, tuple):
        return (tree[0], [plain(kid) for kid in tree[1]])
    if isinstance(tree, PlacedWord | LarkToken):
        return (tree.type, str(tree), tree.line, tree.column)
    return tree


def by_lark(text: str, start: str) -> Any:
    try:
        return plain(lark().parse(text, start=start))
    except UnexpectedCharacters as error:
        return (ALIEN, error.line, error.column, text[error.pos_in_stream])
    except UnexpectedInput as error:
        assert isinstance(error, UnexpectedToken)
        if error.token.type == END:
            return (END, sorted(error.accepts))
        return (error.token.type, error.line, error.column, str(error.token), sorted(error.accepts))


def by_us(text: str, start: str) -> Any:
    lexer, automaton = ours()
    try:
        return plain(automaton.parse(lexer.tokens(text), start)[0])
    except lalr.UnexpectedToken as error:
        token = lexer.located(text, [error.index])[0]
        if error.type == END:
            return (END, sorted(error.accepted))
        told = (error.type, token.line, token.column, str(token))
        return told if error.type == ALIEN else (*told, sorted(error.accepted))


def corpus_texts() -> Iterator[tuple[str, str]]:
    for game in games.library().games.values():
        for paragraph in game.prose.paragraphs.values():
            for block in paragraph.blocks:
                yield block.text, "rules"
        for _, text in game.prose.cases:
            for match in re.finditer(r"^```case[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
                yield match.group(1), "cases"


@cache
def texts() -> tuple[tuple[str, str], ...]:
    return tuple(corpus_texts())


@pytest.mark.slow
@pytest.mark.slow
def test_the_whole_corpus_reads_the_same() -> None:
    assert len(texts()) > 1000
    for text, start in texts():
        assert by_us(text, start) == by_lark(text, start)


def slipped(rng: random.Random, text: str) -> str:
    """The text with one word changed, doubled, lost or swapped, or cut short."""
    words = re.split(r"(\s+)", text)
    at = rng.randrange(len(words))
    deed = rng.randrange(4)
    if deed == 0:
        words[at] = rng.choice(SLIPS)
    elif deed == 1:
        words.insert(at, f" {rng.choice(SLIPS)} ")
    elif deed == 2:
        words = words[: at + 1]
    else:
        other = rng.randrange(len(words))
        words[at], words[other] = words[other], words[at]
    return "".join(words)


def test_slips_are_met_at_the_same_word_with_the_same_expectations() -> None:
    rng = random.Random(20261116)
    for text, start in rng.sample(texts(), 700):
        wrong = slipped(rng, text[:1500])
        assert by_us(wrong, start) == by_lark(wrong, start), wrong


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-- a",
        "\n\n",
        "define a = 1 -- the end",
        "\tdefine\r\n a=b..c",
        "1..2",
        "a...b",
        "a=>=b",
        "é",
        '"',
        "#",
        "#A",
    ],
)
@pytest.mark.parametrize("start", ["rules", "question", "cases", "facts"])
def test_odd_texts_read_the_same(text: str, start: str) -> None:
    assert by_us(text, start) == by_lark(text, start)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(statements)
def test_made_up_statements_read_the_same(tree: n.Statement) -> None:
    text = statement(tree)
    assert by_us(text, "rules") == by_lark(text, "rules")
