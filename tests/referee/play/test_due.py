"""What the rules do for the one whose turn it is."""

from __future__ import annotations

import pytest

from referee.play.due import Due, due_deed
from referee.play.progress import apply_move, begin
from referee.questions.telling import Situation
from referee.state import State
from tests.support.rules import code_from

RULES = """
roles player: ada, ben
fact bot of player: flag assumed no
fact coins of player: number assumed 0
fact round_now: 1..9 assumed 1
start coins of p = 0
start round_now = 1
class deed
action take(n: 1..3) by actor: player as deed
  effect raise coins of actor by n
action look by actor: player as peek
class peek
phase days cycle while round_now < 3
step turns in days each p in player: p must 1 deed, may 1 peek
step night in days after turns: do dawn
procedure dawn: raise round_now by 1 end
decide turns by p when bot of p: take(2)
"""


def due(state: State) -> Due | None:
    return due_deed(code_from(RULES), Situation(state, {}))


@pytest.fixture
def begun() -> State:
    return begin(code_from(RULES), State({"bot": {"ben": True}})).state


def after(state: State, name: str, who: str, **args: object) -> State:
    return apply_move(code_from(RULES), state, name, args, who).state


def test_nothing_is_due_of_a_person(begun: State) -> None:
    assert begun.course is not None and begun.course.who == "ada" and due(begun) is None


def test_the_deed_is_due_and_then_the_end_of_the_turn(begun: State) -> None:
    bens = after(after(begun, "take", "ada", n=1), "done", "ada")
    found = due(bens)
    assert found is not None and (found.who, found.action, found.args) == ("ben", "take", {"n": 2})
    ending = due(after(bens, "take", "ben", n=2))
    assert ending is not None and (ending.who, ending.action) == ("ben", "")


def test_nothing_is_due_before_the_game_or_after_it(begun: State) -> None:
    assert due(State({"bot": {"ben": True}})) is None
    from msgspec.structs import replace

    bens = after(after(begun, "take", "ada", n=1), "done", "ada")
    assert due(bens) is not None and due(replace(bens, over=True)) is None
