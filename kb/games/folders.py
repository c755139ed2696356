"""The folders of a corpus."""

from __future__ import annotations

import os
from pathlib import Path

#: what makes a folder a game
GAME = "game.toml"


def game_folders(corpus: Path) -> tuple[Path, ...]:
    """List the game folders of a corpus: those with a game.toml."""
    try:
        with os.scandir(corpus) as found:
            names = [entry.name for entry in found if entry.is_dir()]
    except OSError:
        return ()
    return tuple(sorted(corpus / name for name in names if (corpus / name / GAME).exists()))
