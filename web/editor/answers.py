"""Everything an editor asks about a place of a game, without a protocol: a path, a line and a column in, an answer out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kb.mentions.index import Index
from kb.mentions.mention import Mention, Thing
from kb.mentions.tables import toml_words
from web.editor.cards import CardWord, card_word, told
from web.editor.completion import Suggestion, suggestions
from web.editor.desk import Desk
from web.editor.hover import described
from web.editor.place import Spot, spot_at
from web.editor.rename import RenameRefused, refuse_fixed, renamed
from web.editor.symbols import OutlineEntry, symbols_of


@dataclass(frozen=True, slots=True)
class Located:
    """A stretch of a line of a file; line and column begin at 1 and count letters."""

    path: Path
    line: int
    column: int
    length: int


@dataclass(frozen=True, slots=True)
class Hovered:
    """What is told of a word, and where it stands."""

    text: str
    at: Located


class Answers:
    """One game; the texts are those of its desk at the moment somebody asks."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def spot(self, path: Path, line: int, column: int) -> Spot | None:
        """A place, if the file is one of the game's."""
        file = next((file for file in self.desk.texts().values() if file.path == path), None)
        return None if file is None else spot_at(file, self.desk.sort(path), line, column)

    def complete(self, path: Path, line: int, column: int) -> tuple[list[Suggestion], int]:
        """What could be written, and how many letters before the place it replaces."""
        spot = self.spot(path, line, column)
        return ([], 0) if spot is None else (suggestions(self.desk, spot), len(spot.begun.removeprefix("#")))

    def hover(self, path: Path, line: int, column: int) -> Hovered | None:
        """What stands at a place."""
        spot = self.spot(path, line, column)
        if spot is None:
            return None
        reading = self.desk.reading()
        if (word := card_word(reading, spot)) is not None:
            return Hovered(told(reading, word), Located(path, line, word.column, word.length))
        index = self.desk.index()
        mention = index.at(spot.file.name, line, column)
        if mention is None:
            return None
        text = described(reading, mention.thing, _owner(index, spot, mention))
        return Hovered(text, _located(path, mention)) if text else None

    def definition(self, path: Path, line: int, column: int) -> list[Located]:
        """Where what stands at a place is declared."""
        spot = self.spot(path, line, column)
        if spot is None:
            return []
        if (word := card_word(self.desk.reading(), spot)) is not None:
            return self._vocabulary(word)
        index = self.desk.index()
        mention = index.at(spot.file.name, line, column)
        return [] if mention is None else self._declared(index, mention.thing)

    def references(self, path: Path, line: int, column: int, *, declarations: bool = True) -> list[Located]:
        """Everywhere that what stands at a place is named."""
        index, thing = self._thing(path, line, column)
        if thing is None:
            return []
        return self._paths([each for each in index.of(thing) if declarations or not each[1].declares])

    def renamable(self, path: Path, line: int, column: int) -> Located:
        """The stretch that a rename would change; raises RenameRefused."""
        spot = self.spot(path, line, column)
        index = self.desk.index()
        mention = index.at(spot.file.name, line, column) if spot is not None else None
        if mention is None:
            raise RenameRefused("Here stands no name that could be changed.")
        refuse_fixed(self.desk, index, mention.thing)
        return _located(path, mention)

    def rename(self, path: Path, line: int, column: int, new: str) -> list[Located]:
        """The stretches to write the new name at; raises RenameRefused."""
        index, thing = self._thing(path, line, column)
        if thing is None:
            raise RenameRefused("Here stands no name that could be changed.")
        new = new.removeprefix("#") if thing[0] == "paragraph" else new
        found = renamed(self.desk, index, thing, new)
        return [_located(file, mention) for file, mentions in found.items() for mention in mentions]

    def symbols(self, path: Path) -> list[OutlineEntry]:
        """The outline of a file."""
        spot = self.spot(path, 1, 1)
        return [] if spot is None else symbols_of(self.desk.index(), spot.file)

    # ---- places ----------------------------------------------------------------------------------------------------

    def _thing(self, path: Path, line: int, column: int) -> tuple[Index, Thing | None]:
        index = self.desk.index()
        spot = self.spot(path, line, column)
        mention = index.at(spot.file.name, line, column) if spot is not None else None
        return index, None if mention is None else mention.thing

    def _declared(self, index: Index, thing: Thing) -> list[Located]:
        found = self._paths(index.declarations(thing))
        if not found and thing[0] == "name":  # a card: its action is written nowhere
            program = self.desk.reading().game.program
            info = program.actions.get(thing[1])
            file = self.desk.texts().get(info.place.file) if info is not None else None
            if info is not None and file is not None:
                found = [Located(file.path, info.place.line, 1, 0)]
        return found

    def _vocabulary(self, word: CardWord) -> list[Located]:
        file = self.desk.files().vocabulary
        for each in toml_words(file.text) if file is not None else ():
            if file is not None and each.part == "table" and each.said == word.table:
                line = file.text.count("\n", 0, each.offset) + 1
                return [Located(file.path, line, each.offset - file.text.rfind("\n", 0, each.offset), len(each.said))]
        return []

    def _paths(self, found: list[tuple[str, Mention]]) -> list[Located]:
        texts = self.desk.texts()
        return [_located(texts[file].path, mention) for file, mention in found]


def _located(path: Path, mention: Mention) -> Located:
    return Located(path, mention.line, mention.column, mention.length)


def _owner(index: Index, spot: Spot, mention: Mention) -> str:
    """The action or value in whose statement a local name stands."""
    before = [word for word in index.words_at(spot.file.name, spot.first, mention.line) if word.declares or word.owner]
    named = [
        word for word in before if word.sort != "local" and (word.line, word.column) <= (mention.line, mention.column)
    ]
    return (named[-1].owner or named[-1].text) if named else ""
