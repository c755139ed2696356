"""Parameters of actions and values as form fields, and filled-in fields as the text of a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from grammar import nodes as n
from referee.code import Code
from referee.context import Context
from referee.domains import describe, upper_bound
from referee.errors import RefereeError, UnknownNameError
from referee.wording import Wording

#: members a list of checkboxes or a select may hold; more become a text field with suggestions
MANY = 150


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Field:
    """One input of a form."""

    name: str
    label: str
    shape: str  #: choice, flag, number, set, amounts, text
    options: tuple[Option, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False
    hint: str = ""


def action_fields(code: Code, name: str, words: Wording) -> list[Field]:
    """The parameters and options of an action."""
    action = code.action(name)
    found = [_field(code, p.name, p.type, words, p.default is not None) for p in action.node.params]
    found += [Field(option, words.name(option), "flag", optional=True) for option in action.options]
    return found


def value_fields(code: Code, name: str, words: Wording) -> list[Field]:
    """The keys of a fact, definition or table; kinds that are not written are read from how the keys are used."""
    return [_field(code, key, type_, words, False) for key, type_ in value_keys(code, name)]


def fact_field(code: Code, name: str, words: Wording) -> Field:
    """The value of a fact, for telling it."""
    return _field(code, "value", code.program.facts[name].node.type, words, False)


def value_keys(code: Code, name: str) -> list[tuple[str, n.Type | None]]:
    """The names and types of the keys of a value."""
    program = code.program
    if name in program.facts:
        node = program.facts[name].node
        return [(var or kind, n.TypeName(kind)) for var, kind in node.keys]
    if name in program.values:
        info = program.values[name]
        types: list[n.Type | None] = [None] * len(info.params)
        for cited in info.clauses:
            own = [p.name for p in cited.node.params]
            for at, param in enumerate(cited.node.params[: len(types)]):
                types[at] = types[at] or param.type or _used_as(code, cited.node, own[at])
        return list(zip(info.params, types, strict=True))
    if name in program.columns:
        table = program.tables[program.columns[name][0]].node
        return [(p.name, p.type) for p in table.params]
    raise UnknownNameError(
        "action or value", name, [*program.actions, *program.values, *program.columns, *program.facts]
    )


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
        among = code.constant(Context(code, {}), info.node.among)
    except (RefereeError, TypeError):
        return everyone
    return tuple(str(m) for m in among) if isinstance(among, tuple) else everyone


def _used_as(code: Code, node: Any, name: str, depth: int = 0) -> n.Type | None:
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


def _kind_of(code: Code, expr: Any) -> n.Type | None:
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
        params = program.tables[program.columns[called][0]].node.params
        return params[at].type if at < len(params) else None
    if called in program.values and depth < 3:
        for cited in program.values[called].clauses:
            if at < len(cited.node.params):
                param = cited.node.params[at]
                found = param.type or _used_as(code, cited.node, param.name, depth + 1)
                if found is not None:
                    return found
    return None


def _walk(node: Any) -> Iterator[Any]:
    yield node
    if is_dataclass(node):
        for field in fields(node):
            yield from _walk(getattr(node, field.name))
    elif isinstance(node, tuple | list):
        for item in node:
            yield from _walk(item)


def _field(code: Code, name: str, type_: n.Type | None, words: Wording, has_default: bool) -> Field:
    label = _label(name, type_, words)
    ctx = Context(code, {})
    if isinstance(type_, n.TypeFlag):
        return Field(name, label, "flag", optional=has_default)
    if isinstance(type_, n.TypeRange):
        return Field(name, label, "number", low=type_.low, high=_high(ctx, type_), optional=has_default)
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


def _label(name: str, type_: n.Type | None, words: Wording) -> str:
    """What a player calls it: a bare letter is called by its kind."""
    kind = type_.name if isinstance(type_, n.TypeName) else type_.kind if isinstance(type_, n.TypeMany) else ""
    known = name in words.game.prose.words or name in words.game.prose.terms
    return words.name(kind) if kind and len(name) <= 2 and not known else words.name(name)


def type_text(ctx: Context, type_: n.Type | None) -> str:
    """A type in plain words; a bound that depends on the keys is left open."""
    try:
        return describe(ctx, type_)
    except (RefereeError, TypeError):
        return f"a number from {type_.low} up" if isinstance(type_, n.TypeRange) else "a value"


def _high(ctx: Context, type_: n.TypeRange) -> int | None:
    try:
        return upper_bound(ctx, type_)
    except (RefereeError, TypeError):
        return None


def _options(members: Iterable[str], words: Wording) -> tuple[Option, ...]:
    return tuple(Option(member, words.value(None) if member == "none" else words.value(member)) for member in members)


# ---- from a filled-in form to a question ---------------------------------------------------------------------------


def question_text(name: str, form: Iterable[Field], args: MultiDict[str, str], *, action: bool) -> str | None:
    """The question as it is written; None while a key of a value is missing."""
    parts: list[str] = []
    for field in form:
        value = written(field, args)
        if value is None:
            if not action:
                return None
            continue
        parts.append(f"{field.name}={value}" if action else value)
    return f"{name}({', '.join(parts)})" if parts else name


def written(field: Field, args: MultiDict[str, str]) -> str | None:
    """A filled-in field as the rule language writes it; None when it was left empty."""
    key = f"a.{field.name}"
    if field.shape == "amounts":
        amounts = {}
        for option in field.options:
            text = args.get(f"{key}.{option.value}", "").strip()
            if text and text != "0":
                amounts[option.value] = text
        if amounts:
            return "{" + ", ".join(f"{k}: {v}" for k, v in amounts.items()) + "}"
        return args.get(key, "").strip() or None
    values = [value.strip() for value in args.getlist(key) if value.strip()]
    if not values:
        return None
    if field.shape == "set" and not values[0].startswith("["):
        return "[" + ", ".join(values) + "]"
    return values[0]


def literal(value: Any) -> str:
    """A JSON value as the rule language writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(literal(item) for item in value) + "]"
    if isinstance(value, Mapping):
        if "do" in value and "with" in value:
            inner = ", ".join(f"{k}={literal(v)}" for k, v in value["with"].items())
            return f"{value['do']}({inner})" if inner else str(value["do"])
        return "{" + ", ".join(f"{k}: {literal(v)}" for k, v in value.items()) + "}"
    return str(value)


_LINE = re.compile(r"[;\n\r]+")


def told_lines(text: str) -> list[str]:
    """Told facts one by one, however they were separated; the last telling of a fact counts."""
    found: dict[str, str] = {}
    for line in _LINE.split(text):
        line = line.strip().rstrip(",")
        if line:
            fact = line.partition("=")[0].strip()
            found.pop(fact, None)
            found[fact] = line
    return list(found.values())
