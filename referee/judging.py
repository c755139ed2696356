"""Judging an action: every check with its status, its paragraphs and what it still needs."""

from __future__ import annotations

from typing import Any

from grammar import nodes as n
from referee import kleene
from referee.clauses import Check, CostCode, EachCode, LimitCode, OptionCode, Result
from referee.context import Context
from referee.places import available
from referee.values import MAYBE, SILENT, Unknown


class Judging:
    """The part of `ActionCode` that judges."""

    code: Any
    node: n.Action
    scope: Any
    name: str
    paragraph: str
    among: Any
    parts: list[Any]
    class_parts: list[Any]
    limits: list[LimitCode]

    def judge(self, ctx: Context, env: list[Any], *, nested: bool = False, full: bool = True) -> list[Result]:
        """Every check with its status. `nested`: done by an effect, so the turn's price is not paid again.

        `full` False stops at the first failure (for `moves`)."""
        results: list[Result] = []
        spent: dict[Any, Any] = {}
        self.enter(ctx, env)
        if not self._judge_actor(ctx, env, results) and not full:
            return results
        groups = [self.parts] if nested else [self.class_parts, self.parts]
        for parts in groups:
            if not self._judge_parts(ctx, env, parts, results, spent, None, full):
                break
        if not nested:
            self._judge_limits(ctx, env, results)
        return results

    def enter(self, ctx: Context, env: list[Any]) -> None:
        """From here on it is this action, by this actor, that is judged or done."""
        actor = env[self.scope.slots[self.node.actor]]
        ctx.actor = actor if isinstance(actor, str) else None
        if ctx.doing != self.name:
            ctx.doing = self.name
            ctx.forget("@doing")  # what was computed for another action may read which action it is

    def _judge_actor(self, ctx: Context, env: list[Any], results: list[Result]) -> bool:
        actor = env[self.scope.slots[self.node.actor]]
        if self.among is not None:
            members = self.among(ctx, [None] * 4)
            value: Any = False
            for member in members:
                same = kleene.equal(ctx, actor, member)
                value = True if same is True else MAYBE if same is not False and value is False else value
                if value is True:
                    break
        elif isinstance(actor, Unknown) or actor is None:
            value = MAYBE if isinstance(actor, Unknown) else False
        else:
            value = not ctx.is_complete(self.node.kind) or actor in ctx.members(self.node.kind)
        if value is True:
            return True
        check = Check("actor", self.paragraph, None, None, self.node, self.scope)
        status = "fail" if value is False else "unknown"
        leaves = (actor.leaf,) if isinstance(actor, Unknown) and actor.leaf else ()
        results.append(Result(check, status, None, (self.paragraph,), leaves, env))
        return False

    def _judge_parts(
        self,
        ctx: Context,
        env: list[Any],
        parts: list[Any],
        results: list[Result],
        spent: dict[Any, Any],
        element: Any,
        full: bool,
    ) -> bool:
        for part in parts:
            if isinstance(part, Check):
                if part.kind == "after":
                    continue
                result = self._judge_one(ctx, env, part, spent, element)
                results.append(result)
                if part.kind == "applies" and result.status == "not_applicable":
                    return False
                if not full and result.status in ("fail", "silent"):
                    return False
            elif isinstance(part, EachCode):
                if not self._judge_each(ctx, env, part, results, spent, full):
                    return False
            elif isinstance(part, OptionCode) and env[part.slot] is True:
                if not self._judge_parts(ctx, env, part.parts, results, spent, element, full):
                    return False
        return True

    def _judge_each(
        self, ctx: Context, env: list[Any], part: EachCode, results: list[Result], spent: dict[Any, Any], full: bool
    ) -> bool:
        members = part.members(ctx, env)
        if isinstance(members, Unknown) or members is SILENT or members is None:
            return True
        for element in members:
            env[part.slot] = element
            counts = True if part.test is None else part.test(ctx, env)
            if counts is False:
                continue
            start = len(results)
            going = self._judge_parts(ctx, env, part.parts, results, spent, element, full)
            if counts is not True:
                for result in results[start:]:
                    if result.status == "fail":
                        result.status = "unknown"
            elif not going:
                return False
        return True

    def _judge_one(self, ctx: Context, env: list[Any], check: Check, spent: dict[Any, Any], element: Any) -> Result:
        outer = ctx.cites, ctx.leaves
        ctx.cites, ctx.leaves = {}, {}
        lifted_by = ""
        try:
            applies: Any = True if check.guard is None else check.guard(ctx, env)
            if applies is False or applies is SILENT:
                status = "not_applicable"
            else:
                value = self._value(ctx, env, check, spent)
                if applies is not True and value is not True:
                    value = MAYBE
                if value is not True:
                    value, lifted_by = _lifted(ctx, env, check, value)
                if check.kind == "applies" and value is False:
                    status = "not_applicable"
                else:
                    status = {True: "pass", False: "fail"}.get(value) if isinstance(value, bool) else None  # type: ignore[assignment]
                    status = status or ("silent" if value is SILENT else "unknown")
            if lifted_by and status == "pass":
                status = "lifted"
            cites = (check.paragraph, *(c for c in ctx.cites if c != check.paragraph))
            leaves = tuple(ctx.leaves)
        finally:
            mine = ctx.cites, ctx.leaves
            ctx.cites, ctx.leaves = outer
            ctx.cites.update(mine[0])
            ctx.leaves.update(mine[1])
        kept = list(env) if status != "pass" or element is not None else env
        return Result(check, status, element, cites, leaves, kept, lifted_by)

    def _value(self, ctx: Context, env: list[Any], check: Check, spent: dict[Any, Any]) -> Any:
        if check.kind == "forbidden":
            return False if check.body is None else kleene.negate(check.body(ctx, env))
        if check.cost is not None:
            return self._affordable(ctx, env, check.cost, spent)
        assert check.body is not None
        return check.body(ctx, env)

    def _affordable(self, ctx: Context, env: list[Any], cost: CostCode, spent: dict[Any, Any]) -> Any:
        """Whether this cost can be paid on top of the ones before it from the same places."""
        amount = cost.amount(ctx, env)
        if amount == 0 and not isinstance(amount, bool):
            return True
        places, total = available(ctx, env, cost.source)
        if places is None:
            return True
        already = 0
        for key in places:
            already = kleene.add(already, spent.get(key, 0))
        wanted = kleene.add(amount, already)
        if places:
            spent[places[0]] = kleene.add(spent.get(places[0], 0), amount)
        return kleene.at_least(ctx, total, wanted)

    def _judge_limits(self, ctx: Context, env: list[Any], results: list[Result]) -> None:
        for index, limit in enumerate(self.limits):
            assert limit.most is not None
            value = kleene.negate(kleene.at_least(ctx, self.used(ctx, env, index), limit.most.open(ctx, env)))
            status = "pass" if value is True else "fail" if value is False else "unknown"
            check = Check("limit", limit.paragraph, None, None, limit.node, self.scope)
            results.append(Result(check, status, None, (limit.paragraph,), (), env))

    def used(self, ctx: Context, env: list[Any], index: int) -> int:
        """How often it was done of what a limit counts."""
        count: int = ctx.state.get("@used", {}).get(self.limit_key(self.limits[index], env), 0)
        return count

    def limit_key(self, limit: LimitCode, env: list[Any]) -> str:
        """Where the uses that a limit counts are kept in the state."""
        actor = env[self.scope.slots[self.node.actor]]
        per = ",".join(str(env[self.scope.slots[name]]) for name in limit.node.per)
        return f"{limit.node.scope}|{limit.owner}|{actor}|{per}"


def _lifted(ctx: Context, env: list[Any], check: Check, value: Any) -> tuple[Any, str]:
    for paragraph, guard, _ in check.lifts:
        if paragraph == check.paragraph:
            continue
        lifts = True if guard is None else guard(ctx, env)
        if lifts is True:
            ctx.cite(paragraph)
            return True, paragraph
        if lifts is not False and lifts is not SILENT and value is False:
            value = MAYBE
    return value, ""


def verdict_of(results: list[Result]) -> Any:
    """True, False, unknown or silent from the checks."""
    unknown = silent = False
    for result in results:
        if result.status == "fail" or (result.check.kind == "applies" and result.status == "not_applicable"):
            return False
        unknown = unknown or result.status == "unknown"
        silent = silent or result.status == "silent"
    return MAYBE if unknown else SILENT if silent else True
