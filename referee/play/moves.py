"""What may be done now: every legal action with its arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from grammar import nodes as n
from referee.errors import BudgetError
from referee.evaluation.context import Context
from referee.rules.code import Code, code_behind
from referee.runs.listing import ALL, Allowance, Listing, Work
from referee.state import Held

if TYPE_CHECKING:
    from referee.rules.actions import ActionCode

#: what all actions together may take
TOGETHER = 40_000
#: what one action may take before only the next choice of it is listed, and what finding out whether a choice leads anywhere may
FLAT, NEXT = Work(looks=8_000, trials=160), Work(looks=3_000, trials=25)


@dataclass(slots=True)
class LegalCalls:
    """The legal calls. Where there are too many to be told at once, what is told is the next choice, to be gone on with."""

    calls: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    begun: list[tuple[str, dict[str, object]]] = field(default_factory=list)  #: choices that lead to legal calls
    more: set[str] = field(default_factory=set)  #: actions whose lists may go on after what is told
    cut: set[str] = field(default_factory=set)  #: actions of which not all could be looked at


def moves(
    code: Code, state: Held, role: str, rulings: Mapping[str, str] | None = None, *, deep: bool = False
) -> LegalCalls:
    """Every legal action of a role in a state; `deep`: all calls, put together as far as they can be listed."""
    ctx = Context(code, state, readings=rulings)
    found, whole = LegalCalls(), Allowance(TOGETHER)
    for name in code.program.actions:
        if not _in_turn(ctx, name, role):
            continue
        if ctx.meter.is_low():
            if _concerns(code, name, role):
                found.cut.add(name)
            continue
        try:
            options(ctx, code.action(name), role, {}, found, deep=deep, whole=whole)
        except BudgetError:  # what was found before stands
            found.cut.add(name)
    return found


def options(
    ctx: Context, action: ActionCode, role: str, told: dict[str, object], found: LegalCalls, *, deep: bool = False,
    whole: Allowance | None = None,
) -> None:  # fmt: skip
    """How a call that is begun may go on, in each way in which it may answer what is under way."""
    window = ctx.state.window
    ways = [] if window is None else window.ways(action.name, role)
    if window is None or (action.anytime and not ways and not window.deciding):
        _ways_on(ctx, action, role, told, found, deep=deep, whole=whole)
    for way in ways:
        if way.fits(told):
            each = LegalCalls(more=found.more, cut=found.cut)
            _ways_on(ctx, action, role, {**way.fixed(), **told}, each, deep=deep, whole=whole)
            found.calls += [call for call in each.calls if call not in found.calls]
            found.begun += [call for call in each.begun if call not in found.begun]


def _ways_on(
    ctx: Context, action: ActionCode, role: str, given: dict[str, object], found: LegalCalls, *, deep: bool = False,
    whole: Allowance | None = None,
) -> None:  # fmt: skip
    """How a call that is begun may go on: whole calls, or the values of the next parameter."""
    name, nested = action.name, ctx.state.nested and not action.anytime
    listing = Listing(ctx, action, role, given, nested=nested, deep=deep, work=ALL if deep else FLAT, whole=whole)
    calls = [(name, call) for call in listing.calls()]
    if not calls and listing.more and not deep:  # what is begun may fail where what is put together does not
        next_only = Listing(ctx, action, role, given, nested=nested, work=NEXT, whole=whole)
        calls = [(name, call) for call in islice(next_only.calls(), 1)]
    if listing.more and not deep:
        found.more.add(name)
    if not listing.spent or deep:
        found.calls += calls
        if listing.cut:
            found.cut.add(name)
        return
    tree = Listing(ctx, action, role, given, nested=nested, deep=deep, whole=whole)
    if not tree.begins():
        return
    if len(tree.params) == 1:
        found.calls += calls
        found.cut.add(name)
        return
    parameter = tree.params[0].name
    for value in tree.values(0):
        begun = {**given, parameter: value}
        further = Listing(ctx, action, role, dict(begun), nested=nested, deep=deep, work=NEXT, whole=whole)
        leads = next(further.calls(), None) is not None
        if leads or further.spent:
            found.begun.append((name, begun))
            if not leads:
                found.cut.add(name)  # nobody knows yet whether it leads anywhere
    if tree.cut:
        found.cut.add(name)


def is_open(ctx: Context, action: ActionCode, role: str) -> bool:
    """Whether the course lets this role do it at all; talk and trade that is free at any time is never listed."""
    return _in_turn(ctx, action.name, role)


def _in_turn(ctx: Context, name: str, role: str) -> bool:
    course, window = ctx.state.course, ctx.state.window
    if window is not None:
        return role in window.by and bool(window.ways(name, role))
    code = code_behind(ctx)
    if course is None:
        return code.is_anytime(name) or code.course.may_come(ctx, name, role)
    homes = code.course.steps_of(name)
    if course.step not in homes or course.who != role:
        return False
    return bool(code.course.step(course.step).open_quotas(ctx, name, course))


def _concerns(code: Code, name: str, role: str) -> bool:
    """Whether an action that is not looked at may be one of this role's: what is written of its actor does not leave it out."""
    node = code.program.actions[name].node
    if isinstance(node.among, n.ListOf):
        return any(
            not isinstance(each, n.Name) or each.id == role or each.id not in code.all_members
            for each in node.among.items
        )
    return role in code.program.members.get(node.kind, (role,))


def calls_of(
    ctx: Context, name: str, role: str, given: dict[str, object], *, nested: bool = False, exact: bool = True,
    most: int | None = None, deep: bool = True, work: Work = ALL,
) -> Iterator[dict[str, object]]:  # fmt: skip
    """The legal calls of one action with some arguments given; not `exact`: without trying them out."""
    listing = Listing(ctx, code_behind(ctx).action(name), role, given, nested=nested, exact=exact, deep=deep, work=work)
    return islice(listing.calls(), most)
