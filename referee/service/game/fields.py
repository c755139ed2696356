"""The parameters of an action or value with their kinds and options, for those who fill in forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grammar import nodes as n
from referee.errors import RefereeError, UnknownNameError
from referee.evaluation.context import Context
from referee.evaluation.domains import describe, upper_bound
from referee.questions.kinds import types_of
from referee.questions.question import NOTHING
from referee.resolved.statements.kinds import Kinds
from referee.resolved.statements.types import FLAG, NUMBER, Type
from referee.rules.code import Code
from referee.service.game.words import Words

#: members a list of checkboxes or a select may hold; more become a text field with suggestions
MANY = 150


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that is asked for: a parameter, a key or a value."""

    name: str
    label: str
    shape: str  #: choice, flag, number, set, amounts, text
    options: tuple[Option, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False
    hint: str = ""


def fields_of(code: Code, name: str, words: Words) -> list[Field]:
    """What an action, fact, definition or table takes."""
    if name in code.program.actions:
        return _action_fields(code, name, words)
    return key_fields(code, name, words)


def _action_fields(code: Code, name: str, words: Words) -> list[Field]:
    action = code.action(name)
    found = [_field(code, p.name, p.type, words, p.default is not None) for p in action.node.params]
    return found + [Field(option, words.name(option), "flag", optional=True) for option in action.options]


def key_fields(code: Code, name: str, words: Words) -> list[Field]:
    """The keys of a fact, definition or table."""
    return [_field(code, key, type_, words, False) for key, type_ in keys_of(code, name)]


def fact_field(code: Code, name: str, words: Words) -> Field:
    """The value of a fact, for telling it."""
    return _field(code, "value", code.program.facts[name].node.type, words, False)


def keys_of(code: Code, name: str) -> list[tuple[str, n.Type | None]]:
    """The names and types of the keys of a value; kinds that are not written are those the type checker found."""
    program = code.program
    if name in program.facts:
        return [(var or kind, n.TypeName(kind)) for var, kind in program.facts[name].node.keys]
    if name in program.values:
        info = program.values[name]
        written = [
            next((c.node.params[at].type for c in info.clauses if at < len(c.node.params)), None)
            for at in range(len(info.params))
        ]
        found = written if all(written) else _inferred(code, name)
        return [(key, own or other) for key, own, other in zip(info.params, written, found, strict=True)]
    if name in program.columns:
        params: tuple[n.Param, ...] = program.tables[program.columns[name][0]].node.params
        inferred = (p.type for p in params) if all(p.type for p in params) else _inferred(code, name)
        return [(p.name, p.type or other) for p, other in zip(params, inferred, strict=True)]
    known = [*program.actions, *program.values, *program.columns, *program.facts]
    raise UnknownNameError("action or value", name, known)


def roles_of(code: Code, name: str) -> tuple[str, ...]:
    """Who may be named as the one who does it; no state changes that, and pages ask it of every action."""
    found = code.doers.get(name)
    if found is None:
        found = code.doers[name] = _roles_of(code, name)
    return found


def _roles_of(code: Code, name: str) -> tuple[str, ...]:
    program = code.program
    everyone = program.members.get(program.roles, ())
    info = program.actions.get(name)
    if info is None:
        return everyone
    if info.node.kind:
        return program.members.get(info.node.kind, everyone)
    try:
        among = code.constant(Context(code, NOTHING), info.node.among)
    except (RefereeError, TypeError):
        return everyone
    return tuple(str(m) for m in among) if isinstance(among, tuple) else everyone


def type_text(code: Code, type_: n.Type | None) -> str:
    """A type in plain words; a bound that depends on the keys is left open."""
    try:
        return describe(Context(code, NOTHING), type_)
    except (RefereeError, TypeError):
        return f"a number from {type_.low} up" if isinstance(type_, n.TypeRange) else "a value"


# ---- what a key is --------------------------------------------------------------------------------------------------


def _inferred(code: Code, name: str) -> Iterator[n.Type | None]:
    """The kinds of a value's parameters as the type checker knows them, in the words of a declaration."""
    types = types_of(code)
    for found in types.parameters(name):
        yield _declared(types.kinds.smallest(found), types.kinds)


def _declared(found: Type, kinds: Kinds) -> n.Type | None:
    """A type as it would be written; None when it is of several sorts or nothing is known of it."""
    bare = found.present
    if bare == NUMBER:
        return n.TypeNumber()
    if bare == FLAG:
        return n.TypeFlag()
    many = bare.keys or bare.items
    if many is not None:
        kind = kinds.smallest(many).name
        return n.TypeMany("amounts" if bare.keys else bare.shape or "list", kind) if kind else None
    if bare.name and bare == kinds.of(bare.name):
        return n.TypeName(bare.name)  # that there may be none is no choice worth offering
    if bare == Type(members=bare.members) and bare.members:
        return n.TypeEnum(tuple(sorted(bare.members)))
    return None


# ---- what is asked for ----------------------------------------------------------------------------------------------


def _field(code: Code, name: str, type_: n.Type | None, words: Words, has_default: bool) -> Field:
    label = _label(name, type_, words)
    if isinstance(type_, n.TypeFlag):
        return Field(name, label, "flag", optional=has_default)
    if isinstance(type_, n.TypeRange):
        return Field(name, label, "number", low=type_.low, high=_high(code, type_), optional=has_default)
    if isinstance(type_, n.TypeNumber):
        return Field(name, label, "number", optional=has_default)
    if isinstance(type_, n.TypeEnum):
        return Field(name, label, "choice", _options(type_.members, words), optional=has_default)
    if isinstance(type_, n.TypeMany) and type_.shape != "pile":
        members = code.program.members.get(type_.kind, ())
        shape = "amounts" if type_.shape == "amounts" else "set"
        if members and len(members) <= MANY:
            return Field(name, label, shape, _options(members, words), optional=has_default)
        return Field(name, label, "text", _options(members, words), optional=has_default, hint="[…, …]")
    if isinstance(type_, n.TypeName):
        members = code.program.members.get(type_.name, ())
        if members:
            listed = _options((*members, *(("none",) if type_.optional else ())), words)
            return Field(name, label, "choice" if len(listed) <= MANY else "text", listed, optional=has_default)
        if type_.name in code.program.classes:
            calls = [a for a in code.program.actions if type_.name in code.classes_of(a)]
            return Field(name, label, "text", _options(calls, words), optional=has_default, hint="…(…)")
    everyone = code.program.members.get(code.program.roles, ())
    return Field(name, label, "text", _options(everyone, words) if type_ is None else (), optional=has_default)


def _label(name: str, type_: n.Type | None, words: Words) -> str:
    """What a player calls it: a bare letter is called by its kind."""
    kind = type_.name if isinstance(type_, n.TypeName) else type_.kind if isinstance(type_, n.TypeMany) else ""
    return words.name(kind) if kind and len(name) <= 2 and not words.is_word(name) else words.name(name)


def _high(code: Code, type_: n.TypeRange) -> int | None:
    try:
        return upper_bound(Context(code, NOTHING), type_)
    except (RefereeError, TypeError):
        return None


def _options(members: Iterable[str], words: Words) -> tuple[Option, ...]:
    return tuple(Option(member, words.value(None) if member == "none" else words.value(member)) for member in members)
