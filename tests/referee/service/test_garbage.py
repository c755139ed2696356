"""Nothing that an answer was made with holds itself: it is gone when the answer is, and nobody has to look for it."""

from __future__ import annotations

import gc

import pytest

from kb.library import Game
from referee.service import Referee, Told

#: nothing is read of a start but numbers: what leaves a fact open leaves a case to split
TOLD = "owner of north = none; coins of red = 9; coins of blue = 1"


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("lease(north)", TOLD),  # a yes
        ("lease(north)", "owner of north = blue; coins of red = 9"),  # a no, with its remedies
        ("lease(north)", ""),  # split
        ("coins of red after lease(north) by red", TOLD),  # carried out
        ("coins of red after lease(north) by red", ""),  # carried out for want of facts
        ("coins of red", ""),
    ],
)
def test_an_answer_leaves_no_garbage(harbour: Game, question: str, given: str) -> None:
    referee = Referee(harbour)
    referee.ask(question, "red", Told(given), "en")  # what is made at first use stays
    enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        referee.ask(question, "red", Told(given), "en")
        assert gc.collect() == 0
    finally:
        if enabled:
            gc.enable()


def test_a_list_of_moves_leaves_no_garbage(harbour: Game) -> None:
    position = Referee(harbour).position(Told(TOLD))
    position.moves("red", "en")
    enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        position.moves("red", "en")
        assert gc.collect() == 0
    finally:
        if enabled:
            gc.enable()
