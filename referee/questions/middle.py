"""A question in the middle of a deed: while others may answer it, the table lies as the deed has left it so far."""

from __future__ import annotations

from msgspec.structs import replace

from referee.errors import NeedFact, RefereeError, UntoldFactError
from referee.questions.question import Question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.runs.deeds import run_deeds
from referee.runs.run import GameEnded, Run
from referee.values import freeze


def in_the_middle(code: Code, question: Question, situation: Situation) -> tuple[Question, Situation]:
    """Where a question is asked: `during` deeds that are done first, or while what is pending waits for answers.

    An action that answers takes over the arguments that are fixed."""
    situation = Situation(situation.state.midway(), situation.rulings)
    if question.during:
        situation = _interrupted(code, question, situation)
        question = replace(question, after=[], during=False)
    window, asked = situation.state.window, question.action
    given = None if window is None or asked is None else window.given(asked.name)
    if asked is None or not given:
        return question, situation
    told = code.action(asked.name).positional(asked.args, asked.named)
    named = {**{name: freeze(value) for name, value in given.items()}, **told}
    return replace(question, action=replace(asked, args=(), named=named)), situation


def _interrupted(code: Code, question: Question, situation: Situation) -> Situation:
    """The situation at the moment in which the last of some deeds waits for somebody."""
    answers = tuple(answer for deed in question.after for answer in deed.answers)
    run = Run(code, situation.state, readings=situation.rulings, answers=answers)
    try:
        choice = run.go(run_deeds(run, question.after))
    except GameEnded:
        choice = None
    except NeedFact as need:
        raise UntoldFactError(need) from None
    if choice is None or run.taken < len(answers):
        raise RefereeError(f"“{question.after[-1].name}” is over before anybody is asked; ask `after` it instead.")
    return Situation(run.draft.made(), situation.rulings)
