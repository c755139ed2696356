"""A game from its texts: prose read, rule blocks parsed, cards lowered, all gathered into a program."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.rules.parse import parse_rules
from kb.asking.files import read_asking
from kb.board.file import read_layout
from kb.board.making import read_making
from kb.cards.files import Cards, load_cards, unplayable
from kb.cards.sheets import Sheets, cut_sheets
from kb.games.game import Game
from kb.model.entities import Block, GameProse, Place
from kb.model.problems import Problem, problem
from kb.rules.assembly import build_program
from kb.rules.program import Cited
from kb.text.prose import prose_from_files
from kb.text.reader import GameFiles, read_game

#: what reads one rule block under a paragraph; what cannot be read is put to the problems
ReadBlock = Callable[[Block, str, list[Problem]], tuple[n.Statement, ...]]
#: what reads the cards of a game
LoadCards = Callable[[GameFiles, Sheets, GameProse], Cards]

#: faults for which rules are left out
UNREAD = frozenset({"RULE-SYNTAX", "CARD-SYNTAX", "CARD-MEANING"})


def compile_game(folder: Path, version: str = "") -> Game:
    """Reads and parses a game folder; faults are collected, never raised."""
    return compile_files(read_game(folder), version)


def read_block(block: Block, paragraph: str, problems: list[Problem]) -> tuple[n.Statement, ...]:
    """The statements of a rule block; none where it cannot be read."""
    try:
        return parse_rules(block.text)
    except SyntaxProblemError as error:
        place = Place(block.place.file, block.place.line + error.line - 1, error.column)
        problems.append(problem("RULE-SYNTAX", place, error.message + ".", error.cure))
        return ()


def compile_files(
    files: GameFiles, version: str = "", read: ReadBlock = read_block, load: LoadCards = load_cards
) -> Game:
    """The same of texts that were read before, and perhaps written on; `read`, `load`: for those who keep what was read."""
    with _nothing_collected():
        sheets = cut_sheets(files.cards)
        cards = load(files, sheets, prose_from_files(files, sheets.ids))
        prose = cards.prose
        asking, unasked = read_asking(files.patterns, prose.languages)
        problems = [*prose.problems, *cards.problems, *unasked]
        statements = [*_statements(prose, problems, read), *cards.statements]
        unread = tuple(f"{each.place}: {each.message}" for each in problems if each.code in UNREAD)
        program = build_program(prose.id, statements, tuple(prose.editions), unread)
        members = frozenset(member for known in program.members.values() for member in known)
        problems += unplayable(cards.entries, frozenset(program.actions), members)
        board, faults = read_layout(files.board, program, prose.languages)
        making, amiss = read_making(files.making, program)
        faults = [*problems, *faults, *amiss]
        return Game(prose, program, version, tuple(faults), cards.entries, cards.words, asking, board, making)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Thousands of new records, none of them garbage: looking for some takes a fifth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.freeze()  # all that is new counts as old at once:
            gc.unfreeze()  # else the next record made would have every one of them looked at
            gc.enable()


def _statements(prose: GameProse, problems: list[Problem], read: ReadBlock) -> Iterator[Cited]:
    for paragraph in prose.paragraphs.values():
        source = prose.sources.get(paragraph.source)
        rank = source.rank if source is not None else 0
        for block in paragraph.blocks:
            for node in read(block, paragraph.id, problems):
                line = getattr(node, "at", (1, 1))[0] or 1
                yield Cited(node, paragraph.id, Place(block.place.file, block.place.line + line - 1), rank)
