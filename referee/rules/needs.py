"""Which checks of an action can be judged while some of its arguments are still open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from referee.resolved.tree import nodes as r
from referee.resolved.tree.walk import parts_of, walk
from referee.units.clauses import Check, EachCode, LimitCode, Part

if TYPE_CHECKING:
    from referee.rules.actions import ActionCode
    from referee.units.formula import Formula

#: kinds of checks that forbid by themselves, whatever else holds
DECIDING = ("requires", "forbidden", "size", "cost", "applies")


def formulas_of(part: Part) -> Iterator[Formula]:
    """The formulas a check, or the checks of an `each`, are made of."""
    if isinstance(part, Check):
        yield from (formula for formula in (part.guard, part.body) if formula is not None)
        yield from (guard for _, guard, _ in part.lifts if guard is not None)
        if part.cost is not None:
            yield part.cost.amount
            for place in part.cost.source:
                yield from place.keys
    elif isinstance(part, EachCode):
        yield part.members
        if part.test is not None:
            yield part.test
        for inner in part.parts:
            yield from formulas_of(inner)


def is_decisive(part: Part) -> bool:
    """Whether it can be judged alone: one check, or an `each` over nothing but checks."""
    if isinstance(part, EachCode):
        return any(isinstance(inner, Check) for inner in part.parts) and all(
            not isinstance(inner, Check) or is_decisive(inner) for inner in part.parts
        )
    return isinstance(part, Check) and part.kind in DECIDING


def only_by_size(action: ActionCode, part: Part, param: str) -> bool:
    """Whether a check hangs on a list parameter, and on nothing of it but its size."""
    if not any(param in Needs(action).of_expr(formula.expr) for formula in formulas_of(part)):
        return False
    sized = _Sized(action, param)
    return not any(sized.reads(formula.expr) for formula in formulas_of(part))


class _Sized:
    """What reads more of a list than its size, also through the lets that name it."""

    def __init__(self, action: ActionCode, param: str) -> None:
        self._slot = action.scope.slots[param]
        self._lets = dict(action.lets)

    def reads(self, expr: r.Expr) -> bool:
        """Whether a value hangs on what stands in the list."""
        if isinstance(expr, r.Local):
            let = self._lets.get(expr.slot) if expr.let else None
            return expr.slot == self._slot if let is None else self.reads(let.expr)
        if isinstance(expr, r.BuiltinCall) and expr.name == "size":
            return self._reads_sized(expr.args[0])
        if isinstance(expr, r.Const | r.Inner | r.Members | r.ReadingOf):
            return False
        return any(self.reads(part) for part in parts_of(expr))

    def _reads_sized(self, expr: r.Expr) -> bool:
        """Whether the size of a value hangs on what stands in the list."""
        if isinstance(expr, r.Local):
            let = self._lets.get(expr.slot) if expr.let else None
            return False if let is None else self._reads_sized(let.expr)
        if isinstance(expr, r.Choice):
            return self.reads(expr.test) or self._reads_sized(expr.then) or self._reads_sized(expr.other)
        return self.reads(expr)


class Needs:
    """The parameters and options that parts of an action hang on, also through the lets they name."""

    def __init__(self, action: ActionCode, *, actor: bool = False) -> None:
        """`actor`: that too."""
        self._lets = dict(action.lets)
        self._given = {*action.params, *action.options, *([action.node.actor] if actor else [])}

    def of(self, part: Part) -> frozenset[str]:
        """The names that must be bound before a part can be judged."""
        return frozenset(name for formula in formulas_of(part) for name in self.of_expr(formula.expr))

    def of_expr(self, expr: r.Expr) -> Iterator[str]:
        """The names that must be bound before an expression can be worked out."""
        for node in walk(expr):
            if isinstance(node, r.Local):
                if node.let and node.slot in self._lets:
                    yield from self.of_expr(self._lets[node.slot].expr)
                elif node.name in self._given:
                    yield node.name


def by_position(action: ActionCode, nested: bool, order: list[str]) -> list[list[Part | LimitCode]]:
    """Checks and limits by how many of the parameters must be bound: entry 0 needs none. What hangs on an option comes last of all."""
    needs, options = Needs(action), set(action.options)
    groups: list[list[Part | LimitCode]] = [[] for _ in range(len(order) + 1)]

    def sort_in(part: Part | LimitCode, names: Iterable[str]) -> None:
        if options.isdisjoint(names):
            groups[max((order.index(name) + 1 for name in names if name in order), default=0)].append(part)

    for part in action.parts if nested else [*action.class_parts, *action.parts]:
        if is_decisive(part):
            sort_in(part, needs.of(part))
    for limit in () if nested else action.limits:
        assert limit.most is not None
        sort_in(limit, {*limit.node.per, *needs.of_expr(limit.most.expr)})
    return groups
