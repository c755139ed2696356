"""What deeds that are told have used up of a turn, where no course is told: who goes on acting is still in the same turn."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.evaluation.context import Context
from referee.rules.actions import ActionCode
from referee.rules.turns import StepCode
from referee.state import Course
from referee.units.clauses import Check, Result
from referee.units.deed import Deeds

if TYPE_CHECKING:
    from referee.rules.course import CourseCode


def used_up(
    course: CourseCode, ctx: Context, action: ActionCode, env: list[object], before: Sequence[Deeds]
) -> list[Result]:
    """That a turn allows no more of an action, where nobody else had a turn since the actor did as much of it."""
    actor = env[action.scope.slots[action.node.actor]]
    mine = list(_since_others(before, actor, course.program.actions.keys(), lambda name: bool(course.steps_of(name))))
    homes = [course.step(name) for name in course.steps_of(action.name)] if mine else []
    if not homes or not all(_is_used_up(ctx, step, action.name, actor, mine) for step in homes):
        return []
    said = tuple(dict.fromkeys(each for step in homes for each in step.spent_by(action.name)))
    check = Check("course", said[0], None, None, action.node, action.scope)
    return [Result(check, "fail", "quota", said, (), env)]


def _since_others(
    before: Sequence[Deeds], actor: object, actions: Container[str], takes_turn: Callable[[str], bool]
) -> Iterator[str]:
    """What somebody did last without anybody else having a turn, or the rules going on by themselves, in between."""
    for deed in reversed(before):
        if deed.name not in actions or (deed.by != actor and takes_turn(deed.name)):
            return
        if deed.by == actor:
            yield deed.name


def _is_used_up(ctx: Context, step: StepCode, action: str, actor: object, mine: list[str]) -> bool:
    """Whether these actions fill all that one turn in a step allows of another."""
    if not step.is_turn_of_actor or not isinstance(actor, str):
        return False
    course = Course(step.name, actor, actor)
    for name in mine:
        taken = dict(course.taken)
        for i in step.open_quotas(ctx, name, course)[:1]:
            taken[str(i)] = taken.get(str(i), 0) + 1
        course = replace(course, taken=taken)
    return not step.open_quotas(ctx, action, course)
