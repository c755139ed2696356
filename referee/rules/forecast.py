"""What is judged of an action while some of its arguments are still open, compiled once for all who list it."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from grammar import nodes as n
from referee.evaluation.context import Context
from referee.resolved.tree import nodes as r
from referee.resolved.tree.walk import walk
from referee.rules.actions import ActionCode
from referee.rules.judgement import Judgement
from referee.rules.needs import Needs, by_position, formulas_of, is_decisive, only_by_size
from referee.runtime.functions import STUMBLES
from referee.units.clauses import Check, EachCode, LimitCode, Part, Partial
from referee.units.formula import Formula
from referee.values import Bag


@dataclass(frozen=True, slots=True)
class ElementCheck:
    """An `each` clause over one parameter, for a single element: the checks in it, and what else they need."""

    needs: frozenset[str]
    each: EachCode
    inside: Partial
    always: Partial | None = None  #: the checks that hold or fail for a key of a basket, however much falls on it
    fields: frozenset[str] | None = None  #: of a record, all that is read of it; None: who knows

    def admits(self, ctx: Context, e: list[object], key: object) -> bool:
        """Whether a key does not surely fail with every amount."""
        if self.always is None:
            return True
        e[self.each.slot] = key
        try:
            return self.always(ctx, e)
        except STUMBLES:
            return True

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
        clauses = [
            part
            for part in action.parts
            if isinstance(part, EachCode) and is_decisive(part) and param in needs.of(part)
        ]
        self.each = [
            ElementCheck(
                needs.of(single) - {param},
                single,
                action.partial(single.parts),
                _always(action, single, param, needs),
                _fields(single, param, needs),
            )
            for part in clauses
            for single in _singly(part)
        ]
        sized = [
            part
            for part in action.parts
            if is_decisive(part) and isinstance(part, Check) and only_by_size(action, part, param)
        ]
        self.size = [(needs.of(part) - {param}, action.partial([part])) for part in sized]


def _singly(each: EachCode) -> list[EachCode]:
    """The clause with each of its checks alone: what needs fewer arguments is judged for more elements at once."""
    return [replace(each, parts=[part]) for part in each.parts if isinstance(part, Check)]


def _always(action: ActionCode, each: EachCode, param: str, needs: Needs) -> Partial | None:
    """The checks of a clause over the keys of a basket that do not read how much falls on them."""
    if each.basket() is None or each.test is None or isinstance(each.test.expr, r.And):
        return None
    steady = [
        part for part in each.parts if isinstance(part, Check) and is_decisive(part) and param not in needs.of(part)
    ]
    return action.partial(steady) if steady else None


def _fields(each: EachCode, param: str, needs: Needs) -> frozenset[str] | None:
    """The fields of an element that a clause reads, where it reads nothing else of it, nor of the list it stands in."""
    if not isinstance(each.members.expr, r.Local) or any(param in needs.of(part) for part in each.parts):
        return None
    formulas = [*(formula for part in each.parts for formula in formulas_of(part)), *filter(None, (each.test,))]
    nodes = [node for formula in formulas for node in walk(formula.expr)]
    read = [node for node in nodes if isinstance(node, r.FactAt) and node.field and _is_at(node.keys[0], each.slot)]
    whole = len(read) == sum(_is_at(node, each.slot) for node in nodes)
    return frozenset(node.name for node in read) if whole else None


def _is_at(node: r.Expr, slot: int) -> bool:
    return isinstance(node, r.Local) and node.slot == slot


class Early:
    """Checks of an action that can be judged once some of its parameters are bound."""

    def __init__(self, action: ActionCode, nested: bool, parts: list[Part | LimitCode]) -> None:
        self.action, self.nested = action, nested
        self.plainly = action.partial(parts)
        self.parts: list[Part] = [part for part in parts if not isinstance(part, LimitCode)]

    def fail(self, ctx: Context, e: list[object]) -> bool:
        """Whether no call with these arguments can be known to be legal: one of them fails, or stays unknown."""
        plain = self._plain(ctx, e)
        return plain if plain is not None else not self._judgement(ctx, e).grant(self.parts)

    def refuse(self, ctx: Context, e: list[object]) -> bool:
        """Whether every call with these arguments is surely illegal."""
        plain = self._plain(ctx, e)
        return plain if plain is not None else self._judgement(ctx, e).refuse(self.parts)

    def _plain(self, ctx: Context, e: list[object]) -> bool | None:
        """Whether one of them fails by plain code; None where it cannot judge, which may be plain to see for open code."""
        if ctx.careful:
            return None
        try:
            return not self.plainly(ctx, e)
        except STUMBLES:
            return None

    def _judgement(self, ctx: Context, e: list[object]) -> Judgement:
        return Judgement(self.action, ctx, list(e), nested=self.nested, full=False)


class Ahead:
    """The checks of one action by what must be bound for them, and expressions among its parameters."""

    def __init__(self, action: ActionCode) -> None:
        self.action = action
        self._early: dict[tuple[tuple[str, ...], bool], list[Early | None]] = {}
        self._elements: dict[str, ElementChecks] = {}
        self._reading: dict[tuple[str, bool], list[tuple[frozenset[str], Part]]] = {}
        self._formulas: dict[n.Expr, Formula] = {}

    def early(self, order: tuple[str, ...], nested: bool) -> list[Early | None]:
        """For every number of bound parameters the checks that can be judged from there on."""
        found = self._early.get((order, nested))
        if found is None:
            action = self.action
            groups = by_position(action, nested, list(order))
            found = self._early[order, nested] = [Early(action, nested, group) if group else None for group in groups]
        return found

    def reading(self, param: str, nested: bool) -> list[tuple[frozenset[str], Part]]:
        """The checks that read a parameter, each with all it needs."""
        found = self._reading.get((param, nested))
        if found is None:
            action, needs = self.action, Needs(self.action)
            parts = [
                part for part in (action.parts if nested else [*action.class_parts, *action.parts]) if is_decisive(part)
            ]
            found = self._reading[param, nested] = [(needs.of(part), part) for part in parts if param in needs.of(part)]
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
