"""Every name that stands for a member, or is written like one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grammar import nodes as n

if TYPE_CHECKING:
    from kb.rules.program import Program


def known_members(program: Program) -> frozenset[str]:
    """The members of closed kinds and of enumerations, the readings of disputes, phases and steps."""
    known = {member for members in program.members.values() for member in members}
    for cited in program.facts.values():
        if isinstance(cited.node.type, n.TypeEnum):
            known.update(cited.node.type.members)
    for dispute in program.disputes.values():
        known.update(reading.name for reading in dispute.node.readings)
    return frozenset(known | set(program.phases) | set(program.steps))
