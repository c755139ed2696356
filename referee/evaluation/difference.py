"""How far a value moves by a change: part by part, for whatever of it does not read what has changed stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from grammar import nodes as n
from kb.rules.reads import reads_of
from referee.evaluation import kleene
from referee.evaluation.context import Context
from referee.evaluation.interface import Rules
from referee.evaluation.raw import Raw, moved
from referee.evaluation.scope import Scope
from referee.values import UNKNOWN, Leaf, Unknown

#: parts that are looked at, and how deep definitions are followed
MOST, DEEPEST = 400, 6
#: numbers that are gone through where something is looked up by one
WIDEST = 120
#: of what nobody knows how far it moves
Step = int | Unknown | None


class Difference:
    """The state before a few facts were changed and after it, and nothing else changed."""

    def __init__(
        self, code: Rules, changed: Set[Leaf], before: Context, after: Context, lifted: Callable[[str], bool]
    ) -> None:
        """`lifted`: whether anything may lift what a paragraph defines."""
        self._code, self._changed, self._lifted = code, changed, lifted
        self._before, self._after = Raw(before), Raw(after)
        self._values = {name for name, _ in changed}.intersection(code.program.values)
        self._left = MOST

    def of(self, name: str, args: tuple[object, ...], depth: int = 0) -> Step:
        """How far a defined value moves, where one clause defines it before and after; None where that cannot be told."""
        spoken = self._spoken(name, args) if depth <= DEEPEST else None
        if spoken is None:
            return None
        return _sum(self._step(expr, scope, list(args), depth) for expr, scope in spoken)

    def landing(self, name: str, args: tuple[object, ...], told: object) -> int | Unknown | None:
        """Where a told value may come to that is looked up by a number, when that number moves by a known step."""
        spoken = self._spoken(name, args)
        expr, scope = spoken[0] if spoken is not None and len(spoken) == 1 else (None, Scope())
        if not isinstance(expr, n.Call) or len(expr.args) != 1 or expr.name in scope.slots:
            return None
        step = self._step(expr.args[0], scope, list(args), 0)
        before, lacking, _ = self._read(self._before, expr.args[0], scope, list(args))
        leaf = self._leaf(expr.args[0], scope, list(args))
        whole = self._code.facts[leaf[0][0]].domain(self._before, leaf[0][1]) if leaf else UNKNOWN
        low, high = _within(whole.bounds(), before.bounds()) if isinstance(before, Unknown) else (None, None)
        if not isinstance(step, int) or low is None or high is None or high - low > WIDEST:
            return None
        looked_up = {
            at: self._code.value(self._after, expr.name, (at,))
            for at in range(low + min(step, 0), high + max(step, 0) + 1)
        }
        found = {
            new for at in range(low, high + 1) if looked_up[at] == told and type(new := looked_up[at + step]) is int
        }
        options = sorted(found)
        if len(options) > 1:
            return Unknown(options=tuple(options), behind=leaf or lacking)
        return options[0] if options else None

    def _leaf(self, expr: n.Expr, scope: Scope, env: list[object]) -> tuple[Leaf, ...]:
        """What is looked up by, where it is a fact that can be told as a whole."""
        if not isinstance(expr, n.Name | n.Call):
            return ()
        name, given = (expr.id, ()) if isinstance(expr, n.Name) else (expr.name, expr.args)
        keys = tuple(self._steady(arg, scope, env) for arg in given)
        return ((name, keys),) if name in self._code.facts and None not in keys else ()

    def _spoken(self, name: str, args: tuple[object, ...]) -> list[tuple[n.Expr, Scope]] | None:
        """What defines a value now: of a sum all that add, else one clause; None where that is not known, or what else may count."""
        info = self._code.program.values.get(name)
        if info is None or info.mode == "holds":
            return None
        spoken = []
        for cited in info.clauses:
            scope = Scope(tuple(param.name for param in cited.node.params))
            counts = True if cited.node.when is None else self._steady(cited.node.when, scope, list(args))
            if not isinstance(counts, bool) or self._lifted(cited.paragraph):
                return None
            if counts:
                spoken.append((cited, scope))
        beaten = {target for cited, _ in spoken for target in cited.node.overrides}
        found = [(cited.node.value, scope) for cited, scope in spoken if cited.paragraph not in beaten]
        return found if info.mode == "adds" or len(found) == 1 else None

    def _steady(self, expr: n.Expr, scope: Scope, env: list[object]) -> object:
        """What an expression is that the change leaves alone; None where it may be otherwise since, or is not known."""
        value, _, reads = self._read(self._after, expr, scope, env)
        return None if reads or isinstance(value, Unknown) else value

    def _read(self, ctx: Raw, expr: n.Expr, scope: Scope, env: list[object]) -> tuple[object, tuple[Leaf, ...], bool]:
        """What an expression is at one of the two moments, what is missing for that, and whether it reads a change."""
        outer, ctx.leaves = ctx.leaves, {}
        book = ctx.open_book()
        try:
            value = self._code.formula(expr, scope).open(ctx, list(env))
        finally:
            page = ctx.keep(book)
            missing, ctx.leaves = tuple(ctx.leaves), outer
        # that a value was told is not noted where it is read
        by_name = bool(self._values) and not self._values.isdisjoint(reads_of(self._code.program, expr))
        return value, missing, by_name or not self._changed.isdisjoint(page[3])

    def _step(self, expr: n.Expr, scope: Scope, env: list[object], depth: int) -> Step:
        self._left -= 1
        after, wanting, reads = self._read(self._after, expr, scope, env)
        if not reads:
            return 0
        before, lacking, _ = self._read(self._before, expr, scope, env)
        if type(before) is type(after) is int or _is_one_moved(before, after):
            return moved(before, after)
        found = self._by_parts(expr, scope, env, depth) if self._left > 0 else None
        if found is not None:
            return found
        apart = kleene.subtract(after, before)
        if not isinstance(apart, Unknown):
            return None
        return Unknown(apart.low, apart.high, behind=tuple(dict.fromkeys((*lacking, *wanting))))

    def _by_parts(self, expr: n.Expr, scope: Scope, env: list[object], depth: int) -> Step:
        """The steps of what an expression is made of, where they make up its own."""
        if isinstance(expr, n.Arithmetic) and expr.op in ("+", "-"):
            left = self._step(expr.left, scope, env, depth)
            return _together(left, self._step(expr.right, scope, env, depth), 1 if expr.op == "+" else -1)
        if isinstance(expr, n.Fold) and expr.op == "sum":
            return _sum(self._step(part, scope, env, depth) for part in expr.parts)
        if isinstance(expr, n.Choice):
            test = self._steady(expr.test, scope, env)
            if isinstance(test, bool):
                return self._step(expr.then if test else expr.other, scope, env, depth)
            return None
        if isinstance(expr, n.Count):
            return self._over(expr.var, expr.members, expr.body, n.Number(1), scope, env, depth)
        if isinstance(expr, n.Total) and expr.op == "sum":
            return self._over(expr.var, expr.members, expr.body, expr.value, scope, env, depth)
        if isinstance(expr, n.Name | n.Call):
            name, given = (expr.id, ()) if isinstance(expr, n.Name) else (expr.name, expr.args)
            args = [self._steady(arg, scope, env) for arg in given]
            if name not in scope.slots and None not in args:
                return self.of(name, tuple(args), depth + 1)
        return None

    def _over(
        self, var: str, members: n.Expr, body: n.Expr | None, value: n.Expr, scope: Scope, env: list[object], depth: int
    ) -> Step:
        """The steps of all that is gone through: of each what it adds, where it counts at all."""
        items = self._steady(members, scope, env)
        if not isinstance(items, tuple):
            return None
        inner = scope.child(var)
        adds = value if body is None else n.Choice(body, value, n.Number(0))
        frame = [*env, *[None] * (inner.slots[var] + 1 - len(env))]
        steps = []
        for item in items:
            frame[inner.slots[var]] = item
            steps.append(self._step(adds, inner, frame, depth))
        return _sum(steps)


def _is_one_moved(before: object, after: object) -> bool:
    """Whether both are the same untold number, counted on; two ranges may move alike by chance."""
    if not isinstance(before, Unknown) or not isinstance(after, Unknown) or before.leaf is None:
        return False
    return before.leaf == after.leaf and before.options is None and after.options is None


def _within(one: tuple[int | None, int | None], other: tuple[int | None, int | None]) -> tuple[int | None, int | None]:
    """What two ranges have in common."""
    lows, highs = ([end for end in ends if end is not None] for ends in zip(one, other, strict=True))
    return max(lows, default=None), min(highs, default=None)


def _sum(steps: Iterable[Step]) -> Step:
    total: Step = 0
    for step in steps:
        total = _together(total, step, 1)
    return total


def _together(one: Step, other: Step, sign: int) -> Step:
    if one is None or other is None:
        return None
    found = kleene.add(one, other) if sign > 0 else kleene.subtract(one, other)
    if not isinstance(found, Unknown):
        return found if isinstance(found, int) else None
    behind = [leaf for each in (one, other) if isinstance(each, Unknown) for leaf in each.behind]
    return Unknown(found.low, found.high, found.options, behind=tuple(dict.fromkeys(behind)))
