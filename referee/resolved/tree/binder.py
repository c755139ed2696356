"""Expressions as written -> the resolved tree."""

from __future__ import annotations

from functools import singledispatchmethod
from itertools import zip_longest

from grammar import nodes as n
from grammar.base.corollaries import ITSELF
from referee.errors import UnknownMemberError, UnknownNameError, WrongKeysError
from referee.evaluation.scope import Scope
from referee.resolved.tree import nodes as r
from referee.resolved.tree.locals import Locals
from referee.resolved.tree.names import Names

_ITSELF = n.corollary(ITSELF, "")


class Binder:
    """Resolves expressions of one game; `members` are those that came with a question."""

    def __init__(self, names: Names, members: frozenset[str] = frozenset()) -> None:
        self.names = names
        self.program = names.program
        self.members = members

    def resolve(self, expr: n.Expr, scope: Scope) -> r.Expr:
        """An expression that stands in a scope."""
        return self.expr(expr, Locals(scope))

    def maybe(self, expr: n.Expr | None, scope: Scope) -> r.Expr | None:
        """An optional expression."""
        return None if expr is None else self.resolve(expr, scope)

    @singledispatchmethod
    def expr(self, expr: n.Expr, here: Locals) -> r.Expr:
        """An expression among its locals."""
        raise TypeError(f"no expression: {type(expr).__name__}")

    # ---- names -----------------------------------------------------------------------------------------------------

    @expr.register
    def _name(self, expr: n.Name, here: Locals) -> r.Expr:
        name = expr.id
        local = self._local(name, here)
        if local is not None:
            return local
        names = self.names
        if name.startswith(_ITSELF):
            part = name[len(_ITSELF) :]
            return r.Const(part) if part in names.known_members else r.DeedOf(part, ())
        if name in self.program.disputes:
            return r.ReadingOf(name)
        if names.has_value(name, 0):
            return self._look_up(name, ())
        if name in self.program.kinds:
            return r.Members(name)
        if name in names.known_members:
            return r.Const(name)
        if names.is_builtin(name, 0):
            return r.BuiltinCall(name, ())
        if names.is_call(name):
            return r.DeedOf(name, ())
        if name in self.members:
            return r.Const(name)
        form = names.form_of(name)
        if form:
            said = n.spelled(name)
            raise WrongKeysError(
                said, len(form), 0, f"{said} of {form[0]}" if len(form) == 1 else f"{said}({', '.join(form)})"
            )
        raise UnknownNameError("name", name, names.all([*here.scope.slots, *here.inner, *self.members]))

    def _local(self, name: str, here: Locals) -> r.Inner | r.Local | None:
        if name in here.inner:
            return here.inner[name]
        slot = here.scope.slots.get(name)
        return None if slot is None else r.Local(slot, name, name in here.scope.lets)

    def _look_up(self, name: str, args: tuple[r.Expr, ...]) -> r.FactAt | r.ValueAt:
        if self.names.is_elementary(name) and self.names.is_fact(name, len(args)):
            return r.FactAt(name, args, name in self.program.fields and len(args) == 1)
        return r.ValueAt(name, args)

    @expr.register
    def _call(self, expr: n.Call, here: Locals) -> r.Expr:
        name, names = expr.name, self.names
        args = tuple(self._wanted(arg, here, kind) for arg, kind in zip_longest(expr.args, self._keys(expr)))
        local = self._local(name, here)
        if local is not None:
            return r.LookUp(local, args[0])
        known = names.has_value(name, len(args))
        if names.is_builtin(name, len(args)) and not known:
            return r.BuiltinCall(name, args)
        if known:
            return self._look_up(name, args)
        if names.is_call(name):
            named = tuple((key, self.expr(value, here)) for key, value in expr.named)
            return r.DeedOf(name, (*zip(names.parameters(name), args, strict=False), *named))
        form = names.form_of(name)
        if form is not None:
            raise WrongKeysError(name, len(form), len(args), f"{name}({', '.join(form)})" if form else name)
        raise UnknownNameError("name", name, names.all(self.members))

    # ---- unknown members -------------------------------------------------------------------------------------------

    def _wanted(self, expr: n.Expr, here: Locals, kind: str | None) -> r.Expr:
        """What stands where a member of a kind is wanted: of an unknown name it is told what the kind has."""
        try:
            return self.expr(expr, here)
        except UnknownNameError as error:
            members = self.program.members.get(kind or "", ())
            bare = expr.items if isinstance(expr, n.ListOf) else (expr,)
            if members and n.Name(error.name) in bare:
                raise UnknownMemberError(kind or "", error.name, members) from None
            raise

    def _keys(self, expr: n.Call) -> tuple[str, ...]:
        """The kinds of the keys of a fact."""
        fact = self.program.facts.get(expr.name)
        kinds = () if fact is None else tuple(kind for _, kind in fact.node.keys)
        return kinds[: len(expr.args)]

    def _kind_of(self, expr: n.Expr) -> str | None:
        """The kind of what a fact holds."""
        name = expr.id if isinstance(expr, n.Name) else expr.name if isinstance(expr, n.Call) else ""
        fact = self.program.facts.get(name)
        type_ = None if fact is None else fact.node.type
        return type_.name if isinstance(type_, n.TypeName) else None

    # ---- the rest --------------------------------------------------------------------------------------------------

    @expr.register(n.Number)
    @expr.register(n.Truth)
    def _written(self, expr: n.Number | n.Truth, here: Locals) -> r.Expr:
        return r.Const(expr.value)

    @expr.register
    def _nothing(self, expr: n.Nothing, here: Locals) -> r.Expr:
        return r.Const(None)

    @expr.register
    def _not(self, expr: n.Not, here: Locals) -> r.Expr:
        return r.Not(self.expr(expr.body, here))

    @expr.register
    def _and(self, expr: n.And, here: Locals) -> r.Expr:
        return r.And(tuple(self.expr(part, here) for part in expr.parts))

    @expr.register
    def _or(self, expr: n.Or, here: Locals) -> r.Expr:
        return r.Or(tuple(self.expr(part, here) for part in expr.parts))

    @expr.register
    def _compare(self, expr: n.Compare, here: Locals) -> r.Expr:
        left = self._wanted(expr.left, here, self._kind_of(expr.right))
        right = self._wanted(expr.right, here, self._kind_of(expr.left))
        if expr.op in ("is", "is not"):
            return r.Equal(left, right, expr.op == "is not")
        return r.Beside(left, right) if expr.op == "beside" else r.Order(expr.op, left, right)

    @expr.register
    def _member(self, expr: n.Member, here: Locals) -> r.Expr:
        left = self.expr(expr.left, here)
        if isinstance(expr.members, n.Range):
            return r.Within(left, self.expr(expr.members.low, here), self.expr(expr.members.high, here), expr.negated)
        items = self._wanted(expr.members, here, self._kind_of(expr.left))
        return r.Among(left, items, _kind(items), expr.negated)

    @expr.register
    def _range(self, expr: n.Range, here: Locals) -> r.Expr:
        return r.Span(self.expr(expr.low, here), self.expr(expr.high, here))

    def _over(self, var: str, members: n.Expr, test: n.Expr | None, here: Locals) -> tuple[r.Over, Locals]:
        items = self.expr(members, here)
        inside, variable = here.with_variable(var)
        return r.Over(variable, items, _kind(items), None if test is None else self.expr(test, inside)), inside

    @expr.register
    def _quantified(self, expr: n.Quantified, here: Locals) -> r.Expr:
        least = None if expr.least is None else self.expr(expr.least, here)
        over, _ = self._over(expr.var, expr.members, expr.body, here)
        return r.Quantified(expr.mode, over, least)

    @expr.register
    def _arithmetic(self, expr: n.Arithmetic, here: Locals) -> r.Expr:
        return r.Arithmetic(expr.op, self.expr(expr.left, here), self.expr(expr.right, here))

    @expr.register
    def _minus(self, expr: n.Minus, here: Locals) -> r.Expr:
        return r.Arithmetic("-", r.Const(0), self.expr(expr.body, here))

    @expr.register
    def _count(self, expr: n.Count, here: Locals) -> r.Expr:
        return r.Count(self._over(expr.var, expr.members, expr.body, here)[0])

    @expr.register
    def _total(self, expr: n.Total, here: Locals) -> r.Expr:
        over, inside = self._over(expr.var, expr.members, expr.body, here)
        return r.Total(expr.op, self.expr(expr.value, inside), over)

    @expr.register
    def _fold(self, expr: n.Fold, here: Locals) -> r.Expr:
        return r.Fold(expr.op, tuple(self.expr(part, here) for part in expr.parts))

    @expr.register
    def _those(self, expr: n.Those, here: Locals) -> r.Expr:
        return r.Those(self._over(expr.var, expr.members, expr.body, here)[0])

    @expr.register
    def _pick(self, expr: n.Pick, here: Locals) -> r.Expr:
        over, inside = self._over(expr.var, expr.members, expr.body, here)
        return r.Pick(expr.mode, over, None if expr.by is None else self.expr(expr.by, inside))

    @expr.register
    def _best(self, expr: n.Best, here: Locals) -> r.Expr:
        over, inside = self._over(expr.var, expr.members, expr.body, here)
        return r.Best(over, tuple(self.expr(by, inside) for by in expr.by))

    @expr.register
    def _reach(self, expr: n.Reach, here: Locals) -> r.Expr:
        start = self.expr(expr.start, here)
        inside, variable = here.with_variable(expr.var)
        if not self.names.has_value(expr.links, 1):
            raise UnknownNameError("name with 1 key", expr.links, self.names.all())
        return r.Reach(start, self._look_up(expr.links, (variable,)), variable, self.expr(expr.body, inside))

    @expr.register
    def _before(self, expr: n.Before, here: Locals) -> r.Expr:
        return r.Before(self.expr(expr.body, here))

    @expr.register
    def _possible(self, expr: n.Possible, here: Locals) -> r.Expr:
        return r.Possible(self._deed(expr.deed, here), self.expr(expr.by, here), expr.own)

    @expr.register
    def _supposing(self, expr: n.Supposing, here: Locals) -> r.Expr:
        by = r.Const(None) if expr.by is None else self.expr(expr.by, here)
        return r.Supposing(self._deed(expr.deed, here), by, self.expr(expr.body, here))

    def _deed(self, expr: n.Expr, here: Locals) -> r.Expr:
        """What is done: an action or procedure of that name, whatever else is called so, or a value that holds one."""
        name = expr.id if isinstance(expr, n.Name) else expr.name if isinstance(expr, n.Call) else ""
        if not self.names.is_call(name) or self._local(name, here) is not None:
            return self.expr(expr, here)
        args = expr.args if isinstance(expr, n.Call) else ()
        named = expr.named if isinstance(expr, n.Call) else ()
        given = (*zip(self.names.parameters(name), args, strict=False), *named)
        return r.DeedOf(name, tuple((key, self.expr(value, here)) for key, value in given))

    @expr.register
    def _choice(self, expr: n.Choice, here: Locals) -> r.Expr:
        return r.Choice(self.expr(expr.test, here), self.expr(expr.then, here), self.expr(expr.other, here))

    @expr.register
    def _list(self, expr: n.ListOf, here: Locals) -> r.Expr:
        return r.ListOf(tuple(self.expr(item, here) for item in expr.items))

    @expr.register
    def _amounts(self, expr: n.Amounts, here: Locals) -> r.Expr:
        return r.Amounts(tuple((key, self.expr(value, here)) for key, value in expr.pairs))


def _kind(items: r.Expr) -> str:
    return items.kind if isinstance(items, r.Members) else ""
