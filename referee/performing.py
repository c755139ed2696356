"""Doing an action: judged, paid, carried out, finished."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.actions import ActionCode
from referee.clauses import Check, EachCode, EffectCode, OptionCode, Result
from referee.context import Context
from referee.errors import NeedFact, RefereeError, WrongValueError
from referee.judging import verdict_of
from referee.values import Unknown


class IllegalActionError(RefereeError):
    """An action that a requirement forbids; nothing was changed."""

    def __init__(self, name: str, results: list[Result]) -> None:
        failed = [r for r in results if r.status in ("fail", "silent")]
        where = ", ".join(dict.fromkeys(f"#{r.check.paragraph}" for r in failed))
        super().__init__(f"{name} is not legal here ({where}); nothing was changed.")
        self.name = name
        self.results = results


class Performing:
    """The part of `Run` that does actions."""

    def perform(self: Any, name: str, args: dict[str, Any], actor: str | None, *, nested: bool = False) -> None:
        """Does an action: judged, paid, carried out, finished. An illegal one raises and changes nothing outside."""
        self.deeper(name)
        action = self.code.action(name)
        ctx = self.ctx
        outer_via, outer_before, outer_actor, outer_doing = ctx.via, ctx.before, ctx.actor, ctx.doing
        if not nested and self.code.uses_before:
            ctx.before = Context(self.code, copy_state(self.state), readings=ctx.readings, split=ctx.split)
        try:
            env = action.bind(ctx, args, actor)
        except WrongValueError:
            if not nested:
                raise
            # an effect that hands on an argument that cannot be (nothing was chosen, say) makes the whole illegal
            check = Check("size", action.paragraph, None, None, action.node, action.scope)
            raise IllegalActionError(name, [Result(check, "fail", None, (action.paragraph,))]) from None
        if any(type(value) is Unknown for value in env):
            ctx.vague = True
        legal: Any = None if self.explains else action.legal(ctx, env, nested=nested)
        if legal is not True:
            results = action.judge(ctx, env, nested=nested)
            if nested:
                self.nested += results
            else:
                self.results = results
            legal = verdict_of(results)
        if legal is not True:
            if isinstance(legal, Unknown):
                leaf = next((leaf for r in results if r.status == "unknown" for leaf in r.leaves), None)
                if leaf is not None:
                    raise NeedFact(leaf, judging=True)
            raise IllegalActionError(name, results)
        self.reset_scope(name)
        # what a card does is done through the card all the way down; otherwise through the action next above
        through = outer_via if nested and outer_via is not None and self.code.is_card(outer_via) else name
        inner_via = name if self.code.is_card(name) else through
        ctx.via = name if not nested or self.code.is_card(name) else outer_via
        groups = [action.parts] if nested else [action.class_parts, action.parts]
        for parts in groups:
            self._pay(action, parts, env)
        for parts in groups:
            self._effects(action, parts, env, "", inner_via)
        for slot in action.slots:
            self._effects(action, action.parts, env, slot, inner_via)
        for parts in groups:
            self._effects(action, parts, env, None, inner_via)
        ctx.via = outer_via
        ctx.forget("@via")
        self._after(action, env)
        if not nested:
            for limit in action.limits:
                used = dict(self.state.get("@used", {}))
                key = action.limit_key(limit, env)
                used[key] = used.get(key, 0) + 1
                self.state["@used"] = used
        ctx.before, ctx.actor, ctx.doing = outer_before, outer_actor, outer_doing
        self.depth -= 1
        values = tuple(env[action.scope.slots[p]] for p in action.params)
        self.fire(name, (*values, actor))

    def _pay(self: Any, action: ActionCode, parts: list[Any], env: list[Any]) -> None:
        for part, local in self._each(parts, env):
            if isinstance(part, Check) and part.cost is not None:
                if part.guard is None or self.test(part.guard, local):
                    amount = self.value(part.cost.amount, local)
                    self.code.mover.transfer(self, amount, part.cost.source, part.cost.target, local, part.paragraph)

    def _effects(self: Any, action: ActionCode, parts: list[Any], env: list[Any], slot: str | None, via: str) -> None:
        """Effects of one slot; None: those that come last."""
        for part, local in self._each(parts, env):
            if isinstance(part, EffectCode):
                node = part.node
                if (node.last, node.slot) != ((True, "") if slot is None else (False, slot)):
                    continue
                if part.run is None:
                    part.run = self.code.steps.compile(node.step, part.scope, part.paragraph)
                self.entered[part.paragraph] = None
                outer, self.ctx.via = self.ctx.via, via
                self.ctx.forget("@via")  # values may read through what they are done
                self.tick(action.name)
                part.run(self, local)
                self.ctx.via = outer

    def _each(self: Any, parts: list[Any], env: list[Any]) -> Iterator[tuple[Any, list[Any]]]:
        for part in parts:
            if isinstance(part, EachCode):
                for element in self.value(part.members, env) or ():
                    env[part.slot] = element
                    if part.test is None or self.test(part.test, env):
                        for inner, local in self._each(part.parts, env):
                            env[part.slot] = element
                            yield inner, local
            elif isinstance(part, OptionCode):
                if env[part.slot] is True:
                    yield from self._each(part.parts, env)
            else:
                yield part, env

    def _after(self: Any, action: ActionCode, env: list[Any]) -> None:
        failed = []
        for part in [*action.class_parts, *action.parts]:
            if isinstance(part, Check) and part.kind == "after":
                if part.guard is not None and not self.test(part.guard, env):
                    continue
                assert part.body is not None
                try:
                    holds = self.test(part.body, env)
                except NeedFact as need:
                    raise NeedFact(need.leaf, judging=True) from None
                if not holds:
                    failed.append(Result(part, "fail", None, (part.paragraph,), (), list(env)))
        if failed:
            raise IllegalActionError(action.name, failed)


def copy_state(state: Any) -> Any:
    """A state that can be changed and leaves the original alone; values inside are never changed in place."""
    if type(state) is dict:
        return {key: copy_state(item) if type(item) is dict else item for key, item in state.items()}
    return state
