"""What would make it legal: only what can change in play, to what it can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.rules.code import Code
from tests.support.rules import code_from

Ask = Callable[..., Any]

RULES = """
    roles side: red, blue
    kind yard: north, south
    fact size_of(y: yard): 1..3
    fact keeper of yard: side or none assumed if y0 of yard then red else blue end
    fact y0 of yard: flag assumed yes
    fact crew of side: 3..10
    fact berths: 0..9
    fact boats of side: 0..9
    always crew of red + berths <= 10
    action hire by actor: side
      effect raise crew of actor by 1
      effect raise boats of actor by 1
      effect lower berths by 1
    action trade(y: yard) by actor: side
      effect set keeper of y = actor
    action sail(y: yard) by actor: side
      requires keeper of y is actor
      requires size_of(y) >= 2
    action rest by actor: side
      requires crew of actor < 3
    action feast by actor: side
      requires crew of actor >= 8
"""


@pytest.fixture(scope="module")
def code() -> Code:
    return code_from(RULES)


def remedies(code: Code, answer_of: Ask, question: str, told: str) -> list[tuple[Any, object]]:
    answer = answer_of(code, question, told, "red")
    assert answer.verdict == "no"
    found: list[tuple[Any, object]] = answer.would_change
    return found


def test_nothing_outside_its_range(code: Code, answer_of: Ask) -> None:
    assert remedies(code, answer_of, "rest", "crew of red = 3") == []


def test_nothing_that_breaks_what_always_holds(code: Code, answer_of: Ask) -> None:
    assert remedies(code, answer_of, "feast", "crew of red = 7; berths = 2") == [(("crew", ("red",)), 8)]
    assert remedies(code, answer_of, "feast", "crew of red = 7; berths = 3") == []


def test_nothing_that_is_printed(code: Code, answer_of: Ask) -> None:
    assert remedies(code, answer_of, "sail(north)", "size_of(north) = 1; keeper of north = red") == []


def test_not_what_is_as_printed_but_what_was_told_otherwise(code: Code, answer_of: Ask) -> None:
    told = "size_of(north) = 2; y0 of north = no"
    assert remedies(code, answer_of, "sail(north)", told) == []
    assert remedies(code, answer_of, "sail(north)", "size_of(north) = 2; keeper of north = none") == [
        (("keeper", ("north",)), "red")
    ]


def test_nothing_that_somebody_else_has(code: Code, answer_of: Ask) -> None:
    assert remedies(code, answer_of, "sail(north)", "size_of(north) = 2; keeper of north = blue") == []


def test_nothing_that_what_is_told_of_a_whole_rules_out(answer_of: Ask) -> None:
    code = code_from("""
        roles side: red, blue
        kind berth: b1, b2
        fact free(b: berth): flag assumed no
        derived fact room: flag assumed no
        define room = some b in berth with free(b)
        action tidy(b: berth) by actor: side
          effect set free(b) = not free(b)
        action moor by actor: side
          requires free(b1)
    """)
    assert remedies(code, answer_of, "moor", "not free(b1)") == [(("free", ("b1",)), True)]
    assert remedies(code, answer_of, "moor", "not free(b1); not room") == []
