"""A trial ends with the last thing that can be refused: the verdict is that of doing all of it, and what comes after has no say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from referee.errors import RefereeError
from referee.play.progress import apply_move
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State
from referee.values import Deed
from referee.verdict.ask import ask
from tests.support.rules import code_from

TREES = ("ash", "elm", "oak")
#: the last thing that can be refused stands everywhere it can: alone, in branches, in loops, in procedures, before a check
ORCHARD = """
roles side: red, blue
kind tree: ash, elm, oak
fact felled of tree: flag
fact coins: 0..9
fact rain: 0..9
fact fame of side: 0..99
class chore
action fell(w: tree) by actor: side as chore
  requires not felled of w
  cost 1 from coins to nowhere
  effect set felled of w = yes
  effect raise fame of actor by 1
action rest by actor: side as chore
  requires rain >= 1
  effect lower rain by 1
action two(a: tree, b: tree) by actor: side
  effect do fell(a)
  effect if rain >= 1 then do rest else do fell(b) end
  effect raise fame of blue by 2
action toil(steps: list of chore sized 1..3) by actor: side
  effect for each_one in steps: do each_one end
  effect raise fame of blue by 2
action early(a: tree) by actor: side
  effect if rain is 0 then do fell(a) raise rain by 1 end
  effect for t in tree with felled of t: raise fame of actor by 1 end
action often(a: tree) by actor: side
  effect repeat up to 2 while coins > 0: do fell(a) end
action trim(a: tree, b: tree) by actor: side
  effect do fell(a)
  effect do both(b)
  effect raise fame of actor by 1
procedure both(b: tree):
  if rain is 0 then do fell(b) end
  raise fame of blue by 1
end
action thrift(a: tree) by actor: side
  effect do fell(a)
  effect raise rain by 1
  requires after coins >= 1
on fell(w): do drip end
procedure drip: raise fame of blue by 1 end
"""


@pytest.fixture(scope="module")
def orchard() -> Code:
    return code_from(ORCHARD)


def questions() -> Iterator[tuple[str, str, dict[str, object]]]:
    for a, b in product(TREES, TREES):
        yield f"two({a}, {b})", "two", {"a": a, "b": b}
        yield f"trim({a}, {b})", "trim", {"a": a, "b": b}
        yield f"toil([fell({a}), rest, fell({b})])", "toil", {"steps": (fell(a), Deed(("rest", ())), fell(b))}
    for a in TREES:
        yield f"early({a})", "early", {"a": a}
        yield f"often({a})", "often", {"a": a}
        yield f"thrift({a})", "thrift", {"a": a}


def fell(tree: str) -> Deed:
    return Deed(("fell", (("w", tree),)))


def states() -> Iterator[State]:
    for felled, coins, rain in product(((), ("ash",), TREES), (0, 1, 2, 3), (0, 1)):
        told = {"felled": {t: t in felled for t in TREES}, "fame": {"red": 0, "blue": 0}}
        yield State({**told, "coins": coins, "rain": rain})


def verdict(code: Code, state: State, text: str) -> str:
    situation = Situation(state, {})
    return ask(code, read_question(code, text, situation, "red"), situation).verdict


def is_done(code: Code, state: State, name: str, args: dict[str, object]) -> bool:
    try:
        apply_move(code, state, name, args, "red")
    except RefereeError:
        return False
    return True


def test_the_verdict_is_that_of_doing_all_of_it(orchard: Code) -> None:
    seen = {True: 0, False: 0}
    for state in states():
        for text, name, args in questions():
            legal = is_done(orchard, state, name, args)
            assert (verdict(orchard, state, text) == "yes") is legal, (text, state.facts)
            seen[legal] += 1
    assert min(seen.values()) > 50


@pytest.mark.parametrize("text", ["two(ash, elm)", "trim(ash, elm)", "toil([fell(ash), fell(elm)])"])
def test_what_is_done_after_it_has_no_say(orchard: Code, text: str) -> None:
    """Nobody knows the fame, which is all that is written once nothing can be refused any more."""
    told = State({"felled": dict.fromkeys(TREES, False), "coins": 5, "rain": 0})
    assert verdict(orchard, told, text) == "yes"


def test_what_is_looked_at_afterwards_has(orchard: Code) -> None:
    told = {"felled": dict.fromkeys(TREES, False), "rain": 0, "fame": {"red": 0, "blue": 0}}
    assert [verdict(orchard, State({**told, "coins": n}), "thrift(ash)") for n in (0, 1, 2)] == ["no", "no", "yes"]
