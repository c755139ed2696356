"""No phone learns what it may not see: two tables that differ only in that answer everything alike, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.routes import changing, reading
from tests.worlds import Worlds, same_words
from tests.worlds_games import REAL, corpus_app, harbour_app, harbour_scene, real_scene
from tests.worlds_inputs import Curious

Make = Callable[..., Worlds]


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, Any]]:
    """Two apps with the made-up game and two with the real ones."""
    folders = [tmp_path_factory.mktemp("world") for _ in range(4)]
    cache = tmp_path_factory.mktemp("cache")
    made_up = tuple(harbour_app(folder, folders[0] / "cache") for folder in folders[:2])
    real = tuple(corpus_app(folder, cache) for folder in folders[2:])
    return {"harbour": (made_up[0], made_up[1]), "": (real[0], real[1])}


@pytest.fixture
def worlds(apps: dict[str, tuple[Any, Any]], monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes two worlds of a game."""
    words = random.Random(1)
    same_words(monkeypatch, words)

    def make(game: str, draws: str = "app", *, ours: bool = True) -> Worlds:
        pair = apps.get(game) or apps[""]
        if game == "harbour":
            scene = harbour_scene("red" if ours else "green")
        else:
            scene = real_scene(pair[0].extensions["paragraf-corpus"].volume(game).referee, ours=ours)
        return Worlds(pair, game, scene.state, draws, scene.rival, words)

    return make


@pytest.mark.parametrize(("draws", "ours"), [("app", True), ("told", False)])
def test_every_route_and_every_form(worlds: Make, draws: str, ours: bool) -> None:
    both = worlds("harbour", draws, ours=ours)
    curious = Curious(both)
    curious.pages(only_tables=False)
    curious.forms(only_tables=False)
    curious.tries()
    curious.brings()
    routes = both.worlds[0].app.url_map
    wanted = {(rule.endpoint, "GET") for rule in reading(routes)} | {(rule.endpoint, method) for rule, method in changing(routes)}
    assert wanted <= both.endpoints  # a new address is asked by itself, or this fails


@pytest.mark.parametrize("ours", [True, False])
@pytest.mark.parametrize("game", sorted(REAL))
def test_the_games(worlds: Make, game: str, ours: bool) -> None:
    both = worlds(game, ours=ours)
    curious = Curious(both)
    curious.pages(only_tables=True)
    curious.forms(only_tables=True)
    curious.tries()
    curious.brings()
