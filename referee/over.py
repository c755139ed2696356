"""Expressions over members: quantifiers, counts, sums, choices of the first or best, reach."""

from __future__ import annotations

from typing import Any

from grammar import nodes as n
from referee import kleene
from referee.context import Context
from referee.scope import Closure, Scope
from referee.values import MAYBE, SILENT, UNKNOWN, Unknown, join


class OverMembers:
    """The part of `Expressions` that goes over members."""

    code: Any
    program: Any
    compile: Any
    maybe: Any

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
            for item in items_of(items):
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
            if items is SILENT:
                return SILENT
            sure = possible = 0
            for item in items_of(items):
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
            if items is SILENT:
                return SILENT
            values: list[Any] = []
            for item in items_of(items):
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
            if items is SILENT:
                return SILENT
            found = []
            for item in items_of(items):
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
            ranked = list(items_of(items))
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
            if items is SILENT:
                return SILENT
            scored: list[tuple[Any, list[Any]]] = []
            for item in items_of(items):
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


def items_of(value: Any) -> Any:
    """What a loop goes over; a pile told by its number holds unseen cards."""
    if isinstance(value, int) and not isinstance(value, bool):
        return ("?",) * value
    return value or ()


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
