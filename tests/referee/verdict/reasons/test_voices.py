"""What is special decides a story: an exception, a limit, what keeps a fact from changing, what waits and pays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.rules.code import Code
from tests.support.rules import code_from

Ask = Callable[..., Any]

HARBOUR = """
    kind pier: north, south
    --- #t.stock
    fact stock of pier: 0..99 assumed 0
    fact room of pier: 0..99 assumed 99
    fact closed of pier: flag assumed no
    fact guarded of pier: flag assumed no
    fact funds: 0..99 assumed 0
    fact toll: 0..99 assumed 0
    fact calm of pier: flag assumed yes
    derived fact loaded of pier: flag
    --- #t.loaded
    define loaded(p) = stock of p >= 1
    --- #t.unload
    event landed(p: pier)
    procedure unload(p: pier):
      if shut(p) then do stays(p) else do bring(p, yield_of(p)) end
      emit landed(p)
    end
    --- #t.bring
    procedure bring(p: pier, m: number): set stock of p = stock_after(p, m) end
    procedure fetch(p: pier): do bring(p, 1) end
    --- #t.yield
    define yield_of(p) = 3
    --- #t.south
    define yield_of(p) = 5 when p is south overrides #t.yield
    --- #t.room
    define stock_after(p, m) = min(room of p, stock of p + m)
    --- #t.closed
    holds shut(p) when closed of p
    --- #t.stays
    procedure stays(p: pier): nothing end
    --- #t.pay
    procedure payout(m: number): raise funds by m end
    procedure gift: do payout(1) end
    --- #t.fee
    on landed(p) when stock of p >= 1: do payout(2) end
    --- #t.toll
    on landed(p) when not guarded of p: raise toll by 2 end
    --- #t.peace
    procedure parade(p: pier): do quiet(p) end
    procedure quiet(p: pier): nothing end
"""


@pytest.fixture(scope="module")
def harbour() -> Code:
    return code_from(HARBOUR)


def first(answer: Any) -> str:
    return str(answer.cites[0])


def test_an_exception_in_what_is_written_stands_before_the_rule_that_writes_it(harbour: Code, answer_of: Ask) -> None:
    answer = answer_of(harbour, "stock of south after unload(south)")
    assert (answer.value, first(answer)) == (5, "t.south")
    assert first(answer_of(harbour, "stock of north after unload(north)")) == "t.unload"


def test_a_limit_that_holds_a_number_back_decides_and_one_that_does_not_is_silent(
    harbour: Code, answer_of: Ask
) -> None:
    held = answer_of(harbour, "stock of north after unload(north)", "room of north = 2")
    assert (held.value, first(held)) == (2, "t.room")
    assert first(answer_of(harbour, "stock of north after unload(north)", "room of north = 3")) == "t.unload"


def test_what_keeps_a_fact_as_it_is_stands_before_what_would_have_changed_it(harbour: Code, answer_of: Ask) -> None:
    answer = answer_of(harbour, "stock of north after unload(north)", "closed of north; stock of north = 1")
    assert (answer.value, first(answer)) == (1, "t.closed")


def test_what_waits_calls_for_what_it_does_itself(harbour: Code, answer_of: Ask) -> None:
    answer = answer_of(harbour, "funds after unload(north)")
    assert (answer.value, first(answer)) == (2, "t.fee")


def test_what_waits_and_did_not_happen_is_the_reason_where_it_read_what_was_told(harbour: Code, answer_of: Ask) -> None:
    answer = answer_of(harbour, "toll after unload(north)", "guarded of north")
    assert (answer.value, first(answer)) == (0, "t.toll")


def test_a_paragraph_that_says_that_nothing_is_done_is_the_reason_for_nothing(harbour: Code, answer_of: Ask) -> None:
    answer = answer_of(harbour, "calm of north after parade(north)")
    assert (answer.value, first(answer)) == (True, "t.peace")


def test_a_fact_that_came_about_is_owed_to_what_made_it_so_else_to_what_it_is_made_of(
    harbour: Code, answer_of: Ask
) -> None:
    assert first(answer_of(harbour, "loaded of north after unload(north)")) == "t.unload"
    assert first(answer_of(harbour, "loaded of north after unload(north)", "stock of north = 1")) == "t.loaded"
