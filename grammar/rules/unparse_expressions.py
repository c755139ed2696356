"""Expressions and types -> canonical text, each in parentheses only where it must be."""

from __future__ import annotations

from grammar import nodes as n
from grammar.base.corollaries import DUTY

#: how tightly an expression binds; a looser one inside a tighter one stands in parentheses
_QUANTIFIED, _OR, _AND, _NOT, _COMPARE, SUM, _PRODUCT, _UNARY, _PRIMARY = range(9)
_DUTY = n.corollary(DUTY, "")


def _level(expr: n.Expr) -> int:
    if isinstance(expr, n.Quantified):
        return _QUANTIFIED
    if isinstance(expr, n.Or):
        return _OR
    if isinstance(expr, n.And):
        return _AND
    if isinstance(expr, n.Not):
        return _NOT
    if isinstance(expr, n.Compare | n.Member):
        return _COMPARE
    if isinstance(expr, n.Arithmetic):
        return SUM if expr.op in ("+", "-") else _PRODUCT
    if isinstance(expr, n.Minus) or (isinstance(expr, n.Number) and expr.value < 0):
        return _UNARY
    return _PRIMARY


def expression(expr: n.Expr, least: int = _QUANTIFIED) -> str:
    """An expression, in parentheses if it binds more loosely than `least`."""
    text = _bare(expr)
    return f"({text})" if _level(expr) < least else text


def over(var: str, members: n.Expr, body: n.Expr | None) -> str:
    """A name, what it goes over, and what must hold of it."""
    test = f" with {expression(body)}" if body is not None else ""
    return f"{var} in {span_text(members)}{test}"


def span_text(members: n.Expr) -> str:
    """What a name goes over."""
    if isinstance(members, n.Range):
        return f"{expression(members.low, SUM)}..{expression(members.high, SUM)}"
    return expression(members, SUM)


def _bare(expr: n.Expr) -> str:
    match expr:
        case n.Number(value):
            return str(value)
        case n.Truth() | n.Nothing():
            return "none" if isinstance(expr, n.Nothing) else "yes" if expr.value else "no"
        case n.Call(name, (by, *args)) if name.startswith(_DUTY):
            return f"must({call(n.Call(name.removeprefix(_DUTY), tuple(args)))} by {expression(by, SUM)})"
        case n.Name() | n.Call():
            return n.spelled(expr.id) if isinstance(expr, n.Name) else call(expr)
        case n.Not(body):
            return f"not {expression(body, _NOT)}"
        case n.And(parts):
            return " and ".join(expression(part, _NOT) for part in parts)
        case n.Or(parts):
            return " or ".join(expression(part, _AND) for part in parts)
        case n.Compare(op, left, right):
            return f"{expression(left, SUM)} {op} {expression(right, SUM)}"
        case n.Member(left, members, negated):
            return f"{expression(left, SUM)} {'not in' if negated else 'in'} {span_text(members)}"
        case n.Range():
            return span_text(expr)
        case n.Quantified("every", var, members, body):
            return f"every {var} in {span_text(members)} has {expression(body)}"
        case n.Quantified("some", var, members, body):
            return f"some {var} in {span_text(members)} with {expression(body)}"
        case n.Quantified(_, var, members, body, least):
            assert least is not None
            return f"at least {expression(least, _PRIMARY)} {var} in {span_text(members)} with {expression(body)}"
        case n.Arithmetic("+" | "-" as op, left, right):
            return f"{expression(left, SUM)} {op} {expression(right, _PRODUCT)}"
        case n.Arithmetic("*", left, right):
            return f"{expression(left, _PRODUCT)} * {expression(right, _UNARY)}"
        case n.Arithmetic(op, left, right):
            return f"{expression(left, _PRODUCT)} / {expression(right, _UNARY)} {op}"
        case n.Minus(body):
            return f"-{expression(body, _PRIMARY)}"  # two minus signs would begin a comment
        case n.Count(var, members, body):
            return f"count({over(var, members, body)})"
        case n.Total(op, value, var, members, body):
            return f"{op}({expression(value)} for {over(var, members, body)})"
        case n.Fold(op, parts):
            return f"{op}({', '.join(expression(part) for part in parts)})"
        case n.Those(var, members, body):
            return f"those({over(var, members, body)})"
        case n.Pick(mode, var, members, body, by):
            order = f" by {expression(by, SUM)}" if by is not None else ""
            return f"{mode}({over(var, members, body)}{order})"
        case n.Best(var, members, body, by):
            return f"best({over(var, members, body)} by {', '.join(expression(b, SUM) for b in by)})"
        case n.Reach(start, links, var, body):
            return f"reach({expression(start, SUM)} by {links} for {var} with {expression(body)})"
        case n.Before(body):
            return f"before({expression(body)})"
        case n.Possible(deed, by):
            return f"possible({expression(deed, SUM)} by {expression(by, SUM)})"
        case n.Supposing(deed, by, body):
            who = f" by {expression(by, SUM)}" if by is not None else ""
            return f"supposing({expression(deed, SUM)}{who}, {expression(body)})"
        case n.Choice(test, then, other):
            return f"if {expression(test)} then {expression(then)} else {expression(other)} end"
        case n.ListOf(items):
            return f"[{', '.join(expression(item) for item in items)}]"
        case n.Amounts(pairs):
            return "{" + ", ".join(f"{key}: {expression(value)}" for key, value in pairs) + "}"
    raise TypeError(f"no expression: {expr!r}")


def call(node: n.Call) -> str:
    """A look-up or call; one key reads `f of x`."""
    if len(node.args) == 1 and not node.named and _level(node.args[0]) == _PRIMARY:
        return f"{n.spelled(node.name)} of {expression(node.args[0], _PRIMARY)}"
    return invocation(node)


def invocation(node: n.Call) -> str:
    """A call with parentheses; without arguments a bare name."""
    args = [expression(arg) for arg in node.args] + [f"{key} = {expression(value)}" for key, value in node.named]
    return n.spelled(node.name) + (f"({', '.join(args)})" if args else "")


def type_text(type_: n.Type) -> str:
    """A type."""
    match type_:
        case n.TypeName(name, optional):
            return f"{name} or none" if optional else name
        case n.TypeRange(low, high):
            return f"{low}..{expression(high, SUM)}"
        case n.TypeFlag():
            return "flag"
        case n.TypeNumber():
            return "number"
        case n.TypeEnum(members):
            return f"one of [{', '.join(members)}]"
        case n.TypeMany(shape, kind, least, most):
            size = ""
            if least is not None and most is not None:
                size = f" sized {expression(least, SUM)}..{expression(most, SUM)}"
            return f"{shape} {'by' if shape == 'amounts' else 'of'} {kind}{size}"
    raise TypeError(f"no type: {type_!r}")


def in_sum(expr: n.Expr) -> str:
    """An expression where no comparison may stand."""
    return expression(expr, SUM)
