"""Questions of a wrong kind are refused before anything is worked out, and right ones wait for no types."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.library import Game
from referee.questions import kinds as asked
from referee.questions.kinds import WrongKindError
from referee.service import Referee, Told


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
