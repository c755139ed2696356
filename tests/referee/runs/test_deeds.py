"""Where no course is told, what one does one after another is one turn, as far as a turn takes it."""

from __future__ import annotations

import pytest

from referee.books import Course
from referee.questions.question import read_question, read_situation
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State
from referee.verdict.ask import Finding, ask
from tests.support.rules import code_from

GAME = """
roles side: red, blue
fact dug of side: 0..99 assumed 0
fact drunk of side: 0..99 assumed 0
fact weary: flag assumed no each turns = no
class work
  forbidden when weary
  effect set weary = yes
action dig by actor: side as work
  effect raise dug of actor by 1
class rest
action drink by actor: side as rest
  effect raise drunk of actor by 1
phase day cycle while yes
step turns in day each s in side: s must 1 work, may 2 rest
step night in day after turns: do sleep
procedure sleep:
  for s in side: set drunk of s = 0 end
end
"""


@pytest.fixture(scope="module")
def rules() -> Code:
    """Two who work once a turn, and may drink twice."""
    return code_from(GAME)


def _asked(rules: Code, text: str, told: str = "", state: State | None = None) -> Finding:
    situation = read_situation(rules, told) if state is None else Situation(state, {})
    return ask(rules, read_question(rules, text, situation, None), situation)


def _elements(finding: Finding, status: str) -> list[object]:
    return [result.element for result in finding.results if result.status == status and result.check.kind == "course"]


def test_a_turn_that_is_full_takes_no_more_of_what_is_asked(rules: Code) -> None:
    again = _asked(rules, "drink by red after drink by red then drink by red")
    assert again.verdict == "no" and _elements(again, "fail") == ["room"]
    assert _asked(rules, "drink by red after drink by red").verdict == "yes"


def test_what_a_deed_uses_up_of_a_turn_is_used_up_behind_it(rules: Code) -> None:
    assert _asked(rules, "dig by red after dig by red").verdict == "no"
    assert _asked(rules, "drink by red after dig by red").verdict == "yes"


@pytest.mark.parametrize("between", ["done", "dig by blue then drink by blue", "sleep"])
def test_whoever_ends_the_turn_or_lets_another_act_has_a_new_one(rules: Code, between: str) -> None:
    assert _asked(rules, f"dig by red after dig by red then {between}").verdict == "yes"


def test_another_acts_in_a_turn_of_their_own(rules: Code) -> None:
    assert _asked(rules, "dig by blue after dig by red").verdict == "yes"


def test_more_than_a_turn_takes_is_told_of_a_later_one_and_that_is_said(rules: Code) -> None:
    found = _asked(rules, "dug of red after dig by red then dig by red")
    assert found.value == 2 and _elements(found, "pass") == ["later"]
    assert not _elements(_asked(rules, "dug of red after dig by red then drink by red"), "pass")


def test_what_is_told_is_told_of_the_turn_of_the_first_deed(rules: Code) -> None:
    assert _asked(rules, "dug of red after dig by red", "weary").verdict == "no"
    assert _asked(rules, "dug of red after drink by blue then dig by red", "weary").value == 1


def test_where_the_course_is_told_a_deed_counts_for_its_turn(rules: Code) -> None:
    state = State(course=Course("turns", "red", "red", ("blue",)))
    assert _asked(rules, "drink by red after drink by red", state=state).verdict == "yes"
    again = _asked(rules, "drink by red after drink by red then drink by red", state=state)
    assert again.verdict == "no" and _elements(again, "fail") == ["quota"]
