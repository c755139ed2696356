"""What already fails while arguments are still being tried: the checks that can be judged early, and single elements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grammar import nodes as n
from kb.reads import names_in
from referee.actions import ActionCode
from referee.clauses import Check, EachCode
from referee.context import Context
from referee.scope import Lazy

#: a check, and the `each` clause it stands in
ElementCheck = tuple[EachCode, Check]
EarlyCheck = tuple[EachCode | None, Check]


def let_names(action: ActionCode) -> list[tuple[str, int]]:
    """The local names of an action, with their slots."""
    slots = {slot for slot, _ in action.lets}
    return [(name, slot) for name, slot in action.scope.slots.items() if slot in slots]


def early_checks(action: ActionCode, order: list[str]) -> list[list[EarlyCheck]]:
    """Which checks can be judged once the first n parameters are bound."""
    result: list[list[EarlyCheck]] = [[] for _ in order]
    local = {name for name, _ in let_names(action)}

    def note(each: EachCode | None, check: Check, names: Iterable[str]) -> None:
        read = set(names)
        used = [order.index(name) for name in read if name in order]
        if used and not read & local and not check.lifts:
            result[max(used)].append((each, check))

    for part in action.parts:
        if isinstance(part, Check) and part.kind not in ("cost", "after", "size", "applies"):
            note(None, part, names_in(part.node))
        elif isinstance(part, EachCode) and not {*action.params, *action.options} & set(names_in(part.node[0])):
            # over what no argument names; the elements of an argument are looked at one by one before they are put together
            for check in part.parts:
                if isinstance(check, Check) and check.kind in ("requires", "forbidden"):
                    note(part, check, [*names_in(check.node), *names_in(part.node)])
    return result


def passes(ctx: Context, action: ActionCode, args: dict[str, Any], checks: list[EarlyCheck], role: str) -> bool:
    """Whether none of these checks surely fails."""
    if not checks:
        return True
    env = _env(action, args, role)
    return not any(
        any(_fails(ctx, check, env) for _ in _elements(ctx, each, env)) if each else _fails(ctx, check, env)
        for each, check in checks
    )


def element_checks(action: ActionCode, param: n.Param) -> tuple[list[ElementCheck], list[ElementCheck]]:
    """The checks of `each` clauses: those that read no other argument, and the rest."""
    found = action.elements.get(param.name)
    if found is None:
        others = {*action.params, *action.options, *(name for name, _ in let_names(action))} - {param.name}
        free: list[ElementCheck] = []
        bound: list[ElementCheck] = []
        for part in action.parts:
            if isinstance(part, EachCode):
                for check in part.parts:
                    if isinstance(check, Check) and check.kind in ("requires", "forbidden") and not check.lifts:
                        names = {*names_in(check.node), *names_in(part.node)}
                        (bound if names & others else free).append((part, check))
        found = action.elements[param.name] = (free, bound)
    return found


def element_passes(
    ctx: Context,
    action: ActionCode,
    param: n.Param,
    item: Any,
    args: dict[str, Any],
    role: str,
    checks: list[ElementCheck],
    held: Any = None,
) -> bool:
    """Whether an element alone (or an amount of one key alone) passes checks of `each` clauses over its parameter."""
    env = _env(action, args, role)
    env[action.scope.slots[param.name]] = (item,) if held is None else held
    last: EachCode | None = None
    counts = False
    for part, check in checks:
        if part is not last:
            last = part
            members = part.members.now(ctx, env)
            counts = members == (item,) if held is None else isinstance(members, tuple) and item in members
            if counts:
                env[part.slot] = item
                counts = part.test is None or part.test.now(ctx, env) is True
        if counts and _fails(ctx, check, env):
            return False
    return True


def _env(action: ActionCode, args: dict[str, Any], role: str) -> list[Any]:
    env: list[Any] = [None] * action.scope.frame.size
    for name, value in args.items():
        env[action.scope.slots[name]] = value
    env[action.scope.slots[action.node.actor]] = role
    for slot, closure in action.lets:
        env[slot] = Lazy(closure)
    return env


def _elements(ctx: Context, each: EachCode, env: list[Any]) -> Iterable[Any]:
    """The elements an `each` clause surely counts for, each in its slot while it is looked at."""
    members = each.members.now(ctx, env)
    for item in members if isinstance(members, tuple) else ():
        env[each.slot] = item
        if each.test is None or each.test.now(ctx, env) is True:
            yield item


def _fails(ctx: Context, check: Check, env: list[Any]) -> bool:
    """Whether a check surely fails; what is unknown may still pass."""
    if check.guard is not None and check.guard.now(ctx, env) is not True:
        return False
    value = check.body.now(ctx, env) if check.body is not None else True
    return value is (check.kind == "forbidden")
