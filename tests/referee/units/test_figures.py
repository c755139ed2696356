"""The figures of a check: the comparison that failed, in the state it was judged on, with what was paid before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.rules.code import Code
from referee.units.figures import Figures
from tests.support.rules import code_from

Ask = Callable[..., Any]

RULES = """
    roles side: red, blue
    fact coins of side: 0..99
    fact crew of side: 0..9
    fact tired: 0..9
    fact storm: flag assumed no
    --- #t.sail
    action sail by actor: side
      requires crew of actor >= 2 and tired <= 3
      forbidden when tired >= crew of actor
      cost 5 from coins of actor to nowhere
    --- #t.toll
    rule sail cost 3 from coins of actor to nowhere
    --- #t.earn
    action earn_and_sail by actor: side
      effect lower coins of actor by 4
      effect do sail
"""


@pytest.fixture(scope="module")
def code() -> Code:
    return code_from(RULES)


def failing(answer: Any) -> list[tuple[object, str, object, object]]:
    figures: list[Figures] = [r.figures for r in answer.results if r.status == "fail"]
    return [(each.left, each.op, each.right, each.paid) for each in figures]


def test_of_several_demands_the_one_that_is_not_met(code: Code, answer_of: Ask) -> None:
    assert failing(answer_of(code, "sail", "crew of red = 9; tired = 5; coins of red = 20", "red")) == [(5, "<=", 3, 0)]
    assert failing(answer_of(code, "sail", "crew of red = 1; tired = 0; coins of red = 20", "red")) == [(1, ">=", 2, 0)]


def test_of_a_ban_what_would_have_to_be_so(code: Code, answer_of: Ask) -> None:
    assert failing(answer_of(code, "sail", "crew of red = 3; tired = 3; coins of red = 20", "red")) == [(3, "<", 3, 0)]


def test_of_a_price_what_was_paid_before(code: Code, answer_of: Ask) -> None:
    assert failing(answer_of(code, "sail", "crew of red = 5; tired = 1; coins of red = 7", "red")) == [(7, ">=", 3, 5)]


def test_inside_a_deed_the_figures_of_that_moment(code: Code, answer_of: Ask) -> None:
    told = "crew of red = 5; tired = 1; coins of red = 11"
    assert failing(answer_of(code, "earn_and_sail", told, "red")) == [(7, ">=", 3, 5)]


def test_a_figure_that_nobody_told_is_none(answer_of: Ask) -> None:
    code = code_from(
        """
        roles side: red, blue
        fact coins of side: 0..99 assumed 99
        --- #t.give
        action give(n: 1..9) by actor: side
          requires coins of actor >= n
        """
    )
    told, untold = answer_of(code, "give(2)", "coins of red = 5", "red"), answer_of(code, "give(2)", "", "red")
    figures = [[r.figures for r in answer.results if r.check.kind == "requires"] for answer in (told, untold)]
    assert [(each.left, each.right) for each in figures[0]] == [(5, 2)]
    assert figures[1] == [None]
