"""Games from several folders, and a game by the path to its folder."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.support.places import HARBOUR
from tests.web.cli.conftest import Shell


@pytest.fixture
def two(tmp_path: Path) -> Shell:
    """The made-up corpus, and another folder with a game of its own."""
    shutil.copytree(HARBOUR, tmp_path / "games" / "harbour")
    shutil.copytree(HARBOUR, tmp_path / "mine" / "haven")
    return Shell(tmp_path)


def test_folders_are_named_one_after_another(two: Shell) -> None:
    here, mine = str(two.folder / "games"), str(two.folder / "mine")
    assert set(two.data("coverage")["games"]) == {"harbour"}
    assert set(two.data("coverage", "--corpus", mine)["games"]) == {"haven"}
    assert set(two.data("coverage", "--corpus", mine, "--corpus", here)["games"]) == {"harbour", "haven"}
    assert set(two.data("coverage")["games"]) == {"harbour"}, "an option counts for one command"


def test_the_environment_names_several(two: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    both = os.pathsep.join(str(two.folder / name) for name in ("games", "mine"))
    monkeypatch.setattr(Shell, "env", lambda self: {"PARAGRAF_CORPUS": both, "PARAGRAF_CACHE": str(self.folder / "c")})
    assert set(two.data("check")["games"]) == {"harbour", "haven"}
    assert two.data("ask", "haven", "price(wine)")["value"] == 3


def test_a_path_stands_for_a_game(two: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(two.folder / "mine" / "haven")
    assert two.data("ask", path, "price(wine)")["value"] == 3
    assert two.data("ask", "haven", "price(wine)", "--corpus", path)["value"] == 3
    assert set(two.data("check", path, "harbour")["games"]) == {"haven", "harbour"}
    assert set(two.data("check", str(two.folder / "mine"))["games"]) == {"haven"}
    assert "haven: 56 stamped" in two("stamp", path).stdout
    monkeypatch.chdir(path)
    assert two.data("ask", ".", "price(wine)")["value"] == 3


def test_a_folder_without_a_game_is_told_as_such(two: Shell) -> None:
    assert "has no game.toml" in two.fault("ask", str(two.folder), "price(wine)")
    assert "There is no game in" in two.fault("check", str(two.folder / "games" / "harbour" / "rules"))
    said = two.fault("ask", "haven", "price(wine)")
    assert str(two.folder / "games") in said, "it is told where was looked"


def test_search_and_show_take_a_path_too(two: Shell) -> None:
    path = str(two.folder / "mine" / "haven")
    found = two.data("search", "dock", "--game", path)
    assert found["hits"] and {hit["game"] for hit in found["hits"]} == {"haven"}
    assert two.data("show", "har.act.2", "--game", path)["id"] == "har.act.2"


def test_building_the_index_can_be_stopped(two: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from web.author.progress import Progress

    def stop(self: Progress, done: int, of: int) -> None:
        self.done, self.of = done, of
        if done == 5:
            raise KeyboardInterrupt

    real = Progress.__call__
    monkeypatch.setattr(Progress, "__call__", stop)
    said = two.fault("search", "dock", exit_code=130)
    assert said.startswith("stopped: search index: 5 of ") and "built anew" in said
    monkeypatch.setattr(Progress, "__call__", real)
    assert two.data("search", "dock")["hits"], "nothing half is kept"
