"""The corpora are clean: no error, no warning; what nobody reads is told in one line."""

from __future__ import annotations

import pytest

from kb.library import Game, Library
from kb.survey.checks import asked_names
from referee.check.game import check_game, check_program
from referee.resolved.checks.inference import Types
from referee.resolved.checks.unused import check_unused, unused_values
from tests.support import games
from tests.support.rules import code_from


@pytest.fixture(scope="module")
def library() -> Library:
    return games.library()


@pytest.mark.parametrize("name", ["hegemony", "new_angeles", "nowa_reformacja"])
def test_a_corpus_is_clean(library: Library, name: str) -> None:
    _, problems = check_game(library.games[name], ())
    assert [str(problem) for problem in problems if problem.severity != "notice"] == []


def test_the_made_up_game_is_clean(harbour: Game) -> None:
    assert check_program(Types(harbour.program), asked_names(harbour)) == []


@pytest.mark.parametrize("name", ["hegemony", "new_angeles", "nowa_reformacja"])
def test_every_parameter_of_a_corpus_has_a_type(library: Library, name: str) -> None:
    types = Types(library.games[name].program)
    for value in types.program.values:
        assert not any(type_.any or type_.empty for type_ in types.parameters(value)), value


@pytest.mark.parametrize("name", ["hegemony", "new_angeles", "nowa_reformacja"])
def test_every_expression_of_a_corpus_has_a_type(library: Library, name: str) -> None:
    types = Types(library.games[name].program)
    vague = [site.what for site in types.sites if types.of(site.expr, site.slots).empty]
    assert vague == []


# ---- values nobody reads -------------------------------------------------------------------------------------------

RULES = """
fact coins: number
define used = coins + 1
define chain = used * 2
define alone(n: number) = if n > 0 then alone(n - 1) else coins end
table prices(n: number) gives low, high: | 1 => 2, 3 | * => 4, 5
ends when low(coins) > 3
"""


def test_values_that_nobody_reads_are_counted() -> None:
    types = Types(code_from(RULES).program)
    assert unused_values(types) == ["chain", "alone", "high"]
    assert unused_values(types, {"chain"}) == ["alone", "high"]


def test_what_players_ask_for_is_marked_and_nothing_else() -> None:
    types = Types(code_from(RULES + "asked define income = coins * 2").program)
    found = [(problem.code, problem.message) for problem in check_unused(types)]
    assert found == [
        ("VALUE-UNUSED", "No rule reads “chain”."),
        ("VALUE-UNUSED", "No rule reads “alone”."),
        ("VALUE-UNUSED", "No rule reads the column “high”."),
    ]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("fact coins: number\nasked define tax = coins\nends when tax > 3", ["VALUE-ASKED"]),
        ("asked define may_talk = no", []),  # a paragraph says so, and players ask
        ("define may_talk = no", ["VALUE-UNUSED"]),
    ],
)
def test_a_mark_that_is_not_true_is_a_fault(text: str, codes: list[str]) -> None:
    assert [problem.code for problem in check_unused(Types(code_from(text).program))] == codes
