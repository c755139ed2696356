"""Actions compiled: the checks that make them legal, each with its paragraph; costs and effects in their order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from kb.program import ActionInfo, Cited
from referee import kleene
from referee.context import Context
from referee.domains import describe, domain_of, fits
from referee.errors import UnknownNameError, WrongArgumentsError, WrongValueError
from referee.places import PlaceCode, available, compile_places
from referee.scope import SLOTS, Closure, Lazy, Scope
from referee.values import MAYBE, SILENT, Leaf, Unknown, freeze

if TYPE_CHECKING:
    from referee.code import Code


@dataclass(slots=True)
class Check:
    """One requirement of an action."""

    kind: str  #: requires, forbidden, cost, limit, applies, actor, size, after
    paragraph: str
    guard: Closure | None
    body: Closure | None
    node: Any
    scope: Scope
    lifts: list[tuple[str, Closure | None]] = field(default_factory=list)  #: (paragraph, guard) of what lifts it
    cost: CostCode | None = None


@dataclass(slots=True)
class CostCode:
    """A compiled cost."""

    amount: Closure
    source: list[PlaceCode]
    target: list[PlaceCode]


@dataclass(slots=True)
class EachCode:
    """Clauses that count for every element."""

    slot: int
    var: str
    members: Closure
    test: Closure | None
    parts: list[Any]


@dataclass(slots=True)
class OptionCode:
    """Clauses that count when an option is taken."""

    slot: int
    parts: list[Any]


@dataclass(slots=True)
class EffectCode:
    """An effect clause: its step is compiled by the effects module on first use."""

    paragraph: str
    node: n.Effect
    scope: Scope
    run: Any = None


@dataclass(slots=True)
class Result:
    """What one check came to."""

    check: Check
    status: str  #: pass, fail, unknown, not_applicable, lifted, silent
    element: Any = None
    cites: tuple[str, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    env: list[Any] | None = None
    lifted_by: str = ""


class ActionCode:
    """One action, ready to be judged."""

    def __init__(self, code: Code, info: ActionInfo) -> None:
        self.code = code
        self.info = info
        self.node: n.Action = info.node
        self.name = info.name
        self.paragraph = info.paragraph
        self.params = {p.name: p for p in self.node.params}
        self.scope = Scope((*self.params, self.node.actor))
        self.lets: list[tuple[int, Closure]] = []
        self.options: list[str] = []
        self.slots: tuple[str, ...] = ()
        self.anytime = False
        self.limits: list[tuple[n.Limit, str, str]] = []  #: (limit, paragraph, counted name)
        self.among = code.expressions.compile(self.node.among, Scope()) if self.node.among is not None else None
        clauses = list(info.clauses)
        homes = [code.program.classes[name] for name in self.node.classes if name in code.program.classes]
        for owner, group in [*((home.name, home.clauses) for home in homes), (self.name, clauses)]:
            self._declare(group, owner)
        self._lets([cited for home in homes for cited in home.clauses] + clauses)
        self.class_parts = [part for home in homes for part in self._compile(home.clauses)]
        self.parts = self._compile(clauses)
        self._sizes()
        self._allow([*clauses, *(c for k in self.node.classes for c in getattr(code.program.classes.get(k), "clauses", ()))])

    # ---- compiling -------------------------------------------------------------------------------------------------

    def _declare(self, clauses: list[Cited], owner: str) -> None:
        """Local names first: a clause of another paragraph may use them, and no quantifier may take their slot."""
        for cited in clauses:
            node = cited.node
            if isinstance(node, n.Let | n.Option):
                self.scope.add(node.name)
            if isinstance(node, n.Option):
                self.options.append(node.name)
            elif isinstance(node, n.Slots):
                self.slots = node.names
            elif isinstance(node, n.Anytime):
                self.anytime = True
            elif isinstance(node, n.Limit):
                self.limits.append((node, cited.paragraph, owner))

    def _lets(self, clauses: list[Cited]) -> None:
        for cited in clauses:
            if isinstance(cited.node, n.Let):
                closure = self.code.expressions.compile(cited.node.value, self.scope)
                self.lets.append((self.scope.slots[cited.node.name], closure))

    def _compile(self, clauses: list[Cited]) -> list[Any]:
        parts = (self._compile_one(cited, self.scope) for cited in clauses)
        return [part for part in parts if part is not None]

    def _compile_one(self, cited: Cited, scope: Scope) -> Any:
        node, paragraph = cited.node, cited.paragraph
        expressions = self.code.expressions
        if isinstance(node, n.Requires):
            kind = "after" if node.after else "requires"
            body = expressions.compile(node.body, scope)
            return Check(kind, paragraph, expressions.maybe(node.when, scope), body, node, scope)
        if isinstance(node, n.Forbidden):
            return Check("forbidden", paragraph, None, expressions.maybe(node.when, scope), node, scope)
        if isinstance(node, n.Applies):
            return Check("applies", paragraph, None, expressions.compile(node.when, scope), node, scope)
        if isinstance(node, n.Cost):
            cost = CostCode(
                expressions.compile(node.amount, scope),
                compile_places(self.code, node.source, scope),
                compile_places(self.code, node.target, scope),
            )
            return Check("cost", paragraph, expressions.maybe(node.when, scope), None, node, scope, cost=cost)
        if isinstance(node, n.Effect):
            return EffectCode(paragraph, node, scope)
        if isinstance(node, n.Each):
            inner = scope.child(node.var)
            nested = [Cited(c, paragraph, cited.place, cited.rank) for c in node.clauses]
            parts = [p for p in (self._compile_one(c, inner) for c in nested) if p is not None]
            members = expressions.compile(node.members, scope)
            return EachCode(inner.slots[node.var], node.var, members, expressions.maybe(node.body, inner), parts)
        if isinstance(node, n.Option):
            nested = [Cited(c, paragraph, cited.place, cited.rank) for c in node.clauses]
            parts = [p for p in (self._compile_one(c, scope) for c in nested) if p is not None]
            return OptionCode(scope.slots[node.name], parts)
        return None

    def _sizes(self) -> None:
        """`sized a..b` on a parameter is a requirement of the paragraph that declares the action."""
        expressions = self.code.expressions
        for param in self.node.params:
            type_ = param.type
            if isinstance(type_, n.TypeMany) and type_.least is not None and type_.most is not None:
                size = n.Call("size", (n.Name(param.name),))
                body = n.Member(size, n.Range(type_.least, type_.most))
                node = n.Requires(body)
                check = Check("size", self.paragraph, None, expressions.compile(body, self.scope), node, self.scope)
                self.parts.insert(0, check)

    def _allow(self, clauses: list[Cited]) -> None:
        """`allowed when e overrides #p` and `lifts #p` switch checks of that paragraph off."""
        allowed: dict[str, list[tuple[str, Closure | None]]] = {}
        expressions = self.code.expressions
        for cited in clauses:
            if isinstance(cited.node, n.Allowed):
                guard = expressions.maybe(cited.node.when, self.scope)
                for target in cited.node.overrides:
                    allowed.setdefault(target, []).append((cited.paragraph, guard))
            elif isinstance(cited.node, n.Requires | n.Forbidden) and cited.node.overrides:
                guard = expressions.maybe(cited.node.when, self.scope)
                for target in cited.node.overrides:
                    allowed.setdefault(target, []).append((cited.paragraph, guard))
        for cited in self.code.program.lifts:
            for target in cited.node.targets:
                guard = expressions.maybe(cited.node.when, Scope())
                allowed.setdefault(target, []).append((cited.paragraph, guard))
        if allowed:
            for check in self.checks():
                check.lifts = allowed.get(check.paragraph, [])

    def checks(self) -> Iterator[Check]:
        """All checks, also those inside `each` and `option`."""

        def walk(parts: list[Any]) -> Iterator[Check]:
            for part in parts:
                if isinstance(part, Check):
                    yield part
                elif isinstance(part, EachCode | OptionCode):
                    yield from walk(part.parts)

        yield from walk(self.class_parts)
        yield from walk(self.parts)

    # ---- arguments -------------------------------------------------------------------------------------------------

    def bind(self, ctx: Context, args: dict[str, Any], actor: str | None) -> list[Any]:
        """The environment of a call; what is not given is unknown, what cannot be is refused."""
        env: list[Any] = [None] * SLOTS
        for name in args:
            if name not in self.params and name not in self.options:
                raise UnknownNameError(f"parameter of {self.name}", name, [*self.params, *self.options])
        for name, param in self.params.items():
            slot = self.scope.slots[name]
            if name in args:
                value = freeze(args[name])
                if not isinstance(value, Unknown) and not fits(ctx, param.type, value):
                    raise WrongValueError(f"“{name}” of {self.name}", args[name], describe(ctx, param.type))
                env[slot] = value
            elif param.default is not None:
                env[slot] = self.code.constant(ctx, param.default)
            else:
                env[slot] = self._untold(ctx, name, param.type)
        for option in self.options:
            env[self.scope.slots[option]] = args.get(option, False)
        slot = self.scope.slots[self.node.actor]
        if actor is None and self.node.kind:
            env[slot] = self._untold(ctx, self.node.actor, n.TypeName(self.node.kind))
        elif actor is None and self.among is not None:
            members = self.among(ctx, [None] * 4)
            env[slot] = members[0] if len(members) == 1 else self._untold_actor(ctx, members)
        else:
            env[slot] = actor
        for slot, closure in self.lets:
            env[slot] = Lazy(closure)
        return env

    def _untold(self, ctx: Context, name: str, type_: n.Type | None) -> Any:
        leaf = (f"{self.name}.{name}", ())
        if leaf in ctx.split:
            value = ctx.split[leaf]
            if isinstance(value, Unknown):
                ctx.leaves[leaf] = value
            return value
        domain = domain_of(ctx, type_) if type_ is not None else Unknown()
        return ctx.unknown(leaf, domain)

    def _untold_actor(self, ctx: Context, members: tuple[Any, ...]) -> Any:
        leaf = (f"{self.name}.{self.node.actor}", ())
        return ctx.split[leaf] if leaf in ctx.split else ctx.unknown(leaf, Unknown(options=members))

    def positional(self, values: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
        """Arguments by name."""
        names = [*self.params]
        if len(values) > len(names):
            raise WrongArgumentsError(f"{self.name} takes {len(names)} arguments ({', '.join(names)}), not {len(values)}.")
        return {**dict(zip(names, values, strict=False)), **named}

    # ---- judging ---------------------------------------------------------------------------------------------------

    def judge(self, ctx: Context, env: list[Any], *, nested: bool = False, full: bool = True) -> list[Result]:
        """Every check with its status. `nested`: done by an effect, so the turn's price is not paid again.

        `full` False stops at the first failure (for `moves`)."""
        results: list[Result] = []
        spent: dict[Any, Any] = {}
        actor = env[self.scope.slots[self.node.actor]]
        ctx.actor = actor if isinstance(actor, str) else None
        if not self._judge_actor(ctx, env, results) and not full:
            return results
        groups = [self.parts] if nested else [self.class_parts, self.parts]
        for parts in groups:
            if not self._judge_parts(ctx, env, parts, results, spent, None, full):
                break
        if not nested:
            self._judge_limits(ctx, env, results)
        return results

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
        self, ctx: Context, env: list[Any], parts: list[Any], results: list[Result], spent: dict[Any, Any], element: Any, full: bool
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
        for limit, paragraph, owner in self.limits:
            used = ctx.state.get("@used", {}).get(self.limit_key(limit, owner, env))
            if used is None:
                used = 0
            most = self.code.expressions.compile(limit.most, self.scope)(ctx, env)
            value = kleene.negate(kleene.at_least(ctx, used, most))
            status = "pass" if value is True else "fail" if value is False else "unknown"
            check = Check("limit", paragraph, None, None, limit, self.scope)
            results.append(Result(check, status, None, (paragraph,), (), env))

    def limit_key(self, limit: n.Limit, owner: str, env: list[Any]) -> str:
        """Where the uses that a limit counts are kept in the state."""
        actor = env[self.scope.slots[self.node.actor]]
        per = ",".join(str(env[self.scope.slots[name]]) for name in limit.per)
        return f"{limit.scope}|{owner}|{actor}|{per}"


def _lifted(ctx: Context, env: list[Any], check: Check, value: Any) -> tuple[Any, str]:
    for paragraph, guard in check.lifts:
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
        if result.status == "fail":
            return False
        unknown = unknown or result.status == "unknown"
        silent = silent or result.status == "silent"
    return MAYBE if unknown else SILENT if silent else True
