"""Checks that are met because nothing was said that they could be about: they do not apply, and count for nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from grammar import nodes as n
from kb.rules.reads import names_in
from referee.evaluation.scope import Scope

if TYPE_CHECKING:
    from referee.evaluation.context import Context
    from referee.rules.code import Code
    from referee.units.clauses import Check, Result

_OPTIONAL: WeakKeyDictionary[Code, dict[Check, Mapping[str, n.Expr]]] = WeakKeyDictionary()


def without_the_vacuous(code: Code, ctx: Context, results: list[Result]) -> None:
    """Marks what is met for want of anything to look at, and bans that the reading which is followed does not know."""
    for result in results:
        if result.status == "pass" and result.check.kind in ("requires", "forbidden") and result.env is not None:
            if (not result.seen and _is_about_nothing(code, ctx, result)) or _is_unknown_to_reading(code, ctx, result):
                result.status = "not_applicable"


def _is_about_nothing(code: Code, ctx: Context, result: Result) -> bool:
    """Whether a check that reads nothing of the state looks only at what was left out of the deed: a demand at nothing else, of a
    ban the part that does not hold."""
    check, env = result.check, list(result.env or ())
    optional = _optional(code, check)
    if not optional:
        return False

    def left_out(expr: n.Expr) -> bool:
        asked = [name for name in set(names_in(expr)) if name in check.scope.slots]
        said = [name for name in asked if not _is_default(code, ctx, optional, name, env, check)]
        return bool(asked) and (not said or (check.kind == "forbidden" and len(said) < len(asked)))

    if check.kind == "requires":
        return left_out(check.node.body)
    when = check.node.when
    parts = when.parts if isinstance(when, n.And) else () if when is None else (when,)
    return any(left_out(part) and code.formula(part, check.scope)(ctx, list(env)) is False for part in parts)


def _is_default(
    code: Code, ctx: Context, optional: Mapping[str, n.Expr], name: str, env: list[object], check: Check
) -> bool:
    slot = check.scope.slots[name]
    return name in optional and slot < len(env) and env[slot] == code.formula(optional[name], Scope())(ctx, [])


def _optional(code: Code, check: Check) -> Mapping[str, n.Expr]:
    """What may be left out of the deed and a check looks at, with what stands for it then; that something is so is said by leaving it out."""
    known = _OPTIONAL.setdefault(code, {})
    found = known.get(check)
    if found is None:
        info = code.program.actions.get(check.action) or code.program.classes.get(check.action)
        asked = check.node.body if check.kind == "requires" else check.node.when
        names = set(names_in(asked)) if asked is not None else set()
        found = known[check] = {
            param.name: param.default
            for param in (info.node.params if info is not None else ())
            if param.default is not None and param.default != n.Truth(True) and param.name in names
        }
    return found


def _is_unknown_to_reading(code: Code, ctx: Context, result: Result) -> bool:
    """Whether a ban counts by another reading alone."""
    check = result.check
    if check.kind != "forbidden" or not isinstance(check.node.when, n.And):
        return False
    for part in check.node.when.parts:
        names = set(names_in(part))
        if isinstance(part, n.Compare | n.Name) and not names.isdisjoint(code.program.disputes):
            if code.formula(part, check.scope)(ctx, list(result.env or ())) is False:
                return True
    return False
