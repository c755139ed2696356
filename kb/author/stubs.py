"""The words and terms that a game still lacks, added to its files as entries to fill in; nothing that stands there is touched."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from grammar import nodes as n
from grammar.base.numbered import row_of, rows_among
from grammar.base.records import record
from kb.games.game import Game
from kb.model.entities import Place
from kb.model.keys import CHOICE
from kb.rules.program import Program
from kb.rules.reads import found_in
from kb.survey.checks import unlabelled, unworded
from kb.survey.choices import unasked
from kb.text.markup import marked_terms
from kb.text.reader import TextFile, read_game, write_text

_HEADER = re.compile(r"^\s*\[")


@record
class Added:
    """What was added to a file; `done` is no where it has to be written by hand."""

    file: str
    entry: str
    keys: tuple[str, ...]
    done: bool = True


class StubError(Exception):
    """A file that cannot be added to."""


def add_stubs(folder: Path, game: Game, *, everything: bool = False) -> list[Added]:
    """Adds what is missing, and says what that was. `everything`: kinds too."""
    files = read_game(folder)
    languages = game.prose.languages
    texts = {file.path: file.text for file in (*files.words, files.terms)}
    added: list[Added] = []
    for file in files.words:
        for name, entry in _tables(file).items():
            lacking = [lang for lang in languages if lang not in entry] if "term" not in entry else []
            added += _complete(texts, file, name, lacking)
    for name, entry in _tables(files.terms).items():
        lacking = [f"{key}.{lang}" for key in ("names", "text") for lang in languages if lang not in entry.get(key, {})]
        added += _complete(texts, files.terms, name, lacking)
    keys = [f"{key}.{lang}" for key in ("names", "text") for lang in languages]
    for term in _unknown_terms(game, files.words):
        texts[files.terms.path] = _appended(texts[files.terms.path], term, "", [*keys, "defined"])
        added.append(Added(files.terms.name, term, (*keys, "defined")))
    for name, why, place in _unworded(game, everything):
        home = _home(files.words, folder, place)
        texts[home] = _appended(texts.get(home, ""), name, why, languages)
        added.append(Added(home.relative_to(folder.resolve().parent).as_posix(), name, tuple(languages)))
    before = {file.path: file.text for file in (*files.words, files.terms)}
    for path, text in texts.items():
        if before.get(path) != text:
            path.parent.mkdir(exist_ok=True)
            write_text(path, text)
    return added


def _home(words: tuple[TextFile, ...], folder: Path, place: Place) -> Path:
    """The file that a new word is added to: the only one there is, or that of the chapter in which the name is declared."""
    return words[0].path if len(words) == 1 else folder.resolve() / "words" / f"{Path(place.file).stem}.toml"


def _tables(file: TextFile) -> dict[str, dict[str, Any]]:
    try:
        found = tomllib.loads(file.text)
    except tomllib.TOMLDecodeError as error:
        raise StubError(f"{file.name} is not valid TOML: {error}. Mend it first; nothing was added.") from None
    return {name: entry for name, entry in found.items() if isinstance(entry, dict)}


# ---- text ------------------------------------------------------------------------------------------------------------


def _appended(text: str, name: str, why: str, keys: Iterable[str]) -> str:
    """A new entry at the end of a file."""
    lines = [
        f"[{name if name.isidentifier() else chr(34) + name + chr(34)}]{f'  # {why}' if why else ''}",
        *(f"{key} = {'[]' if key == 'defined' else chr(34) * 2}" for key in keys),
    ]
    before = f"{text.rstrip()}\n\n" if text.strip() else ""
    return before + "\n".join(lines) + "\n"


def _complete(texts: dict[Path, str], file: TextFile, name: str, keys: list[str]) -> list[Added]:
    """Adds keys to an entry that is there, behind its last one."""
    if not keys:
        return []
    text = _inserted(texts[file.path], name, keys)
    if text is not None:
        texts[file.path] = text
    return [Added(file.name, name, tuple(keys), text is not None)]


def _inserted(text: str, name: str, keys: list[str]) -> str | None:
    """The text with empty keys in one table; None where they cannot be put there without harm."""
    lines = text.split("\n")
    header = re.compile(rf'^\s*\[\s*"?{re.escape(name)}"?\s*\]\s*(#.*)?$')
    first = next((at for at, line in enumerate(lines) if header.match(line)), None)
    if first is None:
        return None
    last = next((at for at in range(first + 1, len(lines)) if _HEADER.match(lines[at])), len(lines))
    while last > first + 1 and (not lines[last - 1].strip() or lines[last - 1].lstrip().startswith("#")):
        last -= 1
    made = "\n".join([*lines[:last], *(f'{key} = ""' for key in keys), *lines[last:]])
    wanted = deepcopy(tomllib.loads(text))
    for key in keys:
        *outer, lang = key.split(".")
        table = wanted[name]
        for part in outer:
            table = table.setdefault(part, {})
        table[lang] = ""
    try:
        return made if tomllib.loads(made) == wanted else None
    except tomllib.TOMLDecodeError:
        return None


# ---- what is missing -------------------------------------------------------------------------------------------------


def _unknown_terms(game: Game, words: Iterable[TextFile]) -> list[str]:
    """Terms that prose or words name and the glossary lacks."""
    named = [
        name
        for paragraph in game.prose.paragraphs.values()
        for text in paragraph.text.values()
        for name in marked_terms(text)
    ]
    named += [entry["term"] for file in words for entry in _tables(file).values() if isinstance(entry.get("term"), str)]
    return list(dict.fromkeys(name for name in named if name not in game.prose.terms))


def _unworded(game: Game, everything: bool) -> Iterator[tuple[str, str, Place]]:
    """Names without words, in the order of the book, each with what it is, what its holes stand for, and where it is declared."""
    program = game.program
    missing = unlabelled(game) | unworded(game)
    known = {*game.prose.words, *game.prose.terms, *missing}
    missing |= {name: place for name, place in _shown(program) if name not in known}
    if everything:
        missing |= {name: cited.place for name, cited in program.kinds.items() if name not in {*known, *missing}}
    if game.prose.words or missing:  # who has begun to give words is told of choices without a question
        missing |= unasked(game)
    for name in rows_among(sorted(missing, key=lambda name: (missing[name].file, missing[name].line))):
        first = next(iter(row_of(name)), name)
        why = "{number} is the number of each" if first != name else ""
        yield name, "; ".join(filter(None, (_said(program, first), why))), missing[first]


def _shown(program: Program) -> Iterator[tuple[str, Place]]:
    """What else readers are shown by its name: tables and their columns, what is chosen or drawn in the middle of something,
    and kinds that say what a key is."""
    for name, cited in program.tables.items():
        columns = [column for column, (table, *_) in program.columns.items() if table == name]
        yield from ((each, cited.place) for each in columns or [name])
    bodies = [*program.procedures.values(), *program.whenevers]
    bodies += [cited for found in (*program.triggers.values(), *program.change_triggers.values()) for cited in found]
    bodies += [cited for info in program.actions.values() for cited in info.clauses]
    for cited in bodies:
        for step in found_in(cited.node, n.Choose):
            if isinstance(step.target, n.Name) and step.target.id not in program.facts and len(step.target.id) > 2:
                yield step.target.id, cited.place
    yield from ((name, info.place) for name, info in program.classes.items())
    for fact in program.facts.values():
        for _, kind in fact.node.keys:
            if kind in program.kinds and kind != program.roles:
                yield kind, program.kinds[kind].place


def _said(program: Program, name: str) -> str:
    if name.startswith(CHOICE):
        return "what somebody is asked who chooses it"
    if name in program.facts:
        return _holes("fact", [kind for _, kind in program.facts[name].node.keys])
    if name in program.actions:
        return _holes("action", [param.name for param in program.actions[name].node.params])
    if name in program.columns or name in program.tables:
        cited = program.tables[program.columns[name][0] if name in program.columns else name]
        return _holes("table", [param.name for param in cited.node.params])
    if name in program.values:
        return _holes("value", program.values[name].params)
    for sort, table in (
        ("dispute", program.disputes),
        ("phase", program.phases),
        ("step", program.steps),
        ("kind", program.kinds),
        ("class of actions", program.classes),
    ):
        if name in table:
            return sort
    if program.kind_of_member(name):
        return "member"
    chosen = name in {each for each, _ in _shown(program)}
    return "what is chosen or drawn" if chosen else "parameter"


def _holes(sort: str, names: Iterable[str]) -> str:
    return ", ".join([sort, *(f"{{{at}}} is the {name}" for at, name in enumerate(names))])
