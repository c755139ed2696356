"""A game folder with what is being typed laid over it: its texts, its newest reading, and where everything is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from grammar import nodes as n
from kb.cards.files import Cards, load_cards, with_chapters
from kb.cards.sheets import Sheets
from kb.cases import read_case_file
from kb.games.compilation import compile_files, read_block
from kb.games.folders import GAME
from kb.games.game import Game
from kb.mentions.files import FileMentions, mentions_of, sort_of
from kb.mentions.index import Index
from kb.model.entities import Block, GameProse
from kb.model.problems import Problem
from kb.text.reader import GameFiles, TextFile, each_file, read_game
from referee.service import Study

V = TypeVar("V")


class Memo:
    """What was made of each text, as long as the text is the same."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[object, object]] = {}

    def get(self, key: str, text: object, make: Callable[[], V]) -> V:
        """What is made of a text under a key."""
        found = self._kept.get(key)
        if found is None or found[0] != text:
            found = self._kept[key] = (text, make())
        return found[1]  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Reading:
    """One state of the texts, read and checked."""

    game: Game
    study: Study
    problems: tuple[Problem, ...]


def folder_of(path: Path) -> Path | None:
    """The folder of the game that a file belongs to."""
    return next((folder for folder in path.parents if (folder / GAME).is_file()), None)


class Desk:
    """One game folder; `buffers` are the unsaved texts by path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.buffers: dict[Path, str] = {}
        self.newest: Reading | None = None
        self._memo = Memo()
        self._good: dict[
            tuple[str, int], tuple[str, tuple[n.Statement, ...]]
        ] = {}  #: the last readable state of each block

    # ---- texts -----------------------------------------------------------------------------------------------------

    def files(self) -> GameFiles:
        """Every text, as it is typed where it is open."""
        return read_game(self.folder, self.buffers)

    def texts(self) -> dict[str, TextFile]:
        """The same by the names that problems use."""
        return {file.name: file for file in each_file(self.files())}

    def sort(self, path: Path) -> str:
        """What a file of the folder is."""
        return sort_of(path.relative_to(self.folder))

    # ---- readings --------------------------------------------------------------------------------------------------

    def read(self) -> Reading:
        """Reads and checks the texts as they are now; what did not change is not parsed again."""
        if (
            self.newest is None and self.buffers
        ):  # what was saved tells what a block means that cannot be read as it is typed
            self._compiled(read_game(self.folder))
        files = self.files()
        game = self._compiled(files)
        cases = [
            self._memo.get(f"cases {file.name}", file.text, lambda file=file: read_case_file(file.name, file.text))  # type: ignore[misc]
            for file in files.cases
        ]
        study = Study(game)
        self.newest = Reading(game, study, tuple(study.problems(cases)))
        return self.newest

    def _compiled(self, files: GameFiles) -> Game:
        seen: dict[str, int] = {}

        def block_of(block: Block, paragraph: str, problems: list[Problem]) -> tuple[n.Statement, ...]:
            number = seen[paragraph] = seen.get(paragraph, -1) + 1
            return self._block(block, paragraph, number, problems)

        return compile_files(files, read=block_of, load=self._cards)

    def reading(self) -> Reading:
        """The newest reading; the first is made now."""
        return self.newest or self.read()

    def _block(self, block: Block, paragraph: str, number: int, problems: list[Problem]) -> tuple[n.Statement, ...]:
        """A block that cannot be read stands for what it last said: else every name it declares would be missed elsewhere."""
        text, statements = self._good.get((paragraph, number), ("", ()))
        if text != block.text:
            wrong: list[Problem] = []
            read = read_block(block, paragraph, wrong)
            problems += wrong
            if not wrong:
                statements = read
                self._good[paragraph, number] = (block.text, read)
        return statements

    def _cards(self, files: GameFiles, sheets: Sheets, prose: GameProse) -> Cards:
        """The cards; read again only when something changed that they are read with."""
        ids = {*prose.paragraphs, *prose.headings}
        with_ = (
            files.cards,
            files.vocabulary,
            files.frames,
            prose.languages,
            prose.sources,
            prose.words,
            prose.forms,
            ids,
        )
        found = self._memo.get("cards", with_, lambda: load_cards(files, sheets, prose))
        return replace(found, prose=with_chapters(prose, found.chapters))

    def index(self) -> Index:
        """Where everything is named in the texts as they are now, by what the newest reading says of the names."""
        game = self.reading().game
        languages = game.prose.languages
        found: dict[str, FileMentions] = {}
        for file in each_file(self.files()):
            if not (sort := self.sort(file.path)):
                continue
            found[file.name] = self._memo.get(
                f"mentions {file.name}",
                (file.text, languages),
                lambda file=file, sort=sort: mentions_of(file.text, sort, languages),  # type: ignore[misc]
            )
        cards = (heading for heading, at in game.prose.headings.items() if "/cards/" in at.place.file)
        return Index(game.program, found, cards)
