"""What is ordered by something that somebody does not have, and what is reckoned of cards that nobody has seen."""

from __future__ import annotations

import pytest

from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.verdict.ask import Finding, ask
from tests.support.rules import code_from

GAME = """
roles player: ada, ben, cleo
scale ticket: n1..n20
fact picked of player: ticket or none
fact taken of player: pile of ticket
fact row: pile of ticket
fact line: list of player
define lowest = first(p in player with picked of p is not none by position(picked of p))
define highest_one = last(p in player with picked of p is not none by position(picked of p))
define leading = best(p in player by position(picked of p))
define fives(p: player) = sum(position(c) / 5 down for c in taken of p)
define above = those(c in ticket with bottom of row < c)
define beside_end = n4 beside bottom of row
procedure line_up:
  for p in player by position(picked of p): set line = including(line, p) end
end
procedure line_down:
  for p in player by position(picked of p) down: set line = including(line, p) end
end
"""


@pytest.fixture(scope="module")
def rules() -> Code:
    return code_from(GAME)


def _asked(rules: Code, text: str, told: str) -> Finding:
    situation = read_situation(rules, told)
    return ask(rules, read_question(rules, text, situation, None), situation)


SOME = "picked of ada = n9; picked of ben = none; picked of cleo = n4; line = []"


def test_who_has_nothing_to_go_by_comes_last_either_way(rules: Code) -> None:
    assert _asked(rules, "lowest", SOME).value == "cleo"
    assert _asked(rules, "highest_one", SOME).value == "ada"
    assert _asked(rules, "leading", SOME).value == ("ada",)
    assert _asked(rules, "line after line_up", SOME).value == ("cleo", "ada", "ben")
    assert _asked(rules, "line after line_down", SOME).value == ("ada", "cleo", "ben")


def test_where_nobody_has_anything_there_is_nobody(rules: Code) -> None:
    none = "picked of ada = none; picked of ben = none; picked of cleo = none"
    assert _asked(rules, "lowest", none).value is None
    assert _asked(rules, "leading", none).value == ("ada", "ben", "cleo")


@pytest.mark.parametrize("question", ["fives(ada)", "above", "beside_end"])
def test_of_cards_that_nobody_has_seen_it_depends(rules: Code, question: str) -> None:
    assert _asked(rules, question, "taken of ada = 2; row = 2").verdict == "depends"
