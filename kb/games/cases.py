"""The cases of a game: fenced `case` blocks of its case files, read only when wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.base.records import record
from grammar.rules.parse import parse_cases
from kb.games.game import Game
from kb.model.entities import Place

if TYPE_CHECKING:
    from kb.model.problems import Problem

_CASE_BLOCK = re.compile(r"^```case[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


@record
class PlacedCase:
    """A case and where it stands."""

    node: n.Case
    place: Place


def cases_of(game: Game) -> tuple[tuple[PlacedCase, ...], tuple[Problem, ...]]:
    """The cases of a game and what is wrong with them."""
    problems: list[Problem] = []
    cases = [case for name, text in game.prose.cases for case in read_cases(name, text, problems)]
    return tuple(cases), tuple(problems)


def read_cases(name: str, text: str, problems: list[Problem]) -> Iterator[PlacedCase]:
    """The cases of a Markdown file."""
    for match in _CASE_BLOCK.finditer(text):
        first = text.count("\n", 0, match.start(1)) + 1
        try:
            parsed = parse_cases(match.group(1))
        except SyntaxProblemError as error:
            problems.append(_unreadable(Place(name, first + error.line - 1, error.column), error))
            continue
        for node in parsed:
            yield PlacedCase(node, Place(name, first + node.at[0] - 1))


def _unreadable(place: Place, error: SyntaxProblemError) -> Problem:
    from kb.model.problems import problem  # only a mistake needs it

    return problem("CASE-SYNTAX", place, error.message + ".", error.cure)
