"""A course that never comes to a decision, told: which loop goes round, what keeps it going, and what leaves everybody out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kb.rules.phases import phases_around
from referee.errors import RuleFaultError
from referee.evaluation.context import Context
from referee.notation import literal, tell_text
from referee.values import MISSING, Leaf, thaw

if TYPE_CHECKING:
    from referee.rules.course import CourseCode
    from referee.rules.turns import PartCode
    from referee.units.formula import Formula
    from referee.units.runner import Runs

#: facts that are told of one condition
_SHOWN = 4


def endless(course: CourseCode, run: Runs, name: str) -> RuleFaultError:
    """The loop in which it was stopped at some phase or step."""
    program = course.program
    parts = {**program.phases, **program.steps}
    inside = [*phases_around(program, name), *([name] if name in program.phases else [])]
    loops = [phase for phase in inside if program.phases[phase].node.cycle is not None]
    text = "the course of play goes round by itself and never comes to a decision"
    where = f"it was stopped at “{name}”"
    if loops:
        where = f"“{loops[-1]}” begins again and again"
        cycle = course.phase(loops[-1]).cycle
        if cycle is not None and (kept := _read(run, cycle, course.around(run, loops[-1]))):
            where += f", as long as {kept}"
        where += "".join(f"; nobody acts in “{step}”{why}" for step, why in _shut(course, run, loops[-1]))
    return RuleFaultError(f"{text}: {where}", parts[loops[-1] if loops else name].paragraph)


def _shut(course: CourseCode, run: Runs, loop: str) -> Iterable[tuple[str, str]]:
    """The steps of a loop in which somebody could act, with what leaves everybody out."""
    for step, cited in course.program.steps.items():
        around = phases_around(course.program, step)
        if loop not in around or cited.node.who is None:
            continue
        for part in (*(course.phase(each) for each in around[around.index(loop) :]), course.step(step)):
            why = _left_out(course, run, part)
            if why:
                yield step, f" while {why}"
                break


def _left_out(course: CourseCode, run: Runs, part: PartCode) -> str:
    """The facts by which a phase or step does not take place, or has a turn for nobody."""
    around = course.around(run, part.name)
    if part.when is not None and not run.decided(part.when, list(around)):
        return _read(run, part.when, around)
    turns = part.turns
    if turns is None or turns.test is None:
        return ""
    queue = turns.queue(run, around)
    if any(turns.takes(run, around, item) for item in queue):
        return ""
    return _told({leaf: None for item in queue for leaf in _leaves(run, turns.test, [*around, item])}, run)


def _leaves(run: Runs, formula: Formula, e: list[object]) -> Iterable[Leaf]:
    looking = Context(run.ctx.code, run.draft.made(), readings=run.ctx.readings, explains=True)
    formula.open(looking, list(e))
    return looking.seen


def _read(run: Runs, formula: Formula, e: list[object]) -> str:
    """The facts that a condition reads, as they are."""
    return _told(_leaves(run, formula, e), run)


def _told(leaves: Iterable[Leaf], run: Runs) -> str:
    known = [(leaf, run.ctx.told(*leaf)) for leaf in leaves]
    said = [f"{tell_text(leaf)} = {literal(thaw(value))}" for leaf, value in known if value is not MISSING]
    return f"`{'; '.join(said[:_SHOWN])}`" if said else ""
