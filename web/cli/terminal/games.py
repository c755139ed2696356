"""The games of the corpus, from the cache where they did not change."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kb.games.folders import GAME, named_folders
from kb.library import Game, Library, corpus_folders, load_game, load_library
from referee.errors import ENGLISH, RefereeError, RefusedError, near, sentence
from referee.service import Referee
from web.base.settings import cache_folder


class UnknownGameError(RefereeError):
    """A name that is no game of the corpus, and no folder of one."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name, self._known = name, list(known)
        super().__init__(self.said(ENGLISH))

    def said(self, lang: str) -> str:
        """What is not there, the nearest there is, and where it was looked for."""
        known, looked = ", ".join(self._known), f" {sentence('and', lang)} ".join(map(str, corpus_folders()))
        hint = near(self.name, self._known, lang=lang) or (sentence("known", lang, known) if known else "")
        bare = Path(self.name).is_dir()
        why = sentence("game.no_toml", lang, GAME) if bare else sentence("game.looked", lang, looked)
        return sentence("game.unknown", lang, self.name[:60], hint, why)


def all_folders() -> dict[str, Path]:
    """The folders of all games, by name; a corpus without any is most often a path mistyped."""
    found = named_folders(corpus_folders())
    if not found:
        raise RefusedError("no_game", ", ".join(map(str, corpus_folders())))
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
    raise UnknownGameError(name, known)


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
