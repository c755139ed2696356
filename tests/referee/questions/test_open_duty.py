"""Questions while somebody is offered, or obliged to, an action in the middle of a deed."""

from __future__ import annotations

import pytest

from grammar import nodes as n
from grammar.rules.parse import parse_cases
from referee.check.cases import run_case
from referee.play.moves import moves
from referee.play.progress import apply_move
from referee.questions.middle import in_the_middle
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State
from referee.verdict.ask import Finding, ask
from tests.support.rules import code_from

RULES = """
roles player: red, blue, green
kind animal: rat, bat
fact receiver: player or none
fact claim: animal or none
fact coins of player: 0..9
class answer
rule answer cost 5 from coins of actor to supply
action hand_over(to_player: player, said: animal) by actor: player
  requires to_player is not actor
  effect set receiver = to_player
  effect set claim = said
  effect oblige to_player to answer
action invite by actor: player
  effect set claim = bat
  effect offer doubt to blue
action doubt by actor: player as answer
  requires claim is bat
  effect raise coins of actor by 1
action believe by actor: player as answer
  requires receiver is actor
  effect set receiver = none
"""
STATE = State({"receiver": None, "claim": None, "coins": {"red": 0, "blue": 0, "green": 0}})


@pytest.fixture
def code() -> Code:
    return code_from(RULES)


def asked(code: Code, state: State, question: str, who: str) -> Finding:
    situation = Situation(state, {})
    return ask(code, *in_the_middle(code, read_question(code, question, situation, who), situation))


@pytest.fixture
def owed(code: Code) -> State:
    made = apply_move(code, STATE, "hand_over", {"to_player": "blue", "said": "bat"}, "red").state
    return State.read(made.data())  # as it is kept


def test_who_is_obliged_is_asked_in_the_middle_of_the_deed(code: Code, owed: State) -> None:
    assert asked(code, owed, "receiver", "blue").value == "blue"
    assert asked(code, owed, "believe", "blue").verdict == "yes"  # what the class costs is not paid again
    assert asked(code, owed, "believe", "red").verdict == "no"
    assert asked(code, owed, "hand_over(red, rat)", "blue").verdict == "no"


def test_the_moves_are_what_one_is_obliged_to(code: Code, owed: State) -> None:
    assert moves(code, owed.midway(), "blue").calls == [("doubt", {}), ("believe", {})]
    assert moves(code, owed.midway(), "red").calls == []


def test_an_offer_is_asked_for_in_the_middle_too(code: Code) -> None:
    state = apply_move(code, STATE, "invite", {}, "red").state
    assert asked(code, state, "doubt", "blue").verdict == "yes"
    assert asked(code, state, "believe", "blue").verdict == "no"
    assert moves(code, state.midway(), "blue").calls == [("doubt", {})]


@pytest.mark.parametrize(
    "text",
    [
        "ask believe by blue during hand_over(blue, bat) by red expect yes",
        "ask believe by green during hand_over(blue, bat) by red expect no",
        "ask claim during hand_over(blue, rat) by red expect rat",
        "ask doubt by blue during invite by red expect yes",
        "ask doubt by green during invite by red expect no",
    ],
)
def test_cases_stop_where_somebody_is_obliged_or_offered(code: Code, text: str) -> None:
    given = "given claim = none; receiver = none; coins of red = 0; coins of blue = 0; coins of green = 0;"
    (written,) = parse_cases(f'case "t" {given} {text}')
    assert isinstance(written, n.WrittenCase)
    result = run_case(code, written.case)
    assert result.passed, result.message


def test_a_state_that_was_kept_without_what_is_offered_is_read_by_its_options(code: Code, owed: State) -> None:
    kept = owed.data()
    del kept["pending"]["choice"]["offered"]
    assert asked(code, State.read(kept), "believe", "blue").verdict == "yes"


CHOOSING = """
roles player: red, blue
kind animal: rat, bat
fact coins of player: 0..9
fact pet of player: animal or none
action sell by actor: player
  effect raise coins of actor by 3
  effect choose a: animal by actor
  effect set pet of actor = a
action buy by actor: player
  cost 2 from coins of actor
action shout by actor: player
  playable anytime
"""


def test_while_something_is_chosen_the_table_lies_as_the_deed_has_left_it() -> None:
    code = code_from(CHOOSING)
    state = State({"coins": {"red": 0, "blue": 5}, "pet": {"red": None, "blue": None}})
    waiting = State.read(apply_move(code, state, "sell", {}, "red").state.data())
    assert asked(code, waiting, "coins of red", "blue").value == 3
    for question, who in (("buy", "red"), ("buy", "blue"), ("shout", "blue")):
        assert asked(code, waiting, question, who).verdict == "no", question
    assert moves(code, waiting.midway(), "red").calls == []
