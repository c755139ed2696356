"""Bad input gets a clear sentence; nothing is guessed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.errors import ImpossibleStateError, RefereeError, UnknownNameError, WrongValueError
from referee.questions.question import UnreadableQuestionError, read_situation
from referee.questions.telling import check_always, read_state
from referee.state import State
from tests.support.rules import code_from

CODE = code_from(
    """
    roles side: red, blue
    kind yard: north, south
    fact wage of yard: 1..3
    fact open_gate: flag
    action strike(y: yard) by actor: side
      forbidden when wage of y is 3
    kind ticket { price: 0..99 }
    define cheap(s) = price of s < 10
    always wage of north <= wage of south
    """
)


@pytest.mark.parametrize(
    ("question", "told", "error", "text"),
    [
        ("strik(north)", "", UnknownNameError, "“strike”"),
        ("strike(nort)", "", UnknownNameError, "It has north, south."),
        ("strike(3)", "", WrongValueError, "one yard"),
        ("strike(north", "", UnreadableQuestionError, "ends too early"),
        ("strike(north)", "wage of north = 7", WrongValueError, "a number from 1 to 3"),
        ("strike(north)", "wage of nord = 2", UnknownNameError, "It has north, south."),
        ("strike(north)", "wages of north = 2", UnknownNameError, "“wage”"),
        ("strike(north)", "open_gate = 2", WrongValueError, "yes or no"),
        ("strike(north, south)", "", RefereeError, "takes fewer arguments: 1"),
        ("strike(z=north)", "", UnknownNameError, "parameter"),
        ("(" * 200, "", UnreadableQuestionError, "nested"),
        ("strike(north)", "x" * 300_000, UnreadableQuestionError, "long"),
    ],
)
def test_bad_input(answer_of: Callable[..., Any], question: str, told: str, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as caught:
        answer_of(CODE, question, told, "red")
    assert text in str(caught.value)


def test_an_unknown_actor_is_named(answer_of: Callable[..., Any]) -> None:
    with pytest.raises(UnknownNameError, match="“red”"):
        answer_of(CODE, "strike(north)", "", "rad")


def test_individuals_may_come_with_the_question(answer_of: Callable[..., Any]) -> None:
    assert answer_of(CODE, "cheap(k)", "k: ticket; price of k = 4").verdict == "yes"


def test_every_fault_of_a_state_is_told_at_once() -> None:
    with pytest.raises(ImpossibleStateError) as caught:
        read_state(CODE, State.read({"wage": {"north": 9, "west": 1}, "opengate": True}))
    assert "9" in str(caught.value)
    assert "west" in str(caught.value)
    assert "open_gate" in str(caught.value)


def test_states_that_break_what_always_holds_are_refused() -> None:
    situation = read_situation(CODE, "wage of north = 3; wage of south = 1")
    with pytest.raises(ImpossibleStateError, match="always"):
        check_always(CODE, situation.state, {})
