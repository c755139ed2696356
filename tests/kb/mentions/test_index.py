"""Mentions told apart by the program: what a word names, and that nothing in rules and cases is left unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from grammar.base.corollaries import is_corollary
from kb.library import load_game
from kb.mentions.files import FileMentions, mentions_of, sort_of
from kb.mentions.index import Index
from kb.rules.program import Program
from referee.service import builtins
from tests.support.places import CORPUS, HARBOUR

#: names that mean something in some statements of every game
OWN = {"new", "old", "chosen", "over"}


def index_of(folder: Path) -> tuple[Index, Program, set[str]]:
    game = load_game(folder)
    files: dict[str, FileMentions] = {}
    for path in sorted(folder.rglob("*")):
        sort = sort_of(path.relative_to(folder))
        if sort:
            files[path.relative_to(folder).as_posix()] = mentions_of(
                path.read_text("utf-8"), sort, game.prose.languages
            )
    cards = [heading for heading, at in game.prose.headings.items() if "/cards/" in at.place.file]
    program = game.program
    known = {
        *program.facts, *program.values, *program.columns, *program.tables, *program.kinds, *program.purses, *program.actions,
        *program.classes, *program.procedures, *program.events, *program.phases, *program.steps, *program.disputes,
        *builtins(), *OWN, *(member for members in program.members.values() for member in members),
        *(reading.name for cited in program.disputes.values() for reading in cited.node.readings),
    }  # fmt: skip
    return Index(program, files, cards), program, known


def folders() -> list[object]:
    games = [path.parent for path in sorted(CORPUS.glob("*/game.toml"))]
    return [pytest.param(HARBOUR, id="harbour"), *(pytest.param(g, id=g.name, marks=pytest.mark.corpus) for g in games)]


@pytest.mark.parametrize("folder", folders())
def test_what_rules_and_prose_name_is_there(folder: Path) -> None:
    """A word taken for a name of the game is one: were a local name taken for it, or the other way round, some would be unknown."""
    index, _, known = index_of(folder)
    paragraphs = {mention.thing for file in index.files for mention in index.mentions(file) if mention.declares}
    enums = {
        word.text for part in index.files.values() for word in part.words if word.declares and word.sort == "member"
    }
    unknown = []
    for file in index.files:
        for mention in index.mentions(file):
            space, name = mention.thing
            if (space == "name" and file.startswith("rules/") and name not in known | enums) or (
                space in ("paragraph", "term", "source")
                and mention.thing not in paragraphs
                and not name.startswith("http")
            ):
                unknown.append((file, mention.line, name))
    assert unknown == []


@pytest.mark.parametrize("folder", folders())
def test_what_the_program_declares_is_declared_somewhere(folder: Path) -> None:
    index, program, _ = index_of(folder)
    declared = {mention.thing[1] for file in index.files for mention in index.mentions(file) if mention.declares}
    tables = (
        program.facts,
        program.values,
        program.kinds,
        program.procedures,
        program.events,
        program.phases,
        program.steps,
    )
    missing = {
        name for table in tables for name in table if not is_corollary(name)
    } - declared  # corollaries are asked about only
    made = {name for name in missing if "/cards/" in _home(program, name)}
    assert missing - made == set()


def _home(program: Program, name: str) -> str:
    for table in (program.facts, program.kinds, program.procedures, program.events):
        if name in table:
            return table[name].place.file
    return program.values[name].clauses[0].place.file if name in program.values else ""
