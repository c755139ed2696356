"""What could be written at a place: keywords, names, members of the kind that fits, ids, terms, attributes, words of cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grammar.base.corollaries import is_corollary
from grammar.rules.concrete import following, loose_words
from kb.mentions.index import Index
from kb.mentions.tables import toml_words
from kb.model.entities import NO_RULE
from kb.text.attributes import LISTS, NAMES
from kb.text.translations import digest
from referee.service import builtins
from web.editor.desk import Desk, Reading
from web.editor.place import Spot

#: more than these nobody looks through; editors ask again when more is typed
MOST = 400

_KEY = re.compile(r"(\w+)\s+of\s+\Z")
_COMPARED = re.compile(r"(\w+)(?:\s+of\s+\w+|\s*\([^()]*\))?\s*(?:\bis\s+not\b|\bis\b|=)\s*\Z")
_OPEN = re.compile(r"(\w+)\s*\(\s*\Z")
_ATTRIBUTE = re.compile(r"\{#[^{}]*\s([a-z]+)=[^\s{}=]*\Z")
_STATEMENT = re.compile(r"^\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something that could be written: in place of the word begun."""

    label: str
    sort: str  #: keyword, fact, value, action, member, local, paragraph, term, attribute …
    detail: str = ""
    likely: bool = False  #: it is of the kind that is looked for


def suggestions(desk: Desk, spot: Spot) -> list[Suggestion]:
    """What fits, what is of the right kind first, each once."""
    reading = desk.reading()
    begun = spot.begun.removeprefix("#").lower()
    found: dict[str, Suggestion] = {}
    for each in _all(desk, reading, spot):
        if each.label.lower().startswith(begun) or begun in each.label.lower()[1:]:
            known = found.get(each.label)
            if known is None or (each.likely and not known.likely):
                found[each.label] = each
    ordered = sorted(found.values(), key=lambda each: (not each.likely, not each.label.lower().startswith(begun)))
    return ordered[:MOST]


def _all(desk: Desk, reading: Reading, spot: Spot) -> Iterator[Suggestion]:
    if spot.start and spot.begun.startswith("#"):
        yield from _paragraphs(reading)
    elif spot.start:
        yield from _rule(desk.index(), reading, spot)
    elif spot.block == "card":
        yield from _card_words(reading)
    elif spot.file.path.suffix == ".toml":
        yield from _toml(reading, spot)
    elif "[[" in spot.before and "]]" not in spot.before[spot.before.rfind("[[") :]:
        yield from (
            Suggestion(term.id, "term", term.names.get("en", ""), likely=True)
            for term in reading.game.prose.terms.values()
        )
    elif "{#" in spot.before and "}" not in spot.before[spot.before.rfind("{#") :]:
        yield from _attributes(reading, spot)


# ---- the rule language -----------------------------------------------------------------------------------------------


def _rule(index: Index, reading: Reading, spot: Spot) -> Iterator[Suggestion]:
    before = spot.written[: len(spot.written) - len(spot.begun)]
    keywords, name_fits = following(before, spot.start)
    program, study = reading.game.program, reading.study
    if name_fits:
        statement = before[([0] + [found.start() for found in _STATEMENT.finditer(before)])[-1] :]
        yield from _expected(reading, before, keywords)
        known = {name for name, _ in _names(reading)}
        owner = re.match(r"(?:rule|class|action|card)\s+(\w+)", statement)
        local = {str(word) for word in loose_words(statement) if word.type == "NAME"} - known
        if owner is not None:
            local |= index.local_names(owner[1])
        yield from (Suggestion(name, "local", "a name of this statement") for name in sorted(local))
        for name, sort in _names(reading):
            yield Suggestion(name, sort, study.type_of(name) if sort in ("fact", "value") else "")
        yield from (
            Suggestion(member, "member", ", ".join(program.kind_of_member(member)))
            for members in program.members.values()
            for member in members
        )
        yield from (Suggestion(name, "builtin", says) for name, says in builtins().items())
    yield from (Suggestion(word, "keyword") for word in sorted(keywords) if word.isalpha())


def _expected(reading: Reading, before: str, keywords: frozenset[str]) -> Iterator[Suggestion]:
    """What is of the kind that must stand here, where that can be seen from what stands before."""
    program, study = reading.game.program, reading.study
    members: Iterable[str] = ()
    word = (re.findall(r"(\w+)\s+\Z", before) or [""])[0]
    if found := _KEY.search(before):
        members = study.members_at(found[1], 0)
    elif found := _COMPARED.search(before):
        members = study.members(found[1])
    elif (call := _called(before)) is not None:
        members = study.members_at(*call)
    elif "flag" in keywords:  # a type
        yield from (Suggestion(name, "kind", likely=True) for name in program.kinds)
        yield from (Suggestion(name, "class", likely=True) for name in program.classes)
    elif word in ("do", "offer", "oblige", "rule", "must", "may"):
        yield from (Suggestion(name, "action", likely=True) for name in program.actions)
        more = program.procedures if word == "do" else program.classes
        yield from (Suggestion(name, "procedure" if word == "do" else "class", likely=True) for name in more)
    elif word in ("emit", "on"):
        yield from (Suggestion(name, "event", likely=True) for name in program.events)
    elif word == "as":
        yield from (Suggestion(name, "class", likely=True) for name in program.classes)
    elif word == "by":
        members = program.members.get(program.roles, ())
    for member in members:
        yield Suggestion(member, "member", ", ".join(program.kind_of_member(member)), likely=True)


def _called(before: str) -> tuple[str, int] | None:
    """The call whose brackets are open, and the number of the argument that comes now."""
    depth = commas = 0
    for at in range(len(before) - 1, max(-1, len(before) - 1_000), -1):
        sign = before[at]
        if sign in ")]}":
            depth += 1
        elif sign in "([{":
            if depth == 0:
                found = _OPEN.search(before[: at + 1])
                return (found[1], commas) if found and sign == "(" else None
            depth -= 1
        elif sign == "," and depth == 0:
            commas += 1
    return None


def _names(reading: Reading) -> Iterator[tuple[str, str]]:
    program = reading.game.program
    tables = {
        "fact": program.facts, "value": {**program.values, **program.columns}, "purse": program.purses, "action": program.actions,
        "class": program.classes, "procedure": program.procedures, "event": program.events, "kind": program.kinds,
        "phase": program.phases, "step": program.steps, "dispute": program.disputes,
    }  # fmt: skip
    for sort, table in tables.items():
        yield from ((name, sort) for name in table if not is_corollary(name))  # corollaries are never written by name


# ---- prose, tables, cards --------------------------------------------------------------------------------------------


def _paragraphs(reading: Reading) -> Iterator[Suggestion]:
    for paragraph in reading.game.prose.paragraphs.values():
        yield Suggestion(paragraph.id, "paragraph", paragraph.text.get("en", "")[:80].replace("\n", " "), likely=True)


def _attributes(reading: Reading, spot: Spot) -> Iterator[Suggestion]:
    prose = reading.game.prose
    if found := _ATTRIBUTE.search(spot.before):
        key = found[1]
        values: Iterable[str] = {"norule": NO_RULE, "printed": ("board", "card"), "source": prose.sources}.get(key, ())
        if key == "of" and spot.sort == "translation":
            identity = spot.before[spot.before.rfind("{#") + 2 :].split()[0]
            paragraph, heading = prose.paragraphs.get(identity), prose.headings.get(identity)
            english = paragraph.text.get("en") if paragraph else heading.title.get("en") if heading else None
            values = [digest(english)] if english else ()
        if key in LISTS:
            yield from _paragraphs(reading)
        yield from (Suggestion(value, "attribute", likely=True) for value in values)
    elif re.search(r"\{#[^{}]*\s[a-z]*\Z", spot.before):
        if spot.sort == "translation":
            names: Iterable[str] = ("of=",)
        elif spot.sort == "cards":
            names = ("copies=", "kind=", "of=", "name=", "as=", "unconfirmed")
        else:
            known = (name for name in NAMES if name != "of")
            names = (
                *(name if name == "unconfirmed" else f"{name}=" for name in known),
                *(f"{e}=" for e in prose.editions),
            )
        yield from (Suggestion(name, "attribute", likely=True) for name in names)
    elif spot.sort == "translation":
        yield from _paragraphs(reading)
        yield from (Suggestion(heading, "paragraph", likely=True) for heading in prose.headings)


def _card_words(reading: Reading) -> Iterator[Suggestion]:
    words = reading.game.card_words
    if words is not None:
        for phrase, (sort, name) in words.vocabulary.phrases.items():
            yield Suggestion(phrase, "word", f"{sort.lower()} {name.rstrip('*')}", likely=True)


def _toml(reading: Reading, spot: Spot) -> Iterator[Suggestion]:
    prose = reading.game.prose
    offset = len("\n".join(spot.file.text.split("\n")[: spot.line - 1])) + (spot.line > 1) + spot.column - 1
    at = next(
        (word for word in toml_words(spot.file.text) if word.offset <= offset <= word.offset + len(word.said)), None
    )
    key = at.key.partition(".")[0] if at is not None else ""
    if spot.before.lstrip().startswith("[") and "=" not in spot.before:
        if spot.sort == "words":
            yield from (
                Suggestion(name, sort, likely=True) for name, sort in _names(reading) if name not in prose.words
            )
    elif at is not None and at.part == "text":
        if key == "defined" or (key == "by" and spot.sort == "manifest"):
            yield from _paragraphs(reading)
        elif key == "related" or (key == "term" and spot.sort == "words"):
            yield from (Suggestion(term, "term", likely=True) for term in prose.terms)
        elif spot.sort == "card tables":
            yield from (Suggestion(name, sort) for name, sort in _names(reading))
    elif "=" not in spot.before:
        keys = {
            "terms": ("names.", "aliases.", "text."),
            "words": ("", "ask.", "alone."),
        }.get(spot.sort, ())
        yield from (Suggestion(f"{name}{lang}", "attribute", likely=True) for name in keys for lang in prose.languages)
        more = {"terms": ("defined", "related", "not"), "words": ("term",)}.get(spot.sort, ())
        yield from (Suggestion(name, "attribute", likely=True) for name in more)
