"""Every name that stands for a member, or is written like one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grammar import nodes as n
from grammar.base.records import names_of

if TYPE_CHECKING:
    from kb.rules.program import Program


def known_members(program: Program) -> frozenset[str]:
    """The members of closed kinds and of enumerations, the readings of disputes, phases and steps."""
    known = {member for members in program.members.values() for member in members}
    for cited in program.facts.values():
        if isinstance(cited.node.type, n.TypeEnum):
            known.update(cited.node.type.members)
    for info in (*program.actions.values(), *program.classes.values()):
        known.update(_listed((info.node.params if isinstance(info.node, n.Action) else (), info.node.clauses)))
    happening = (program.procedures, program.events, program.triggers, program.change_triggers)
    for node in (program.rules, program.whenevers, *(tuple(table.values()) for table in happening)):
        known.update(_listed(node))
    for dispute in program.disputes.values():
        known.update(reading.name for reading in dispute.node.readings)
    return frozenset(known | set(program.phases) | set(program.steps))


def _listed(part: object) -> Iterator[str]:
    """The members of the enumerations in some statements: what a parameter or a choice may be."""
    if isinstance(part, n.TypeEnum):
        yield from part.members
    elif isinstance(part, tuple | list):
        for inner in part:
            yield from _listed(inner)
    else:
        for name in names_of(part):
            yield from _listed(getattr(part, name))
