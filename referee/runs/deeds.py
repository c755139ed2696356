"""Deeds one after another, as a question or a case tells them."""

from __future__ import annotations

from collections.abc import Sequence

from referee.errors import GameOverError, SurplusAnswersError
from referee.rules.actions import ActionCode
from referee.runs.run import Run
from referee.units.deed import Deeds, GameEnded, IllegalActionError
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
            yield from _done(run, deed, first=at == 0, asked=deed is judged)
        except GameEnded:
            _look_at_the_rest(run, deed)
            if not run.loose and deeds[at + 1 :]:
                raise GameOverError(deed.name, deeds[at + 1].name, run.changes[-1].paragraph) from None
            raise
        _look_at_the_rest(run, deed)


def _done(run: Run, deed: Deeds, *, first: bool, asked: bool) -> Going:
    if deed.name in run.code.program.procedures:
        yield from run.procedure(deed.name, deed.args)
    else:
        action, nested = run.code.action(deed.name), first and run.draft.nested
        args = action.positional(deed.args, deed.named)
        if not asked and not nested:
            _require_turn(run, action, args, deed, first=first)
        yield from run.perform(deed.name, args, deed.by, nested=nested)
    if not run.brisk:
        yield from run.checkpoint()


def _require_turn(run: Run, action: ActionCode, args: dict[str, object], deed: Deeds, *, first: bool) -> None:
    """Refuses a deed that told facts rule out: its step is ruled out, the game is over, or it answers what waits no longer."""
    if run.draft.course is None and run.draft.window is None:
        results = run.code.course.judge(run.ctx, action, action.bind(run.ctx, args, deed.by), done=not first)
        if any(result.status == "fail" for result in results):
            raise IllegalActionError(deed.name, results)


def _look_at_the_rest(run: Run, deed: Deeds) -> None:
    """An answer that nothing asked for counts for nothing, and is a mistake; where facts are missing it may still be asked for."""
    left = run.answers[run.taken :]
    if left and not run.vague and not run.brisk:
        raise SurplusAnswersError(deed.name, left, run.taken)
