"""The file system: a game folder in, raw texts out; nothing else in the package opens corpus files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from grammar.base.records import names_of, record
from kb.model.entities import Place
from kb.model.problems import Problem, problem


@record
class TextFile:
    """A text of the corpus: its name for messages, its path for writing and what it says."""

    name: str
    path: Path
    text: str


@record
class GameFiles:
    """Everything read from one game folder."""

    id: str
    manifest: TextFile
    terms: TextFile
    words: tuple[TextFile, ...]
    patterns: tuple[TextFile, ...]  #: how it is asked
    forms: Mapping[str, TextFile]  #: language -> the forms made for it
    own_forms: TextFile  #: those the author decided
    rules: tuple[TextFile, ...]
    translations: Mapping[str, tuple[TextFile, ...]]
    cases: tuple[TextFile, ...]
    cards: tuple[TextFile, ...]
    vocabulary: TextFile | None  #: of its cards; none in a game without a card language
    frames: TextFile
    making: TextFile  #: what is settled when a table is made; empty where nothing is said
    board: TextFile  #: how the table is drawn; empty where nothing is said
    problems: tuple[Problem, ...]


#: what the folder of a translation is called: the code of a language
_CODE = re.compile(r"[A-Za-z]+([-_][A-Za-z0-9]+)*")
#: folders of a game that do not hold a translation
_OWN_FOLDERS = frozenset({"rules", "cases", "words", "cards", "forms", "patterns"})


def read_game(folder: Path, typed: Mapping[Path, str] | None = None) -> GameFiles:
    """Read every text of a game folder; what cannot be read becomes a problem and an empty text. `typed`: texts that count
    before they are saved."""
    problems: list[Problem] = []
    folder = folder.resolve()
    base = folder.parent.parent

    def one(path: Path, required: bool = True) -> TextFile:
        if typed and path in typed:
            return TextFile(path.relative_to(base).as_posix(), path, with_plain_ends(typed[path]))
        return _read(path, path.relative_to(base).as_posix(), required, problems)

    def all_in(name: str) -> tuple[TextFile, ...]:
        return tuple(one(path) for path in sorted((folder / name).glob("*.md")) if not path.name.startswith("."))

    rules = all_in("rules")
    if not rules:
        place = Place((folder / "rules").relative_to(base).as_posix(), 1)
        problems.append(problem("FILE-MISSING", place, "The folder holds no chapter (*.md)."))
    folders = {path.name for path in folder.glob("*") if path.is_dir() and _CODE.fullmatch(path.name)}
    return GameFiles(
        id=folder.name,
        manifest=one(folder / "game.toml"),
        terms=one(folder / "terms.toml"),
        words=tuple(one(path) for path in sorted((folder / "words").glob("*.toml"))),
        patterns=tuple(one(path) for path in sorted((folder / "patterns").glob("*.toml"))),
        forms={path.stem: one(path) for path in sorted((folder / "forms").glob("??.toml"))},
        own_forms=one(folder / "forms" / "own.toml", required=False),
        rules=rules,
        translations={name: all_in(name) for name in sorted(folders - _OWN_FOLDERS)},
        cases=all_in("cases"),
        cards=all_in("cards"),
        vocabulary=one(folder / "cards" / "vocabulary.toml")
        if (folder / "cards" / "vocabulary.toml").exists()
        else None,
        frames=one(folder / "cards" / "frames.toml", required=False),
        making=one(folder / "table.toml", required=False),
        board=one(folder / "board.toml", required=False),
        problems=tuple(problems),
    )


def write_text(path: Path, text: str) -> None:
    """Replace a file whole or not at all."""
    import tempfile  # slow to import, and texts are seldom written

    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        Path(temporary).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _read(path: Path, name: str, required: bool, problems: list[Problem]) -> TextFile:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        if required:
            problems.append(problem("FILE-MISSING", Place(name, 1), f"There is no {path.name}."))
        return TextFile(name, path, "")
    except OSError as error:
        problems.append(problem("FILE-UNREADABLE", Place(name, 1), f"The file cannot be read: {error.strerror}."))
        return TextFile(name, path, "")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        wrong = data[error.start]
        problems.append(
            problem("FILE-ENCODING", Place(name, line, column), f"Byte {wrong:#04x} is not part of UTF-8 text.")
        )
        text = data.decode("utf-8-sig", errors="replace")
    return TextFile(name, path, with_plain_ends(text))


def with_plain_ends(text: str) -> str:
    """A text with one sign at the end of each line."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def each_file(files: GameFiles) -> Iterator[TextFile]:
    """Every file of a game that is there."""
    for name in names_of(files):
        yield from (file for file in _texts(getattr(files, name)) if file.text or file.path.exists())


def _texts(part: object) -> Iterator[TextFile]:
    if isinstance(part, TextFile):
        yield part
    elif isinstance(part, Mapping):
        yield from _texts(tuple(part.values()))
    elif isinstance(part, tuple):
        for each in part:
            yield from _texts(each)
