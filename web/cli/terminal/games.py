"""The games of the corpus, from the cache where they did not change."""

from __future__ import annotations

from pathlib import Path

from kb.games.folders import GAME, named_folders
from kb.library import Game, Library, corpus_folders, load_game, load_library
from referee.errors import RefereeError, near
from referee.service import Referee
from web.base.settings import cache_folder


def all_folders() -> dict[str, Path]:
    """The folders of all games, by name; a corpus without any is most often a path mistyped."""
    found = named_folders(corpus_folders())
    if not found:
        looked = " and ".join(map(str, corpus_folders()))
        raise RefereeError(f"There is no game in {looked}: no folder in it has a {GAME}.")
    return dict(found)


def library(*, perhaps_none: bool = False) -> Library:
    """Every game; `perhaps_none`: also where there is none, because one is named by its folder."""
    if not perhaps_none:
        all_folders()
    return load_library(cache=cache_folder())


def game_names() -> list[str]:
    """The ids of all games, none of them loaded."""
    return list(named_folders(corpus_folders()))


def game_folder(name: str) -> Path:
    """The folder of a game: by its id in the corpus, or the path to it; near names when it is neither."""
    known = named_folders(corpus_folders())
    if name in known:
        return known[name]
    path = Path(name)
    if (path / GAME).is_file():
        return path.resolve()
    looked = " and ".join(map(str, corpus_folders()))
    hint = near(name, known) or (f" Known: {', '.join(known)}." if known else "")
    why = (
        f"that folder has no {GAME}"
        if path.is_dir()
        else f"it was looked for in {looked}; a path to its folder is good, too"
    )
    raise RefereeError(f"There is no game “{name[:60]}”.{hint} ({why[0].upper()}{why[1:]}.)")


def one_game(name: str) -> Game:
    """A game by its id or its folder, without loading the others."""
    return load_game(game_folder(name), cache_folder())


def one_referee(name: str) -> Referee:
    """The referee of one game, with the rules that were compiled before."""
    return Referee(one_game(name), cache_folder())


def referees(name: str | None) -> list[Referee]:
    """The referee of one game, or of every game."""
    games = [one_game(name)] if name else list(library().games.values())
    return [Referee(game) for game in games]


def prose_languages(game: str | None = None) -> tuple[str, ...]:
    """The languages that the manifests of the games name, and of one that is meant by its folder; no game is loaded."""
    import tomllib

    found: dict[str, None] = {}
    for folder in (*named_folders(corpus_folders()).values(), *((Path(game),) if game else ())):
        try:
            listed = tomllib.loads((folder / GAME).read_text("utf-8")).get("languages", [])
        except (OSError, ValueError):
            continue  # `check` tells what is wrong with it
        found |= dict.fromkeys(lang for lang in listed if isinstance(lang, str)) if isinstance(listed, list) else {}
    return tuple(found)
