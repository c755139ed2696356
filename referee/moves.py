"""What may be done now: every legal action with its arguments, or the options of the choice that is pending."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from grammar import nodes as n
from kb.reads import names_in
from referee.actions import ActionCode
from referee.choices import splits
from referee.clauses import Check
from referee.code import Code, code_behind
from referee.context import Context
from referee.domains import upper_bound
from referee.errors import NeedFact
from referee.judging import verdict_of
from referee.performing import IllegalActionError
from referee.run import GameEnded, Run
from referee.sifting import early_checks, element_checks, element_passes, let_names, passes
from referee.state import Held
from referee.values import Bag, Deed, Unknown

#: calls listed for one action
MOST = 300
#: candidates tried for one action
TRIED = 3_000
#: how many more candidates may fail at once than are tried further
SEEN = 20
#: the same for actions that must be tried out on a copy of the state
TRIED_OUT = 500
#: what each value of the first parameter may try at least
SHARE = 30
#: numbers tried for one unbounded parameter
NUMBERS = 40


def moves(
    code: Code, state: Held, role: str, rulings: Mapping[str, str] | None = None, *, exact: bool = True, most: int = MOST
) -> list[tuple[str, dict[str, Any]]]:
    """Every legal action of a role in a state, with its arguments.

    `exact` False leaves out the trial runs: some of what is listed may still be refused when it is done. `most` bounds
    what is listed, and with it what is tried, for one action."""
    ctx = Context(code, state, readings=rulings)
    ctx.budget = 10**9
    found = []
    for name in code.program.actions:
        action = code.action(name)
        if not _open_now(ctx, action, role):
            continue
        found += [(name, call) for call in calls_of(ctx, name, role, {}, exact=exact, most=most)]
    return found


def _open_now(ctx: Context, action: ActionCode, role: str) -> bool:
    """Whether the course lets this role do it at all, before any argument is tried."""
    course = ctx.state.course
    if course is None:
        return True
    homes = code_behind(ctx).course.steps_of(action.name)
    if not homes:
        return action.anytime and False  # talk and trade are never listed one by one
    if course.step not in homes or course.who != role:
        return False
    return bool(code_behind(ctx).course.step(course.step).open_quotas(action.name, course))


def calls_of(
    ctx: Context,
    name: str,
    role: str,
    given: dict[str, Any],
    *,
    nested: bool = False,
    exact: bool = True,
    most: int = MOST,
) -> Iterator[dict[str, Any]]:
    """The legal arguments of one action, parameter by parameter, dropping what already fails."""
    action = code_behind(ctx).action(name)
    params = [p for p in action.node.params if p.name not in given]
    order = tuple(p.name for p in params)
    early = action.early.get(order)
    if early is None:
        early = action.early[order] = early_checks(action, list(order))
    if not _may_begin(ctx, action, role, nested):
        return
    enough = (TRIED_OUT if action.needs_trial and exact else TRIED) * most // MOST
    listing = _Listing(ctx, action, params, early, role, nested, exact)
    for count, call in enumerate(listing.fairly(dict(given), enough)):
        if count >= most:
            return
        yield call


@dataclass(slots=True)
class _Listing:
    """The legal calls of one action, with bounds on what is tried."""

    ctx: Context
    action: ActionCode
    params: list[n.Param]
    early: Any
    role: str
    nested: bool
    exact: bool

    def fairly(self, args: dict[str, Any], enough: int) -> Iterator[dict[str, Any]]:
        """Every value of the first parameter gets its share of what is tried, and they are listed in turn."""
        if len(self.params) < 2:
            yield from self.grow(0, args, _Bound(enough))
            return
        firsts = list(self._passing(0, args, _Bound(enough)))
        share = max(SHARE, enough // max(1, len(firsts)))
        whole = _Bound(max(enough, share))
        lists = deque(self.grow(1, following, _Bound(share, whole)) for following in firsts)
        while lists:
            calls = lists.popleft()
            if (call := next(calls, None)) is not None:
                yield call
                lists.append(calls)

    def grow(self, index: int, args: dict[str, Any], bound: _Bound) -> Iterator[dict[str, Any]]:
        """Parameter by parameter, dropping what already fails."""
        if index == len(self.params):
            yield from self._with_options(args)
            return
        for following in self._passing(index, args, bound):
            yield from self.grow(index + 1, following, bound)

    def _passing(self, index: int, args: dict[str, Any], bound: _Bound) -> Iterator[dict[str, Any]]:
        param = self.params[index]
        for value in _candidates(self.ctx, self.action, param, args, self.role):
            if not bound.look():
                return
            following = {**args, param.name: value}
            if passes(self.ctx, self.action, following, self.early[index], self.role):
                bound.take()
                yield following

    def _with_options(self, args: dict[str, Any]) -> Iterator[dict[str, Any]]:
        ctx, action = self.ctx, self.action
        for options in _option_sets(action):
            call = {**args, **options}
            env = action.bind(ctx, call, self.role)
            legal: object = action.legal(ctx, env, nested=self.nested)
            if legal is None:
                legal = verdict_of(action.judge(ctx, env, nested=self.nested, full=False))
            if legal is True:
                if not self.exact or not action.needs_trial or _can_be_done(ctx, action, call, self.role, self.nested):
                    yield call


@dataclass(slots=True)
class _Bound:
    """How much one listing may try, and has tried."""

    enough: int
    whole: _Bound | None = None  #: what all shares together may try
    tried: int = 0
    seen: int = 0

    def look(self) -> bool:
        """Whether one more candidate may be looked at."""
        self.seen += 1
        within = self.tried <= self.enough and self.seen <= SEEN * self.enough
        return within and (self.whole is None or self.whole.look())

    def take(self) -> None:
        """One more candidate is tried further."""
        self.tried += 1
        if self.whole is not None:
            self.whole.take()


def _may_begin(ctx: Context, action: ActionCode, role: str, nested: bool) -> bool:
    """Whether the actor and every check that reads no argument allow it: no argument need be tried otherwise."""
    if action.among is not None and role not in ctx.each(action.among.now(ctx, [])):
        return False
    if action.openers is None:
        local = {*action.params, *action.options, *(name for name, _ in let_names(action))}
        action.openers = tuple(
            [
                (None, check)
                for check in parts
                if isinstance(check, Check)
                and check.kind in ("requires", "forbidden", "applies")
                and not check.lifts
                and not local & set(names_in(check.node))
            ]
            for parts in (action.class_parts, action.parts)
        )
    ctx.doing = action.name
    ctx.forget("@doing")
    checks = action.openers[1] if nested else [*action.openers[0], *action.openers[1]]
    return passes(ctx, action, {}, checks, role)


def _can_be_done(ctx: Context, action: ActionCode, args: dict[str, Any], role: str, nested: bool) -> bool:
    """Tries an action whose legality shows only when it is done; a choice or an untold fact on the way is no obstacle."""
    run = Run(code_behind(ctx), ctx.state, readings=ctx.readings, split=ctx.split, explains=False)
    try:
        run.go(run.perform(action.name, args, role, nested=nested))
    except IllegalActionError:
        return False
    except (NeedFact, GameEnded):
        return True
    return True


def _option_sets(action: ActionCode) -> Iterator[dict[str, bool]]:
    for size in range(len(action.options) + 1):
        for chosen in combinations(action.options, size):
            yield dict.fromkeys(chosen, True)


_NO_DEFAULT = object()


def _candidates(ctx: Context, action: ActionCode, param: n.Param, args: dict[str, Any], role: str) -> Iterator[Any]:
    type_ = param.type
    default: Any = _NO_DEFAULT
    if param.default is not None:
        default = ctx.code.constant(ctx, param.default)
        yield default
    for value in _values(ctx, action, param, type_, args, role):
        if value != default or isinstance(value, bool) != isinstance(default, bool):
            yield value


def _values(
    ctx: Context, action: ActionCode, param: n.Param, type_: n.Type | None, args: dict[str, Any], role: str
) -> Iterator[Any]:
    if type_ is None or isinstance(type_, n.TypeNumber):
        yield from range(NUMBERS)
    elif isinstance(type_, n.TypeFlag):
        yield from (False, True)
    elif isinstance(type_, n.TypeRange):
        high = _range_top(ctx, action, type_, args, role)
        yield from range(type_.low, min(high, type_.low + NUMBERS) + 1)
    elif isinstance(type_, n.TypeEnum):
        yield from type_.members
    elif isinstance(type_, n.TypeName):
        if type_.name in ctx.code.program.classes:
            yield from _deeds(ctx, type_.name, role)
            return
        if type_.optional:
            yield None
        yield from ctx.members(type_.name)
    else:
        yield from _collections(ctx, action, param, type_, args, role)


def _range_top(ctx: Context, action: ActionCode, type_: n.TypeRange, args: dict[str, Any], role: str) -> int:
    if isinstance(type_.high, n.Number):
        return type_.high.value
    return _size(ctx, action, type_.high, args, role, upper_bound(ctx, type_) if not args else NUMBERS)


def _size(ctx: Context, action: ActionCode, expr: n.Expr, args: dict[str, Any], role: str, default: int | None) -> int:
    env: list[Any] = [None] * action.scope.frame.size
    for name, value in args.items():
        env[action.scope.slots[name]] = value
    env[action.scope.slots[action.node.actor]] = role
    value = ctx.code.formula(expr, action.scope)(ctx, env)
    if isinstance(value, Unknown):
        return value.bounds()[1] or default or NUMBERS
    return value if isinstance(value, int) else default or 0


def _deeds(ctx: Context, class_name: str, role: str) -> list[Deed]:
    """The actions of a class that are legal now, listed once for a state."""
    key = ("deeds", class_name, role)
    if key not in ctx.lists:
        ctx.lists[key] = [
            Deed((name, tuple(call.items())))
            for name in ctx.code.program.actions
            if class_name in ctx.code.classes_of(name)
            for call in calls_of(ctx, name, role, {}, nested=True)
        ]
    return ctx.lists[key]  # type: ignore[no-any-return]


def _collections(
    ctx: Context, action: ActionCode, param: n.Param, type_: n.TypeMany, args: dict[str, Any], role: str
) -> Iterator[Any]:
    least = 0 if type_.least is None else _size(ctx, action, type_.least, args, role, 0)
    if type_.shape == "amounts":
        members = ctx.members(type_.kind)
        most = 6 if type_.most is None else _size(ctx, action, type_.most, args, role, 6)
        tops = [_top_amount(ctx, action, param, key, most, args, role) for key in members]
        for total in range(least, min(most, sum(tops)) + 1):
            for split in splits(total, tops):
                yield Bag({key: amount for key, amount in zip(members, split, strict=True) if amount})
        return
    items: list[Any]
    if type_.kind in ctx.code.program.classes:
        items = _deeds(ctx, type_.kind, role)
    elif type_.kind in ctx.code.program.kinds and ctx.code.program.kinds[type_.kind].node.fields:
        items = _once(ctx, ("records", type_.kind), lambda: list(_records(ctx, type_.kind)))
    else:
        items = list(ctx.members(type_.kind))
    free, bound = element_checks(action, param)
    if free:  # what an element must be whatever the other arguments are is looked at once
        known = items
        items = _once(
            ctx,
            ("elements", action.name, param.name, role),
            lambda: [item for item in known if element_passes(ctx, action, param, item, {}, role, free)],
        )
    if bound:
        items = [item for item in items if element_passes(ctx, action, param, item, args, role, bound)]
    most = len(items) if type_.most is None else _size(ctx, action, type_.most, args, role, len(items))
    for size in range(max(least, 0), min(most, 3 if type_.shape == "list" else most) + 1):
        if type_.shape == "list" and size > 1:
            yield from _repeatable(items, size)
        else:
            yield from combinations(items, size)


def _top_amount(
    ctx: Context, action: ActionCode, param: n.Param, key: Any, most: int, args: dict[str, Any], role: str
) -> int:
    """The largest amount of one key alone that passes the `each` clauses; amounts beyond it need not be tried."""
    free, bound = element_checks(action, param)
    for amount in range(1, most + 1):
        checks = [*free, *bound]
        if not element_passes(ctx, action, param, key, args, role, checks, held=Bag({key: amount})):
            return amount - 1
    return most


def _repeatable(items: list[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """Lists in ascending order of their items: the same steps in another order are the same move."""
    for chosen in combinations(range(len(items) + size - 1), size):
        yield tuple(items[at - index] for index, at in enumerate(chosen))


def _records(ctx: Context, kind: str) -> Iterator[Bag]:
    fields = ctx.code.program.kinds[kind].node.fields

    def grow(index: int, record: dict[str, Any]) -> Iterator[Bag]:
        if index == len(fields):
            yield Bag(record)
            return
        type_ = fields[index].type
        if isinstance(type_, n.TypeName):
            for member in ctx.members(type_.name):
                yield from grow(index + 1, {**record, fields[index].name: member})

    yield from grow(0, {})


def _once(ctx: Context, key: Any, make: Callable[[], list[Any]]) -> list[Any]:
    """A list that stays the same for this state."""
    if key not in ctx.lists:
        ctx.lists[key] = make()
    return ctx.lists[key]  # type: ignore[no-any-return]
