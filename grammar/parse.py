"""Text -> tree: the one place that runs lark."""

from __future__ import annotations

import difflib
import re
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from grammar import nodes as n
from grammar.build import Build
from grammar.errors import SyntaxProblemError
from grammar.mistakes import describe_expected, explain_mistake

#: longer or deeper text than this is refused before parsing: nobody writes it by hand
LONGEST = 200_000
DEEPEST = 60


def grammar_text() -> str:
    """The grammar itself, for digests and for the docs."""
    return (files("grammar") / "rules.lark").read_text("utf-8")


#: where the parser's tables may be kept between runs; set by whoever has a place for caches
_tables: list[str] = []


def keep_tables(path: str) -> None:
    """Lets the parser's tables be kept in a file (lark checks that they belong to this grammar)."""
    _tables[:] = [path]


def build_parser(*, strict: bool = False) -> Lark:
    """The LALR(1) parser; `strict` also proves that no two terminals or rules collide."""
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",  # keywords are reserved everywhere, not only where the parser expects them
        strict=strict,
        start=["rules", "question", "cases", "facts"],
        maybe_placeholders=True,
        transformer=Build(),
        cache=_tables[0] if _tables and not strict else False,
    )


@cache
def _parser() -> Lark:
    return build_parser()


@cache
def keywords() -> frozenset[str]:
    """Every reserved word."""
    words = (str(terminal.pattern.value) for terminal in _parser().terminals if terminal.pattern.type == "str")
    return frozenset(word for word in words if word.isalpha())


def parse_rules(text: str) -> tuple[n.Statement, ...]:
    """A rule block."""
    return _parse(text, "rules")  # type: ignore[no-any-return]


def parse_cases(text: str) -> tuple[n.Case, ...]:
    """A block of cases."""
    return _parse(text, "cases")  # type: ignore[no-any-return]


def parse_question(text: str) -> n.Asking:
    """One question, as typed on the command line."""
    return _parse(text, "question")  # type: ignore[no-any-return]


def parse_facts(text: str) -> tuple[n.Given, ...]:
    """Told facts, separated by semicolons; the last semicolon may be left out."""
    stripped = text.rstrip()
    return _parse(stripped if not stripped or stripped.endswith(";") else text + ";", "facts")  # type: ignore[no-any-return]


def _parse(text: str, start: str) -> Any:
    _refuse_monsters(text)
    try:
        return _parser().parse(text, start=start)
    except UnexpectedInput as error:
        raise _problem(text, error) from None


def _refuse_monsters(text: str) -> None:
    """Stops oversized or deeply nested text before the parser sees it."""
    if len(text) > LONGEST:
        raise SyntaxProblemError(1, 1, f"the text is {len(text)} characters long", f"Keep it under {LONGEST}.")
    depth = deepest = 0
    for match in re.finditer(r"[(\[{)\]}]|\bif\b|\bend\b", text):
        opening = match.group() in ("(", "[", "{", "if")
        depth += 1 if opening else -1
        deepest = max(deepest, depth)
    if deepest > DEEPEST and start_depth(text) > DEEPEST:
        raise SyntaxProblemError(
            1, 1, f"the text is nested {deepest} levels deep", f"Keep brackets under {DEEPEST} levels."
        )


def start_depth(text: str) -> int:
    """The deepest nesting of brackets alone."""
    depth = deepest = 0
    for char in text:
        if char in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in ")]}":
            depth -= 1
    return deepest


def _problem(text: str, error: UnexpectedInput) -> SyntaxProblemError:
    line, column = max(error.line, 1), max(error.column, 1)
    if isinstance(error, UnexpectedCharacters):
        found = text[error.pos_in_stream : error.pos_in_stream + 1] if error.pos_in_stream is not None else "?"
        return SyntaxProblemError(
            line, column, f"{found!r} is no part of the language",
            "Names are letters, digits and underscores; text stands in double quotes.", text,
        )  # fmt: skip
    if isinstance(error, UnexpectedEOF) or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
        lines = text.splitlines() or [""]
        expected = describe_expected(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
        return SyntaxProblemError(
            len(lines), len(lines[-1]) + 1, "the text ends too early", f"Expected {expected}.", text
        )
    assert isinstance(error, UnexpectedToken)
    word = str(error.token)
    expected_types = set(error.accepts or error.expected or ())
    mistake = explain_mistake(text, line, column, word, expected_types)
    if mistake:
        return SyntaxProblemError(line, column, *mistake, text)
    cure = f"Expected {describe_expected(expected_types)}."
    if error.token.type == "NAME":
        near = difflib.get_close_matches(word.lower(), sorted(keywords()), n=1)
        if near:
            cure += f" Did you mean “{near[0]}”?"
    elif word in keywords() and "NAME" in expected_types:
        return SyntaxProblemError(
            line, column, f"“{word}” is a word of the language and cannot be a name",
            f"Choose another name, for example “{word}_1” or a longer one.", text,
        )  # fmt: skip
    return SyntaxProblemError(line, column, f"“{word}” cannot stand here", cure, text)
