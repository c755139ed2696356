"""A question in the middle of a deed: while others may answer it, the table lies as the deed has left it so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kb.rules.windows import windows_of
from referee.errors import NOBODY, NeedFact, RefereeError, RefusedError, UntoldFactError
from referee.questions.question import Question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State, Window
from referee.units.choices import Choice
from referee.units.deed import Deeds, GameEnded, IllegalActionError
from referee.units.runner import Awaited

if TYPE_CHECKING:
    from referee.runs.run import Run

#: how many may decline before the window opens in which an action answers
MOST = 60


def in_the_middle(code: Code, question: Question, situation: Situation) -> tuple[Question, Situation]:
    """Where a question is asked: `during` deeds that are done first, or while what is pending waits for answers.

    An action that answers takes over the arguments that are fixed."""
    situation = Situation(situation.state.midway(), situation.rulings)
    if question.during:
        try:
            situation = _interrupted(code, question, situation)
        except IllegalActionError:  # that it is not legal is the answer, as it is after the deed
            return replace(question, during=False), situation
        except NeedFact as need:
            if need.leaf == NOBODY:
                raise UntoldFactError(need) from None
            own = sorted(need.behind, key=lambda leaf: question.actor not in leaf[1])  # others matter less
            return replace(question, after=[], during=False, unheard=(tuple(own), need.paragraph)), situation
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
    last, asked = question.after[-1], question.action
    if asked is not None and asked.by and not last.answers:
        found = _awaited(code, question, situation, Awaited(asked.name, asked.by))
        if found is not None:
            return Situation(found, situation.rulings)
    run, choice = _begun(code, question, situation, loose=True)
    if choice is None:
        unheard = run.unheard
        try:
            run, choice = _begun(code, question, situation, loose=False)  # who is asked may hang on what nobody tells
        except NeedFact:
            if unheard is None:
                raise
            raise unheard from None
    if choice is None or not run.has_answered():
        if choice is None and asked is not None and code.course.only_answers(asked.name):
            return Situation(_unanswered(code, run, last), situation.rulings)
        raise RefusedError("not_during", last.name)
    state = run.draft.made()
    if (
        asked is not None and choice.window is None
    ):  # something is chosen or drawn first, as at a table that waits for it
        return Situation(replace(state, window=Window(choice.paragraph, last.name, deciding=True)), situation.rulings)
    later = None if last.answers or asked is None else _declined(code, run, choice, asked)
    return Situation(later or state, situation.rulings)


def _unanswered(code: Code, run: Run, deed: Deeds) -> State:
    """The state in which nobody may answer a deed so."""
    windows = windows_of(code.program, deed.name)
    said = windows[0].paragraph if windows else code.action(deed.name).paragraph
    return replace(run.draft.made(), window=Window(said, deed.name))


def _awaited(code: Code, question: Question, situation: Situation, awaited: Awaited) -> State | None:
    """The situation in which somebody is asked who may answer with this action, or in which others are; None where it answers nothing."""
    asked, last = question.action, question.after[-1]
    assert asked is not None
    run, choice = _begun(code, question, situation, loose=True, awaited=awaited)
    found = None if choice is None else _declined(code, run, choice, asked)
    if found is None and awaited.passed is not None:
        return replace(run.draft.made(), window=awaited.passed)
    if choice is None and code.course.only_answers(asked.name) and last.name in code.program.actions:
        return _unanswered(code, run, last)
    return found


def _begun(
    code: Code, question: Question, situation: Situation, *, loose: bool, awaited: Awaited | None = None
) -> tuple[Run, Choice | None]:
    """The deeds done as far as they go by themselves; `loose`: whatever is not told."""
    from referee.runs.deeds import run_deeds  # most questions are asked while nothing is under way
    from referee.runs.run import Run

    run = Run(code, situation.state, readings=situation.rulings)
    run.loose = run.heeding = loose
    run.awaited = awaited
    try:
        return run, run.go(run_deeds(run, question.after))
    except GameEnded:
        return run, None


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
