"""The folders of a corpus."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

#: what makes a folder a game
GAME = "game.toml"


def game_folders(corpus: Path) -> tuple[Path, ...]:
    """List the game folders of a corpus: those with a game.toml. The folder of a game is a corpus of one."""
    if (corpus / GAME).exists():
        return (corpus.resolve(),)
    try:
        with os.scandir(corpus) as found:
            names = [entry.name for entry in found if entry.is_dir()]
    except OSError:
        return ()
    return tuple(sorted(corpus / name for name in names if (corpus / name / GAME).exists()))


def named_folders(corpora: Iterable[Path]) -> dict[str, Path]:
    """The games of several corpora by their names, in the order they are named in; the first of a name counts."""
    found: dict[str, Path] = {}
    for corpus in corpora:
        for folder in game_folders(corpus):
            found.setdefault(folder.name, folder)
    return found
