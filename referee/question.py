"""From text to a question: told facts become a partial state, names are resolved, mistakes get a clear sentence."""

from __future__ import annotations

from typing import Any

from grammar import nodes as n
from grammar.errors import SyntaxProblemError
from grammar.parse import parse_facts, parse_question
from grammar.records import field, open_record
from referee.code import Code
from referee.context import TOLD, Context, State, ref_parts
from referee.domains import describe, fits
from referee.errors import ImpossibleStateError, RefereeError, UnknownNameError, WrongValueError
from referee.deeds import Deeds
from referee.scope import Scope
from referee.values import SILENT, Unknown, freeze


class UnreadableQuestionError(RefereeError):
    """Text that is not a question or a fact."""


@open_record
class Question:
    """What is asked: a value, or whether somebody may do something, perhaps after some deeds."""

    body: n.Expr
    actor: str | None
    action: Deeds | None = None
    after: list[Deeds] = field(default_factory=list)


@open_record
class Situation:
    """What is told: a partial state and the table's rulings."""

    state: State
    rulings: dict[str, str]


def read_question(code: Code, text: str, situation: Situation, actor: str | None) -> Question:
    """Reads a question typed by somebody."""
    try:
        asking = parse_question(text)
    except SyntaxProblemError as error:
        raise UnreadableQuestionError(f"The question cannot be read: {error}") from None
    return resolve_question(code, asking, situation, actor)


def resolve_question(code: Code, asking: n.Asking, situation: Situation, actor: str | None) -> Question:
    """Names looked up; an action's call becomes a deed."""
    actor = asking.by or actor
    if actor and code.program.roles and actor not in code.program.members.get(code.program.roles, ()):
        raise UnknownNameError("player or role", actor, code.program.members.get(code.program.roles, ()))
    ctx = Context(code, situation.state, readings=situation.rulings)
    question = Question(asking.body, actor)
    question.after = [_deed(code, ctx, d.call, d.by or actor, d.answers) for d in asking.after]
    body = asking.body
    if isinstance(body, n.Name) and body.id in code.program.actions and not code.has_value(body.id, 0):
        question.action = Deeds(body.id, (), {}, actor)
    elif isinstance(body, n.Call) and body.name in code.program.actions:
        question.action = _deed(code, ctx, body, actor, ())
    else:
        code.expressions.compile(body, Scope()).check()  # unknown names are told at once
    return question


def _deed(code: Code, ctx: Context, call: n.Call, by: str | None, answers: tuple[n.Expr, ...]) -> Deeds:
    if not code.is_known_call(call.name):
        raise UnknownNameError("action or procedure", call.name, [*code.program.actions, *code.program.procedures])
    args = tuple(constant(code, ctx, arg) for arg in call.args)
    named = {key: constant(code, ctx, value) for key, value in call.named}
    return Deeds(call.name, args, named, by or None, tuple(constant(code, ctx, a) for a in answers))


def constant(code: Code, ctx: Context, expr: n.Expr) -> Any:
    """A value written out in a question."""
    value = code.expressions.compile(expr, Scope())(ctx, [])
    if isinstance(value, Unknown) or value is SILENT:
        raise RefereeError(f"A told value must be written out, for example as a number or a name, not as {expr!r}.")
    return freeze(value)


def read_situation(
    code: Code, told: str | tuple[n.Given, ...], base: State | None = None, rulings: dict[str, str] | None = None
) -> Situation:
    """Told facts on top of a given state."""
    givens = told
    if isinstance(told, str):
        try:
            givens = parse_facts(told)
        except SyntaxProblemError as error:
            raise UnreadableQuestionError(f"The told facts cannot be read: {error}") from None
    situation = Situation(dict(base or {}), dict(rulings or {}))
    for dispute, reading in situation.rulings.items():
        check_ruling(code, dispute, reading)
    assert not isinstance(givens, str)
    _declare(code, situation.state, givens)
    for given in givens:
        if not given.kind:
            tell(code, situation, given)
    return situation


def check_ruling(code: Code, dispute: str, reading: str) -> None:
    """Refuses rulings on what is not in dispute."""
    if dispute not in code.program.disputes:
        raise UnknownNameError("dispute", dispute, code.program.disputes)
    known = [r.name for r in code.program.disputes[dispute].node.readings]
    if reading not in known:
        raise UnknownNameError(f"reading of {dispute}", reading, known)


def _declare(code: Code, state: State, givens: tuple[n.Given, ...]) -> None:
    """Individuals that come with the question, for example a card described by what is printed on it."""
    for given in givens:
        if given.kind:
            if given.kind not in code.program.kinds:
                raise UnknownNameError("kind", given.kind, code.program.kinds)
            name = ref_parts(given.target)[0]
            members = dict(state.get("members", {}))
            members[given.kind] = [*members.get(given.kind, []), name]
            state["members"] = members
            if given.kind not in state.get("incomplete", ()):
                state["incomplete"] = [*state.get("incomplete", ()), given.kind]
            code.loose = code.loose | {name}
    for listed in state.get("members", {}).values():
        code.loose = code.loose | set(listed)


def tell(code: Code, situation: Situation, given: n.Given) -> None:
    """Enters one told fact, checked."""
    name, key_exprs = ref_parts(given.target)
    ctx = Context(code, situation.state, readings=situation.rulings)
    if name in code.program.disputes and not key_exprs:
        value_expr = given.value
        reading = value_expr.id if isinstance(value_expr, n.Name) else str(value_expr)
        check_ruling(code, name, reading)
        situation.rulings[name] = reading
        return
    assert given.value is not None
    if name == "size" and len(key_exprs) == 1 and isinstance(key_exprs[0], n.Name | n.Call):
        name, key_exprs = ref_parts(key_exprs[0])  # "size of hand of x = 4" tells a pile by its number
    if not code.has_value(name, len(key_exprs)):
        known = set(code.program.facts) | set(code.program.values)
        raise UnknownNameError(f"fact with {len(key_exprs)} key{'s' * (len(key_exprs) != 1)}", name, known)
    keys = tuple(constant(code, ctx, key) for key in key_exprs)
    value = constant(code, ctx, given.value)
    put_fact(code, ctx, situation.state, name, keys, value)
    fact = code.facts.get(name)
    if fact is not None and fact.hidden:  # whoever tells it knows it
        situation.state[TOLD] = situation.state.get(TOLD, frozenset()) | {(name, keys)}


def put_fact(code: Code, ctx: Context, state: State, name: str, keys: tuple[Any, ...], value: Any) -> None:
    """Writes a checked value into a state."""
    fact = code.facts.get(name)
    if fact is not None:
        for key, kind in zip(keys, fact.keys, strict=True):
            if kind in code.program.kinds and ctx.is_complete(kind) and key not in ctx.members(kind):
                raise UnknownNameError(kind, str(key), map(str, ctx.members(kind)))
        type_ = _bounded_type(code, ctx, fact, keys)
        if not fits(ctx, type_, value):
            where = f"“{name} of {', '.join(map(str, keys))}”" if keys else f"“{name}”"
            raise WrongValueError(where, value, describe(ctx, type_))
    node = state
    path = (name, *keys)
    for key in path[:-1]:
        following = node.get(key)
        node[key] = following = dict(following) if following is not None else {}
        node = following
    node[path[-1]] = value


def _bounded_type(code: Code, ctx: Context, fact: Any, keys: tuple[Any, ...]) -> n.Type:
    """The fact's type; a bound that depends on the keys is computed here, or left open when it is not known."""
    type_: n.Type = fact.type
    if isinstance(type_, n.TypeRange) and not isinstance(type_.high, n.Number):
        top = code.bound(ctx, fact, keys)
        return n.TypeRange(type_.low, n.Number(top if top is not None else 10**9))
    return type_


def read_state(code: Code, data: Any) -> State:
    """A state from JSON: known names, right shapes, legal values; every fault is told at once."""
    if not isinstance(data, dict):
        raise ImpossibleStateError(f"A state is an object of facts, not {type(data).__name__}.")
    state: State = {}
    for extra in ("members", "incomplete", "course", "@used", "over", "pending", "rulings"):
        if extra in data:
            state[extra] = data[extra] if extra in ("course", "@used", "members") else freeze_loose(data[extra])
    ctx = Context(code, state)
    code.loose = code.loose | {m for listed in state.get("members", {}).values() for m in listed}
    faults: list[str] = []
    for name, value in data.items():
        if name in state:
            continue
        fact = code.facts.get(name)
        if fact is None and name not in code.program.values:
            faults.append(str(UnknownNameError("fact", name, code.program.facts)))
            continue
        depth = len(fact.keys) if fact is not None else len(code.program.values[name].params)
        for keys, item in _flatten(value, depth):
            try:
                put_fact(code, ctx, state, name, keys, freeze(item))
            except RefereeError as error:
                faults.append(str(error))
    if faults:
        more = f" (and {len(faults) - 8} more)" if len(faults) > 8 else ""
        raise ImpossibleStateError("The state cannot be: " + " ".join(faults[:8]) + more)
    return state


def freeze_loose(value: Any) -> Any:
    """Bookkeeping of a state is kept as it is."""
    return value


def _flatten(value: Any, depth: int) -> list[tuple[tuple[Any, ...], Any]]:
    if depth == 0:
        return [((), value)]
    if not isinstance(value, dict):
        return [(tuple("?" for _ in range(depth)), value)]
    return [((key, *keys), item) for key, inner in value.items() for keys, item in _flatten(inner, depth - 1)]


def check_always(code: Code, state: State, rulings: dict[str, str], changed: set[str] | None = None) -> None:
    """Refuses a state that breaks what always holds; `changed`: only what reads one of these facts can have broken."""
    ctx = Context(code, state, readings=rulings)
    for cited, guard, body, reads in code.always:
        if changed is not None and reads.isdisjoint(changed):
            continue
        if (guard is None or guard.now(ctx, []) is True) and body.now(ctx, []) is False:
            raise ImpossibleStateError(f"This cannot be: it breaks what always holds (#{cited.paragraph}).")
