"""The glossary: terms.toml as terms in every language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kb.model.entities import Term
from kb.model.problems import Problem
from kb.text import forms
from kb.text.forms import FormTable
from kb.text.reader import TextFile
from kb.text.toml import Said, TomlFile, read_tables

_ID = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_KEYS = ("names", "text", "aliases", "defined", "related", "not")


def read_glossary(file: TextFile, game: str, languages: Iterable[str]) -> tuple[dict[str, Term], tuple[Problem, ...]]:
    """Read the terms of a game; a term that cannot be read at all is left out."""
    tables = read_tables(file)
    wanted = tuple(languages)
    terms: dict[str, Term] = {}
    for identity, entry in tables.entries():
        if not _ID.fullmatch(identity):
            tables.report("TERM-FORM", identity, "", f"The term id {identity!r} is not lower-case words joined by _.")
        terms[identity] = _term(tables, identity, entry, game)
        _check_languages(tables, terms[identity], wanted)
    for term in terms.values():
        for name in (*term.related, *term.differs):
            if name not in terms:
                tables.report("REF-UNKNOWN", term.id, "related", f"[{term.id}] names {name!r}, which is no term.")
    return terms, tuple(tables.problems)


def spellings(term: Term, lang: str, table: FormTable) -> Iterator[str]:
    """Give every written form of a term in one language: its name, its aliases, its inflections."""
    if lang in term.names:
        yield term.names[lang]
    yield from term.aliases.get(lang, ())
    yield from inflections(term, lang, table)


def inflections(term: Term, lang: str, table: FormTable) -> Iterator[str]:
    """Give the forms of its name and aliases that are neither of them themselves."""
    names = [name for name in (term.names.get(lang), *term.aliases.get(lang, ())) if name]
    made = dict.fromkeys(form for name in names for form in forms.spellings(table, lang, name))
    written = {forms.key_of(name) for name in names}
    yield from (form for form in made if form not in written)


def _term(tables: TomlFile, identity: str, entry: Said, game: str) -> Term:
    tables.known(identity, entry, _KEYS)
    return Term(
        id=identity,
        game=game,
        names=tables.texts(identity, "names", entry.get("names", {})),
        text=tables.texts(identity, "text", entry.get("text", {})),
        aliases=tables.string_lists(identity, "aliases", entry.get("aliases", {})),
        defined=tables.strings(identity, "defined", entry.get("defined", [])),
        related=tables.strings(identity, "related", entry.get("related", [])),
        differs=tables.texts(identity, "not", entry.get("not", {})),
        place=tables.place(identity),
    )


def _check_languages(tables: TomlFile, term: Term, languages: tuple[str, ...]) -> None:
    for lang in languages:
        if not term.names.get(lang):
            message = f"[{term.id}] has no name in {lang!r}."
            tables.report("TERM-NAME", term.id, "names", message, f"Add names.{lang}.")
        if not term.text.get(lang):
            message = f"[{term.id}] is not explained in {lang!r}."
            tables.report("TERM-TEXT", term.id, "text", message, f"Add text.{lang}.")
    for key, values in (("names", term.names), ("text", term.text), ("aliases", term.aliases)):
        for lang in values:
            if lang not in languages:
                message = f"[{term.id}] has {key} in {lang!r}, which is no language of the game."
                tables.report("TOML-KEY", term.id, key, message, f"Languages: {', '.join(languages)}.")
