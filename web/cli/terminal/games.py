"""The games of the corpus, from the cache where they did not change."""

from __future__ import annotations

from kb.games.folders import game_folders
from kb.library import Game, Library, corpus_folder, load_game, load_library
from referee.errors import UnknownNameError
from referee.service import Referee
from web.base.settings import cache_folder


def library() -> Library:
    """Every game."""
    return load_library(cache=cache_folder())


def game_names() -> list[str]:
    """The ids of all games, none of them loaded."""
    return [folder.name for folder in game_folders(corpus_folder())]


def one_game(name: str) -> Game:
    """A game by its id, without loading the others; near names when it is not there."""
    names = game_names()
    if name not in names:
        raise UnknownNameError("game", name, names)
    return load_game(corpus_folder() / name, cache_folder())


def one_referee(name: str) -> Referee:
    """The referee of one game, with the rules that were compiled before."""
    return Referee(one_game(name), cache_folder())


def referees(name: str | None) -> list[Referee]:
    """The referee of one game, or of every game."""
    games = [one_game(name)] if name else list(library().games.values())
    return [Referee(game) for game in games]
