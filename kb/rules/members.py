"""Every name that stands for a member, or is written like one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING

from grammar import nodes as n
from grammar.base.records import is_record, types_of
from grammar.nodes import expressions

if TYPE_CHECKING:
    from kb.rules.program import Program

_WORD = re.compile(r"\w+")
#: what fields are of in which no enumeration can stand: words, numbers, expressions
_PLAIN = frozenset(
    {"str", "int", "bool", "None", "tuple", "At", "Expr"}
    | {name for name, cls in vars(expressions).items() if isinstance(cls, type) and is_record(cls)}
)


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


def _listed(root: object) -> Iterator[str]:
    """The members of the enumerations in some statements: what a parameter or a choice may be."""
    left = [root]
    while left:
        part = left.pop()
        if isinstance(part, tuple | list):
            left.extend(part)
        elif isinstance(part, n.TypeEnum):
            yield from part.members
        else:
            cls: type = type(part)
            left.extend(_fields(cls)(part))


@cache
def _fields(cls: type) -> Callable[[object], Iterable[object]]:
    """What gives the parts of such a node that may hold an enumeration."""
    names = [name for name, type_ in types_of(cls).items() if not _PLAIN.issuperset(_WORD.findall(type_))]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda part: [getattr(part, name) for name in names]
