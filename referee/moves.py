"""What may be done now: every legal action with its arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from referee.context import Context, State
from referee.listing import Listing

if TYPE_CHECKING:
    from referee.actions import ActionCode
    from referee.code import Code

#: work that one listing may take
BUDGET = 10**9


@dataclass(slots=True)
class Moves:
    """The legal calls, and what could not be listed."""

    calls: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    more: set[str] = field(default_factory=set)  #: actions whose lists of steps may go on after what is listed
    cut: set[str] = field(default_factory=set)  #: actions of which not all could be tried


def moves(code: Code, state: State, role: str, rulings: dict[str, str] | None = None, *, deep: bool = False) -> Moves:
    """Every legal action of a role in a state. Lists of steps are begun, and gone on with when a step is taken; `deep`
    puts them together here."""
    ctx = Context(code, state, readings=rulings)
    ctx.budget = BUDGET
    found = Moves()
    for name in code.program.actions:
        action = code.action(name)
        if is_open(ctx, action, role):
            listing = Listing(ctx, action, role, {}, deep=deep)
            found.calls += [(name, call) for call in listing.calls()]
            if listing.more and not deep:
                found.more.add(name)
            if listing.cut:
                found.cut.add(name)
    return found


def is_open(ctx: Context, action: ActionCode, role: str) -> bool:
    """Whether the course lets this role do it at all; talk and trade that is free at any time is never listed."""
    course = ctx.state.get("course")
    if course is None:
        return True
    homes = ctx.code.course.steps_of(action.name)
    if course["step"] not in homes or course.get("who") != role:
        return False
    step = ctx.code.course.step(course["step"])
    taken = course.get("taken", {})
    return any(taken.get(str(i), 0) < step.node.quotas[i].most for i in step.allows(ctx.code, action.name))


def calls_of(
    ctx: Context, name: str, role: str, given: dict[str, object], *, nested: bool = False, exact: bool = True,
    most: int | None = None, deep: bool = True,
) -> Iterator[dict[str, object]]:  # fmt: skip
    """The legal calls of one action with some arguments given; not `exact`: without trying them out."""
    listing = Listing(ctx, ctx.code.action(name), role, given, nested=nested, exact=exact, deep=deep)
    return islice(listing.calls(), most)
