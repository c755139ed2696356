"""What the rules do for the one whose turn it is: a role that nobody plays takes its turns by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from referee.answers import Value
from referee.evaluation.context import Context
from referee.values import Deed, thaw

if TYPE_CHECKING:
    from referee.questions.telling import Situation
    from referee.rules.code import Code


class Due(Struct, frozen=True):
    """A deed that is not for anybody to choose."""

    who: str
    action: str  #: empty: the turn ends
    args: dict[str, Value] = {}
    paragraph: str = ""  #: which says that the rules play here


def due_deed(code: Code, situation: Situation) -> Due | None:
    """What the rules do now; None where somebody plays, chooses, or nobody is to move."""
    state, course = situation.state, situation.state.course
    if state.over or state.pending is not None or course is None or not course.who:
        return None
    ctx = Context(code, state, readings=situation.rulings)
    ctx.actor = course.who
    for rule in code.happenings.deciders(course.step):
        e = rule.frame(course.who, (), None)
        if rule.value is None or (rule.guard is not None and rule.guard.now(ctx, e) is not True):
            continue
        deed = rule.value.now(ctx, e)
        if isinstance(deed, Deed) and code.course.step(course.step).open_quotas(ctx, deed[0], course):
            return Due(
                course.who, deed[0], {name: thaw(value) for name, value in dict(deed[1]).items()}, rule.paragraph
            )
        return Due(course.who, "", {}, rule.paragraph) if code.course.may_stop(course) else None
    return None
