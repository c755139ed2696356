"""A game in a file: opened in milliseconds, each paragraph, term and rule read when it is first looked at."""

from __future__ import annotations

import io
import marshal
from _pickle import Pickler, Unpickler, dumps, loads  # what `pickle` hands on, without what it is in Python
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from grammar.base.late import late
from kb.cache.digest import PYTHON
from kb.cache.mapping import LateMapping
from kb.cache.pack import Pack, PackFile, pack
from kb.games.game import Game
from kb.model.entities import GameProse, Heading, Paragraph
from kb.rules.program import Program

#: tables of which each entry is kept on its own
_PROSE_TABLES = ("paragraphs", "headings", "terms", "words", "forms")
_PROGRAM_TABLES = (
    "kinds", "facts", "values", "tables", "purses", "starts", "actions", "classes", "procedures", "events", "triggers",
    "change_triggers", "phases", "steps", "disputes",
)  # fmt: skip
#: what is always wanted and made of plain values
_PROGRAM_PLAIN = ("game", "columns", "members", "order", "fields", "roles", "unread")
_GAME_LATE = ("problems", "cards", "card_words", "asking", "board", "making")
_PROTOCOL = 5


def game_path(cache: Path, name: str, version: str) -> Path:
    """Where a game of this version is kept by this Python."""
    return cache / f"{name}-{version}.{PYTHON}.game"


def keep_game(cache: Path, game: Game) -> None:
    """Keeps a game in place of its older versions."""
    path = game_path(cache, game.id, game.version)
    parts = {
        "version": game.version.encode(),
        "prose": _packed(game.prose, _PROSE_TABLES, {"chapters": _chapters(game.prose)}),
        "program": _packed(game.program, _PROGRAM_TABLES, {}),
        "plain": marshal.dumps({name: getattr(game.program, name) for name in _PROGRAM_PLAIN}),
        **{name: _dumped(getattr(game, name)) for name in _GAME_LATE},
    }
    if PackFile(path).put(parts):
        for old in cache.glob(f"{game.id}-*.{PYTHON}.game"):
            if old != path:
                old.unlink(missing_ok=True)


def kept_game(cache: Path, name: str, version: str) -> Game | None:
    """A kept game; one that is absent, damaged or foreign is None."""
    found = PackFile(game_path(cache, name, version)).open()
    if found is None or bytes(found.get("version", b"")) != version.encode():
        return None
    prose, program = Pack(found["prose"]), Pack(found["program"])
    return late(
        Game,
        lambda part: _loaded(found[part]),
        version=version,
        prose=_prose(prose),
        program=late(Program, _reader(program, _PROGRAM_TABLES), **marshal.loads(found["plain"])),
    )


def _reader(parts: Pack, tables: tuple[str, ...]) -> Callable[[str], object]:
    """What reads one field: a table entry by entry, anything else whole."""

    def read(name: str) -> object:
        if name not in tables:
            return _loaded(parts[name])
        entries = Pack(parts[name])
        return LateMapping(entries, lambda entry: _loaded(entries[entry]))

    return read


def _prose(parts: Pack) -> GameProse:
    read = _reader(parts, _PROSE_TABLES)
    made: GameProse = late(
        GameProse, lambda name: _Chapters(parts[name], made).load() if name == "chapters" else read(name)
    )
    return made


def _packed(record: GameProse | Program, tables: tuple[str, ...], made: Mapping[str, bytes]) -> bytes:
    """The fields of a record: tables as packs of their entries, the others whole."""
    parts: dict[str, bytes] = dict(made)
    for name in type(record).__match_args__:
        value = getattr(record, name)
        if name in tables:
            parts[name] = pack({entry: _dumped(item) for entry, item in value.items()})
        elif name not in parts:
            parts[name] = _dumped(value)
    return pack(parts)


def _dumped(value: object) -> bytes:
    return dumps(value, _PROTOCOL)


def _loaded(data: memoryview) -> Any:
    return loads(data)


def _chapters(prose: GameProse) -> bytes:
    """The chapters, with the ids of their paragraphs and headings instead of these themselves."""
    stream = io.BytesIO()
    _ChaptersOut(stream, prose).dump(prose.chapters)
    return stream.getvalue()


class _ChaptersOut(Pickler):
    """Writes chapters; their paragraphs and headings are those of the tables."""  # a class: not every Python lets the method be set

    def __init__(self, stream: io.BytesIO, prose: GameProse) -> None:
        super().__init__(stream, _PROTOCOL)
        self._prose = prose

    def persistent_id(self, item: object) -> tuple[str, str] | None:
        return _known_as(self._prose, item)


def _known_as(prose: GameProse, item: object) -> tuple[str, str] | None:
    """The table and the id of what stands there; of two with the same id only one does."""
    if isinstance(item, Paragraph) and prose.paragraphs.get(item.id) is item:
        return "paragraphs", item.id
    if isinstance(item, Heading) and prose.headings.get(item.id) is item:
        return "headings", item.id
    return None


class _Chapters(Unpickler):
    """Reads chapters; their paragraphs and headings are those of the tables."""

    def __init__(self, data: memoryview, prose: GameProse) -> None:
        super().__init__(io.BytesIO(data))
        self._prose = prose

    def persistent_load(self, known_as: tuple[str, str]) -> object:
        table, identity = known_as
        return getattr(self._prose, table)[identity]
