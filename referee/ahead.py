"""What is judged of an action while some of its arguments are still open, compiled once for all who list it."""

from __future__ import annotations

from dataclasses import dataclass

from grammar import nodes as n
from referee.actions import ActionCode
from referee.clauses import Check, EachCode, Partial
from referee.compiler.formula import Formula
from referee.compiler.runtime import STUMBLES
from referee.context import Context
from referee.early import Needs, by_position, is_decisive, only_by_size
from referee.values import Bag


@dataclass(frozen=True, slots=True)
class ElementCheck:
    """An `each` clause over one parameter, for a single element: the checks in it, and what else they need."""

    needs: frozenset[str]
    each: EachCode
    inside: Partial

    def passes(self, ctx: Context, e: list[object], value: object, item: object) -> bool:
        """Whether the element alone does not surely fail."""
        each = self.each
        try:
            members = each.members.told(ctx, e)
            counts = isinstance(members, tuple) and (item in members if isinstance(value, Bag) else members == value)
            if not counts:
                return True
            e[each.slot] = item
            return (each.test is not None and each.test.told(ctx, e) is not True) or self.inside(ctx, e)
        except STUMBLES:
            return True


class ElementChecks:
    """What can be judged of one list or basket parameter before it is put together."""

    def __init__(self, action: ActionCode, param: str) -> None:
        needs = Needs(action)
        self.each = [
            ElementCheck(needs.of(part) - {param}, part, action.partial(part.parts))
            for part in action.parts
            if isinstance(part, EachCode) and is_decisive(part) and param in needs.of(part)
        ]
        sized = [part for part in action.parts if is_decisive(part) and isinstance(part, Check) and only_by_size(action, part, param)]
        self.size = [(needs.of(part) - {param}, action.partial([part])) for part in sized]


class Ahead:
    """The checks of one action by what must be bound for them, and expressions among its parameters."""

    def __init__(self, action: ActionCode) -> None:
        self.action = action
        self._early: dict[tuple[tuple[str, ...], bool], list[Partial | None]] = {}
        self._elements: dict[str, ElementChecks] = {}
        self._formulas: dict[n.Expr, Formula] = {}

    def early(self, order: tuple[str, ...], nested: bool) -> list[Partial | None]:
        """For every number of bound parameters the checks that can be judged from there on, as one function."""
        found = self._early.get((order, nested))
        if found is None:
            action = self.action
            groups = by_position(action, action.parts if nested else [*action.class_parts, *action.parts], list(order))
            found = self._early[order, nested] = [action.partial(group) if group else None for group in groups]
        return found

    def element_checks(self, param: str) -> ElementChecks:
        """The checks of single elements of a list parameter."""
        if param not in self._elements:
            self._elements[param] = ElementChecks(self.action, param)
        return self._elements[param]

    def formula(self, expr: n.Expr) -> Formula:
        """An expression among the parameters."""
        found = self._formulas.get(expr)
        if found is None:
            found = self._formulas[expr] = self.action.compiler.formula(expr, self.action.scope)
        return found
