"""Checks that are met because nothing was said that they could be about: they do not apply, and count for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec import Struct

from grammar import nodes as n
from kb.rules.reads import names_in
from referee.evaluation.scope import Scope

if TYPE_CHECKING:
    from referee.evaluation.context import Context
    from referee.rules.code import Code
    from referee.units.clauses import Check, Result
    from referee.units.formula import Formula


class _Part(Struct):
    """What a check looks at, and the arguments in it: where each stands, and what stands there if it was left out."""

    formula: Formula
    args: list[tuple[int, bool, object]]  #: its place, whether it may be left out, what it is then


class _Known(Struct):
    """What is the same of a check whenever it is looked at."""

    parts: list[_Part]  #: those that may be about something that was left out
    readings: list[Formula]  #: of a ban those that say by which reading it counts


_KNOWN: WeakKeyDictionary[Code, dict[Check, _Known | None]] = WeakKeyDictionary()


def without_the_vacuous(code: Code, ctx: Context, results: list[Result]) -> None:
    """Marks what is met for want of anything to look at, and bans that the reading which is followed does not know."""
    checks = _KNOWN.get(code)
    if checks is None:
        checks = _KNOWN[code] = {}
    for result in results:
        check = result.check
        if result.status not in ("pass", "aside") or check.kind not in ("requires", "forbidden") or result.env is None:
            continue
        if check not in checks:
            checks[check] = _known(code, ctx, check)
        known = checks[check]
        if known is not None and (
            (not result.seen and _is_about_nothing(ctx, result, known))
            or any(each(ctx, list(result.env)) is False for each in known.readings)
        ):
            result.status = "not_applicable"


def _is_about_nothing(ctx: Context, result: Result, known: _Known) -> bool:
    """Whether a check looks only at what was left out of the deed: a demand at nothing else, of a ban the part that does not hold."""
    env = result.env or []
    for part in known.parts:
        said = [
            place
            for place, optional, default in part.args
            if not (optional and place < len(env) and env[place] == default)
        ]
        if result.check.kind == "requires":
            if not said:
                return True
        elif len(said) < len(part.args) and part.formula(ctx, list(env)) is False:
            return True
    return False


def _known(code: Code, ctx: Context, check: Check) -> _Known | None:
    program, demands = code.program, check.kind == "requires"
    info = program.actions.get(check.action) or program.classes.get(check.action)
    # that something is so is said by leaving it out
    defaults = {
        param.name: param.default
        for param in (info.node.params if info is not None else ())
        if param.default is not None and param.default != n.Truth(True)
    }
    action = program.actions.get(check.action)
    always = action.node.actor if action is not None else ""  # somebody acts, whatever else is named
    asked = check.node.body if demands else check.node.when
    exprs = asked.parts if not demands and isinstance(asked, n.And) else () if asked is None else (asked,)
    parts = []
    for expr in exprs:
        names = [name for name in dict.fromkeys(names_in(expr)) if name in check.scope.slots and name != always]
        if any(name in defaults for name in names):
            args = [
                (
                    check.scope.slots[name],
                    name in defaults,
                    code.formula(defaults[name], Scope())(ctx, []) if name in defaults else None,
                )
                for name in names
            ]
            parts.append(_Part(code.formula(expr, check.scope), args))
    readings = [
        code.formula(expr, check.scope)
        for expr in (exprs if not demands and len(exprs) > 1 else ())
        if isinstance(expr, n.Compare | n.Name) and not program.disputes.keys().isdisjoint(names_in(expr))
    ]
    return _Known(parts, readings) if parts or readings else None
