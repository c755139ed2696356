"""The loaded corpus: every game with its prose and its program. Immutable; a reload builds a new one."""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache as remember
from pathlib import Path
from typing import Any

from grammar import nodes as n
from grammar.cards.parse import grammar_text as card_grammar
from grammar.errors import SyntaxProblemError
from grammar.parse import grammar_text, keep_tables, parse_cases, parse_rules
from kb.cards.files import CardEntry, load_cards, patterns_text, unplayable
from kb.cards.sheets import cut_sheets
from kb.cards.words import CardWords
from kb.model import Paragraph, Place
from kb.problems import Problem, problem
from kb.program import Cited, Program, build_program
from kb.prose import GameProse, prose_from_files
from kb.reader import game_folders, read_game


@dataclass(frozen=True, slots=True)
class PlacedCase:
    """A case and where it stands."""

    node: n.Case
    place: Place


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its prose, its program and its cases."""

    prose: GameProse
    program: Program
    version: str
    problems: tuple[Problem, ...] = field(default=())
    cards: tuple[CardEntry, ...] = ()
    card_words: CardWords | None = None

    @property
    def id(self) -> str:
        """The name of its folder."""
        return self.prose.id

    def paragraph(self, identity: str) -> Paragraph | None:
        """A paragraph by its id."""
        return self.prose.paragraphs.get(identity)

    def ways(self) -> frozenset[str]:
        """The actions that are only one way of carrying out a card: nobody does them but through it."""
        cards = {entry.paragraph: entry.action for entry in self.cards}
        actions = self.program.actions.items()
        return frozenset(name for name, info in actions if cards.get(info.paragraph, name) != name and not info.node.classes)

    def ranks(self) -> dict[int, str]:
        """Which paragraph grants which rank."""
        return {source.rank: source.by for source in self.prose.sources.values() if source.by}


@dataclass(frozen=True, slots=True)
class Library:
    """All games."""

    games: Mapping[str, Game]
    version: str

    def game(self, identity: str) -> Game | None:
        """A game by its id."""
        return self.games.get(identity)

    def find_paragraph(self, identity: str) -> Paragraph | None:
        """A paragraph of any game."""
        for game in self.games.values():
            found = game.paragraph(identity)
            if found is not None:
                return found
        return None


def corpus_folder() -> Path:
    """The corpus that comes with the project, unless PARAGRAF_CORPUS names another."""
    named = os.environ.get("PARAGRAF_CORPUS")
    return Path(named) if named else Path(__file__).resolve().parent.parent / "corpus"


def load_library(folder: Path | None = None, cache: Path | None = None) -> Library:
    """Loads every game of a corpus; unchanged games come from the cache."""
    games: dict[str, Game] = {}
    for game_folder in game_folders(folder or corpus_folder()):
        game = load_game(game_folder, cache)
        games[game.id] = game
    digest = hashlib.sha256("".join(game.version for game in games.values()).encode()).hexdigest()
    return Library(games, digest[:12])


def _keep_parser(cache: Path) -> None:
    """The parser's tables are kept beside the games: making them takes longer than reading a game."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    digest = hashlib.sha256(grammar_text().encode()).hexdigest()[:12]
    keep_tables(str(cache / f"parser-{digest}.lark"))


def load_game(folder: Path, cache: Path | None = None) -> Game:
    """One game, from the cache when its files did not change."""
    if cache is not None:
        _keep_parser(cache)
    version = digest_of(folder)
    if cache is not None:
        found = _from_cache(cache, folder.name, version)
        if found is not None:
            return found
    game = compile_game(folder, version)
    if cache is not None:
        _to_cache(cache, game)
    return game


def digest_of(folder: Path) -> str:
    """The digest of a game's files and of the grammar that reads them."""
    digest = hashlib.sha256(_reader_digest())
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in (".md", ".toml"):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@remember
def _reader_digest() -> bytes:
    """The digest of the grammar and of the code that shapes what is cached: other code never reads our records."""
    digest = hashlib.sha256((grammar_text() + card_grammar() + patterns_text()).encode())
    here = Path(__file__).resolve().parent
    for path in sorted([*here.glob("*.py"), *(here / "cards").glob("*.py"), *(here.parent / "grammar").rglob("*.py")]):
        digest.update(path.read_bytes())
    return digest.digest()


def compile_game(folder: Path, version: str = "") -> Game:
    """Reads and parses a game folder; faults are collected, never raised."""
    files = read_game(folder)
    sheets = cut_sheets(files.cards)
    cards = load_cards(files, sheets, prose_from_files(files, sheets.ids))
    prose = cards.prose
    problems = [*prose.problems, *cards.problems]
    statements = [*_statements(prose, problems), *cards.statements]
    program = build_program(prose.id, statements, tuple(prose.editions))
    members = frozenset(member for known in program.members.values() for member in known)
    problems += unplayable(cards.entries, frozenset(program.actions), members)
    return Game(prose, program, version, tuple(problems), cards.entries, cards.words)


def _statements(prose: GameProse, problems: list[Problem]) -> Iterator[Cited]:
    for paragraph in prose.paragraphs.values():
        source = prose.sources.get(paragraph.source)
        rank = source.rank if source is not None else 0
        for block in paragraph.blocks:
            try:
                parsed = parse_rules(block.text)
            except SyntaxProblemError as error:
                place = Place(block.place.file, block.place.line + error.line - 1, error.column)
                problems.append(problem("RULE-SYNTAX", place, error.message + ".", error.cure))
                continue
            for node in parsed:
                line = getattr(node, "at", (1, 1))[0] or 1
                yield Cited(node, paragraph.id, Place(block.place.file, block.place.line + line - 1), rank)


_CASE_BLOCK = re.compile(r"^```case[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def cases_of(game: Game) -> tuple[tuple[PlacedCase, ...], tuple[Problem, ...]]:
    """The cases of a game and what is wrong with them; read only when wanted: answering needs none of them."""
    problems: list[Problem] = []
    cases = [case for name, text in game.prose.cases for case in read_cases(name, text, problems)]
    return tuple(cases), tuple(problems)


def read_cases(name: str, text: str, problems: list[Problem]) -> Iterator[PlacedCase]:
    """The cases of a Markdown file: fenced `case` blocks."""
    for match in _CASE_BLOCK.finditer(text):
        first = text.count("\n", 0, match.start(1)) + 1
        try:
            parsed = parse_cases(match.group(1))
        except SyntaxProblemError as error:
            place = Place(name, first + error.line - 1, error.column)
            problems.append(problem("CASE-SYNTAX", place, error.message + ".", error.cure))
            continue
        for node in parsed:
            yield PlacedCase(node, Place(name, first + node.at[0] - 1))


def _from_cache(cache: Path, name: str, version: str) -> Game | None:
    """A cached game; anything damaged or foreign counts as absent."""
    collecting = gc.isenabled()
    gc.disable()  # thousands of new records, none of them garbage
    try:
        with (cache / f"{name}-{version}.pickle").open("rb") as file:
            found: Any = pickle.load(file)
    except Exception:
        return None  # whatever is wrong with a cache file, it is built again
    finally:
        if collecting:
            gc.enable()
    return found if isinstance(found, Game) and found.version == version else None


def _to_cache(cache: Path, game: Game) -> None:
    """Written beside and renamed, so that nobody ever reads half a file."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=cache, delete=False) as file:
            pickle.dump(game, file, protocol=pickle.HIGHEST_PROTOCOL)
        Path(file.name).replace(cache / f"{game.id}-{game.version}.pickle")
        for old in cache.glob(f"{game.id}-*.pickle"):
            if old.name != f"{game.id}-{game.version}.pickle":
                old.unlink(missing_ok=True)
    except OSError:
        return  # a cache that cannot be written is no fault
