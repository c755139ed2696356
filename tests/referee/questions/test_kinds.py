"""Questions of a wrong kind are refused before anything is worked out, and right ones wait for no types."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.library import Game
from referee.errors import WrongValueError
from referee.questions import kinds as asked
from referee.questions.kinds import WrongKindError
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.service import Referee, Told
from referee.state import State
from tests.support.rules import code_from


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("price(red)", ""), ("price(3)", ""), ("rent(wine)", ""), ("rent(red)", ""), ("coins of north", ""), ("price(wine) + rent(wine)", ""),
        ("coins of red is wine", ""), ("lease(d=top of rent(wine))", ""), ("price(bark)", "bark: dock"), ("rest after load(wine, rent(salt))", ""),
    ],
)  # fmt: skip
def test_a_wrong_kind_is_refused(harbour: Game, question: str, told: str) -> None:
    with pytest.raises(WrongKindError, match=r"is a member of|is a number|can never hold|cannot"):
        Referee(harbour).ask(question, "red", Told(told))


RANGES = """
roles player: red, blue
table chart(n: 2..3, m: 1..3): | 2 | * => 1 | 3 | * => 4
define twice(n: 1..5) = 2 * n
action jump by actor: player
  requires chart(2, 1) + twice(1) > 0
"""


@pytest.mark.parametrize("question", ["chart(3, 7)", "chart(3, 1) + twice(9)", "twice(0)"])
def test_a_number_outside_the_range_of_a_parameter_is_refused(question: str) -> None:
    code = code_from(RANGES)
    with pytest.raises(WrongValueError, match=r"cannot be .; it is a number from"):
        read_question(code, question, Situation(State({}), {}), "red")


@pytest.mark.parametrize("question", ["chart(3, 3)", "twice(5)", "twice(1) is 2"])
def test_a_number_of_the_range_is_asked_about(question: str) -> None:
    read_question(code_from(RANGES), question, Situation(State({}), {}), "red")


@pytest.mark.parametrize(
    "question", ["price(wine)", "rent(north)", "coins of red", "score(red)", "lease(north)", "swap(green, {wine: 1})", "winners"]
)  # fmt: skip
def test_a_plain_question_waits_for_no_types(
    harbour: Game, question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Referee(harbour, tmp_path)
    first.ask("rent(north)", "red")
    first.keep()
    monkeypatch.setattr(asked, "types_of", None)
    Referee(harbour, tmp_path).ask(question, "red")


def test_an_expression_is_judged_once(harbour: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Referee(harbour, tmp_path)
    first.ask("price(wine) + coins of red > 3")
    first.keep()
    monkeypatch.setattr(asked, "types_of", None)
    Referee(harbour, tmp_path).ask("price(wine) + coins of red > 3")
    with pytest.raises(TypeError):
        Referee(harbour, tmp_path).ask("price(wine) + coins of red > 4")


def test_members_that_come_with_a_question_have_their_kind(harbour: Game) -> None:
    assert Referee(harbour).ask("price(silk)", told=Told("silk: cargo")).shown == "2"
