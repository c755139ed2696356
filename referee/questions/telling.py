"""What is told becomes a situation: facts and states entered one after another, each checked, and what always holds looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from grammar import nodes as n
from referee.books import MOVER
from referee.errors import (
    BrokenAlwaysError,
    BudgetError,
    ImpossibleStateError,
    RefereeError,
    UnknownMemberError,
    UnknownNameError,
    WrongKeysError,
    WrongValueError,
)
from referee.evaluation.context import Context, ref_parts
from referee.evaluation.domains import describe, fits
from referee.evaluation.members import own_names
from referee.notation import literal, tell_text
from referee.questions.intake import Intake
from referee.questions.literals import WorkedOutError, written_value
from referee.rules.code import Code
from referee.rules.facts import FactCode
from referee.state import GAME_OVER, Held, State
from referee.units.draft import Draft
from referee.values import MISSING, Bag, Heap, freeze
from referee.written import MOST_FAULTS

#: what reading one fact counts for on the meter
STEP = 10
#: what a number is held to whose end is not known
UNBOUNDED = 10**9
#: told facts that are named as those that do not go together
SHOWN = 12


class Situation(Struct, frozen=True):
    """What is told: a partial state and the table's rulings."""

    state: State
    rulings: Mapping[str, str]


def wanted(code: Code, state: Held, expr: n.Expr, type_: n.Type | None) -> object:
    """A value written out where one of this type is wanted: of an unknown name it is told what its kind has."""
    try:
        value = constant(code, state, expr)
        alone = isinstance(value, str) and isinstance(type_, n.TypeMany) and type_.shape in ("set", "list")
        return (value,) if alone else value  # one thing where several may be named is a list of one
    except UnknownNameError as error:
        kind = type_.name if isinstance(type_, n.TypeName) else type_.kind if isinstance(type_, n.TypeMany) else ""
        if members := code.program.members.get(kind):
            raise UnknownMemberError(kind, error.name, members) from None
        raise


def constant(code: Code, state: Held, expr: n.Expr) -> object:
    """A value written out in a question: nothing is worked out, so nothing that a state hides can be told by it."""
    value = written_value(code.compiler.names, own_names(state), expr)
    if value is MISSING:
        from grammar.rules.unparse import expression  # only a mistake needs it

        raise WorkedOutError(expression(expr))
    return value


def check_ruling(code: Code, dispute: str, reading: str) -> None:
    """Refuses rulings on what is not in dispute."""
    if dispute not in code.program.disputes:
        raise UnknownNameError("dispute", dispute, code.program.disputes)
    known = [r.name for r in code.program.disputes[dispute].node.readings]
    if reading not in known:
        raise UnknownNameError(f"reading of {dispute}", reading, known)


class Telling:
    """Facts told one after another on top of a state, each checked."""

    def __init__(self, code: Code, state: State, rulings: Mapping[str, str]) -> None:
        self.code = code
        self.draft = Draft(state)
        self.rulings = dict(rulings)
        self._told = state.told  #: hidden facts that were told: whoever tells them knows them
        self.names: set[str] = set()  #: the facts and values that were told

    def situation(self) -> Situation:
        """All that was told."""
        made = self.draft.made()
        return Situation(replace(made, told=self._told, unseen=made.unseen - self._told), self.rulings)

    def tell(self, given: n.Given) -> None:
        """Enters one told fact, checked."""
        code = self.code
        name, key_exprs = ref_parts(given.target)
        ctx = Context(code, self.draft, readings=self.rulings)
        if name in code.program.disputes and not key_exprs:
            reading = given.value.id if isinstance(given.value, n.Name) else str(given.value)
            check_ruling(code, name, reading)
            self.rulings[name] = reading
            return
        assert given.value is not None
        if name == GAME_OVER and not key_exprs:
            if not isinstance(given.value, n.Truth):
                raise WrongValueError(f"“{name}”", constant(code, self.draft, given.value), "yes or no")
            self.draft.over = given.value.value
            return
        if name == MOVER and not key_exprs:
            who = wanted(code, self.draft, given.value, n.TypeName(code.program.roles))
            self.put_mover(who)
            return
        if name == "size" and len(key_exprs) == 1 and isinstance(key_exprs[0], n.Name | n.Call):
            name, key_exprs = ref_parts(key_exprs[0])  # "size of hand of x = 4" tells a pile by its number
        if not code.has_value(name, len(key_exprs)):
            form = code.compiler.names.form_of(name)
            if form is not None:
                raise WrongKeysError(name, len(form), len(key_exprs), f"{name}({', '.join(form)})" if form else name)
            raise UnknownNameError("fact", name, set(code.program.facts) | set(code.program.values))
        fact = code.facts.get(name)
        kinds = () if fact is None else tuple(n.TypeName(kind) for kind in fact.keys)
        keys = tuple(wanted(code, self.draft, key, kind) for key, kind in zip_longest(key_exprs, kinds))
        self.put(ctx, name, keys, wanted(code, self.draft, given.value, None if fact is None else fact.type))
        self.draft.shift(name, keys, ())
        self.names.add(name)
        if fact is not None and fact.hidden:
            self._told |= {(name, keys)}

    def put_mover(self, who: object) -> None:
        """Tells whose turn it is; where play stands besides is open then."""
        roles = self.code.program.members.get(self.code.program.roles, ())
        if who not in roles:
            raise UnknownMemberError(self.code.program.roles, str(who), [*roles])
        self.draft.course, self.draft.mover = None, str(who)

    def put(self, ctx: Context, name: str, keys: tuple[object, ...], value: object) -> None:
        """Writes a checked value."""
        fact = self.code.facts.get(name)
        if type(value) is Bag and name in self.code.piles:
            value = Heap(value)
        if fact is not None:
            for key, kind in zip(keys, fact.keys, strict=True):
                if kind in self.code.program.kinds and ctx.is_complete(kind) and key not in ctx.members(kind):
                    raise UnknownMemberError(kind, str(key), [*map(str, ctx.members(kind))])
            fitting = _fits(ctx, fact, keys, value)
            if not fitting:
                type_ = _bounded_type(_assuming_nothing(self.code, ctx, fact, keys), fact, keys)
            if not fitting and not fits(ctx, type_, value):
                where = f"“{name} of {', '.join(map(str, keys))}”" if keys else f"“{name}”"
                raise WrongValueError(where, value, describe(ctx, type_))
        self.draft.store(name, keys, value)

    def put_each(self, ctx: Context, name: str, value: object) -> list[str]:
        """Writes every value of a fact or value, each checked; what is wrong with them."""
        fact, faults = self.code.facts.get(name), []
        depth = len(fact.keys) if fact is not None else len(self.code.program.values[name].params)
        for keys, item in _flatten(value, depth):
            ctx.meter.spend(STEP)
            try:
                self.put(ctx, name, keys, freeze(item))
            except BudgetError:
                raise
            except RefereeError as error:
                faults.append(str(error))
            if len(faults) >= MOST_FAULTS:
                break
        return faults


def _fits(ctx: Context, fact: FactCode, keys: tuple[object, ...], value: object) -> bool:
    """Whether a value is of the fact's type, as far as that is known."""
    type_ = fact.type
    if isinstance(type_, n.TypeRange) and type(value) is int:
        top = fact.bound(ctx, keys)
        return type_.low <= value <= (top if top is not None else UNBOUNDED)
    return fits(ctx, _bounded_type(ctx, fact, keys), value)


def _bounded_type(ctx: Context, fact: FactCode, keys: tuple[object, ...]) -> n.Type:
    """The fact's type; a bound that depends on the keys is computed here, or left open when it is not known."""
    type_ = fact.type
    if isinstance(type_, n.TypeRange) and not isinstance(type_.high, n.Number):
        top = fact.bound(ctx, keys)
        return n.TypeRange(type_.low, n.Number(top if top is not None else UNBOUNDED))
    return type_


def _assuming_nothing(code: Code, ctx: Context, fact: FactCode, keys: tuple[object, ...]) -> Context:
    """The same facts, with nothing assumed of those a bound depends on: what is told counts more than what is assumed."""
    noting = Context(code, ctx.state, readings=ctx.readings)
    noting.careful = True
    fact.bound(noting, keys)
    return Context(code, ctx.state, readings=ctx.readings, unseen=ctx.unseen | frozenset(noting.assumed))


def read_state(code: Code, told: State) -> State:
    """A state as somebody gave it: known names, legal values, every fault told at once."""
    telling = Telling(code, replace(told, facts={}), {})
    faults: list[str] = []
    known: list[str] = []
    for name in told.facts:
        if name in code.facts or name in code.program.values:
            known.append(name)
        else:
            faults.append(str(UnknownNameError("fact", name, code.program.facts)))
            if len(faults) >= MOST_FAULTS:
                break
    for late in (False, True):  # an end that is worked out may read any other fact of the state
        ctx = Context(code, telling.draft)
        intake = Intake(ctx)
        for name in known if len(faults) < MOST_FAULTS else ():
            ctx.meter.spend(STEP)
            if has_worked_out_end(code, name) is late:
                fact, value = code.facts.get(name), told.facts[name]
                taken = intake.taken(fact, value) if fact is not None else MISSING
                if taken is MISSING:
                    faults += telling.put_each(ctx, name, value)
                else:
                    telling.draft.facts[name] = taken
            if len(faults) >= MOST_FAULTS:
                break
    if faults:
        more = " There may be more." if len(faults) >= MOST_FAULTS else ""
        raise ImpossibleStateError("The state cannot be: " + " ".join(faults[:MOST_FAULTS]) + more)
    return telling.draft.made()


def has_worked_out_end(code: Code, name: str) -> bool:
    """Whether the upper end of a fact\'s range is worked out from others."""
    fact = code.facts.get(name)
    return fact is not None and isinstance(fact.type, n.TypeRange) and not isinstance(fact.type.high, n.Number)


def _flatten(value: object, depth: int) -> list[tuple[tuple[object, ...], object]]:
    if depth == 0:
        return [((), value)]
    if not isinstance(value, dict):
        return [(tuple("?" for _ in range(depth)), value)]
    return [((key, *keys), item) for key, inner in value.items() for keys, item in _flatten(inner, depth - 1)]


def check_always(code: Code, state: State, rulings: Mapping[str, str], changed: set[str] | None = None) -> None:
    """Refuses a state that breaks what always holds; `changed`: only what reads one of these facts can have broken."""
    look_at_always(code, Context(code, state, readings=rulings), changed)


def look_at_always(code: Code, ctx: Context, changed: set[str] | None) -> None:
    """The same in a context of one's own."""
    for cited, guard, body, reads in code.always:
        if changed is not None and reads.isdisjoint(changed):
            continue
        if (guard is None or guard.now(ctx, []) is True) and body.now(ctx, []) is False:
            raise BrokenAlwaysError(
                cited.paragraph, _told_of(code, ctx.state, reads if changed is None else reads & changed)
            )


def _told_of(code: Code, state: Held, names: Iterable[str]) -> list[str]:
    """The told facts among these names, as they are written: those that cannot all be so."""
    found: list[str] = []
    for name in sorted(names):
        if name in state.facts and name in code.facts:
            told = _flatten(state.facts[name], len(code.facts[name].keys))
            found += [f"{tell_text((name, keys))} = {literal(value)}" for keys, value in told]
    return found[:SHOWN]
