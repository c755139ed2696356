"""The corpus: every game with its prose and its program, from the cache where nothing changed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from grammar.lalr.cache import keep_tables
from kb.cache.digest import digest_of, kept_digest_of
from kb.games.file import keep_game, kept_game
from kb.games.folders import named_folders
from kb.games.game import Game as Game
from kb.games.game import Library as Library


def corpus_folder() -> Path:
    """The corpus that comes with the project, unless PARAGRAF_CORPUS names another; of several the first."""
    return corpus_folders()[0]


def corpus_folders(named: str | None = None) -> tuple[Path, ...]:
    """The folders that are named, or that PARAGRAF_CORPUS names, one after another; else the corpus that comes with the project."""
    named = named or os.environ.get("PARAGRAF_CORPUS", "")
    found = tuple(Path(part) for part in named.split(os.pathsep) if part)
    return found or (Path(__file__).resolve().parent.parent / "corpus",)


def load_library(folder: Path | Iterable[Path] | None = None, cache: Path | None = None) -> Library:
    """Loads every game of a corpus, or of several; unchanged games come from the cache."""
    import hashlib  # slow to import; one game alone does without

    corpora = corpus_folders() if folder is None else (folder,) if isinstance(folder, Path) else folder
    games: dict[str, Game] = {}
    for game_folder in named_folders(corpora).values():
        game = load_game(game_folder, cache)
        games[game.id] = game
    digest = hashlib.sha256("".join(game.version for game in games.values()).encode()).hexdigest()
    return Library(games, digest[:12])


def load_game(folder: Path, cache: Path | None = None) -> Game:
    """One game, from the cache when its files did not change."""
    if cache is None:
        return compile_game(folder, digest_of(folder))
    keep_tables(cache)
    version = kept_digest_of(folder, cache)
    found = kept_game(cache, folder.name, version)
    if found is None:
        found = compile_game(folder, version)
        keep_game(cache, found)
    return found


def compile_game(folder: Path, version: str = "") -> Game:
    """Reads and parses a game folder; faults are collected, never raised."""
    from kb.games.compilation import (
        compile_game as compiled,  # what reads texts and cards takes longer to import than a kept game
    )

    return compiled(folder, version)
