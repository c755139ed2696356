"""patterns/*.toml: read as far as they can be."""

from __future__ import annotations

from collections.abc import Iterable

from grammar.base.errors import SyntaxProblemError
from grammar.base.numbered import row_of
from grammar.patterns.parse import parse_pattern
from grammar.patterns.tree import Choice, Pattern, Slot, Word
from kb.asking.entities import EVERY, Asking, Phrases
from kb.model.entities import Place
from kb.model.problems import Problem
from kb.text.reader import TextFile
from kb.text.toml import Said, TomlFile, read_tables

#: tables that are no name of the rules
SAME, INTERNAL = "same", "internal"
#: the hole for the number of a member in a row
NUMBER = "number"


def read_asking(files: Iterable[TextFile], languages: tuple[str, ...]) -> tuple[Asking, tuple[Problem, ...]]:
    """The patterns of a game; what cannot be read is told and left out."""
    phrases: dict[str, Phrases] = {}
    same: dict[str, tuple[tuple[str, ...], ...]] = {}
    internal: tuple[str, ...] = ()
    place: Place | None = None
    problems: list[Problem] = []
    rows: list[Phrases] = []
    for file in files:
        tables = read_tables(file)
        for name, entry in tables.entries():
            if name == SAME:
                tables.known(name, entry, languages)
                for lang in languages:
                    groups = tables.strings(name, lang, entry.get(lang, []))
                    same[lang] = (*same.get(lang, ()), *(tuple(group.split()) for group in groups))
            elif name == INTERNAL:
                tables.known(name, entry, ("names",))
                internal = (*internal, *tables.strings(name, "names", entry.get("names", [])))
                place = tables.place(name)
            elif name in phrases:
                message = f"[{name}] stands in {phrases[name].place.file} already."
                tables.report("ID-DUPLICATE", name, "", message, "Put the patterns together.")
            elif row := row_of(name):
                said = _phrases(tables, name, entry, languages)
                rows += [_numbered(said, member, number) for member, number in row.items()]
            else:
                phrases[name] = _phrases(tables, name, entry, languages)
        problems += tables.problems
    for each in rows:
        own = phrases.get(each.id)
        phrases[each.id] = each if own is None else _both(own, each)
    return Asking(phrases, same, internal, place), tuple(problems)


def _numbered(said: Phrases, member: str, number: int) -> Phrases:
    """The patterns of members in a row as those of one of them: `{number}` is its number."""
    ways = {lang: tuple(_with_number(each, number) for each in patterns) for lang, patterns in said.ways.items()}
    return Phrases(member, ways, said.place)


def _with_number(pattern: Pattern, number: int) -> Pattern:
    return tuple(
        Word(str(number)) if item == Slot(NUMBER)
        else Choice(tuple(_with_number(way, number) for way in item.ways), item.optional) if isinstance(item, Choice)
        else item
        for item in pattern
    )  # fmt: skip


def _both(one: Phrases, other: Phrases) -> Phrases:
    """What a member is called by itself, and as one of a row."""
    langs = dict.fromkeys((*one.ways, *other.ways))
    return Phrases(one.id, {lang: (*one.ways.get(lang, ()), *other.ways.get(lang, ())) for lang in langs}, one.place)


def _phrases(tables: TomlFile, name: str, entry: Said, languages: tuple[str, ...]) -> Phrases:
    tables.known(name, entry, (*languages, EVERY))
    ways: dict[str, tuple[Pattern, ...]] = {}
    for lang in (*languages, EVERY):
        texts = tables.strings(name, lang, entry.get(lang, []))
        found = [pattern for text in texts if (pattern := _pattern(tables, name, lang, text)) is not None]
        if found:
            ways[lang] = tuple(found)
    return Phrases(name, ways, tables.place(name))


def _pattern(tables: TomlFile, name: str, lang: str, text: str) -> Pattern | None:
    try:
        return parse_pattern(text)
    except SyntaxProblemError as error:
        message = f"[{name}] {lang}: in “{text}”, column {error.column}, {error.message}."
        tables.report("PATTERN-SYNTAX", name, lang, message, error.cure)
        return None
