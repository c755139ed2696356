"""Deeds one after another, as a question or a case tells them.

Where no course of play is told, what one does one after another is one turn, as far as a step takes it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.errors import GameOverError, RefusedError, SurplusAnswersError
from referee.rules.actions import ActionCode
from referee.runs.run import Run
from referee.state import Course
from referee.units.clauses import Check, Result
from referee.units.deed import DONE, SETUP, Deeds, GameEnded, IllegalActionError
from referee.units.runner import Going

#: whoever acts next does so in a turn that begins then
BETWEEN = Course("")


def run_deeds(run: Run, deeds: Sequence[Deeds], judged: Deeds | None = None, following: Deeds | None = None) -> Going:
    """Does each, with what happens by itself after it; `judged`: the one of which is asked whether it is legal; `following`: the same
    where it is judged behind them."""
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
        if run.draft.mover is not None:  # whose turn it is behind what is done, nobody told
            run.draft.mover = None
            run.ctx.forget("@course")
    if following is not None and _is_untimed(run):
        action = run.code.action(following.name)
        env = action.bind(run.ctx, action.positional(following.args, following.named), following.by)
        yield from take_turn(run, action, env, asked=True)


def _is_untimed(run: Run) -> bool:
    """Whether it is told neither where play stands nor that a deed waits for answers."""
    return run.draft.course is None and run.draft.window is None


def _done(run: Run, deed: Deeds, *, first: bool, asked: bool) -> Going:
    if deed.name == DONE and not run.code.is_known_call(DONE):
        yield from hand_on(run, deed.by)
    elif deed.name == SETUP and not run.code.is_known_call(SETUP):
        run.turn = run.turn and BETWEEN  # nothing is done: it begins as its `start` lines say
    elif deed.name in run.code.program.procedures:
        yield from run.procedure(deed.name, deed.args)
        run.turn = run.turn and BETWEEN  # what the rules do by themselves may come between turns
    else:
        action, nested = run.code.action(deed.name), first and run.draft.nested
        args = action.positional(deed.args, deed.named)
        if not nested and _is_untimed(run):
            env = action.bind(run.ctx, args, deed.by)
            yield from take_turn(run, action, env, asked=asked)
            if not asked:
                _require_turn(run, action, env, first=first)
        yield from run.perform(deed.name, args, deed.by, nested=nested)
        if not asked and not nested:
            count(run, action, deed.by)
    if not run.brisk:
        yield from run.checkpoint()


def _require_turn(run: Run, action: ActionCode, env: list[object], *, first: bool) -> None:
    """Refuses a deed that told facts rule out: its step is ruled out, the game is over, or it answers what waits no longer."""
    results = run.code.course.judge(run.ctx, action, env, done=not first)
    if any(result.status == "fail" for result in results):
        raise IllegalActionError(action.name, results)


def _look_at_the_rest(run: Run, deed: Deeds) -> None:
    """An answer that nothing asked for counts for nothing, and is a mistake; where facts are missing it may still be asked for."""
    left = run.answers[run.taken :]
    if left and not run.vague and not run.brisk:
        raise SurplusAnswersError(deed.name, left, run.taken)


def take_turn(run: Run, action: ActionCode, env: list[object], *, asked: bool) -> Going:
    """Before a deed, or before it is judged whether it may be done (`asked`): it is done in the turn that goes on, or one begins.

    What is asked is asked of this turn: where it has no room left, no other begins, unless the next one is theirs again. What is told before the first deed is told of the
    turn in which that is done."""
    code, actor = run.code.course, env[action.scope.slots[action.node.actor]]
    home = code.turn_of(action.name)
    if not home or action.anytime or not isinstance(actor, str):
        return
    now, step = run.turn, code.step(home)
    goes_on = now is not None and now.step == home and now.who == actor
    is_full = now is not None and goes_on and not step.open_quotas(run.ctx, action.name, now)
    again = is_full and step.comes_again(run.ctx, actor)
    if now is None or not goes_on or again or (is_full and not asked):
        if is_full and not again:
            said = step.spent_by(action.name)[:1]
            check = Check("course", said[0], None, None, action.node, action.scope)
            run.later_turns.setdefault(actor, Result(check, "pass", "later", said, (), env))
        if now is not None:
            if not again or not step.goes_round:
                run.ctx.renewed = {*step.gates.between}
            yield from run.reset_scope(home)
        now = Course(home, actor)
    run.turn = now if asked else step.counted(run.ctx, action.name, now)


def hand_on(run: Run, actor: str | None) -> Going:
    """The turn is over before it is full."""
    course, code = run.draft.course, run.code.course
    if course is None:
        run.turn = BETWEEN
        return
    if course.who != actor:
        raise RefusedError("not_turn", actor)
    if not code.may_stop(course):
        raise RefusedError("turn_needs")
    yield from code.hand_on_turn(run)


def count(run: Run, action: ActionCode, actor: str | None) -> None:
    """Where it is told where play stands, what is done in the turn that goes on there has used some of it."""
    course, code = run.draft.course, run.code.course
    if course is None or action.anytime or course.who != actor or course.step not in code.steps_of(action.name):
        return
    run.draft.course = code.step(course.step).counted(run.ctx, action.name, course)


def no_room(run: Run, action: ActionCode, env: list[object]) -> list[Result]:
    """That the turn of a story has no room left for what is asked."""
    now, code = run.turn, run.code.course
    if now is None or now is BETWEEN or action.anytime or now.step != code.turn_of(action.name):
        return []
    step = code.step(now.step)
    if now.who != env[action.scope.slots[action.node.actor]] or step.open_quotas(run.ctx, action.name, now):
        return []
    return [code.no_room(action, env, step, "room")]
