"""Steps of effects and procedures -> closures `f(run, env)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from referee import kleene
from referee.choices import Choice
from referee.choosing import Choosing, answer_to, do_deed
from referee.context import ref_parts
from referee.errors import BudgetError, RuleFaultError, UnknownNameError, WrongValueError
from referee.places import compile_places
from referee.scope import Closure, Scope
from referee.values import SILENT, Unknown, freeze

if TYPE_CHECKING:
    from referee.code import Code
    from referee.run import Run

StepClosure = Callable[["Run", list[Any]], None]

#: how often one payment may force its rescue
RESCUES = 60


class Steps(Choosing):
    """Compiles steps of one program."""

    def __init__(self, code: Code) -> None:
        self.code = code

    def compile(self, step: n.Step, scope: Scope, paragraph: str) -> StepClosure:
        """The closure of one step; `let` and `choose` add their name to the scope."""
        return getattr(self, "_" + type(step).__name__.lower())(step, scope, paragraph)  # type: ignore[no-any-return]

    def body(self, steps: tuple[n.Step, ...], scope: Scope, paragraph: str) -> list[StepClosure]:
        """A list of steps that share a scope."""
        return [self.compile(step, scope, paragraph) for step in steps]

    def _target(self, ref: n.Ref, scope: Scope) -> tuple[str, list[Closure]]:
        name, keys = ref_parts(ref)
        return name, [self.code.expressions.compile(key, scope) for key in keys]

    # ---- changes ---------------------------------------------------------------------------------------------------

    def _assign(self, step: n.Assign, scope: Scope, paragraph: str) -> StepClosure:
        name, keys = self._target(step.target, scope)
        value = self.code.expressions.compile(step.value, scope)
        op = step.op

        def assign(run: Run, env: list[Any]) -> None:
            at = tuple([run.value(key, env) for key in keys])
            new = value.now(run.ctx, env)
            if new is SILENT:
                raise RuleFaultError(f"no rule gives the value for “{name}”", paragraph)
            if op == "set":
                run.write(name, at, new, paragraph)
                return
            if new == 0 and not isinstance(new, Unknown):
                return
            old = run.read(name, at)
            if isinstance(old, str) and isinstance(new, int):
                run.write(name, at, _moved_on_scale(run, old, new if op == "raise" else -new), paragraph)
                return
            result = kleene.add(old, new) if op == "raise" else kleene.subtract(old, new)
            run.write(name, at, result, paragraph)

        return assign

    def _move(self, step: n.Move, scope: Scope, paragraph: str) -> StepClosure:
        amount = self.code.expressions.compile(step.amount, scope)
        source, target = compile_places(self.code, step.source, scope), compile_places(self.code, step.target, scope)
        mover, up_to = self.code.mover, step.up_to

        def move(run: Run, env: list[Any]) -> None:
            mover.transfer(run, run.value(amount, env), source, target, env, paragraph, up_to=up_to)

        return move

    def _pay(self, step: n.Pay, scope: Scope, paragraph: str) -> StepClosure:
        amount = self.code.expressions.compile(step.amount, scope)
        source, target = compile_places(self.code, step.source, scope), compile_places(self.code, step.target, scope)
        rescue = self._do(n.Do(step.rescue), scope, paragraph) if step.rescue is not None else None
        mover = self.code.mover

        def pay(run: Run, env: list[Any]) -> None:
            wanted = run.value(amount, env)
            if rescue is not None:
                for _ in range(RESCUES):
                    total = mover.total(run, source, env)
                    if total is None or total >= wanted:
                        break
                    rescue(run, env)
                else:
                    raise BudgetError(paragraph)
            mover.transfer(run, wanted, source, target, env, paragraph)

        return pay

    def _put(self, step: n.Put, scope: Scope, paragraph: str) -> StepClosure:
        what = self.code.expressions.compile(step.what, scope)
        name, keys = self._target(step.pile, scope)
        where = step.where

        def put(run: Run, env: list[Any]) -> None:
            value = run.value(what, env)
            at = tuple([run.value(key, env) for key in keys])
            cards = value if isinstance(value, tuple) else () if value is None else (value,)
            run.code.mover.put(run, cards, where, name, at, paragraph)

        return put

    def _draw(self, step: n.Draw, scope: Scope, paragraph: str) -> StepClosure:
        amount = self.code.expressions.compile(step.amount, scope)
        source, target = self._target(step.source, scope), self._target(step.target, scope)

        def draw(run: Run, env: list[Any]) -> None:
            number = run.value(amount, env)
            a = (source[0], tuple([run.value(key, env) for key in source[1]]))
            b = (target[0], tuple([run.value(key, env) for key in target[1]]))
            run.code.mover.draw(run, number, a, b, paragraph)

        return draw

    def _shuffle(self, step: n.Shuffle, scope: Scope, paragraph: str) -> StepClosure:
        name, keys = self._target(step.pile, scope)

        def shuffle(run: Run, env: list[Any]) -> None:
            at = tuple([run.value(key, env) for key in keys])
            cards = run.code.mover.pile(run, name, at)
            if len(cards) < 2 or set(cards) == {"?"}:
                return  # nothing to mix, or nobody knows the cards anyway
            order = answer_to(
                run, Choice("shuffle", name, at, None, None, paragraph, lambda: iter([cards])), always=True
            )
            order = freeze(order)
            if sorted(map(str, order)) != sorted(map(str, cards)):
                raise WrongValueError(f"The order of {name}", order, "a new order of the same cards")
            run.write(name, at, order, paragraph)

        return shuffle

    # ---- control ---------------------------------------------------------------------------------------------------

    def _do(self, step: n.Do, scope: Scope, paragraph: str) -> StepClosure:
        call = step.call
        expressions = self.code.expressions
        args = [expressions.compile(arg, scope) for arg in call.args]
        named = [(key, expressions.compile(value, scope)) for key, value in call.named]
        name = call.name
        if name in scope.slots:
            slot = scope.slots[name]
            return lambda run, env: do_deed(run, env[slot], run.ctx.actor)
        code = self.code
        if name in code.program.procedures:
            return lambda run, env: run.procedure(name, tuple([run.value(arg, env) for arg in args]))
        if name in code.program.actions:
            actor_slot = scope.slots.get("actor")

            def do_action(run: Run, env: list[Any]) -> None:
                action = code.action(name)
                values = tuple([run.value(arg, env) for arg in args])
                given = action.positional(values, {key: run.value(value, env) for key, value in named})
                by = given.pop("by", None)
                actor = by or (env[actor_slot] if actor_slot is not None else run.ctx.actor)
                run.perform(name, given, actor, nested=True)

            return do_action

        raise UnknownNameError("action or procedure", name, [*code.program.actions, *code.program.procedures])

    def _if(self, step: n.If, scope: Scope, paragraph: str) -> StepClosure:
        test = self.code.expressions.compile(step.test, scope)
        then = self.body(step.then, scope, paragraph)
        other = self.body(step.other, scope, paragraph)

        def branch(run: Run, env: list[Any]) -> None:
            run.body(then if run.test(test, env) else other, env)

        return branch

    def _for(self, step: n.For, scope: Scope, paragraph: str) -> StepClosure:
        inner = scope.child(step.var)
        slot = inner.slots[step.var]
        expressions = self.code.expressions
        members = expressions.compile(step.members, scope)
        test, by = expressions.maybe(step.body, inner), expressions.maybe(step.by, inner)
        steps = self.body(step.steps, inner, paragraph)
        down = step.down

        def loop(run: Run, env: list[Any]) -> None:
            chosen = []
            for item in run.value(members, env) or ():
                env[slot] = item
                if test is None or run.test(test, env):
                    chosen.append(item)
            if by is not None:
                keyed = []
                for item in chosen:
                    env[slot] = item
                    keyed.append((kleene.rank(run.ctx, run.value(by, env)), item))
                keyed.sort(key=lambda pair: pair[0], reverse=down)
                chosen = [item for _, item in keyed]
            for item in chosen:
                env[slot] = item
                run.body(steps, env)

        return loop

    def _repeat(self, step: n.Repeat, scope: Scope, paragraph: str) -> StepClosure:
        most = self.code.expressions.compile(step.most, scope)
        test = self.code.expressions.maybe(step.test, scope)
        steps = self.body(step.steps, scope, paragraph)

        def repeat(run: Run, env: list[Any]) -> None:
            for _ in range(run.value(most, env)):
                if test is not None and not run.test(test, env):
                    return
                run.body(steps, env)

        return repeat

    def _let(self, step: n.Let, scope: Scope, paragraph: str) -> StepClosure:
        value = self.code.expressions.compile(step.value, scope)
        slot = scope.add(step.name)

        def let(run: Run, env: list[Any]) -> None:
            env[slot] = run.value(value, env)

        return let

    def _emit(self, step: n.Emit, scope: Scope, paragraph: str) -> StepClosure:
        args = [self.code.expressions.compile(arg, scope) for arg in step.call.args]
        name = step.call.name

        def emit(run: Run, env: list[Any]) -> None:
            values = tuple([run.value(arg, env) for arg in args])
            run.events.append((name, values, paragraph))
            run.fire(name, values)

        return emit

    def _pass(self, step: n.Pass, scope: Scope, paragraph: str) -> StepClosure:
        return lambda run, env: None

    def _gameover(self, step: n.GameOver, scope: Scope, paragraph: str) -> StepClosure:
        return lambda run, env: run.end_game(paragraph)


def _moved_on_scale(run: Run, value: str, by: int) -> Any:
    for members in run.code.program.members.values():
        if value in members and value in run.code.program.order:
            at = members.index(value) + by
            return members[max(0, min(at, len(members) - 1))]
    return value
