"""What the words of a game's cards stand for in the rule language: every text of the vocabulary parsed once, its faults told with their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.cards.vocabulary import Lexeme
from kb.cards.language import templates
from kb.cards.language.templates import Template
from kb.model.problems import Problem, problem
from kb.text.toml import TomlFile

Clauses = Template[tuple[n.Clause, ...]]
Statements = Template[tuple[n.Statement, ...]]
#: class, name, what is said of it
Key = tuple[str, str, str]
Tree = TypeVar("Tree")

_EXPRESSIONS = {
    "NOUN": ("is", "test", "your", "other", "counted", "of"), "ADJ": ("test", "who"), "QUAL": ("test",), "REL": ("test",),
    "RELNUM": ("is",), "MEASURE": ("is",), "FLAG": ("is",), "ROLE": ("is",), "LABEL": ("guard",), "DURATION": ("is",),
    "TIMING": ("when",), "KIND": ("owner", "this"),
}  # fmt: skip
_STATEMENTS = {"NOUN": ("larger", "smaller", "doubled"), "ADJ": ("holds",), "KIND": ("own",)}
_CLAUSES = {"TIMING": ("may",), "KIND": ("enters",)}
_ON = re.compile(r"([^(]*?)\s*(?:\((.*)\))?\s*")


@dataclass(frozen=True, slots=True)
class Happening:
    """What a card may wait for: the head of a trigger, and the types of those of its variables that are handed on."""

    head: Template[tuple[n.Statement, ...]]
    handed: Mapping[str, n.Type]


@dataclass(frozen=True, slots=True)
class ChoiceMeaning:
    """A parameter of the action that carries out cards of a kind: the types it can hold, what it ranges over."""

    of: tuple[str, ...]
    among: n.Expr | None = None
    narrowed: Statements | None = None  #: what is said where a card narrows it


@dataclass(frozen=True, slots=True)
class CountMeaning:
    """How a thing with these marks is counted, on cards of certain roles."""

    noun: str
    marks: tuple[str, ...]
    whose: frozenset[str]
    amount: Template[n.Expr]


@dataclass(frozen=True, slots=True)
class Meanings:
    """All that is said of the words, by class, name and key."""

    expressions: dict[Key, Template[n.Expr]] = field(default_factory=dict)
    statements: dict[Key, Statements] = field(default_factory=dict)
    clauses: dict[Key, Clauses] = field(default_factory=dict)
    types: dict[str, n.Type] = field(default_factory=dict)  #: of nouns
    happenings: dict[str, Happening] = field(default_factory=dict)  #: of times
    numbered: dict[str, tuple[n.Expr, ...]] = field(default_factory=dict)  #: of nouns
    choices: dict[str, Mapping[str, ChoiceMeaning]] = field(default_factory=dict)  #: of kinds
    called: dict[str, dict[str, n.Expr]] = field(default_factory=dict)  #: of kinds: noun -> what it is
    counts: tuple[CountMeaning, ...] = ()


class Texts:
    """Parses the texts of one file; a text that is no rule becomes a problem at its place."""

    def __init__(self, tables: TomlFile, code: str, problems: list[Problem]) -> None:
        self.tables, self.code, self.problems = tables, code, problems
        self._known: dict[tuple[Callable[[str], Any], str], Any] = {}  #: the same text is parsed once

    def read(
        self, parse: Callable[[str], Template[Tree]], text: object, table: str, key: str, index: int = 0
    ) -> Template[Tree] | None:
        """The text as a template; nothing when it is faulty."""
        written = str(text)
        found: Template[Tree] | None = self._known.get((parse, written))
        if found is None:
            try:
                found = self._known[parse, written] = parse(written)
            except SyntaxProblemError as error:
                self._report(table, key, index, f"is no rule: line {error.line}: {error.message}", error.cure)
        return found

    def _report(self, table: str, key: str, index: int, message: str, cure: str) -> None:
        self.problems.append(
            problem(self.code, self.tables.place(table, key, index), f"“{key}” of {table} {message}.", cure)
        )

    def happening(self, text: object, table: str, key: str, index: int = 0) -> Happening | None:
        """`sail(x: ship, who)`: what happens, and its variables with the types of those that are handed on."""
        found = _ON.fullmatch(str(text))
        event, said = (found[1], found[2] or "") if found is not None else (str(text), "")
        variables = [
            (name.strip(), type_.strip())
            for name, _, type_ in (part.partition(":") for part in said.split(",") if part.strip())
        ]
        heads = f"({', '.join(name for name, _ in variables)})" if variables else ""
        head = self.read(templates.statements, f"on {event}{heads}: nothing end", table, key, index)
        types = {name: self.read(templates.type_of, type_, table, key, index) for name, type_ in variables if type_}
        if head is None or None in types.values():
            return None
        if len(head.tree) != 1 or not isinstance(head.tree[0], n.Trigger | n.ChangeTrigger):
            self._report(table, key, index, "is nothing that happens", "Write it like event(x: kind, who).")
            return None
        return Happening(head, {name: type_.tree for name, type_ in types.items() if type_ is not None})


def read_meanings(texts: Texts, entries: Iterable[Lexeme], counts: Iterable[Mapping[str, Any]]) -> Meanings:
    """Parses everything the vocabulary says in the rule language."""
    found = Meanings({}, {}, {}, {}, {}, {}, {}, {}, tuple(_counts(texts, counts)))
    for entry in entries:
        _said(texts, entry, _EXPRESSIONS, templates.expression, found.expressions)
        _said(texts, entry, _STATEMENTS, templates.statements, found.statements)
        _said(texts, entry, _CLAUSES, templates.clauses, found.clauses)
        if entry.cls == "NOUN":
            _noun(texts, entry, found)
        elif entry.cls == "KIND":
            _kind(texts, entry, found)
        elif entry.cls == "TIMING" and entry.data.get("on"):
            if (on := texts.happening(entry.data["on"], entry.key, "on")) is not None:
                found.happenings[entry.id] = on
    return found


def _said(
    texts: Texts,
    entry: Lexeme,
    keys: Mapping[str, tuple[str, ...]],
    parse: Callable[[str], Template[Tree]],
    into: dict[Key, Template[Tree]],
) -> None:
    for key in keys.get(entry.cls, ()):
        if text := entry.data.get(key):
            template = texts.read(parse, text, entry.key, key)
            if template is not None:
                into[entry.cls, entry.id, key] = template


def _noun(texts: Texts, entry: Lexeme, found: Meanings) -> None:
    if type_ := entry.data.get("type"):
        template = texts.read(templates.type_of, type_, entry.key, "type")
        if template is not None:
            found.types[entry.id] = template.tree
    if numbered := entry.data.get("numbered"):
        read = [texts.read(templates.expression, item, entry.key, "numbered") for item in numbered]
        found.numbered[entry.id] = tuple(template.tree for template in read if template is not None)


def _kind(texts: Texts, entry: Lexeme, found: Meanings) -> None:
    called = {
        noun: texts.read(templates.expression, text, entry.key, "called")
        for noun, text in entry.data.get("called", {}).items()
    }
    found.called[entry.id] = {noun: template.tree for noun, template in called.items() if template is not None}
    choices: dict[str, ChoiceMeaning] = {}
    for name, said in entry.data.get("choices", {}).items():
        key = f"choices.{name}"
        among = texts.read(templates.expression, said["among"], entry.key, key) if said.get("among") else None
        narrowed = texts.read(templates.statements, said["narrowed"], entry.key, key) if said.get("narrowed") else None
        choices[name] = ChoiceMeaning(
            tuple(str(of) for of in said["of"]), among.tree if among is not None else None, narrowed
        )
    found.choices[entry.id] = choices


def _counts(texts: Texts, counts: Iterable[Mapping[str, Any]]) -> Iterable[CountMeaning]:
    for index, said in enumerate(counts):
        amount = texts.read(templates.expression, said.get("is", ""), "count", "is", index)
        if amount is not None:
            marks, whose = tuple(map(str, said.get("with", ()))), frozenset(map(str, said.get("whose", ())))
            yield CountMeaning(str(said.get("noun", "")), marks, whose, amount)
