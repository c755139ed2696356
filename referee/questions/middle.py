"""A question in the middle of a deed: while others may answer it, the table lies as the deed has left it so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.errors import NeedFact, RefereeError, RefusedError, UntoldFactError
from referee.questions.question import Question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State, Window
from referee.units.choices import Choice
from referee.units.deed import Deeds, GameEnded

if TYPE_CHECKING:
    from referee.runs.run import Run

#: how many may decline before the window opens in which an action answers
MOST = 60


def in_the_middle(code: Code, question: Question, situation: Situation) -> tuple[Question, Situation]:
    """Where a question is asked: `during` deeds that are done first, or while what is pending waits for answers.

    An action that answers takes over the arguments that are fixed."""
    situation = Situation(situation.state.midway(), situation.rulings)
    if question.during:
        situation = _interrupted(code, question, situation)
        question = replace(question, after=[], during=False)
    window, asked = situation.state.window, question.action
    if asked is None or window is None:
        return question, situation
    told = code.action(asked.name).positional(asked.args, asked.named)
    return replace(question, action=replace(asked, args=(), named={**_fixed(window, asked, told), **told})), situation


def _fixed(window: Window, asked: Deeds, told: dict[str, object]) -> dict[str, object]:
    """The arguments that are the same in every way in which an action may answer."""
    ways = window.ways(asked.name, asked.by) or window.ways(asked.name)
    fixed = [way.fixed() for way in [way for way in ways if way.fits(told)] or ways]
    return (
        {name: value for name, value in fixed[0].items() if all(each.get(name) == value for each in fixed)}
        if fixed
        else {}
    )


def _interrupted(code: Code, question: Question, situation: Situation) -> Situation:
    """The situation at the moment in which the last of some deeds waits for somebody; what nobody tells stays unknown."""
    last = question.after[-1]
    run, choice = _begun(code, question, situation, loose=True)
    if choice is None:
        unheard = run.unheard
        try:
            run, choice = _begun(code, question, situation, loose=False)  # who is asked may hang on what nobody tells
        except UntoldFactError:
            if unheard is None:
                raise
            raise UntoldFactError(unheard) from None
    asked = question.action
    if choice is None or not run.has_answered():
        if choice is None and asked is not None and code.course.only_answers(asked.name):
            said = Window(code.action(last.name).paragraph, last.name)  # nobody may answer it
            return Situation(replace(run.draft.made(), window=said), situation.rulings)
        raise RefusedError("not_during", last.name)
    state = run.draft.made()
    if (
        asked is not None and choice.window is None
    ):  # something is chosen or drawn first, as at a table that waits for it
        return Situation(replace(state, window=Window(choice.paragraph, last.name, deciding=True)), situation.rulings)
    later = None if last.answers or asked is None else _declined(code, run, choice, asked)
    return Situation(later or state, situation.rulings)


def _begun(code: Code, question: Question, situation: Situation, *, loose: bool) -> tuple[Run, Choice | None]:
    """The deeds done as far as they go by themselves; `loose`: whatever is not told."""
    from referee.runs.deeds import run_deeds  # most questions are asked while nothing is under way
    from referee.runs.run import Run

    run = Run(code, situation.state, readings=situation.rulings)
    run.loose = run.heeding = loose
    try:
        return run, run.go(run_deeds(run, question.after))
    except GameEnded:
        return run, None
    except NeedFact as need:
        raise UntoldFactError(need) from None


def _declined(code: Code, run: Run, choice: Choice, asked: Deeds) -> State | None:
    """The situation in which an action answers, when nobody answers before, or answers with other arguments; None where it never does."""
    told = code.action(asked.name).positional(asked.args, asked.named)
    otherwise: State | None = None
    try:
        for _ in range(MOST):
            if choice.window is None:
                break
            ways = choice.window.ways(asked.name)
            if any(way.fits(told) for way in ways):
                return run.draft.made()
            if ways and otherwise is None:
                otherwise = run.draft.made()
            further = run.answer(None)
            if further is None:
                break
            choice = further
    except (GameEnded, NeedFact, RefereeError):  # what would come of the deed is not what is asked
        pass
    return otherwise
