"""Steps that stop for somebody's choice, for chance, or for an offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from referee.choices import Choice, enumerate_type, wanted, within
from referee.context import ref_parts
from referee.domains import fits
from referee.errors import NeedChoice, RuleFaultError, WrongValueError
from referee.scope import Scope
from referee.values import Bag, Deed, freeze

if TYPE_CHECKING:
    from referee.run import Run


class Choosing:
    """The part of `Steps` that chooses."""

    code: Any

    def _choose(self, step: n.Choose, scope: Scope, paragraph: str) -> Any:
        name, keys = ref_parts(step.target)
        expressions = self.code.expressions
        local = isinstance(step.target, n.Name) and name not in self.code.program.facts
        type_, chance = step.type, step.chance
        by = expressions.maybe(step.by, scope)
        key_closures = [expressions.compile(key, scope) for key in keys]
        inner = scope
        slot = inner.add(name) if local else inner.child("chosen").slots["chosen"]
        test_scope = inner if local else _with_alias(inner, slot)
        test = expressions.maybe(step.body, test_scope)
        otherwise = expressions.maybe(step.otherwise, scope)

        def choose(run: Run, env: list[Any]) -> None:
            at = tuple([run.value(key, env) for key in key_closures])
            who = run.value(by, env) if by is not None else None
            if who is None and not chance:
                value = None if otherwise is None else run.value(otherwise, env)
            else:

                def good(candidate: Any) -> bool:
                    env[slot] = candidate
                    if local:
                        return test is None or run.test(test, env)
                    return test is None or run.code.with_value(run, name, at, candidate, lambda: run.test(test, env))

                options = enumerate_type(run, type_, env, scope, good if test is not None else None)
                choice = Choice("chance" if chance else "choice", name, at, who, type_, paragraph, options)
                value = answer_to(run, choice, fallback=(lambda: run.value(otherwise, env)) if otherwise else None)
                value = freeze(value)
                if not _acceptable(run, type_, env, scope, value) or (test is not None and not good(value)):
                    asked = wanted(run, type_, env, scope)
                    raise WrongValueError(f"“{name}”", value, asked + " that the rule allows here")
            if local:
                env[slot] = value
            else:
                run.write(name, at, value, paragraph)

        return choose

    def _chooseeach(self, step: n.ChooseEach, scope: Scope, paragraph: str) -> Any:
        inner = scope.child(step.var)
        slot = inner.slots[step.var]
        name, keys = ref_parts(step.target)
        key_closures = [self.code.expressions.compile(key, inner) for key in keys]
        members = self.code.expressions.compile(step.members, scope)
        type_ = step.type

        def choose_each(run: Run, env: list[Any]) -> None:
            picked = []
            for who in run.value(members, env) or ():
                env[slot] = who
                at = tuple([run.value(key, env) for key in key_closures])
                options = enumerate_type(run, type_, env, inner, None)
                value = freeze(answer_to(run, Choice("secret", name, at, who, type_, paragraph, options)))
                if not _acceptable(run, type_, env, inner, value):
                    raise WrongValueError(f"“{name}”", value, wanted(run, type_, env, inner))
                picked.append((at, value))
            for at, value in picked:  # revealed together
                run.write(name, at, value, paragraph)

        return choose_each

    def _offer(self, step: n.Offer, scope: Scope, paragraph: str) -> Any:
        to = self.code.expressions.compile(step.to, scope)
        expressions = self.code.expressions
        name = step.call.name
        args = [expressions.compile(arg, scope) for arg in step.call.args]
        named = [(key, expressions.compile(value, scope)) for key, value in step.call.named]

        def offer(run: Run, env: list[Any]) -> None:
            who = run.value(to, env)
            if who is None:
                return
            action = run.code.action(name)
            given = action.positional(
                tuple([run.value(arg, env) for arg in args]), {key: run.value(value, env) for key, value in named}
            )

            def options(exact: bool = False) -> Any:
                from referee.moves import calls_of

                if not step.must:
                    yield None
                for found in calls_of(run.ctx, name, who, given, nested=True, exact=exact):
                    yield Deed((name, tuple(found.items())))

            kind = "duty" if step.must else "offer"
            choice = Choice(kind, name, (), who, None, paragraph, options, lambda: options(exact=True))
            taken = answer_to(run, choice, fallback=lambda: False)  # nobody is obliged to what cannot be done
            if taken is not False and (step.must or taken is not None):
                do_deed(run, _as_offered(_as_deed(taken), name, given), who)

        return offer


def _with_alias(scope: Scope, slot: int) -> Scope:
    alias = Scope()
    alias.slots = {**scope.slots, "chosen": slot}
    return alias


def _acceptable(run: Run, type_: n.Type, env: list[Any], scope: Scope, value: Any) -> bool:
    return fits(run.ctx, _plain(type_), value) and within(run, type_, env, scope, value)


def _plain(type_: n.Type) -> n.Type:
    """A type without its ends and its size: `within` works those out, for they may name locals."""
    if isinstance(type_, n.TypeRange):
        return n.TypeNumber()
    return n.TypeMany(type_.shape, type_.kind) if isinstance(type_, n.TypeMany) else type_


def _as_deed(value: Any) -> Deed:
    if isinstance(value, Deed):
        return value
    if isinstance(value, dict) and "do" in value:
        return Deed((value["do"], tuple((k, freeze(v)) for k, v in dict(value.get("with", {})).items())))
    raise WrongValueError("The answer", value, "an action with its arguments, or none where it is only offered")


def _as_offered(deed: Deed, name: str, given: dict[str, Any]) -> Deed:
    """The answer to an offer with what the offer fixes; another action, or other arguments, were not offered."""
    args = dict(deed[1])
    if deed[0] != name or any(args.get(key, value) != value for key, value in given.items()):
        shown = f"{name} with {', '.join(f'{key} = {value}' for key, value in given.items())}" if given else name
        raise WrongValueError("The answer", deed[0], f"{shown}, as it is offered")
    return Deed((name, tuple({**given, **args}.items())))


def do_deed(run: Run, deed: Any, actor: str | None) -> None:
    """Does an action or procedure that is held as a value."""
    if isinstance(deed, Bag) and "do" in deed:
        deed = _as_deed(deed)
    if not isinstance(deed, Deed):
        raise RuleFaultError(f"{deed!r} is not an action", "")
    name, args = deed
    if name in run.code.program.procedures:
        run.procedure(name, tuple(value for _, value in args))
    else:
        run.perform(name, dict(args), actor, nested=True)


def answer_to(run: Run, choice: Choice, *, always: bool = False, fallback: Any = None) -> Any:
    """The next given answer; a choice of one is no choice."""
    if not always:
        found = []
        for option in choice.options():
            found.append(option)
            if len(found) == 2:
                break
        if not found:
            if fallback is not None:
                return fallback()
            raise RuleFaultError(f"there is nothing to choose for “{choice.name}”", choice.paragraph)
        if len(found) == 1:
            return found[0]
    if run.taken < len(run.answers):
        run.taken += 1
        return run.answers[run.taken - 1]
    raise NeedChoice(choice)
