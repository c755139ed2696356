"""Expressions -> closures `f(ctx, env)`: strong Kleene over partial states.

`env` is a list of local values; a scope maps a variable to its slot at compile time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from referee import kleene
from referee.builtins import BUILTINS
from referee.context import Context
from referee.errors import NeedFact, UnknownNameError
from referee.values import MAYBE, SILENT, UNKNOWN, Bag, Deed, Unknown, join

if TYPE_CHECKING:
    from referee.code import Code

Closure = Callable[[Context, list[Any]], Any]

#: slots an evaluation may use: parameters, lets and the variables of nested quantifiers
SLOTS = 40


class Scope:
    """The local names of a clause and their slots."""

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        self.slots: dict[str, int] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> int:
        """A slot for a name; a name already there keeps its own."""
        if name not in self.slots:
            self.slots[name] = len(self.slots)
        return self.slots[name]

    def child(self, *names: str) -> Scope:
        """A scope with further names; outer names keep their slots."""
        scope = Scope()
        scope.slots = dict(self.slots)
        for name in names:
            scope.slots.pop(name, None)
            scope.slots[name] = max(scope.slots.values(), default=-1) + 1
        return scope


class Lazy:
    """A `let` that is computed when first read."""

    __slots__ = ("closure",)

    def __init__(self, closure: Closure) -> None:
        self.closure = closure


class Expressions:
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
                    value = env[slot] = value.closure(ctx, env)
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
            slot = scope.slots[name]
            first = args[0]
            return lambda ctx, env: _look_up(env[slot], first(ctx, env))
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
                (name, tuple(zip(params, [a(ctx, env) for a in args], strict=False)) + tuple((k, v(ctx, env)) for k, v in named))
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
                    result = value if value is SILENT and result is True else (MAYBE if result is not SILENT else SILENT)
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
                    result = value if value is SILENT and result is False else (MAYBE if result is not SILENT else SILENT)
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
                for item in _items(items):
                    same = kleene.equal(ctx, value, item)
                    if same is True:
                        result = True
                        break
                    if same is not False:
                        result = MAYBE
                items = _items(items)
                if result is MAYBE and isinstance(value, Unknown) and value.options:
                    known = [i for i in items if not isinstance(i, Unknown)]
                    if len(known) == len(items) and all(o in known for o in value.options):
                        result = True
                if result is False and "?" in items:
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

    # ---- over members ----------------------------------------------------------------------------------------------

    def _over(
        self, var: str, members: n.Expr, body: n.Expr | None, scope: Scope
    ) -> tuple[Scope, int, Closure, Closure | None, str]:
        inner = scope.child(var)
        kind = members.id if isinstance(members, n.Name) and members.id in self.program.kinds else ""
        return inner, inner.slots[var], self.compile(members, scope), self.maybe(body, inner), kind

    def _quantified(self, expr: n.Quantified, scope: Scope) -> Closure:
        _, slot, members, body, kind = self._over(expr.var, expr.members, expr.body, scope)
        assert body is not None
        least = self.maybe(expr.least, scope)
        stop_at = expr.mode != "every"

        def quantify(ctx: Context, env: list[Any]) -> Any:
            items = members(ctx, env)
            if items is SILENT:
                return SILENT
            if isinstance(items, Unknown):
                return MAYBE
            needed = 1 if least is None else least(ctx, env)
            if isinstance(needed, Unknown):
                return MAYBE
            sure = possible = 0
            undecided = False
            for item in _items(items):
                env[slot] = item
                value = body(ctx, env)
                if stop_at:
                    sure += value is True
                    possible += value is not False
                    if sure >= needed:
                        return True
                elif value is False:
                    return False
                elif value is not True:
                    undecided = True
            if kind and not ctx.is_complete(kind):
                ctx.unknown(("members", (kind,)), UNKNOWN)
                return MAYBE
            if stop_at:
                return MAYBE if possible >= needed else False
            return MAYBE if undecided else True

        return quantify

    def _count(self, expr: n.Count, scope: Scope) -> Closure:
        _, slot, members, body, kind = self._over(expr.var, expr.members, expr.body, scope)

        def count(ctx: Context, env: list[Any]) -> Any:
            items = members(ctx, env)
            if isinstance(items, Unknown):
                return Unknown(0, None)
            sure = possible = 0
            for item in _items(items):
                env[slot] = item
                value = True if body is None else body(ctx, env)
                sure += value is True
                possible += value is not False
            if kind and not ctx.is_complete(kind):
                ctx.unknown(("members", (kind,)), UNKNOWN)
                return Unknown(sure, None)
            return sure if sure == possible else Unknown(sure, possible)

        return count

    def _total(self, expr: n.Total, scope: Scope) -> Closure:
        inner, slot, members, body, kind = self._over(expr.var, expr.members, expr.body, scope)
        value_of = self.compile(expr.value, inner)
        op = expr.op

        def total(ctx: Context, env: list[Any]) -> Any:
            items = members(ctx, env)
            if isinstance(items, Unknown):
                return UNKNOWN
            values: list[Any] = []
            for item in _items(items):
                env[slot] = item
                counts = True if body is None else body(ctx, env)
                if counts is False:
                    continue
                value = value_of(ctx, env)
                if counts is not True:
                    value = join((0, value)) if op == "sum" else UNKNOWN
                values.append(value)
            if kind and not ctx.is_complete(kind):
                ctx.unknown(("members", (kind,)), UNKNOWN)
                return UNKNOWN
            if op != "sum":
                return kleene.extreme(ctx, values, op == "max")
            result: Any = 0
            for value in values:
                result = kleene.add(result, value)
            return result

        return total

    def _fold(self, expr: n.Fold, scope: Scope) -> Closure:
        parts = [self.compile(part, scope) for part in expr.parts]
        op = expr.op

        def fold(ctx: Context, env: list[Any]) -> Any:
            values = [part(ctx, env) for part in parts]
            if len(values) == 1 and isinstance(values[0], tuple):
                values = list(values[0])
            if op != "sum":
                return kleene.extreme(ctx, values, op == "max")
            result: Any = 0
            for value in values:
                result = kleene.add(result, value)
            return result

        return fold

    def _those(self, expr: n.Those, scope: Scope) -> Closure:
        _, slot, members, body, _ = self._over(expr.var, expr.members, expr.body, scope)

        def those(ctx: Context, env: list[Any]) -> Any:
            items = members(ctx, env)
            if isinstance(items, Unknown):
                return UNKNOWN
            found = []
            for item in _items(items):
                env[slot] = item
                value = True if body is None else body(ctx, env)
                if value is not True and value is not False:
                    return value if value is SILENT else UNKNOWN
                if value:
                    found.append(item)
            return tuple(found)

        return those

    def _pick(self, expr: n.Pick, scope: Scope) -> Closure:
        inner, slot, members, body, _ = self._over(expr.var, expr.members, expr.body, scope)
        by = self.maybe(expr.by, inner)
        first = expr.mode == "first"

        def pick(ctx: Context, env: list[Any]) -> Any:
            items = members(ctx, env)
            if isinstance(items, Unknown):
                return UNKNOWN
            if items is SILENT:
                return SILENT
            candidates: list[Any] = []
            ranked = list(_items(items))
            if by is not None:
                keyed = []
                for item in ranked:
                    env[slot] = item
                    key = by(ctx, env)
                    if isinstance(key, Unknown) or key is SILENT:
                        return UNKNOWN
                    keyed.append((kleene.rank(ctx, key), item))
                ranked = [item for _, item in sorted(keyed, key=lambda pair: pair[0])]
            if not first:
                ranked.reverse()
            for item in ranked:
                env[slot] = item
                value = True if body is None else body(ctx, env)
                if value is True:
                    candidates.append(item)
                    return candidates[0] if len(candidates) == 1 else Unknown(options=tuple(candidates))
                if value is not False:
                    candidates.append(item)
            return None if not candidates else Unknown(options=(*candidates, None))

        return pick

    def _best(self, expr: n.Best, scope: Scope) -> Closure:
        inner, slot, members, body, _ = self._over(expr.var, expr.members, expr.body, scope)
        keys = [self.compile(by, inner) for by in expr.by]

        def best(ctx: Context, env: list[Any]) -> Any:
            items = members(ctx, env)
            if isinstance(items, Unknown):
                return UNKNOWN
            scored: list[tuple[Any, list[Any]]] = []
            for item in _items(items):
                env[slot] = item
                value = True if body is None else body(ctx, env)
                if value is not True and value is not False:
                    return UNKNOWN
                if value:
                    scored.append((item, []))
            for key in keys:
                for item, score in scored:
                    env[slot] = item
                    score.append(key(ctx, env))
                column = [score[-1] for _, score in scored]
                if any(isinstance(v, Unknown) for v in column):
                    settled = _undominated(scored)
                    if len(settled) == 1:
                        return (settled[0][0],)
                    return UNKNOWN
                top = max(column, default=0)
                scored = [(item, score) for item, score in scored if score[-1] == top]
                if len(scored) == 1:
                    break
            return tuple(item for item, _ in scored)

        return best

    def _reach(self, expr: n.Reach, scope: Scope) -> Closure:
        inner = scope.child(expr.var)
        slot = inner.slots[expr.var]
        start = self.compile(expr.start, scope)
        body = self.compile(expr.body, inner)
        links = expr.links

        def reach(ctx: Context, env: list[Any]) -> Any:
            root = start(ctx, env)
            if isinstance(root, Unknown) or root is SILENT:
                return UNKNOWN
            seen: dict[Any, None] = {}
            queue = [root]
            while queue:
                item = queue.pop()
                if item in seen or item is None:
                    continue
                env[slot] = item
                value = body(ctx, env)
                if value is not True and value is not False:
                    return UNKNOWN
                if not value:
                    continue
                seen[item] = None
                following = self.code.value(ctx, links, (item,))
                if isinstance(following, Unknown) or following is SILENT:
                    return UNKNOWN
                queue.extend(following or ())
            return tuple(seen)

        return reach

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


def _items(value: Any) -> Any:
    """What a loop goes over; a pile told by its number holds unseen cards."""
    if isinstance(value, int) and not isinstance(value, bool):
        return ("?",) * value
    return value or ()


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


def _undominated(scored: list[tuple[Any, list[Any]]]) -> list[tuple[Any, list[Any]]]:
    """Those that nobody surely beats on the last key."""
    lows = []
    for _, score in scored:
        value = score[-1]
        lows.append(value.bounds()[0] if isinstance(value, Unknown) else value)
    known = [low for low in lows if low is not None]
    if not known:
        return scored
    top = max(known)
    kept = []
    for item, score in scored:
        value = score[-1]
        high = value.bounds()[1] if isinstance(value, Unknown) else value
        if high is None or high >= top:
            kept.append((item, score))
    return kept


def require_known(ctx: Context, value: Any) -> Any:
    """In an effect an unknown must be told first: the first leaf it came from is asked for."""
    if isinstance(value, Unknown):
        leaf = value.leaf or next(reversed(ctx.leaves), None)
        if leaf is not None:
            raise NeedFact(leaf)
    return value
