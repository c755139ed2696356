"""Lark's reductions -> nodes. One method per grammar rule, named as the rule."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer

from grammar import nodes as n

Kids = list[Any]


def _place(kids: Kids) -> n.At:
    """The place of the first word that has one."""
    for kid in kids:
        if isinstance(kid, Token):
            return (kid.line or 0, kid.column or 0)
        at = getattr(kid, "at", None)
        if at:
            return at  # type: ignore[no-any-return]
    return n.NOWHERE_AT


def _keys(keys: Any) -> tuple[tuple[str, str], ...]:
    return tuple(keys or ())


def _text(token: Any) -> str:
    return str(token) if token is not None else ""


class Build(Transformer[Any, Any]):
    """Builds the tree while the parser runs."""

    # ---- whole texts
    def rules(self, kids: Kids) -> tuple[n.Statement, ...]:
        return tuple(kids)

    def question(self, kids: Kids) -> n.Asking:
        asking: n.Asking = kids[0]
        return asking

    def cases(self, kids: Kids) -> tuple[n.Case, ...]:
        return tuple(kids)

    def facts(self, kids: Kids) -> tuple[n.Given, ...]:
        return tuple(kids)

    # ---- declarations
    def names(self, kids: Kids) -> tuple[str, ...]:
        return tuple(str(kid) for kid in kids)

    name_list = names

    def kind(self, kids: Kids) -> n.Kind:
        shape = "kind" if kids[1] is not None else "open"
        return n.Kind(str(kids[0]), shape, kids[1] or (), at=_place(kids))

    def kind_of_rows(self, kids: Kids) -> n.Kind:
        return n.Kind(str(kids[0]), "rows", source=str(kids[1]), at=_place(kids))

    def kind_of_records(self, kids: Kids) -> n.Kind:
        return n.Kind(str(kids[0]), "open", fields=tuple(kids[1:]), at=_place(kids))

    def field(self, kids: Kids) -> n.Param:
        return n.Param(str(kids[0]), kids[1])

    def scale(self, kids: Kids) -> n.Kind:
        return n.Kind(str(kids[0]), "scale", kids[1], at=_place(kids))

    def roles(self, kids: Kids) -> n.Kind:
        return n.Kind(str(kids[0]), "roles", kids[1], at=_place(kids))

    def one_key(self, kids: Kids) -> tuple[tuple[str, str], ...]:
        return (("", str(kids[0])),)

    def many_keys(self, kids: Kids) -> tuple[tuple[str, str], ...]:
        return tuple(kids)

    def key(self, kids: Kids) -> tuple[str, str]:
        return (_text(kids[0]), str(kids[1]))

    def fact(self, kids: Kids) -> n.Fact:
        derived, name, keys, type_, *modifiers = kids
        settings: dict[str, Any] = {}
        for modifier in modifiers:
            settings.update(modifier)
        return n.Fact(str(name), _keys(keys), type_, derived is not None, at=_place(kids), **settings)

    def hidden(self, kids: Kids) -> dict[str, Any]:
        return {"hidden": str(kids[0])}

    def fixed(self, kids: Kids) -> dict[str, Any]:
        return {"fixed": True}

    def clamped(self, kids: Kids) -> dict[str, Any]:
        return {"clamped": True}

    def assumed(self, kids: Kids) -> dict[str, Any]:
        return {"assumed": kids[0]}

    def resets(self, kids: Kids) -> dict[str, Any]:
        return {"scope": str(kids[0]), "reset": kids[1]}

    def purse(self, kids: Kids) -> n.Purse:
        return n.Purse(str(kids[0]), _keys(kids[1]), kids[2], kids[3], at=_place(kids))

    def always(self, kids: Kids) -> n.Always:
        return n.Always(kids[1], kids[2], at=_place(kids))

    def start_value(self, kids: Kids) -> n.Start:
        return n.Start(kids[0], kids[1], kids[2], at=_place(kids))

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

    def param(self, kids: Kids) -> n.Param:
        return n.Param(str(kids[0]), kids[1], kids[2])

    def define(self, kids: Kids) -> n.Define:
        name, params, value, when, *priorities = kids
        return n.Define("define", str(name), params or (), value, when, sum(priorities, ()), at=_place(kids))

    def holds(self, kids: Kids) -> n.Define:
        name, params, when, *priorities = kids
        return n.Define("holds", str(name), params or (), n.Truth(True), when, sum(priorities, ()), at=_place(kids))

    def adds(self, kids: Kids) -> n.Define:
        value, name, params, when, *priorities = kids
        return n.Define("adds", str(name), params or (), value, when, sum(priorities, ()), at=_place(kids))

    def table(self, kids: Kids) -> n.Table:
        return n.Table(str(kids[0]), kids[1], kids[2] or (), tuple(kids[3:]), at=_place(kids))

    def row(self, kids: Kids) -> n.Row:
        cells = tuple(kid for kid in kids if isinstance(kid, n.Cell))
        return n.Row(cells, tuple(kids[len(cells) :]), at=_place(kids))

    def cell_any(self, kids: Kids) -> n.Cell:
        return n.Cell("any")

    def cell_value(self, kids: Kids) -> n.Cell:
        return n.Cell("value", kids[0])

    def cell_range(self, kids: Kids) -> n.Cell:
        return n.Cell("range", None, kids[0].value, int(kids[1]))

    def cell_from(self, kids: Kids) -> n.Cell:
        return n.Cell("from", None, kids[0].value)

    # ---- conduct
    def by_kind(self, kids: Kids) -> tuple[str, str, None]:
        return (str(kids[0]), str(kids[1]), None)

    def by_set(self, kids: Kids) -> tuple[str, str, n.Expr]:
        return (str(kids[0]), "", kids[1])

    def _action(self, kids: Kids, card: bool) -> n.Action:
        name, params, (actor, kind, among), classes, *clauses = kids
        return n.Action(
            str(name), params or (), actor, kind, among, classes or (), tuple(clauses), card, at=_place(kids)
        )

    def action(self, kids: Kids) -> n.Action:
        return self._action(kids, card=False)

    def card(self, kids: Kids) -> n.Action:
        return self._action(kids, card=True)

    def klass(self, kids: Kids) -> n.ActionClass:
        return n.ActionClass(str(kids[0]), tuple(kids[1:]), at=_place(kids))

    def clauses(self, kids: Kids) -> n.Rule:
        return n.Rule(str(kids[0]), tuple(kids[1:]), at=_place(kids))

    def applies(self, kids: Kids) -> n.Applies:
        return n.Applies(kids[1], at=_place(kids))

    def requires(self, kids: Kids) -> n.Requires:
        return n.Requires(kids[1], kids[2], sum(kids[3:], ()), at=_place(kids))

    def requires_after(self, kids: Kids) -> n.Requires:
        return n.Requires(kids[1], kids[2], sum(kids[3:], ()), after=True, at=_place(kids))

    def forbidden(self, kids: Kids) -> n.Forbidden:
        return n.Forbidden(kids[1], sum(kids[2:], ()), at=_place(kids))

    def allowed(self, kids: Kids) -> n.Allowed:
        return n.Allowed(kids[1], sum(kids[2:], ()), at=_place(kids))

    def cost(self, kids: Kids) -> n.Cost:
        _, amount, source, target, when = kids
        return n.Cost(amount, source, target or (n.Nowhere(),), when, at=_place(kids))

    def effect(self, kids: Kids) -> n.Effect:
        return n.Effect(kids[2], _text(kids[1]), at=_place(kids))

    def finally_(self, kids: Kids) -> n.Effect:
        return n.Effect(kids[1], last=True, at=_place(kids))

    def let_clause(self, kids: Kids) -> n.Let:
        return n.Let(str(kids[0]), kids[1], at=_place(kids))

    let_step = let_clause

    def each_clause(self, kids: Kids) -> n.Each:
        return n.Each(str(kids[0]), kids[1], kids[2], tuple(kids[3:]), at=_place(kids))

    def option(self, kids: Kids) -> n.Option:
        return n.Option(str(kids[0]), tuple(kids[1:]), at=_place(kids))

    def limit(self, kids: Kids) -> n.Limit:
        return n.Limit(kids[1], str(kids[2]), kids[3] or (), at=_place(kids))

    def slots(self, kids: Kids) -> n.Slots:
        return n.Slots(kids[1], at=_place(kids))

    def anytime(self, kids: Kids) -> n.Anytime:
        return n.Anytime(at=_place(kids))

    def cascade(self, kids: Kids) -> tuple[n.Place, ...]:
        return tuple(kids)

    def nowhere(self, kids: Kids) -> n.Nowhere:
        return n.Nowhere()

    # ---- steps
    def set_(self, kids: Kids) -> n.Assign:
        return n.Assign("set", kids[0], kids[1], at=_place(kids))

    def raise_(self, kids: Kids) -> n.Assign:
        return n.Assign("raise", kids[0], kids[1], at=_place(kids))

    def lower(self, kids: Kids) -> n.Assign:
        return n.Assign("lower", kids[0], kids[1], at=_place(kids))

    def up_to(self, kids: Kids) -> bool:
        return True

    def move(self, kids: Kids) -> n.Move:
        return n.Move(kids[1], kids[2], kids[3], kids[0] is not None, at=_place(kids))

    def pay(self, kids: Kids) -> n.Pay:
        return n.Pay(kids[0], kids[1], kids[2], kids[3], at=_place(kids))

    def put(self, kids: Kids) -> n.Put:
        return n.Put(kids[0], str(kids[1]), kids[2], at=_place(kids))

    def draw(self, kids: Kids) -> n.Draw:
        return n.Draw(kids[0], kids[1], kids[2], at=_place(kids))

    def shuffle(self, kids: Kids) -> n.Shuffle:
        return n.Shuffle(kids[0], at=_place(kids))

    def do(self, kids: Kids) -> n.Do:
        return n.Do(kids[0], at=_place(kids))

    def if_step(self, kids: Kids) -> n.If:
        return n.If(kids[0], kids[1], kids[2] or (), at=_place(kids))

    def for_step(self, kids: Kids) -> n.For:
        var, members, body, by, down, steps = kids
        return n.For(str(var), members, body, by, down is not None, steps, at=_place(kids))

    def repeat(self, kids: Kids) -> n.Repeat:
        return n.Repeat(kids[1], kids[2], kids[3], at=_place(kids))

    def choose(self, kids: Kids) -> n.Choose:
        return n.Choose(kids[0], kids[1], kids[2], kids[3], kids[4], at=_place(kids))

    def random(self, kids: Kids) -> n.Choose:
        return n.Choose(kids[0], kids[1], None, kids[2], chance=True, at=_place(kids))

    def choose_each(self, kids: Kids) -> n.ChooseEach:
        return n.ChooseEach(kids[0], kids[1], str(kids[2]), kids[3], at=_place(kids))

    def offer(self, kids: Kids) -> n.Offer:
        return n.Offer(kids[0], kids[1], at=_place(kids))

    def emit(self, kids: Kids) -> n.Emit:
        return n.Emit(kids[0], at=_place(kids))

    def nothing(self, kids: Kids) -> n.Pass:
        return n.Pass(at=_place(kids))

    def over(self, kids: Kids) -> n.GameOver:
        return n.GameOver(at=_place(kids))

    def body(self, kids: Kids) -> tuple[n.Step, ...]:
        return tuple(kids)

    def procedure(self, kids: Kids) -> n.Procedure:
        return n.Procedure(str(kids[0]), kids[1] or (), kids[2], kids[3], at=_place(kids))

    def event(self, kids: Kids) -> n.Event:
        return n.Event(str(kids[0]), kids[1] or (), at=_place(kids))

    def trigger(self, kids: Kids) -> n.Trigger:
        later, name, names, when, steps = kids
        return n.Trigger("later" if later else "on", str(name), names or (), when, steps, at=_place(kids))

    def instead(self, kids: Kids) -> n.Trigger:
        return n.Trigger("instead", str(kids[0]), kids[1] or (), kids[2], kids[3], at=_place(kids))

    def change_trigger(self, kids: Kids) -> n.ChangeTrigger:
        return n.ChangeTrigger(str(kids[1]), kids[2], kids[3], kids[4], kids[0] is not None, at=_place(kids))

    def whenever(self, kids: Kids) -> n.Whenever:
        return n.Whenever(_text(kids[1]), kids[2], kids[3], kids[4], at=_place(kids))

    def lifts(self, kids: Kids) -> n.Lifts:
        return n.Lifts(tuple(str(kid)[1:] for kid in kids[1:-1]), kids[-1], at=_place(kids))

    def while_(self, kids: Kids) -> n.While:
        return n.While(kids[1], tuple(kids[2:]), at=_place(kids))

    def ends(self, kids: Kids) -> n.Ends:
        return n.Ends(kids[1], at=_place(kids))

    def secret(self, kids: Kids) -> n.Secret:
        return n.Secret(str(kids[0]), kids[1], at=_place(kids))

    # ---- course, disputes
    def phase(self, kids: Kids) -> n.Phase:
        name, parent, after, when, cycle = kids
        return n.Phase(str(name), _text(parent), _text(after), when, cycle, at=_place(kids))

    def turns(self, kids: Kids) -> n.Turns:
        return n.Turns(str(kids[0]), kids[1], kids[2], kids[3] is not None)

    def step_do(self, kids: Kids) -> n.Call:
        call: n.Call = kids[0]
        return call

    def step_ask(self, kids: Kids) -> tuple[n.Expr, tuple[n.Quota, ...]]:
        return (kids[0], tuple(kids[1:]))

    def quota(self, kids: Kids) -> n.Quota:
        mode, least, most, names = kids
        must = str(mode) == "must"
        if least is None:
            return n.Quota(must, 1 if must else 0, 1, names)
        if most is None:
            return n.Quota(must, int(least) if must else 0, int(least), names)
        return n.Quota(must, int(least), int(most), names)

    def step(self, kids: Kids) -> n.CourseStep:
        name, phase, after, when, turns, body = kids
        at = _place(kids)
        if isinstance(body, n.Call):
            return n.CourseStep(str(name), str(phase), _text(after), when, turns, body, None, (), at=at)
        return n.CourseStep(str(name), str(phase), _text(after), when, turns, None, body[0], body[1], at=at)

    def dispute(self, kids: Kids) -> n.Dispute:
        return n.Dispute(str(kids[0]), str(kids[1]), tuple(kids[2:]), at=_place(kids))

    def reading(self, kids: Kids) -> n.Reading:
        name, default, slip, *places = kids
        return n.Reading(
            str(name), default is not None, slip is not None, tuple(str(p)[1:] for p in places if p is not None)
        )

    # ---- questions, cases
    def asking(self, kids: Kids) -> n.Asking:
        body, by, *after = kids
        return n.Asking(body, _text(by), tuple(kid for kid in after if kid is not None))

    def doing(self, kids: Kids) -> n.Doing:
        call, by, answers = kids
        return n.Doing(call, _text(by), answers.items if answers is not None else ())

    def case(self, kids: Kids) -> n.Case:
        title, *given, query = kids
        asking, expected, doings, then, moves, because = query
        return n.Case(
            str(title)[1:-1], tuple(g for g in given if g is not None), asking, expected, doings, then, moves, because,
            at=_place(kids),
        )  # fmt: skip

    def ask_case(self, kids: Kids) -> tuple[Any, ...]:
        return (kids[0], kids[1], (), (), None, kids[2] or ())

    def do_case(self, kids: Kids) -> tuple[Any, ...]:
        doings = tuple(kid for kid in kids if isinstance(kid, n.Doing))
        then = tuple(kid for kid in kids if isinstance(kid, n.Given))
        return (None, None, doings, then, None, kids[-1] or ())

    def moves_case(self, kids: Kids) -> tuple[Any, ...]:
        return (None, None, (), (), (str(kids[0]), str(kids[1]), kids[2]), ())

    def verdict(self, kids: Kids) -> n.Expected:
        word, default, *needs = kids
        return n.Expected(str(word), default, None, tuple(kid for kid in needs if kid is not None))

    def needed(self, kids: Kids) -> n.Ref:
        ref: n.Ref = kids[0]
        return ref

    def value(self, kids: Kids) -> n.Expected:
        return n.Expected("", kids[0], kids[1], ())

    def refs(self, kids: Kids) -> tuple[str, ...]:
        return tuple(str(kid)[1:] for kid in kids)

    def given(self, kids: Kids) -> n.Given:
        return kids[0]  # type: ignore[no-any-return]

    def given_value(self, kids: Kids) -> n.Given:
        return n.Given(kids[0], kids[1], at=_place(kids))

    def given_flag(self, kids: Kids) -> n.Given:
        if isinstance(kids[0], n.Given):
            return kids[0]
        return n.Given(kids[0], n.Truth(True), at=_place(kids))

    def given_not(self, kids: Kids) -> n.Given:
        return n.Given(kids[0], n.Truth(False), at=_place(kids))

    def given_member(self, kids: Kids) -> n.Given:
        return n.Given(n.Name(str(kids[0])), None, str(kids[1]), at=_place(kids))

    # ---- expressions
    def some(self, kids: Kids) -> n.Quantified:
        return n.Quantified("some", str(kids[0]), kids[1], kids[2])

    def every(self, kids: Kids) -> n.Quantified:
        return n.Quantified("every", str(kids[0]), kids[1], kids[2])

    def at_least(self, kids: Kids) -> n.Quantified:
        return n.Quantified("at least", str(kids[1]), kids[2], kids[3], kids[0])

    def or_(self, kids: Kids) -> n.Or:
        return n.Or(tuple(kids))

    def and_(self, kids: Kids) -> n.And:
        return n.And(tuple(kids))

    def not_(self, kids: Kids) -> n.Not:
        return n.Not(kids[0])

    def is_(self, kids: Kids) -> n.Compare:
        return n.Compare("is", kids[0], kids[1])

    def is_not(self, kids: Kids) -> n.Compare:
        return n.Compare("is not", kids[0], kids[1])

    def compare(self, kids: Kids) -> n.Compare:
        return n.Compare(str(kids[1]), kids[0], kids[2])

    def beside(self, kids: Kids) -> n.Compare:
        return n.Compare("beside", kids[0], kids[1])

    def member(self, kids: Kids) -> n.Member:
        return n.Member(kids[0], kids[1])

    def not_member(self, kids: Kids) -> n.Member:
        return n.Member(kids[0], kids[1], negated=True)

    def range(self, kids: Kids) -> n.Range:
        return n.Range(kids[0], kids[1])

    def add(self, kids: Kids) -> n.Arithmetic:
        return n.Arithmetic("+", kids[0], kids[1])

    def subtract(self, kids: Kids) -> n.Arithmetic:
        return n.Arithmetic("-", kids[0], kids[1])

    def multiply(self, kids: Kids) -> n.Arithmetic:
        return n.Arithmetic("*", kids[0], kids[1])

    def divide(self, kids: Kids) -> n.Arithmetic:
        return n.Arithmetic(str(kids[2]), kids[0], kids[1])

    def minus(self, kids: Kids) -> n.Expr:
        return n.Number(-kids[0].value) if isinstance(kids[0], n.Number) else n.Minus(kids[0])

    def number(self, kids: Kids) -> n.Number:
        return n.Number(int(kids[0]))

    def none(self, kids: Kids) -> n.Nothing:
        return n.Nothing()

    def yes(self, kids: Kids) -> n.Truth:
        return n.Truth(True)

    def no(self, kids: Kids) -> n.Truth:
        return n.Truth(False)

    def count(self, kids: Kids) -> n.Count:
        return n.Count(str(kids[0]), kids[1], kids[2])

    def total(self, kids: Kids) -> n.Total:
        return n.Total(str(kids[0]), kids[1], str(kids[2]), kids[3], kids[4])

    def fold(self, kids: Kids) -> n.Fold:
        return n.Fold(str(kids[0]), tuple(kids[1:]))

    def those(self, kids: Kids) -> n.Those:
        return n.Those(str(kids[0]), kids[1], kids[2])

    def first(self, kids: Kids) -> n.Pick:
        return n.Pick("first", str(kids[0]), kids[1], kids[2], kids[3])

    def last(self, kids: Kids) -> n.Pick:
        return n.Pick("last", str(kids[0]), kids[1], kids[2], kids[3])

    def best(self, kids: Kids) -> n.Best:
        return n.Best(str(kids[0]), kids[1], kids[2], tuple(kids[3:]))

    def reach(self, kids: Kids) -> n.Reach:
        return n.Reach(kids[0], str(kids[1]), str(kids[2]), kids[3])

    def before(self, kids: Kids) -> n.Before:
        return n.Before(kids[0])

    def choice(self, kids: Kids) -> n.Choice:
        return n.Choice(kids[0], kids[1], kids[2])

    def list_(self, kids: Kids) -> n.ListOf:
        return n.ListOf(tuple(kid for kid in kids if kid is not None))

    def amounts(self, kids: Kids) -> n.Amounts:
        return n.Amounts(tuple(kid for kid in kids if kid is not None))

    def pair(self, kids: Kids) -> tuple[str, n.Expr]:
        return (str(kids[0]), kids[1])

    def name(self, kids: Kids) -> n.Name:
        return n.Name(str(kids[0]), at=(kids[0].line, kids[0].column))

    def of(self, kids: Kids) -> n.Call:
        return n.Call(str(kids[0]), (kids[1],), at=(kids[0].line, kids[0].column))

    def named(self, kids: Kids) -> tuple[str, n.Expr]:
        return (str(kids[0]), kids[1])

    def call(self, kids: Kids) -> n.Call:
        args = tuple(kid for kid in kids[1:] if kid is not None and not isinstance(kid, tuple))
        named = tuple(kid for kid in kids[1:] if isinstance(kid, tuple))
        return n.Call(str(kids[0]), args, named, at=(kids[0].line, kids[0].column))

    invoke = call
