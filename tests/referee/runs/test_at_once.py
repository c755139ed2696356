"""What happens to all of them at once is one statement: the game may be over only behind it."""

from __future__ import annotations

import pytest

from grammar import nodes as n
from grammar.rules.parse import parse_cases
from referee.check.cases import run_case
from referee.rules.code import Code
from tests.support.rules import code_from

RULES = """
roles player: ada, ben, cleo
fact tokens of player: 0..9
fact hand of player: 0..9
phase day
step counting in day: do count_up
ends when some p in player with tokens of p >= 3
procedure count_up: for p in player with hand of p > 0: raise tokens of p by 1 end end
procedure one_by_one: for p in player with hand of p > 0: do reward(p) end end
procedure reward(p: player): raise tokens of p by 1 end
always tokens of ada is hand of ada when not over
"""
GIVEN = "given tokens of ada = 2; hand of ada = 2; hand of ben = 1; tokens of ben = 2; hand of cleo = 0; tokens of cleo = 0;"


@pytest.fixture(scope="module")
def code() -> Code:
    return code_from(RULES)


def said(code: Code, text: str) -> str:
    (written,) = parse_cases(f'case "c" {text}')
    assert isinstance(written, n.WrittenCase)
    result = run_case(code, written.case)
    return "" if result.passed else result.message


def test_a_loop_that_only_writes_is_whole_before_the_game_is_over(code: Code) -> None:
    assert said(code, f"{GIVEN} do count_up expect tokens of ada = 3; tokens of ben = 3; over = yes;") == ""


def test_a_loop_that_does_more_stops_where_the_game_is_over(code: Code) -> None:
    assert said(code, f"{GIVEN} do one_by_one expect tokens of ada = 3; tokens of ben = 2; over = yes;") == ""


def test_what_holds_only_before_the_end_may_be_broken_by_facts_that_end_it(code: Code) -> None:
    assert said(code, "given tokens of ada = 3; hand of ada = 1; ask over expect yes") == ""
    assert "always holds" in said(code, "given tokens of ada = 2; hand of ada = 1; ask over expect no")
