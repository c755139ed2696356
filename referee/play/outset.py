"""What is asked behind the set-up of a game is asked of its start: what nobody tells is as the game begins."""

from __future__ import annotations

from collections.abc import Sequence

from referee.errors import RefusedError, UntoldFactError
from referee.play.progress import start_state
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.units.deed import SETUP, Deeds


def at_the_outset(code: Code, deeds: Sequence[Deeds], situation: Situation) -> Situation:
    """The situation in which the first deed is done; where the start is told otherwise, what is told counts alone."""
    if situation.state.course is not None or not deeds or deeds[0].name != SETUP:
        return situation
    try:
        started = start_state(code, situation.state, situation.rulings)
    except (RefusedError, UntoldFactError):
        return situation
    return Situation(started.state, situation.rulings)
