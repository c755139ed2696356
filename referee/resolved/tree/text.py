"""Resolved expressions written out again, for messages."""

from __future__ import annotations

from collections.abc import Iterable

from grammar.base.corollaries import asked_of, is_corollary
from referee.resolved.tree import nodes as r

#: letters of an expression that a message quotes
LONGEST = 80
_FLAT = {r.And: " and ", r.Or: " or "}


def shown(expr: r.Expr) -> str:
    """An expression as it is written, cut where it is long."""
    text = _text(expr)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _text(expr: r.Expr) -> str:
    match expr:
        case r.Const(value):
            return (
                "none"
                if value is None
                else {True: "yes", False: "no"}[value]
                if isinstance(value, bool)
                else str(value)
            )
        case r.Local(_, name) | r.Inner(_, name):
            return name
        case r.ValueAt(name, parts) if is_corollary(name):
            return asked_of(name, [_text(part) for part in parts])
        case r.FactAt(name, parts) | r.ValueAt(name, parts) | r.BuiltinCall(name, parts):
            return name + _in_brackets(_text(part) for part in parts)
        case r.DeedOf(name, named):
            return name + _in_brackets(f"{key}={_text(part)}" for key, part in named)
        case r.Members(kind):
            return kind
        case r.ReadingOf(dispute):
            return dispute
        case r.LookUp(holder, key):
            return f"{_text(holder)}({_text(key)})"
        case r.Not(body):
            return f"not {_text(body)}"
        case r.And(parts) | r.Or(parts):
            return _FLAT[type(expr)].join(_text(part) for part in parts)
        case r.Equal(left, right, negated):
            return f"{_text(left)} {'is not' if negated else 'is'} {_text(right)}"
        case r.Order(op, left, right):
            return f"{_text(left)} {op} {_text(right)}"
        case r.Beside(left, right):
            return f"{_text(left)} beside {_text(right)}"
        case r.Within(left, low, high):
            return f"{_text(left)} in {_text(low)}..{_text(high)}"
        case r.Among(left, items, _, negated):
            return f"{_text(left)} {'not in' if negated else 'in'} {_text(items)}"
        case r.Span(low, high):
            return f"{_text(low)}..{_text(high)}"
        case r.Arithmetic(op, left, right):
            sign = f" / {_text(right)} {op}" if op in ("up", "down") else f" {op} {_text(right)}"
            return _text(left) + sign
        case r.Count(over) | r.Those(over) | r.Best(over):
            return f"{type(expr).__name__.lower()}({over.var.name} in {_text(over.items)} …)"
        case r.Pick(mode, over):
            return f"{mode}({over.var.name} in {_text(over.items)} …)"
        case r.Quantified(mode, over):
            return f"{mode} {over.var.name} in {_text(over.items)} …"
        case r.Total(op, value, over):
            return f"{op}({_text(value)} for {over.var.name} in {_text(over.items)} …)"
        case r.Fold(op, parts):
            return op + _in_brackets(_text(part) for part in parts)
        case r.Reach(start):
            return f"reach({_text(start)} …)"
        case r.Before(body):
            return f"before({_text(body)})"
        case r.Possible(deed, by):
            return f"possible({_text(deed)} by {_text(by)})"
        case r.Supposing(deed, _, body):
            return f"supposing({_text(deed)}, {_text(body)})"
        case r.Choice(test, then, other):
            return f"if {_text(test)} then {_text(then)} else {_text(other)} end"
        case r.ListOf(items):
            return f"[{', '.join(_text(item) for item in items)}]"
        case r.Amounts(pairs):
            return f"{{{', '.join(f'{key}: {_text(part)}' for key, part in pairs)}}}"


def _in_brackets(parts: Iterable[str]) -> str:
    text = ", ".join(parts)
    return f"({text})" if text else ""
