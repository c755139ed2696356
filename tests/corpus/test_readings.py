"""Questions that were read wrong once, each as somebody typed it."""

from __future__ import annotations

import pytest

from referee.service import Referee
from tests.support import games


@pytest.mark.parametrize(
    ("game", "asker", "text", "question", "given"),
    [
        # who proposes it has not yet a Bill there
        ("hegemony", None, "May the Working Class propose a Bill for Taxation?", "propose_bill(taxation)", ""),
        (
            "hegemony",
            None,
            "May the Working Class propose a Bill for Taxation from A to B?",
            "propose_bill(taxation, B)",
            "section of taxation = A",
        ),
        # who strikes does not say who works there
        (
            "hegemony",
            None,
            "may the Working Class strike at the Shopping Mall?",
            "strike([shopping_mall])",
            "",
        ),
        (
            "hegemony",
            None,
            "may the Working Class strike at the Shopping Mall if the Middle Class works there?",
            "strike([shopping_mall])",
            "staff of shopping_mall = middle_class",
        ),
    ],
)
def test_a_question_is_read(game: str, asker: str | None, text: str, question: str, given: str) -> None:
    reading = Referee(games.game(game)).understanding.readings(text, asker)[0]
    assert (reading.question.removesuffix(" by working_class"), reading.given) == (question, given)
