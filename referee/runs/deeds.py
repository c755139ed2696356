"""Deeds one after another, as a question or a case tells them."""

from __future__ import annotations

from collections.abc import Sequence

from referee.errors import GameOverError, SurplusAnswersError
from referee.runs.run import Run
from referee.units.deed import Deeds, GameEnded
from referee.units.runner import Going


def run_deeds(run: Run, deeds: Sequence[Deeds], judged: Deeds | None = None) -> Going:
    """Does each, with what happens by itself after it; `judged`: the one of which is asked whether it is legal."""
    for at, deed in enumerate(deeds):
        run.trusting = run.loose and deed is not judged
        run.number += 1
        run.answers.clear()
        run.answers.extend(deed.answers)
        run.taken = 0
        try:
            yield from _done(run, deed, nested=at == 0 and run.draft.nested)
        except GameEnded:
            _look_at_the_rest(run, deed)
            if not run.loose and deeds[at + 1 :]:
                raise GameOverError(deed.name, deeds[at + 1].name) from None
            raise
        _look_at_the_rest(run, deed)


def _done(run: Run, deed: Deeds, *, nested: bool) -> Going:
    if deed.name in run.code.program.procedures:
        yield from run.procedure(deed.name, deed.args)
    else:
        action = run.code.action(deed.name)
        yield from run.perform(deed.name, action.positional(deed.args, deed.named), deed.by, nested=nested)
    if not (run.brisk and run.code.stages.writes.ends_in_peace):
        yield from run.checkpoint()


def _look_at_the_rest(run: Run, deed: Deeds) -> None:
    """An answer that nothing asked for counts for nothing, and is a mistake; where facts are missing it may still be asked for."""
    left = run.answers[run.taken :]
    if left and not run.vague and not run.brisk:
        raise SurplusAnswersError(deed.name, left, run.taken)
