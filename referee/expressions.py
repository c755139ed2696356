"""Expressions -> closures `f(ctx, env)`: strong Kleene over partial states.

`env` is a list of local values; a scope maps a variable to its slot at compile time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from referee import kleene
from referee.builtins import BUILTINS
from referee.context import Context
from referee.errors import NeedFact, UnknownNameError
from referee.over import OverMembers, items_of
from referee.scope import Closure, Lazy, Scope
from referee.values import MAYBE, SILENT, UNKNOWN, Bag, Deed, Unknown, join

if TYPE_CHECKING:
    from referee.code import Code


class Expressions(OverMembers):
    """Compiles expressions of one program."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.program = code.program

    def compile(self, expr: n.Expr, scope: Scope) -> Closure:
        """The closure of an expression."""
        return getattr(self, "_" + type(expr).__name__.lower())(expr, scope)  # type: ignore[no-any-return]

    def maybe(self, expr: n.Expr | None, scope: Scope) -> Closure | None:
        """The closure of an optional expression."""
        return None if expr is None else self.compile(expr, scope)

    # ---- atoms -----------------------------------------------------------------------------------------------------

    def _number(self, expr: n.Number, scope: Scope) -> Closure:
        value = expr.value
        return lambda ctx, env: value

    def _truth(self, expr: n.Truth, scope: Scope) -> Closure:
        value = expr.value
        return lambda ctx, env: value

    def _nothing(self, expr: n.Nothing, scope: Scope) -> Closure:
        return lambda ctx, env: None

    def _name(self, expr: n.Name, scope: Scope) -> Closure:
        name = expr.id
        if name in scope.slots:
            slot = scope.slots[name]

            def local(ctx: Context, env: list[Any]) -> Any:
                value = env[slot]
                if type(value) is Lazy:
                    value = env[slot] = value.closure(ctx, list(env))  # its own variables may not touch ours
                return value

            return local
        program = self.program
        if name in program.disputes:
            return lambda ctx, env: ctx.reading(name)
        if self.code.has_value(name, 0):
            return lambda ctx, env: self.code.value(ctx, name, ())
        if name in program.kinds:
            return lambda ctx, env: ctx.members(name)
        if name in self.code.all_members:
            return lambda ctx, env: name
        if name in BUILTINS and BUILTINS[name].arity == 0:
            builtin = BUILTINS[name].run
            return lambda ctx, env: builtin(ctx)
        if self.code.is_known_call(name):
            return lambda ctx, env: Deed((name, ()))
        if name in self.code.loose:  # an individual that came with the question
            return lambda ctx, env: name
        raise UnknownNameError("name", name, self.code.known_names() | set(scope.slots))

    def _call(self, expr: n.Call, scope: Scope) -> Closure:
        name = expr.name
        args = [self.compile(arg, scope) for arg in expr.args]
        if name in scope.slots:
            holder, first = self._name(n.Name(name), scope), args[0]
            return lambda ctx, env: _look_up(holder(ctx, env), first(ctx, env))
        if name in BUILTINS and BUILTINS[name].arity == len(args) and not self.code.has_value(name, len(args)):
            builtin = BUILTINS[name].run
            return lambda ctx, env: builtin(ctx, *[arg(ctx, env) for arg in args])
        code = self.code
        if code.has_value(name, len(args)):
            if name in self.program.fields and len(args) == 1:
                only = args[0]

                def field_of(ctx: Context, env: list[Any]) -> Any:
                    value = only(ctx, env)
                    if isinstance(value, Bag):
                        return value.get(name)
                    return code.value(ctx, name, (value,))

                return field_of
            if len(args) == 1:
                single = args[0]
                return lambda ctx, env: code.value(ctx, name, (single(ctx, env),))
            return lambda ctx, env: code.value(ctx, name, tuple([arg(ctx, env) for arg in args]))
        if code.is_known_call(name):
            named = [(key, self.compile(value, scope)) for key, value in expr.named]
            params = code.parameters(name)
            return lambda ctx, env: Deed(
                (
                    name,
                    tuple(zip(params, [a(ctx, env) for a in args], strict=False))
                    + tuple((k, v(ctx, env)) for k, v in named),
                )
            )
        raise UnknownNameError(f"name with {len(args)} key{'s' * (len(args) != 1)}", name, code.known_names())

    # ---- logic -----------------------------------------------------------------------------------------------------

    def _not(self, expr: n.Not, scope: Scope) -> Closure:
        body = self.compile(expr.body, scope)
        return lambda ctx, env: kleene.negate(body(ctx, env))

    def _and(self, expr: n.And, scope: Scope) -> Closure:
        parts = [self.compile(part, scope) for part in expr.parts]

        def conjunction(ctx: Context, env: list[Any]) -> Any:
            result: Any = True
            for part in parts:
                value = part(ctx, env)
                if value is False:
                    return False
                if value is not True:
                    result = (
                        value if value is SILENT and result is True else (MAYBE if result is not SILENT else SILENT)
                    )
            return result

        return conjunction

    def _or(self, expr: n.Or, scope: Scope) -> Closure:
        parts = [self.compile(part, scope) for part in expr.parts]

        def disjunction(ctx: Context, env: list[Any]) -> Any:
            result: Any = False
            for part in parts:
                value = part(ctx, env)
                if value is True:
                    return True
                if value is not False:
                    result = (
                        value if value is SILENT and result is False else (MAYBE if result is not SILENT else SILENT)
                    )
            return result

        return disjunction

    def _compare(self, expr: n.Compare, scope: Scope) -> Closure:
        left, right = self.compile(expr.left, scope), self.compile(expr.right, scope)
        op = expr.op
        if op == "is":
            return lambda ctx, env: kleene.equal(ctx, left(ctx, env), right(ctx, env))
        if op == "is not":
            return lambda ctx, env: kleene.negate(kleene.equal(ctx, left(ctx, env), right(ctx, env)))
        if op == ">=":
            return lambda ctx, env: kleene.at_least(ctx, left(ctx, env), right(ctx, env))
        if op == "<=":
            return lambda ctx, env: kleene.at_least(ctx, right(ctx, env), left(ctx, env))
        if op == ">":
            return lambda ctx, env: kleene.negate(_less_or_none(ctx, right(ctx, env), left(ctx, env)))
        if op == "<":
            return lambda ctx, env: kleene.negate(_less_or_none(ctx, left(ctx, env), right(ctx, env)))
        return lambda ctx, env: kleene.beside(ctx, left(ctx, env), right(ctx, env))

    def _member(self, expr: n.Member, scope: Scope) -> Closure:
        left = self.compile(expr.left, scope)
        negated = expr.negated
        if isinstance(expr.members, n.Range):
            low, high = self.compile(expr.members.low, scope), self.compile(expr.members.high, scope)

            def within(ctx: Context, env: list[Any]) -> Any:
                value = left(ctx, env)
                a = kleene.at_least(ctx, value, low(ctx, env))
                b = kleene.at_least(ctx, high(ctx, env), value) if a is not False else False
                result = False if a is False or b is False else True if a is True and b is True else MAYBE
                return kleene.negate(result) if negated else result

            return within
        members = self.compile(expr.members, scope)
        kind = expr.members.id if isinstance(expr.members, n.Name) and expr.members.id in self.program.kinds else ""

        def among(ctx: Context, env: list[Any]) -> Any:
            value, items = left(ctx, env), members(ctx, env)
            if isinstance(items, Unknown):
                result: Any = MAYBE
            elif items is SILENT:
                return SILENT
            else:
                result = False
                for item in items_of(items):
                    same = kleene.equal(ctx, value, item)
                    if same is True:
                        result = True
                        break
                    if same is not False:
                        result = MAYBE
                items = items_of(items)
                if result is MAYBE and isinstance(value, Unknown) and value.options:
                    known = [i for i in items if not isinstance(i, Unknown)]
                    if len(known) == len(items) and all(o in known for o in value.options):
                        result = True
                if result is False and "?" in items and not ctx.lies_in_a_pile(value):
                    result = MAYBE  # a face nobody has seen
                if result is False and kind and not ctx.is_complete(kind):
                    result = MAYBE
            return kleene.negate(result) if negated else result

        return among

    def _range(self, expr: n.Range, scope: Scope) -> Closure:
        low, high = self.compile(expr.low, scope), self.compile(expr.high, scope)

        def numbers(ctx: Context, env: list[Any]) -> Any:
            a, b = low(ctx, env), high(ctx, env)
            if isinstance(a, Unknown) or isinstance(b, Unknown):
                return UNKNOWN
            return tuple(range(a, b + 1)) if a is not SILENT and b is not SILENT else SILENT

        return numbers

    # ---- arithmetic and the rest -----------------------------------------------------------------------------------

    def _arithmetic(self, expr: n.Arithmetic, scope: Scope) -> Closure:
        left, right = self.compile(expr.left, scope), self.compile(expr.right, scope)
        op = expr.op
        if op == "+":
            return lambda ctx, env: kleene.add(left(ctx, env), right(ctx, env))
        if op == "-":
            return lambda ctx, env: kleene.subtract(left(ctx, env), right(ctx, env))
        if op == "*":

            def product(ctx: Context, env: list[Any]) -> Any:
                value = left(ctx, env)
                return 0 if value == 0 and value is not False else kleene.multiply(value, right(ctx, env))

            return product
        up = op == "up"
        return lambda ctx, env: kleene.divide(left(ctx, env), right(ctx, env), up)

    def _minus(self, expr: n.Minus, scope: Scope) -> Closure:
        body = self.compile(expr.body, scope)
        return lambda ctx, env: kleene.subtract(0, body(ctx, env))

    def _before(self, expr: n.Before, scope: Scope) -> Closure:
        body = self.compile(expr.body, scope)
        return lambda ctx, env: body(ctx.before or ctx, env)

    def _choice(self, expr: n.Choice, scope: Scope) -> Closure:
        test = self.compile(expr.test, scope)
        then, other = self.compile(expr.then, scope), self.compile(expr.other, scope)

        def choice(ctx: Context, env: list[Any]) -> Any:
            value = test(ctx, env)
            if value is True:
                return then(ctx, env)
            if value is False:
                return other(ctx, env)
            return SILENT if value is SILENT else join((then(ctx, env), other(ctx, env)))

        return choice

    def _listof(self, expr: n.ListOf, scope: Scope) -> Closure:
        items = [self.compile(item, scope) for item in expr.items]
        return lambda ctx, env: tuple([item(ctx, env) for item in items])

    def _amounts(self, expr: n.Amounts, scope: Scope) -> Closure:
        pairs = [(key, self.compile(value, scope)) for key, value in expr.pairs]
        return lambda ctx, env: Bag({key: value(ctx, env) for key, value in pairs})


def _less_or_none(ctx: Context, left: Any, right: Any) -> Any:
    """left >= right, except that a comparison with none is neither less nor more."""
    if left is None or right is None:
        return True
    return kleene.at_least(ctx, left, right)


def _look_up(holder: Any, key: Any) -> Any:
    """A local holding amounts (absent: 0), a record, or a list (from 1)."""
    if isinstance(holder, Unknown) or isinstance(key, Unknown):
        return UNKNOWN
    if isinstance(holder, Bag):
        return holder.get(key, 0)
    if isinstance(holder, tuple) and isinstance(key, int):
        return holder[key - 1] if 0 < key <= len(holder) else None
    return None if holder is None else SILENT


def require_known(ctx: Context, value: Any) -> Any:
    """In an effect an unknown must be told first: the first leaf it came from is asked for."""
    if isinstance(value, Unknown):
        leaf = value.leaf or next(reversed(ctx.leaves), None)
        if leaf is not None:
            raise NeedFact(leaf)
    return value
