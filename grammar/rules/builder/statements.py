"""Reductions -> nodes. One method per grammar rule, named as the rule."""

from __future__ import annotations

from typing import TypedDict

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.base.numbered import MOST, in_a_row
from grammar.base.records import replace
from grammar.base.tokens import Kids
from grammar.rules.builder.parts import keys_of, place_of, text_of


class FactSettings(TypedDict, total=False):
    """What a modifier says of a fact."""

    hidden: n.Hiding
    fixed: bool
    clamped: bool
    assumed: n.Expr
    scope: str
    reset: n.Expr


class BuildStatements:
    """Builds the tree while the parser runs."""

    # ---- whole texts
    def rules(self, kids: Kids) -> tuple[n.Statement, ...]:
        return tuple(kids)

    # ---- declarations
    def names(self, kids: Kids) -> tuple[str, ...]:
        return tuple(str(kid) for kid in kids)

    name_list = names

    def member_names(self, kids: Kids) -> tuple[str, ...]:
        return tuple(name for kid in kids for name in (kid if isinstance(kid, tuple) else (str(kid),)))

    def numbered(self, kids: Kids) -> tuple[str, ...]:
        first, last = map(str, kids)
        if found := in_a_row(first, last):
            return tuple(found)
        (line, column), message = place_of(kids), f"“{first}..{last}” is no row of names"
        cure = f"Write one name with two numbers, the lower one first, at most {MOST}: c1..c30."
        raise SyntaxProblemError(line, column, message, cure)

    def kind(self, kids: Kids) -> n.Kind:
        shape = "kind" if kids[1] is not None else "open"
        return n.Kind(str(kids[0]), shape, kids[1] or (), at=place_of(kids))

    def kind_of_rows(self, kids: Kids) -> n.Kind:
        return n.Kind(str(kids[0]), "rows", source=str(kids[1]), at=place_of(kids))

    def kind_of_records(self, kids: Kids) -> n.Kind:
        return n.Kind(str(kids[0]), "open", fields=tuple(kids[1:]), at=place_of(kids))

    def field(self, kids: Kids) -> n.Param:
        return n.Param(str(kids[0]), kids[1])

    def scale(self, kids: Kids) -> n.Kind:
        return n.Kind(str(kids[0]), "scale", kids[1], at=place_of(kids))

    def roles(self, kids: Kids) -> n.Kind:
        return n.Kind(str(kids[0]), "roles", kids[1], at=place_of(kids))

    def one_key(self, kids: Kids) -> tuple[tuple[str, str], ...]:
        return (("", str(kids[0])),)

    def many_keys(self, kids: Kids) -> tuple[tuple[str, str], ...]:
        return tuple(kids)

    def key(self, kids: Kids) -> tuple[str, str]:
        return (text_of(kids[0]), str(kids[1]))

    def fact(self, kids: Kids) -> n.Fact:
        derived, name, keys, type_, *modifiers = kids
        settings: FactSettings = {}
        for modifier in modifiers:
            settings.update(modifier)
        return n.Fact(str(name), keys_of(keys), type_, derived is not None, at=place_of(kids), **settings)

    def hidden(self, kids: Kids) -> FactSettings:
        return {"hidden": n.Hiding(str(kids[0]), kids[1], at=place_of(kids))}

    def fixed(self, kids: Kids) -> FactSettings:
        return {"fixed": True}

    def clamped(self, kids: Kids) -> FactSettings:
        return {"clamped": True}

    def assumed(self, kids: Kids) -> FactSettings:
        return {"assumed": kids[0]}

    def resets(self, kids: Kids) -> FactSettings:
        return {"scope": str(kids[0]), "reset": kids[1]}

    def purse(self, kids: Kids) -> n.Purse:
        return n.Purse(str(kids[0]), keys_of(kids[1]), kids[2], kids[3], at=place_of(kids))

    def always(self, kids: Kids) -> n.Always:
        return n.Always(kids[1], kids[2], at=place_of(kids))

    def start_value(self, kids: Kids) -> n.Start:
        return n.Start(kids[0], kids[1], kids[2], at=place_of(kids))

    # ---- types
    def type_name(self, kids: Kids) -> n.TypeName:
        return n.TypeName(str(kids[0]), kids[1] is not None)

    def or_none(self, kids: Kids) -> bool:
        return True

    def type_range(self, kids: Kids) -> n.TypeRange:
        return n.TypeRange(kids[0].value, kids[1])

    def type_flag(self, kids: Kids) -> n.TypeFlag:
        return n.TypeFlag()

    def type_number(self, kids: Kids) -> n.TypeNumber:
        return n.TypeNumber()

    def _many(self, shape: str, kids: Kids) -> n.TypeMany:
        least, most = kids[1] if len(kids) > 1 and kids[1] is not None else (None, None)
        return n.TypeMany(shape, str(kids[0]), least, most)

    def type_list(self, kids: Kids) -> n.TypeMany:
        return self._many("list", kids)

    def type_set(self, kids: Kids) -> n.TypeMany:
        return self._many("set", kids)

    def type_amounts(self, kids: Kids) -> n.TypeMany:
        return self._many("amounts", kids)

    def type_pile(self, kids: Kids) -> n.TypeMany:
        return self._many("pile", kids)

    def type_enum(self, kids: Kids) -> n.TypeEnum:
        return n.TypeEnum(kids[0])

    def size(self, kids: Kids) -> tuple[n.Expr, n.Expr]:
        return (kids[0], kids[1] if kids[1] is not None else kids[0])

    def negative(self, kids: Kids) -> n.Number:
        return n.Number(-int(kids[0]))

    # ---- values
    def guard(self, kids: Kids) -> n.Expr:
        expr: n.Expr = kids[0]
        return expr

    def priority(self, kids: Kids) -> tuple[str, ...]:
        return tuple(str(kid)[1:] for kid in kids)

    def params(self, kids: Kids) -> tuple[n.Param, ...]:
        return tuple(kids)

    action_params = params

    def param(self, kids: Kids) -> n.Param:
        return n.Param(str(kids[0]), kids[1], kids[2])

    def param_aloud(self, kids: Kids) -> n.Param:
        return n.Param(str(kids[0]), kids[1], kids[2], aloud=True)

    def define(self, kids: Kids) -> n.Define:
        name, params, value, when, *priorities = kids
        return n.Define("define", str(name), params or (), value, when, sum(priorities, ()), at=place_of(kids))

    def holds(self, kids: Kids) -> n.Define:
        name, params, when, *priorities = kids
        return n.Define("holds", str(name), params or (), n.Truth(True), when, sum(priorities, ()), at=place_of(kids))

    def adds(self, kids: Kids) -> n.Define:
        value, name, params, when, *priorities = kids
        return n.Define("adds", str(name), params or (), value, when, sum(priorities, ()), at=place_of(kids))

    def asked(self, kids: Kids) -> n.Define | n.Table:
        return replace(kids[0], asked=True)  # type: ignore[no-any-return]

    def table(self, kids: Kids) -> n.Table:
        return n.Table(str(kids[0]), kids[1], kids[2] or (), tuple(kids[3:]), at=place_of(kids))

    def row(self, kids: Kids) -> n.Row:
        cells = tuple(kid for kid in kids if isinstance(kid, n.Cell))
        return n.Row(cells, tuple(kids[len(cells) :]), at=place_of(kids))

    def cell_any(self, kids: Kids) -> n.Cell:
        return n.Cell("any")

    def cell_value(self, kids: Kids) -> n.Cell:
        return n.Cell("value", kids[0])

    def cell_range(self, kids: Kids) -> n.Cell:
        return n.Cell("range", None, kids[0].value, int(kids[1]))

    def cell_from(self, kids: Kids) -> n.Cell:
        return n.Cell("from", None, kids[0].value)

    # ---- course, disputes
    def phase(self, kids: Kids) -> n.Phase:
        name, parent, after, when, turns, cycle = kids
        return n.Phase(str(name), text_of(parent), text_of(after), when, cycle, turns, at=place_of(kids))

    def each_turn(self, kids: Kids) -> n.Turns:
        return n.Turns(str(kids[0]), kids[1], kids[2])

    def turns(self, kids: Kids) -> n.Turns:
        return replace(kids[0], cycle=kids[1] is not None)  # type: ignore[no-any-return]

    def step_do(self, kids: Kids) -> n.Call:
        call: n.Call = kids[0]
        return call

    def step_ask(self, kids: Kids) -> tuple[n.Expr, tuple[n.Quota, ...]]:
        return (kids[0], tuple(kids[1:]))

    def quota(self, kids: Kids) -> n.Quota:
        mode, numbers, names = kids
        must = str(mode) == "must"
        first, last = numbers or ("1", None)
        if str(first) == "any":
            return n.Quota(must, 1 if must else 0, None, names)
        if last is None:
            return n.Quota(must, int(first) if must else 0, int(first), names)
        return n.Quota(must, int(first), None if str(last) == "any" else int(last), names)

    def quota_range(self, kids: Kids) -> tuple[object, object]:
        return kids[0], kids[1] if len(kids) > 1 else None

    def step(self, kids: Kids) -> n.CourseStep:
        name, phase, after, when, turns, body = kids
        at = place_of(kids)
        if isinstance(body, n.Call):
            return n.CourseStep(str(name), str(phase), text_of(after), when, turns, body, None, (), at=at)
        return n.CourseStep(str(name), str(phase), text_of(after), when, turns, None, body[0], body[1], at=at)

    def more_quotas(self, kids: Kids) -> n.MoreQuotas:
        return n.MoreQuotas(str(kids[0]), tuple(kids[1:]), at=place_of(kids))

    def dispute(self, kids: Kids) -> n.Dispute:
        return n.Dispute(str(kids[0]), str(kids[1]), tuple(kids[2:]), at=place_of(kids))

    def reading(self, kids: Kids) -> n.Reading:
        name, default, slip, *places = kids
        return n.Reading(
            str(name), default is not None, slip is not None, tuple(str(p)[1:] for p in places if p is not None)
        )
