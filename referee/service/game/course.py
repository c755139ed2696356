"""The course of play: phases and steps in their order, what a turn of each role takes, where a state stands in it."""

from __future__ import annotations

from dataclasses import dataclass

from grammar import nodes as n
from referee.evaluation.context import Context
from referee.rules.code import Code
from referee.service.game.fields import roles_of
from referee.state import State


@dataclass(frozen=True, slots=True)
class Quota:
    """How many of which actions a turn takes."""

    must: bool
    number: str
    actions: tuple[str, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """Where play stands."""

    path: tuple[str, ...]  #: phases and the step, from the outside in
    who: str
    must: bool = False
    may_stop: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A phase or step, and the paragraph that tells of it."""

    name: str
    paragraph: str
    is_step: bool
    parts: tuple[Part, ...] = ()


def parts_of(code: Code, parent: str = "") -> tuple[Part, ...]:
    """Phases and steps as they stand in one another, in the order they are played."""
    program = code.program
    return tuple(
        Part(name, program.steps[name].paragraph, True)
        if name in program.steps
        else Part(name, program.phases[name].paragraph, False, parts_of(code, name))
        for name in code.course.children.get(parent, ())
    )


def path_of(code: Code, step: str) -> tuple[str, ...]:
    """The phases around a step, and the step."""
    path: tuple[str, ...] = ()
    name = step
    while name:
        path = (name, *path)
        name = code.course.parent(name)
    return path


def quotas_of(code: Code, step: str, role: str) -> list[Quota]:
    """What a turn of a role takes in a step; without a role what anybody's does."""
    found = [_quota(code, node, role) for node in code.program.steps[step].node.quotas]
    return [quota for quota in found if quota.actions or quota.cards]


def _quota(code: Code, node: n.Quota, role: str) -> Quota:
    wanted = set(node.names)
    sides: dict[bool, list[str]] = {False: [], True: []}
    for name, action in code.program.actions.items():
        if wanted & {name, *code.classes_of(name)} and (not role or role in roles_of(code, name)):
            sides[bool(action.node.card)].append(name)
    number = str(node.most) if node.least == node.most or not node.must else f"{node.least}–{node.most}"
    return Quota(node.must, number, tuple(sides[False]), tuple(sides[True]))


def anytime_actions(code: Code, role: str) -> list[str]:
    """What a role may do in any step; without a role what anybody may."""
    return [
        name for name in code.program.actions if code.is_anytime(name) and (not role or role in roles_of(code, name))
    ]


def stage_of(code: Code, state: State, waiting: str = "") -> Stage | None:
    """The phases, the step and whose turn it is; None when no course is told. `waiting`: the step that waits for a choice."""
    course = state.course
    if waiting in code.program.steps:
        return Stage(path_of(code, waiting), "")
    if course is None or course.step not in code.program.steps:
        return None
    stop = bool(course.who) and code.course.may_stop(course)
    return Stage(path_of(code, course.step), course.who or "", bool(course.who) and not stop, stop)


def open_actions(code: Code, state: State, role: str) -> list[str]:
    """The actions the course lets a role do now; without a course all of the role's actions."""
    course = state.course
    if course is None:
        return [name for name in code.program.actions if role in roles_of(code, name)]
    found, ctx = [], Context(code, state)
    for name in code.program.actions:
        if course.who == role and course.step in code.course.steps_of(name) and role in roles_of(code, name):
            if code.course.step(course.step).open_quotas(ctx, name, course):
                found.append(name)
    return found
