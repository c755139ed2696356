"""What an expression reads: facts, values, disputes, open kinds, and what else of the moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from referee.resolved.tree import nodes as r
from referee.resolved.tree.walk import walk

#: functions of the language that read more than their arguments
VIA, DOING, COURSE, BEFORE, OVER = "via", "doing", "course", "before", "over"
#: what looks ahead reads whatever the rules do that it tries
ALL = "all"
_OF_THE_MOMENT = {"via": VIA, "this_action": DOING, "current_step": COURSE, "current_player": COURSE, "over": OVER}
_SEATING = ("left_of", "right_of", "clockwise_from", "clockwise_after")
SEATED = "seated"


class Read(NamedTuple):
    """One thing that is read: of which sort, and its name."""

    sort: str  #: fact, value, dispute, kind, or one of the words above
    name: str = ""


def reads_of(expr: r.Expr) -> set[Read]:
    """What an expression itself reads."""
    found: set[Read] = set()
    for node in walk(expr):
        match node:
            case r.FactAt(name):
                found.add(Read("fact", name))
            case r.ValueAt(name):
                found.add(Read("value", name))
            case r.ReadingOf(dispute):
                found.add(Read("dispute", dispute))
            case r.Members(kind):
                found.add(Read("kind", kind))
            case r.Before():
                found.add(Read(BEFORE))
            case r.Possible() | r.Supposing():
                found.add(Read(ALL))
            case r.BuiltinCall(name) if name in _OF_THE_MOMENT:
                found.add(Read(_OF_THE_MOMENT[name]))
            case r.BuiltinCall(name) if name in _SEATING:
                found.add(Read("value", SEATED))
    return found


def all_reads(start: Iterable[Read], behind: Callable[[Read], Iterable[Read]]) -> frozenset[Read]:
    """What is read in the end: through every value and every assumption; `behind` tells what stands behind a name."""
    seen: set[Read] = set()
    queue = list(start)
    while queue:
        read = queue.pop()
        if read not in seen:
            seen.add(read)
            queue.extend(behind(read))
    return frozenset(seen)
