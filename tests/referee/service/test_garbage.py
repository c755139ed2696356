"""Nothing that an answer was made with holds itself: it is gone when the answer is, and nobody has to look for it."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest

from kb.library import Game
from referee.service import Referee, Told

TOLD = "owner of north = none; coins of red = 9; coins of blue = 1"
#: how often it is looked: garbage of others, of which a thread may still make some, is not found each time
OFTEN = 3


def left_by(work: Callable[[], object]) -> int:
    """The objects that only a search for garbage finds once a work is done."""
    enabled, found = gc.isenabled(), []
    gc.disable()
    try:
        for _ in range(OFTEN):
            while gc.collect():
                pass
            work()
            found.append(gc.collect())
    finally:
        if enabled:
            gc.enable()
    return min(found)


def test_what_holds_itself_is_found() -> None:
    def work() -> None:
        held: list[object] = []
        held.append(held)

    assert left_by(work) == 1


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
    assert left_by(lambda: referee.ask(question, "red", Told(given), "en")) == 0


def test_a_list_of_moves_leaves_no_garbage(harbour: Game) -> None:
    position = Referee(harbour).position(Told(TOLD))
    position.moves("red", "en")
    assert left_by(lambda: position.moves("red", "en")) == 0
