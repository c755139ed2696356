"""The corpus: every game with its prose and its program, from the cache where nothing changed."""

from __future__ import annotations

import os
from pathlib import Path

from grammar.lalr.cache import keep_tables
from kb.cache.digest import digest_of, kept_digest_of
from kb.games.file import keep_game, kept_game
from kb.games.folders import game_folders
from kb.games.game import Game as Game
from kb.games.game import Library as Library


def corpus_folder() -> Path:
    """The corpus that comes with the project, unless PARAGRAF_CORPUS names another."""
    named = os.environ.get("PARAGRAF_CORPUS")
    return Path(named) if named else Path(__file__).resolve().parent.parent / "corpus"


def load_library(folder: Path | None = None, cache: Path | None = None) -> Library:
    """Loads every game of a corpus; unchanged games come from the cache."""
    import hashlib  # slow to import; one game alone does without

    games: dict[str, Game] = {}
    for game_folder in game_folders(folder or corpus_folder()):
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
