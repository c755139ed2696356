"""The parameters of an action or value with their kinds and options. The one place that decides what a key may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass

from grammar import nodes as n
from referee.code import Code
from referee.context import Context
from referee.domains import describe, upper_bound
from referee.errors import RefereeError, UnknownNameError
from referee.question import NOTHING
from referee.service.words import Words

#: members a list of checkboxes or a select may hold; more become a text field with suggestions
MANY = 150
#: how far a key is followed through values that pass it on
DEEPEST = 3


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
    """The names and types of the keys of a value; kinds that are not written are read from how the keys are used."""
    program = code.program
    if name in program.facts:
        return [(var or kind, n.TypeName(kind)) for var, kind in program.facts[name].node.keys]
    if name in program.values:
        info = program.values[name]
        types: list[n.Type | None] = [None] * len(info.params)
        for cited in info.clauses:
            for at, param in enumerate(cited.node.params[: len(types)]):
                types[at] = types[at] or param.type or _used_as(code, cited.node, param.name)
        return list(zip(info.params, types, strict=True))
    if name in program.columns:
        return [(p.name, p.type) for p in program.tables[program.columns[name][0]].node.params]
    known = [*program.actions, *program.values, *program.columns, *program.facts]
    raise UnknownNameError("action or value", name, known)


def roles_of(code: Code, name: str) -> tuple[str, ...]:
    """Who may be named as the one who does it."""
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


# ---- what a key is, from how it is used -----------------------------------------------------------------------------


def _used_as(code: Code, node: object, name: str, depth: int = 0) -> n.Type | None:
    """The kind of a name, from the first look-up, membership or comparison that uses it."""
    found: n.Type | None = None
    for part in _walk(node):
        if isinstance(part, n.Call) and part.name != getattr(node, "name", ""):
            at = next((i for i, arg in enumerate(part.args) if isinstance(arg, n.Name) and arg.id == name), None)
            found = _key_kind(code, part.name, at, depth) if at is not None else None
        elif isinstance(part, n.Member) and isinstance(part.left, n.Name) and part.left.id == name:
            members = part.members
            if isinstance(members, n.Name) and members.id in code.program.kinds:
                found = n.TypeName(members.id)
            elif isinstance(members, n.ListOf) and members.items:
                found = _kind_of(code, members.items[0])
        elif isinstance(part, n.Compare | n.Arithmetic):
            sides = (part.left, part.right)
            other = next((sides[1 - i] for i, s in enumerate(sides) if isinstance(s, n.Name) and s.id == name), None)
            found = _kind_of(code, other) if other is not None else None
        if found is not None:
            return found
    return None


def _kind_of(code: Code, expr: object) -> n.Type | None:
    """The kind of what a name is compared with."""
    if isinstance(expr, n.Number | n.Arithmetic):
        return n.TypeNumber()
    if isinstance(expr, n.Name):
        kinds = code.program.kind_of_member(expr.id)
        return n.TypeName(max(kinds, key=lambda kind: len(code.program.members[kind]))) if kinds else None
    return None


def _key_kind(code: Code, called: str, at: int, depth: int) -> n.Type | None:
    program = code.program
    if called in program.facts:
        keys = program.facts[called].node.keys
        return n.TypeName(keys[at][1]) if at < len(keys) else None
    if called in program.columns:
        params: tuple[n.Param, ...] = program.tables[program.columns[called][0]].node.params
        return params[at].type if at < len(params) else None
    if called in program.values and depth < DEEPEST:
        for cited in program.values[called].clauses:
            if at < len(cited.node.params):
                param: n.Param = cited.node.params[at]
                found = param.type or _used_as(code, cited.node, param.name, depth + 1)
                if found is not None:
                    return found
    return None


def _walk(node: object) -> Iterator[object]:
    yield node
    if is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            yield from _walk(getattr(node, field.name))
    elif isinstance(node, tuple | list):
        for item in node:
            yield from _walk(item)


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
