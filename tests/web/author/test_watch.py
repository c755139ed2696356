"""What was saved is seen at the next look, by names, sizes and times."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from kb.games.folders import game_folders
from tests.support.places import HARBOUR
from web.author import watch as watching
from web.author.watch import Watch


@pytest.fixture
def games(tmp_path: Path) -> Path:
    shutil.copytree(HARBOUR, tmp_path / "games" / "harbour")
    return tmp_path / "games"


def test_a_file_that_is_touched_a_game_that_comes_and_one_that_goes(games: Path) -> None:
    watch = Watch(lambda: game_folders(games))
    assert watch.changed() == []
    os.utime(games / "harbour" / "game.toml", (1, 1))
    assert watch.changed() == [games / "harbour"] and watch.changed() == []
    shutil.copytree(HARBOUR, games / "other")
    assert watch.changed() == [games / "other"]
    shutil.rmtree(games / "harbour")
    assert watch.changed() == [games / "harbour"]


def test_rounds_are_given_only_when_something_was_saved(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    def touch_every_third() -> None:
        looks.append(1)
        if len(looks) % 3 == 0:
            os.utime(games / "harbour" / "terms.toml", (len(looks), len(looks)))

    monkeypatch.setattr(watching, "pause", touch_every_third)
    rounds = Watch(lambda: game_folders(games)).rounds()
    assert next(rounds) == [games / "harbour"] and len(looks) == 3
    assert next(rounds) == [games / "harbour"] and len(looks) == 6
