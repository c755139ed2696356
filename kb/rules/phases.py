"""Where a phase or step stands in the course of play, and whose turns it is part of."""

from __future__ import annotations

from collections.abc import Sequence

from grammar import nodes as n
from kb.rules.program import Program

#: the value that says who sits at the table
SEATED = "seated"


def parent_of(node: n.Phase | n.CourseStep) -> str:
    """The phase it stands in; empty at the top."""
    return node.parent if isinstance(node, n.Phase) else node.phase


def phases_around(program: Program, name: str) -> tuple[str, ...]:
    """The phases in which a phase or step stands, from the outside in; what stands in itself is told by the checks."""
    found: list[str] = []
    cited = program.steps.get(name) or program.phases.get(name)
    while cited is not None:
        around = parent_of(cited.node)
        cited = program.phases.get(around) if around not in found and around != name else None
        if cited is not None:
            found.append(around)
    return tuple(reversed(found))


def takes_turns(program: Program, turns: n.Turns) -> n.Expr:
    """Who has a turn, where nothing hangs on their order: a round that begins with somebody is of all."""
    members = turns.members
    if isinstance(members, n.Call) and members.name == "clockwise_from":
        seated = program.values.get(SEATED)
        return n.Name(SEATED if seated is not None and not seated.params else program.roles)
    return members


def alone(turns: n.Turns) -> str:
    """Of turns of a single one, as in `each q in [p]`, how that one is called; else nothing."""
    members = turns.members
    if isinstance(members, n.ListOf) and len(members.items) == 1 and isinstance(members.items[0], n.Name):
        return members.items[0].id
    return ""


def same_ones(turns: Sequence[n.Turns], actor: str) -> set[str]:
    """The names of turns, from the outside in, that stand for whoever acts."""
    names, same = {each.var for each in turns}, {actor}
    for each in reversed(turns):
        if each.var in same and alone(each) in names:
            same.add(alone(each))
    return same


def turns_around(program: Program, name: str) -> tuple[n.Turns, ...]:
    """The turns in which a phase or step takes place, from the outside in: their names count in it."""
    phases = (program.phases[around].node for around in phases_around(program, name))
    return tuple(phase.turns for phase in phases if phase.turns is not None)
