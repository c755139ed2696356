"""What a game is made of, as a digest: of its files, of the grammars and of the code that reads them.

The same on every Python, which a kept file is not: its name says which one made it."""

from __future__ import annotations

import marshal
import os
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from grammar.base.files import read_file, replace_file

#: name, size and time of the last change of each file
Stamps = tuple[tuple[str, int, int], ...]

_HOME = Path(__file__).resolve().parent.parent
#: folders and endings of what shapes a loaded game: other code never reads our records
_READERS = (_HOME, _HOME.parent / "grammar")
_READER_ENDINGS = (".py", ".lark", ".toml")
_GAME_ENDINGS = (".md", ".toml")
#: the Python that makes what is kept; another one makes its own
PYTHON = f"{sys.implementation.name}{sys.hexversion:x}"
#: a file changed less than this before it is hashed may change again within one tick of the clock
_TICK_NS = 2_000_000_000


def digest_of(folder: Path) -> str:
    """The digest of a game's files and of what reads them."""
    return _digest(folder, game_stamps(folder))


def kept_digest_of(folder: Path, cache: Path) -> str:
    """The same digest, hashed again only when the name, size or time of any of these files differs."""
    folder = folder.resolve()
    path = cache / f"{folder.name}.stamps"
    game, readers = game_stamps(folder), _reader_stamps()
    key = (str(folder), str(_HOME), game, readers)
    try:
        kept, digest = marshal.loads(read_file(path) or b"")
        if kept == key and isinstance(digest, str):
            return digest
    except (ValueError, TypeError, EOFError):
        pass  # absent or damaged: it is made again
    digest = _digest(folder, game)
    if max(changed for files in (game, *readers) for _, _, changed in files) < time.time_ns() - _TICK_NS:
        replace_file(path, marshal.dumps((key, digest)))
    return digest


def stamps_of(folder: Path) -> Stamps:
    """The Python files of a package, for those who keep what its code made."""
    return _stamps(str(folder), lambda name: name.endswith(".py"))


def game_stamps(folder: Path) -> Stamps:
    """The texts of a game."""
    return _stamps(str(folder), lambda name: name.endswith(_GAME_ENDINGS))


def _reader_stamps() -> tuple[Stamps, ...]:
    return tuple(_stamps(str(folder), lambda name: name.endswith(_READER_ENDINGS)) for folder in _READERS)


def _stamps(folder: str, counts: Callable[[str], bool], before: str = "") -> Stamps:
    """The files of a folder, and of those in it, in the order of their names; a folder that is not there has none."""
    if not os.path.isdir(folder):  # noqa: PTH112 (as plain as the rest of this walk, which every start waits for)
        return ()
    found: list[tuple[str, int, int]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if not entry.is_symlink() and entry.name != "__pycache__":
                    found += _stamps(entry.path, counts, f"{before}{entry.name}/")
            elif counts(entry.name):
                stamp = entry.stat()
                found.append((f"{before}{entry.name}", stamp.st_size, stamp.st_mtime_ns))
    return tuple(sorted(found))


def _digest(folder: Path, game: Stamps) -> str:
    import hashlib  # slow to import, and seldom wanted

    digest = hashlib.sha256(_readers_digest(_reader_stamps()))
    for name, _, _ in game:
        digest.update(name.encode())
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()[:12]


@cache
def _readers_digest(stamps: tuple[Stamps, ...]) -> bytes:
    """Of the grammars and the code that reads: hashed once for all games."""
    import hashlib

    digest = hashlib.sha256()
    for home, files in zip(_READERS, stamps, strict=True):
        for name, _, _ in files:
            digest.update(name.encode())
            digest.update((home / name).read_bytes())
    return digest.digest()
