"""The type of every expression. What a part ought to be is told to whoever listens: inference, or the checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.resolved.statements.kinds import Kinds
from referee.resolved.statements.sites import Changing, Either, Element, Of, Slots, Source, Worked
from referee.resolved.statements.types import (
    ANY,
    FLAG,
    LISTS,
    NONE,
    NOTHING,
    NUMBER,
    Type,
    element_of,
    join_all,
    joined,
    list_of,
)
from referee.resolved.tree import nodes as r

Key = tuple[str, str]  #: `value` or `call`, and the name


class Known:
    """What is known of the names of a game so far."""

    __slots__ = ("parameters", "values")

    def __init__(self) -> None:
        self.values: dict[str, Type] = {}
        self.parameters: dict[Key, list[Type]] = {}


class Env:
    """The locals of one expression: slots of its frame, and the variables inside it."""

    __slots__ = ("inner", "over", "slots")

    def __init__(self, slots: Slots) -> None:
        self.slots = slots
        self.inner: dict[int, Type] = {}
        self.over: dict[int, r.Expr] = {}  #: variable -> what it goes over


class Typer:
    """Works types out; `want` and `compare` are heard by subclasses."""

    def __init__(self, kinds: Kinds, known: Known) -> None:
        self.kinds = kinds
        self.program = kinds.program
        self.known = known
        self.loose: Mapping[str, Type] = {}  #: members that came with a question
        self.ordered = Type(number=True, flag=True, members=kinds.scales)
        self.in_a_row = Type(members=kinds.scales | kinds.roles.members)
        self._sources: dict[int, tuple[Source, Type]] = {}
        self._rules: dict[type, Callable[[Any, Env], Type]] = {
            r.Const: self._const, r.Local: self._local, r.Inner: self._inner, r.FactAt: self._fact, r.ValueAt: self._value,
            r.Members: self._members, r.ReadingOf: self._reading, r.BuiltinCall: self._builtin, r.DeedOf: self._deed,
            r.LookUp: self._look_up, r.Not: self._not, r.And: self._both, r.Or: self._both, r.Equal: self._compared,
            r.Order: self._compared, r.Beside: self._compared, r.Within: self._within, r.Among: self._among, r.Span: self._span,
            r.Quantified: self._quantified, r.Arithmetic: self._arithmetic, r.Count: self._count, r.Total: self._total,
            r.Fold: self._fold, r.Those: self._those, r.Pick: self._pick, r.Best: self._best, r.Reach: self._reach,
            r.Before: self._before, r.Possible: self._ahead, r.Supposing: self._ahead,
            r.Choice: self._choice, r.ListOf: self._list, r.Amounts: self._amounts,
        }  # fmt: skip

    # ---- what is heard ---------------------------------------------------------------------------------------------

    def want(self, part: r.Expr, found: Type, wanted: Type, env: Env, code: str, what: str) -> None:
        """A part must be of a type where it stands."""

    def compare(self, op: str, left: r.Expr, right: r.Expr, types: tuple[Type, Type], env: Env) -> None:
        """Two parts are compared: by `is`, `in`, `<` and the like, or `beside`."""

    def argument(self, of: Of, part: r.Expr, found: Type, env: Env) -> None:
        """An argument of a value, or of an action, procedure or event."""
        known = self.known.parameters.get((of.sort, of.name), ())
        if of.position < len(known):
            what = f"Argument {of.position + 1} of “{of.name}”"
            self.want(part, found, known[of.position], env, "TYPE-ARGUMENT", what)

    # ---- entry -----------------------------------------------------------------------------------------------------

    def of(self, expr: r.Expr, slots: Slots) -> Type:
        """The type of an expression, given what its locals are."""
        return self.type(expr, Env(slots))

    def type(self, expr: r.Expr, env: Env) -> Type:
        """The type of a part among its locals."""
        return self._rules[type(expr)](expr, env)

    def source(self, source: Source) -> Type:
        """What a local is."""
        if isinstance(source, Type):
            return source
        if isinstance(source, Of):
            known = self.known.parameters.get((source.sort, source.name), ())
            return known[source.position] if source.position < len(known) else NOTHING
        held = self._sources.get(id(source))
        if held is None:
            self._sources[id(source)] = (source, ANY)  # while it is looked at: locals that name each other
            held = self._sources[id(source)] = (source, self._found(source))
        return held[1]

    def begun(self, wanted: Type | Changing) -> Type:
        """What must stand somewhere: a type, or what a local is where it is brought; one that begins as none may become anything."""
        if isinstance(wanted, Type):
            return wanted
        found = self.source(wanted.first)
        return ANY if found == NONE else self.kinds.related(found) if found.members else found

    def _found(self, source: Worked | Element | Either | Changing) -> Type:
        plain = Typer(self.kinds, self.known)  # what stands in a local was heard where it stands
        plain._sources, plain.loose = self._sources, self.loose
        if isinstance(source, Worked):
            return plain.of(source.expr, source.slots)
        if isinstance(source, Element):
            return element_of(plain.of(source.expr, source.slots))
        if isinstance(source, Changing):
            found = join_all(self.source(part) for part in (source.first, *source.others))
            return self.kinds.smallest(found) if source.others else found
        return join_all(self.source(part) for part in source.sources)

    # ---- names -----------------------------------------------------------------------------------------------------

    def _const(self, expr: r.Const, env: Env) -> Type:
        value = expr.value
        if isinstance(value, str):
            return self.loose.get(value) or self.kinds.member(value)
        return NONE if value is None else FLAG if isinstance(value, bool) else NUMBER

    def _local(self, expr: r.Local, env: Env) -> Type:
        source = env.slots.get(expr.slot)
        return ANY if source is None else self.source(source)

    def _inner(self, expr: r.Inner, env: Env) -> Type:
        return env.inner.get(expr.index, ANY)

    def _fact(self, expr: r.FactAt, env: Env) -> Type:
        found = self.kinds.fact(expr.name)
        for part, wanted in zip(expr.keys, self.kinds.fact_keys(expr.name), strict=False):
            type_ = self.type(part, env)
            self.want(part, type_, wanted, env, "TYPE-KEY", f"The key of “{expr.name}”")
            if type_.none:
                found = joined(found, NONE)  # a look-up at none is none
        return found

    def _value(self, expr: r.ValueAt, env: Env) -> Type:
        found = self.known.values.get(expr.name, NOTHING)
        for index, part in enumerate(expr.args):
            type_ = self.type(part, env)
            self.argument(Of("value", expr.name, index), part, type_, env)
            if type_.none:
                found = joined(found, NONE)
        return found

    def _members(self, expr: r.Members, env: Env) -> Type:
        return list_of(self.kinds.of(expr.kind))

    def _reading(self, expr: r.ReadingOf, env: Env) -> Type:
        readings = self.program.disputes[expr.dispute].node.readings
        return Type(members=frozenset(reading.name for reading in readings), name=expr.dispute)

    def _deed(self, expr: r.DeedOf, env: Env) -> Type:
        names = self._parameter_names(expr.name)
        for name, part in expr.args:
            type_ = self.type(part, env)
            if name in names:
                self.argument(Of("call", expr.name, names.index(name)), part, type_, env)
        return Type(deeds=frozenset((expr.name,)))

    def _parameter_names(self, name: str) -> list[str]:
        program = self.program
        info = program.actions.get(name) or program.procedures.get(name) or program.events[name]
        return [param.name for param in info.node.params]

    def _look_up(self, expr: r.LookUp, env: Env) -> Type:
        holder, key = self.type(expr.holder, env), self.type(expr.key, env)
        if holder.any or holder.empty or holder == LISTS:
            held = list_of(NOTHING) if key.number else LISTS if key.any or key.empty else Type(keys=key.present)
            self.want(expr.holder, holder, held, env, "TYPE-LIST", "What is read at a key")
            return ANY
        found = NOTHING
        wanted = NOTHING
        if holder.keys is not None:
            found, wanted = NUMBER, holder.keys
        if holder.items is not None:
            found, wanted = join_all((found, holder.items, NONE)), joined(wanted, NUMBER)
        if holder.kinds or found == NONE:
            return ANY  # a field of a record, or a list of which nothing is known
        if found.empty:
            self.want(expr.holder, holder, LISTS, env, "TYPE-LIST", "What is read at a key")
            return ANY
        self.want(expr.key, key, wanted, env, "TYPE-KEY", "The key")
        return found

    # ---- conditions ------------------------------------------------------------------------------------------------

    def _flag(self, part: r.Expr | None, env: Env, what: str) -> Type:
        if part is not None:
            self.want(part, self.type(part, env), FLAG, env, "TYPE-FLAG", what)
        return FLAG

    def _number(self, part: r.Expr, env: Env, what: str) -> Type:
        self.want(part, self.type(part, env), NUMBER, env, "TYPE-NUMBER", what)
        return NUMBER

    def _not(self, expr: r.Not, env: Env) -> Type:
        return self._flag(expr.body, env, "What stands behind “not”")

    def _both(self, expr: r.And | r.Or, env: Env) -> Type:
        word = "and" if isinstance(expr, r.And) else "or"
        for part in expr.parts:
            self._flag(part, env, f"A part of “{word}”")
        return FLAG

    def _pair(self, op: str, left: r.Expr, right: r.Expr, env: Env) -> tuple[Type, Type]:
        types = self.type(left, env), self.type(right, env)
        self.compare(op, left, right, types, env)
        return types

    def _compared(self, expr: r.Equal | r.Order | r.Beside, env: Env) -> Type:
        word = "is" if isinstance(expr, r.Equal) else "beside" if isinstance(expr, r.Beside) else expr.op
        self._pair(word, expr.left, expr.right, env)
        return FLAG

    def _within(self, expr: r.Within, env: Env) -> Type:
        self._pair(">=", expr.left, expr.low, env)
        self._pair("<=", expr.left, expr.high, env)
        return FLAG

    def _among(self, expr: r.Among, env: Env) -> Type:
        types = self.type(expr.left, env), self._list_type(expr.items, env, "What stands behind “in”")
        self.compare("in", expr.left, expr.items, types, env)
        return FLAG

    def _quantified(self, expr: r.Quantified, env: Env) -> Type:
        if expr.least is not None:
            self._number(expr.least, env, "The least number")
        self._over(expr.over, env)
        return FLAG

    # ---- loops -----------------------------------------------------------------------------------------------------

    def _list_type(self, part: r.Expr, env: Env, what: str) -> Type:
        """The type of the elements of what must be a list."""
        found = self.type(part, env)
        self.want(part, found, LISTS, env, "TYPE-LIST", what)
        return element_of(found)

    def _over(self, over: r.Over, env: Env) -> Type:
        """The type of what a loop meets; its test is looked at."""
        element = self._list_type(over.items, env, f"What “{over.var.name}” goes over")
        env.inner[over.var.index] = element
        env.over[over.var.index] = over.items
        self._flag(over.test, env, f"The condition on “{over.var.name}”")
        return element

    def _span(self, expr: r.Span, env: Env) -> Type:
        return list_of(joined(self._number(expr.low, env, "The low end"), self._number(expr.high, env, "The high end")))

    def _count(self, expr: r.Count, env: Env) -> Type:
        self._over(expr.over, env)
        return NUMBER

    def _total(self, expr: r.Total, env: Env) -> Type:
        self._over(expr.over, env)
        if expr.op == "sum":
            return self._number(expr.value, env, "What is summed")
        return joined(self._ranked(expr.value, env, f"What “{expr.op}” looks for"), NUMBER)

    def _ranked(self, part: r.Expr, env: Env, what: str) -> Type:
        found = self.type(part, env)
        self.want(part, found, self.ordered, env, "TYPE-NUMBER", what)
        return found

    def _fold(self, expr: r.Fold, env: Env) -> Type:
        if len(expr.parts) == 1:
            only = self.type(expr.parts[0], env)
            if only.items is not None:
                return element_of(only)
        if expr.op == "sum":
            return join_all(self._number(part, env, "What is summed") for part in expr.parts)
        return join_all(self._ranked(part, env, f"What “{expr.op}” compares") for part in expr.parts)

    def _those(self, expr: r.Those, env: Env) -> Type:
        return list_of(self._over(expr.over, env))

    def _pick(self, expr: r.Pick, env: Env) -> Type:
        found = self._over(expr.over, env)
        if expr.by is not None:
            self._ranked(expr.by, env, f"What “{expr.mode}” goes by")
        return joined(found, NONE) if not found.empty else ANY

    def _best(self, expr: r.Best, env: Env) -> Type:
        found = self._over(expr.over, env)
        for by in expr.by:
            self._ranked(by, env, "What “best” goes by")
        return list_of(found)

    def _reach(self, expr: r.Reach, env: Env) -> Type:
        start = self.type(expr.start, env)
        env.inner[expr.var.index] = start.present
        following = self._list_type(expr.following, env, "What “reach” follows")
        env.inner[expr.var.index] = joined(start.present, following)
        self._flag(expr.test, env, f"The condition on “{expr.var.name}”")
        return list_of(joined(start.present, following))

    # ---- the rest --------------------------------------------------------------------------------------------------

    def _arithmetic(self, expr: r.Arithmetic, env: Env) -> Type:
        left, right = self.type(expr.left, env), self.type(expr.right, env)
        if expr.op == "+" and (left.items is not None or right.items is not None):
            lists = list_of(NOTHING)
            self.want(expr.left, left, lists, env, "TYPE-LIST", "What a list is added to")
            self.want(expr.right, right, lists, env, "TYPE-LIST", "What is added to a list")
            return joined(left, right)
        what = {"up": "/", "down": "/"}.get(expr.op, expr.op)
        self.want(expr.left, left, NUMBER, env, "TYPE-NUMBER", f"The left side of “{what}”")
        self.want(expr.right, right, NUMBER, env, "TYPE-NUMBER", f"The right side of “{what}”")
        return NUMBER

    def _before(self, expr: r.Before, env: Env) -> Type:
        return self.type(expr.body, env)

    def _ahead(self, expr: r.Possible | r.Supposing, env: Env) -> Type:
        """What is tried out and not done, and what would then be so."""
        asked = isinstance(expr, r.Possible)
        doable = frozenset(self.program.actions if asked else (*self.program.actions, *self.program.procedures))
        word = f"What stands in “{'possible' if asked else 'supposing'}”"
        self.want(expr.deed, self.type(expr.deed, env), Type(deeds=doable, none=True), env, "CALL-WRONG", word)
        who = joined(self.kinds.roles, NONE)
        self.want(expr.by, self.type(expr.by, env), who, env, "TYPE-ARGUMENT", "The one who would do it")
        return FLAG if isinstance(expr, r.Possible) else self.type(expr.body, env)

    def _choice(self, expr: r.Choice, env: Env) -> Type:
        self._flag(expr.test, env, "The condition of “if”")
        return joined(self.type(expr.then, env), self.type(expr.other, env))

    def _list(self, expr: r.ListOf, env: Env) -> Type:
        return list_of(join_all(self.type(item, env) for item in expr.items))

    def _amounts(self, expr: r.Amounts, env: Env) -> Type:
        found = self.kinds.amounts(frozenset(key for key, _ in expr.pairs))
        for key, part in expr.pairs:
            type_ = self.type(part, env)
            wanted = joined(self.kinds.fact(key), NONE) if found.kinds and key in self.program.fields else NUMBER
            self.want(part, type_, wanted, env, "TYPE-VALUE", f"What stands behind “{key}”")
        return found

    def _builtin(self, expr: r.BuiltinCall, env: Env) -> Type:
        types = [self.type(part, env) for part in expr.args]
        return self.builtin(expr, types, env)

    def builtin(self, expr: r.BuiltinCall, types: list[Type], env: Env) -> Type:
        """A function of the language at arguments of these types."""
        kinds, name, what = self.kinds, expr.name, f"The argument of “{expr.name}”"
        match name:
            case "via" | "this_action":
                return joined(kinds.actions, NONE)
            case "current_step":
                return joined(kinds.steps, NONE)
            case "current_player":
                return joined(kinds.roles, NONE)
            case "over":
                return FLAG
            case "left_of" | "right_of" | "clockwise_from" | "clockwise_after":
                self.want(expr.args[0], types[0], kinds.roles, env, "TYPE-ARGUMENT", what)
                return kinds.roles if name in ("left_of", "right_of") else list_of(kinds.roles)
            case "next" | "previous":
                self.want(expr.args[0], types[0], self.in_a_row, env, "TYPE-ARGUMENT", what)
                return joined(kinds.smallest(types[0].present), NONE)
            case "position":
                return NUMBER
            case "seen":
                self.want(expr.args[0], types[0], kinds.cards, env, "TYPE-ARGUMENT", what)
                return FLAG
            case "how_many":
                self.want(expr.args[1], types[1], LISTS, env, "TYPE-LIST", "Argument 2 of “how_many”")
                return NUMBER
        self.want(expr.args[0], types[0], LISTS, env, "TYPE-LIST", what)
        if name == "size":
            return NUMBER
        element = element_of(types[0])
        if name == "card_at":
            self.want(expr.args[1], types[1], NUMBER, env, "TYPE-NUMBER", "Argument 2 of “card_at”")
        if name in ("top", "bottom", "card_at"):
            return ANY if element.empty else joined(element, NONE)
        if name == "including":
            added = element_of(types[1]) if types[1].items is not None else types[1]
            return list_of(joined(element, added))
        return list_of(element) if types[0].keys is None else types[0]  # without, different
