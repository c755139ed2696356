"""The games of the corpus: each is read from its text once a run, when it is first asked for."""

from __future__ import annotations

from functools import cache

from kb.games.folders import game_folders
from kb.library import Game, Library, load_game
from referee.rules.code import Code
from referee.runs.ahead.game import code_of
from tests.support.places import CORPUS

NAMES = tuple(folder.name for folder in game_folders(CORPUS))


@cache
def game(name: str) -> Game:
    """A game by its folder."""
    return load_game(CORPUS / name)


@cache
def code(name: str) -> Code:
    """The same, executable."""
    return code_of(game(name))


def library() -> Library:
    """All of them."""
    return Library({name: game(name) for name in NAMES}, "tests")
