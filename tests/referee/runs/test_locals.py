"""Locals that a body brings and changes."""

from __future__ import annotations

import pytest

from referee.play.progress import answer_choice, apply_move
from referee.state import State
from tests.support.rules import code_from

RULES = """
roles player: red, blue
kind dock: north, south, east
scale grade: low, middle, high
fact load of dock: 0..9
fact fullest: dock or none
fact mark: grade
fact total: number
action survey by actor: player
  effect do look
procedure look:
  let sum_of_all = 0
  let found = none
  let rank = low
  for d in dock:
    set sum_of_all = sum_of_all + load of d
    if load of d > 3 then
      set found = d
      raise rank by 1
    end
  end
  lower sum_of_all by 1
  set total = sum_of_all
  set fullest = found
  set mark = rank
end
action fill(n: 0..9) by actor: player
  effect do pour(n)
procedure pour(n: 0..9):
  let left = n
  for d in dock:
    if left > 0 then
      set load of d = min(left, 3)
      set left = left - min(left, 3)
    end
  end
  choose rest: dock by red with load of rest < 3
  set rest = north
  set fullest = rest
  set total = left
end
"""


def test_a_local_is_changed_in_loops_and_branches() -> None:
    state = State({"load": {"north": 4, "south": 2, "east": 5}})
    facts = apply_move(code_from(RULES), state, "survey", {}, "red").state.facts
    assert (facts["total"], facts["fullest"], facts["mark"]) == (10, "east", "high")


@pytest.mark.parametrize(("n", "left"), [(2, 0), (7, 0), (8, 0)])
def test_a_local_survives_a_choice(n: int, left: int) -> None:
    code = code_from(RULES)
    after = apply_move(code, State({"load": {"north": 0, "south": 0, "east": 0}}), "fill", {"n": n}, "red")
    if after.choice is not None:
        after = answer_choice(code, after.state, "east")
    assert after.state.facts["total"] == left and after.state.facts["fullest"] == "north"
