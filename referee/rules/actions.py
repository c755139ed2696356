"""Actions compiled: the checks that make them legal, each with its paragraph; costs and effects in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from grammar import nodes as n
from kb.rules.program import ActionInfo, Cited
from kb.rules.reads import found_in
from referee.compiler.compiler import Compiler
from referee.errors import MissingArgumentsError, TooManyArgumentsError, UnknownNameError, WrongArgumentError
from referee.evaluation.context import Context
from referee.evaluation.domains import describe, domain_of, fits
from referee.evaluation.scope import Scope
from referee.resolved.tree.sorts import sort_of_type
from referee.rules.division import aside
from referee.rules.judgement import Judgement
from referee.rules.needs import Needs
from referee.runtime.functions import STUMBLES, Lazy
from referee.units.clauses import (
    Check,
    CostCode,
    EachCode,
    EffectCode,
    LimitCode,
    OptionCode,
    Part,
    Partial,
    Result,
    Verdict,
    number_checks,
)
from referee.units.formula import Formula
from referee.units.places import compile_places
from referee.units.runner import Steps
from referee.values import Leaf, Unknown, freeze, known_whole

#: stages of doing an action that no slot is called
PAY, LAST = "@pay", "@last"


class ActionCode:
    """One action, ready to be judged."""

    def __init__(self, compiler: Compiler, info: ActionInfo) -> None:
        self.compiler = compiler
        self.info = info
        self.node: n.Action = info.node
        self.name = info.name
        self.paragraph = info.paragraph
        self.params = {p.name: p for p in self.node.params}
        self.scope = Scope((*self.params, self.node.actor))
        self.actor_slot = self.scope.slots[self.node.actor]
        for name, param in self.params.items():
            self.scope.sorts[self.scope.slots[name]] = sort_of_type(param.type)
        self.lets: list[tuple[int, Formula]] = []
        self.options: list[str] = []
        self.slots: tuple[str, ...] = ()
        self.anytime = False
        self.limits: list[LimitCode] = []
        self._verdict: Verdict | None = None
        self._hangs: dict[Check, frozenset[str]] = {}
        self._arguments: dict[Check, dict[Leaf, None]] = {}
        self.among = compiler.formula(self.node.among, Scope()) if self.node.among is not None else None
        clauses = list(info.clauses)
        homes = [compiler.program.classes[name] for name in self.node.classes if name in compiler.program.classes]
        for owner, group in [*((home.name, home.clauses) for home in homes), (self.name, clauses)]:
            self._declare(group, owner)
        self._lets([cited for home in homes for cited in home.clauses] + clauses)
        for limit in self.limits:
            limit.most = compiler.formula(limit.node.most, self.scope)
        self.class_parts = [part for home in homes for part in self._compile(home.clauses)]
        self.parts = self._compile(clauses)
        self.needs_trial = compiler.has_trial(self.name, lambda: self._has_trial(clauses))
        self._sizes()
        number_checks(self.name, (*checks_in(self.class_parts), *checks_in(self.parts)))
        self.own_checks = frozenset(checks_in(self.parts))
        self.class_stages, self.stages = stages_of(self.class_parts), stages_of(self.parts)
        self._allow(
            [*clauses, *(c for k in self.node.classes for c in getattr(compiler.program.classes.get(k), "clauses", ()))]
        )

    # ---- compiling -------------------------------------------------------------------------------------------------

    def _declare(self, clauses: list[Cited], owner: str) -> None:
        """Local names first: a clause of another paragraph may use them, and no quantifier may take their slot."""
        for cited in clauses:
            node = cited.node
            if isinstance(node, n.Let | n.Option):
                self.scope.add(node.name, let=isinstance(node, n.Let))
            if isinstance(node, n.Option):
                if node.name not in self.options:
                    self.options.append(node.name)
            elif isinstance(node, n.Slots):
                self.slots = node.names
            elif isinstance(node, n.Anytime):
                self.anytime = True
            elif isinstance(node, n.Limit):
                self.limits.append(LimitCode(node, cited.paragraph, owner))

    def _lets(self, clauses: list[Cited]) -> None:
        for cited in clauses:
            if isinstance(cited.node, n.Let):
                formula = self.compiler.formula(cited.node.value, self.scope)
                self.lets.append((self.scope.slots[cited.node.name], formula))

    def _compile(self, clauses: list[Cited]) -> list[Part]:
        """Clauses of several paragraphs over the same elements are judged element by element."""
        parts: list[Part] = []
        for cited in clauses:
            part = self._compile_one(cited, self.scope)
            last = parts[-1] if parts else None
            if isinstance(part, EachCode) and isinstance(last, EachCode) and part.same_elements(last):
                last.parts += part.parts
            elif part is not None:
                parts.append(part)
        return parts

    def _compile_one(self, cited: Cited, scope: Scope) -> Part | None:
        node, paragraph = cited.node, cited.paragraph
        compiler = self.compiler
        if isinstance(node, n.Requires):
            kind = "after" if node.after else "requires"
            body = compiler.formula(node.body, scope)
            check = Check(kind, paragraph, compiler.maybe(node.when, scope), body, node, scope)
            check.aside = compiler.maybe(aside(node, self.params, compiler, scope), scope)
            return check
        if isinstance(node, n.Forbidden):
            check = Check("forbidden", paragraph, None, compiler.maybe(node.when, scope), node, scope)
            check.aside = compiler.maybe(aside(node, self.params, compiler, scope), scope)
            return check
        if isinstance(node, n.Applies):
            return Check("applies", paragraph, None, compiler.formula(node.when, scope), node, scope)
        if isinstance(node, n.Cost):
            cost = CostCode(
                compiler.formula(node.amount, scope),
                compile_places(self.compiler, node.source, scope),
                compile_places(self.compiler, node.target, scope),
            )
            return Check("cost", paragraph, compiler.maybe(node.when, scope), None, node, scope, cost=cost)
        if isinstance(node, n.Effect):
            return EffectCode(paragraph, node, scope)
        if isinstance(node, n.Each):
            inner = scope.child(node.var)
            nested = [Cited(c, paragraph, cited.place, cited.rank) for c in node.clauses]
            parts = [p for p in (self._compile_one(c, inner) for c in nested) if p is not None]
            members = compiler.formula(node.members, scope)
            return EachCode(
                inner.slots[node.var],
                node.var,
                members,
                compiler.maybe(node.body, inner),
                parts,
                (node.members, node.body),
            )
        if isinstance(node, n.Option):
            nested = [Cited(c, paragraph, cited.place, cited.rank) for c in node.clauses]
            parts = [p for p in (self._compile_one(c, scope) for c in nested) if p is not None]
            return OptionCode(scope.slots[node.name], parts)
        return None

    def _has_trial(self, clauses: list[Cited]) -> bool:
        """Whether legality shows only when it is done: a check on the state after, or effects that do other actions."""
        if any(isinstance(cited.node, n.Requires) and cited.node.after for cited in clauses):
            return True
        local = {p.name for p in self.node.params}
        called = {do.call.name for cited in clauses for do in found_in(cited.node, n.Do)}
        return any(name in self.compiler.program.actions or name in local for name in called) or any(
            True for cited in clauses for loop in found_in(cited.node, n.For) if called & {loop.var}
        )

    def _sizes(self) -> None:
        """`sized a..b` on a parameter is a requirement of the paragraph that declares the action."""
        compiler = self.compiler
        for param in self.node.params:
            type_ = param.type
            if isinstance(type_, n.TypeMany) and type_.least is not None and type_.most is not None:
                size = n.Call("size", (n.Name(param.name),))
                body = n.Member(size, n.Range(type_.least, type_.most))
                node = n.Requires(body)
                check = Check("size", self.paragraph, None, compiler.formula(body, self.scope), node, self.scope)
                self.parts.insert(0, check)

    def _allow(self, clauses: list[Cited]) -> None:
        """`allowed when e overrides #p`, `requires … overrides #p` and `lifts #p` switch checks of that paragraph off."""
        allowed: dict[str, list[tuple[str, Formula | None, n.Expr | None]]] = {}
        maybe = self.compiler.maybe
        for cited in clauses:
            node, paragraph = cited.node, cited.paragraph
            if isinstance(node, n.Allowed | n.Requires | n.Forbidden):
                for target in node.overrides:
                    if isinstance(node, n.Allowed) or target != paragraph:  # no check stands above itself
                        allowed.setdefault(target, []).append((paragraph, maybe(node.when, self.scope), node.when))
        for cited in self.compiler.program.lifts:
            for target in cited.node.targets:
                allowed.setdefault(target, []).append(
                    (cited.paragraph, maybe(cited.node.when, Scope()), cited.node.when)
                )
        if allowed:
            for check in self.checks():
                check.lifts = allowed.get(check.paragraph, [])

    def write_effects(self) -> None:
        """All effects in the order they are done: a name that one brings counts in the next.

        They are written on copies of their scopes: the compiled action stays as it is for those who judge by it meanwhile."""
        for part, scope in self._scopes():
            part.run = self.compiler.effect(scope, part.paragraph, (part.node.step,))

    def begun_effect(self, begun: EffectCode, steps: tuple[n.Step, ...]) -> Steps:
        """One effect as far as some steps of it, with the names that those before it bring."""
        for part, scope in self._scopes():
            if part is begun:
                return self.compiler.effect(scope, part.paragraph, steps)
            self.compiler.effect(scope, part.paragraph, (part.node.step,))
        raise ValueError(f"no effect of {self.name}")

    def _scopes(self) -> Iterator[tuple[EffectCode, Scope]]:
        scopes: dict[int, Scope] = {}
        for part in self.in_order([*effects_in(self.class_parts), *effects_in(self.parts)]):
            yield part, scopes.setdefault(id(part.scope), part.scope.child())

    def in_order(self, effects: Iterable[EffectCode]) -> list[EffectCode]:
        """Effects as they are carried out."""
        order = {slot: at for at, slot in enumerate((n.ONCE, "", *self.slots))}
        last = len(order)
        return sorted(effects, key=lambda part: last if part.node.last else order.get(part.node.slot, last))

    def checks(self) -> Iterator[Check]:
        """All checks, those of its classes first."""
        yield from checks_in(self.class_parts)
        yield from checks_in(self.parts)

    # ---- arguments -------------------------------------------------------------------------------------------------

    def bind(self, ctx: Context, args: Mapping[str, object], actor: str | None) -> list[object]:
        """The environment of a call; what is not given is unknown, what cannot be is refused."""
        env: list[object] = [None] * self.scope.frame.size
        for name in args:
            if name not in self.params and name not in self.options:
                raise UnknownNameError(f"parameter of {self.name}", name, [*self.params, *self.options])
        for name, param in self.params.items():
            slot = self.scope.slots[name]
            if name in args:
                value = known_whole(freeze(args[name]))
                if not isinstance(value, Unknown) and not fits(ctx, param.type, value):
                    raise WrongArgumentError(f"“{name}” of {self.name}", args[name], describe(ctx, param.type))
                env[slot] = value
            elif param.default is not None:
                env[slot] = ctx.code.constant(ctx, param.default)
            else:
                env[slot] = self._untold(ctx, name, param.type)
        for option in self.options:
            env[self.scope.slots[option]] = args.get(option, False)
        slot = self.scope.slots[self.node.actor]
        if actor is None and self.node.kind:
            env[slot] = self._untold(ctx, self.node.actor, n.TypeName(self.node.kind))
        elif actor is None and self.among is not None:
            members = cast("tuple[object, ...]", self.among.now(ctx, []))
            env[slot] = members[0] if len(members) == 1 else self._untold_actor(ctx, members)
        else:
            env[slot] = actor
        for slot, formula in self.lets:
            env[slot] = Lazy(formula)
        return env

    def _untold(self, ctx: Context, name: str, type_: n.Type | None) -> object:
        leaf = (f"{self.name}.{name}", ())
        if leaf in ctx.split:
            value = ctx.split[leaf]
            if isinstance(value, Unknown):
                ctx.leaves[leaf] = value
            return value
        domain = domain_of(ctx, type_) if type_ is not None else Unknown()
        return ctx.unknown(leaf, domain)

    def _untold_actor(self, ctx: Context, members: tuple[object, ...]) -> object:
        leaf = (f"{self.name}.{self.node.actor}", ())
        return ctx.split[leaf] if leaf in ctx.split else ctx.unknown(leaf, Unknown(options=members))

    # ---- for listing -----------------------------------------------------------------------------------------------

    def frame(self, actor: str | None) -> list[object]:
        """A frame in which nothing but the actor is bound."""
        env: list[object] = [None] * self.scope.frame.size
        env[self.actor_slot] = actor
        for option in self.options:
            env[self.scope.slots[option]] = False
        return env

    def partial(self, parts: Sequence[Part | LimitCode]) -> Partial:
        """Some of its checks and limits, as one function."""
        return self.compiler.partial(self, parts)

    def judge(self, ctx: Context, env: list[object], *, nested: bool = False, full: bool = True) -> list[Result]:
        """Every check with its status; `full` False stops at the first failure."""
        return Judgement(self, ctx, env, nested=nested, full=full).made()

    def hangs_on(self, check: Check) -> frozenset[str]:
        """The parameters and options, and the actor, that a check reads."""
        found = self._hangs.get(check)
        if found is None:
            found = self._hangs[check] = Needs(self, actor=True).of(check)
        return found

    def arguments_of(self, check: Check) -> dict[Leaf, None]:
        """The same, as what is asked for where it is missing."""
        found = self._arguments.get(check)
        if found is None:
            named = [(f"{self.name}.{param}", ()) for param in self.hangs_on(check)]
            found = self._arguments[check] = dict.fromkeys(named)
        return found

    def enter(self, ctx: Context, env: list[object]) -> None:
        """From here on it is this action, by this actor, that is judged or done."""
        actor = env[self.actor_slot]
        ctx.actor = actor if isinstance(actor, str) else None
        self.stand(ctx)

    def stand(self, ctx: Context) -> None:
        """From here on it is this action that is judged or done."""
        if ctx.doing != self.name:
            ctx.doing = self.name
            ctx.forget("@doing")  # what was computed for another action may read which action it is

    def used(self, ctx: Context, env: list[object], index: int) -> int:
        """How often it was done of what a limit counts."""
        return ctx.state.used.get(self.limit_key(self.limits[index], env), 0)

    def limit_key(self, limit: LimitCode, env: list[object]) -> str:
        """Where the uses that a limit counts are kept in the state."""
        per = ",".join(str(env[self.scope.slots[name]]) for name in limit.node.per)
        return f"{limit.node.scope}|{limit.owner}|{env[self.actor_slot]}|{per}"

    def legal_as_assumed(self, ctx: Context, env: list[object], *, nested: bool = False) -> bool | None:
        """The same, with what is assumed of derived facts: what that hangs on is noted nowhere, so nothing of it is remembered."""
        ctx.guessing = True
        legal = self.legal(ctx, env, nested=nested)
        ctx.guessing = False
        if ctx.guessed:
            ctx.memo, ctx.guessed = {}, False
        return legal

    def legal(self, ctx: Context, env: list[object], *, nested: bool = False) -> bool | None:
        """The verdict by plain code; None where something is not known, and every check must be looked at."""
        if ctx.careful or Unknown in map(type, env):
            return None
        self.enter(ctx, env)
        if self._verdict is None:
            self._verdict = self.compiler.verdict(self)
        try:
            return self._verdict(ctx, env, nested)
        except STUMBLES:
            return None

    def positional(self, values: tuple[object, ...], named: Mapping[str, object]) -> dict[str, object]:
        """Arguments by name."""
        if not values:
            return dict(named)
        names = [*self.params]
        if len(values) > len(names):
            raise TooManyArgumentsError(self.name, names, len(values))
        return {**dict(zip(names, values, strict=False)), **named}

    def require_whole(self, args: Mapping[str, object]) -> None:
        """Refuses to do what is only half said: a question may leave an argument open, a deed may not."""
        missing = [name for name, param in self.params.items() if name not in args and param.default is None]
        if missing:
            raise MissingArgumentsError(self.name, missing)


def stages_of(parts: list[Part]) -> frozenset[str] | None:
    """What is to be done of some clauses: the slots of their effects, PAY and LAST; None where that hangs on what they go over."""
    found = set()
    for part in parts:
        if isinstance(part, EachCode | OptionCode):
            return None
        if isinstance(part, EffectCode):
            found.add(LAST if part.node.last else part.node.slot)
        elif part.cost is not None:
            found.add(PAY)
    return frozenset(found)


def effects_in(parts: list[Part]) -> Iterator[EffectCode]:
    """The effects among compiled clauses, also those inside `each` and `option`."""
    for part in parts:
        if isinstance(part, EffectCode):
            yield part
        elif isinstance(part, EachCode | OptionCode):
            yield from effects_in(part.parts)


def checks_in(parts: list[Part]) -> Iterator[Check]:
    """The checks among compiled clauses, also those inside `each` and `option`."""
    for part in parts:
        if isinstance(part, Check):
            yield part
        elif isinstance(part, EachCode | OptionCode):
            yield from checks_in(part.parts)
