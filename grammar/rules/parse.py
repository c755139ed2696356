"""Text -> tree: the rule language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from grammar import nodes as n
from grammar.base.tokens import Kids, Made
from grammar.lalr.automaton import Automaton, UnexpectedToken
from grammar.lalr.cache import tables_of
from grammar.lalr.tables import ParserTables, lark_parser
from grammar.rules.builder.cases import BuildCases
from grammar.rules.builder.conduct import BuildConduct
from grammar.rules.builder.expressions import BuildExpressions
from grammar.rules.builder.statements import BuildStatements
from grammar.rules.lexer import Lexer
from grammar.rules.limits import refuse_monsters, refuse_towers

if TYPE_CHECKING:
    from lark import Lark

    from grammar.base.errors import SyntaxProblemError

#: the kinds of text
STARTS = ("rules", "question", "cases", "facts")
#: words of what was begun and not ended that are looked at for a message
MOST_OPEN = 200
GRAMMAR = Path(__file__).with_name("rules.lark")


def grammar_text() -> str:
    """The grammar itself, for digests and for the docs."""
    return GRAMMAR.read_text("utf-8")


def build_parser(*, strict: bool = False) -> Lark:
    """lark's own parser of the same grammar: our tables are taken out of it; `strict` also proves that nothing collides."""
    return lark_parser(grammar_text(), STARTS, strict=strict)


@cache
def tables() -> ParserTables:
    """The tables of the grammar."""
    return tables_of(GRAMMAR, build_parser)


@cache
def lexer() -> Lexer:
    """What cuts a text into words."""
    return Lexer(tables())


@cache
def _automaton() -> Automaton:
    builders = (BuildStatements(), BuildConduct(), BuildExpressions(), BuildCases())

    def method(name: str) -> Callable[[Kids], Made]:
        made: Callable[[Kids], Made] = next(getattr(builder, name) for builder in builders if hasattr(builder, name))
        return made

    return Automaton(tables(), method)


@cache
def keywords() -> frozenset[str]:
    """Every reserved word."""
    return frozenset(word for word in tables().words if word.isalpha())


def parse_rules(text: str) -> tuple[n.Statement, ...]:
    """A rule block."""
    return _parse(text, "rules")  # type: ignore[no-any-return]


def parse_cases(text: str) -> tuple[n.Situation | n.WrittenCase, ...]:
    """A block of cases, with the situations they start from."""
    return _parse(text, "cases")  # type: ignore[no-any-return]


def parse_question(text: str) -> n.Asking:
    """One question, as typed on the command line."""
    return _parse(text, "question")  # type: ignore[no-any-return]


def parse_facts(text: str) -> tuple[n.Given, ...]:
    """Told facts, separated by semicolons; the last semicolon may be left out."""
    stripped = text.rstrip()
    return _parse(stripped if not stripped or stripped.endswith(";") else text + ";", "facts")  # type: ignore[no-any-return]


def _parse(text: str, start: str) -> Made:
    refuse_monsters(text)
    words = lexer()
    try:
        tree, opened = _automaton().parse(words.tokens(text), start)
    except UnexpectedToken as error:
        raise misread(text, start, error) from None
    refuse_towers(text, tree, opened)
    return tree


def misread(text: str, start: str, error: UnexpectedToken) -> SyntaxProblemError:
    """What is wrong with a text that could not be read on."""
    from grammar.rules.faults import Stopped, fault  # only a mistake needs it

    words, automaton = lexer(), _automaton()
    left_open = automaton.unfinished(words.tokens(text), start)[-MOST_OPEN:]
    located = words.located(text, [*left_open, error.index])
    return fault(Stopped(text, located[-1], error.accepted, keywords(), automaton.first(start), located[:-1]))
