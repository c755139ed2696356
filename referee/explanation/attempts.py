"""What was tried in turn until one thing held, and by what the others failed; how a list narrows. For reading only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeGuard

from grammar import nodes as n
from kb.rules.program import Cited, ValueInfo
from referee.evaluation.scope import Scope
from referee.rules.code import Code
from referee.values import Unknown

#: how many are tried at most where each of them is told
TOLD = 8

Value = Callable[[n.Expr, Scope, list[object]], object]
Each = tuple[Scope, list[object]]


def tried(expr: n.Pick, among: list[Each], value: Value) -> list[tuple[Each, bool]]:
    """Each that was looked at until one held, and whether it did; nothing where they are too many or nobody knows."""
    if expr.mode != "first" or expr.body is None or expr.by is not None or len(among) > TOLD:
        return []
    found: list[tuple[Each, bool]] = []
    for scope, one in among:
        held = value(expr.body, scope, one)
        if not isinstance(held, bool):
            return []
        found.append(((scope, one), held))
        if held:
            break
    return found


def narrowed(expr: n.Best, among: list[Each], value: Value) -> Iterator[tuple[n.Expr, list[tuple[Each, object]]]]:
    """What decides among several, from the top, with those still left at each: what leaves them all is passed over."""
    for criterion in expr.by:
        if len(among) < 2:
            return
        figures = [(each, value(criterion, *each)) for each in among]
        if any(isinstance(figure, Unknown) for _, figure in figures):
            yield criterion, figures
            return
        best = max(figure for _, figure in figures)  # type: ignore[type-var]
        left = [each for each, figure in figures if figure == best]
        if len(left) < len(among):
            yield criterion, figures
        among = left


def failing(
    info: ValueInfo, args: tuple[object, ...], code: Code, value: Value
) -> Iterator[tuple[Cited, n.Expr, Each]]:
    """Of a condition that does not hold: what of each paragraph that speaks of these arguments is not so."""
    clauses: list[tuple[Cited, Scope, list[n.Expr]]] = []
    decided: set[n.Expr] = set()  # what is one thing or another, and is the one that some paragraph speaks of
    for cited in info.clauses:
        scope = Scope(tuple(param.name for param in cited.node.params))
        parts = conjuncts(cited.node.when) if cited.node.when is not None else []
        held = [value(part, scope, list(args)) for part in parts]
        clauses.append((cited, scope, [part for part, so in zip(parts, held, strict=True) if so is False]))
        decided |= {part.left for part, so in zip(parts, held, strict=True) if so is True and _is_case(part)}
    for cited, scope, false in clauses:
        if not any(_is_about(part, scope, code) or (_is_case(part) and part.left in decided) for part in false):
            yield from ((cited, part, (scope, list(args))) for part in false)


def conjuncts(expr: n.Expr) -> list[n.Expr]:
    """What must hold together, one by one."""
    return [inner for part in expr.parts for inner in conjuncts(part)] if isinstance(expr, n.And) else [expr]


def _is_case(expr: n.Expr) -> TypeGuard[n.Compare]:
    """Whether a condition tells one case from another: `mode is easy`."""
    return isinstance(expr, n.Compare) and expr.op == "is" and isinstance(expr.right, n.Name)


def _is_about(expr: n.Expr, scope: Scope, code: Code) -> bool:
    """Whether a condition looks at nothing but the arguments: it only tells what the paragraph speaks of."""
    if isinstance(expr, n.Name):
        return expr.id in scope.slots or expr.id in code.all_members or expr.id in code.program.kinds
    if isinstance(expr, n.Compare):
        return _is_about(expr.left, scope, code) and _is_about(expr.right, scope, code)
    if isinstance(expr, n.Member):
        return _is_about(expr.left, scope, code) and _is_about(expr.members, scope, code)
    if isinstance(expr, n.ListOf):
        return all(_is_about(item, scope, code) for item in expr.items)
    return isinstance(expr, n.Nothing | n.Number)


def is_reading(expr: n.Expr, code: Code) -> bool:
    """Whether a condition asks which reading of a dispute is taken: that is told beside the answer."""
    return isinstance(expr, n.Compare) and isinstance(expr.left, n.Name) and expr.left.id in code.program.disputes
