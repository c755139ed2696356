"""Loading: cached by content, rebuilt when stale or damaged."""

from __future__ import annotations

import shutil
from pathlib import Path

from kb.library import digest_of, load_game, load_library
from tests.conftest import HARBOUR


def test_a_game_comes_from_the_cache_until_it_changes(tmp_path: Path) -> None:
    folder = tmp_path / "harbour"
    shutil.copytree(HARBOUR, folder)
    cache = tmp_path / "cache"
    first = load_game(folder, cache)
    (stored,) = cache.glob("*.game")
    assert load_game(folder, cache).version == first.version
    text = (folder / "terms.toml").read_text("utf-8")
    (folder / "terms.toml").write_text(text + "\n# changed\n", "utf-8")
    second = load_game(folder, cache)
    assert second.version != first.version
    assert not stored.exists()


def test_a_damaged_cache_is_built_again(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = load_game(HARBOUR, cache)
    (stored,) = cache.glob("*.game")
    stored.write_bytes(b"not a pickle")
    again = load_game(HARBOUR, cache)
    assert again.version == first.version == digest_of(HARBOUR)
    assert set(again.program.actions) == set(first.program.actions)


def test_faults_are_collected_not_raised(tmp_path: Path) -> None:
    folder = tmp_path / "harbour"
    shutil.copytree(HARBOUR, folder)
    chapter = folder / "rules" / "01-harbour.md"
    text = chapter.read_text("utf-8").replace("roles captain: red, green, blue", "roles captain red\n")
    chapter.write_text(text.replace("table price(g: cargo):", "tabel price(g: cargo):"), "utf-8")
    game = load_game(folder)
    codes = [p.code for p in game.problems]
    assert codes.count("RULE-SYNTAX") == 2


def test_a_library_has_every_game() -> None:
    library = load_library(HARBOUR.parent)
    assert "harbour" in library.games
    assert library.find_paragraph("har.act.2") is not None
    assert library.find_paragraph("har.nowhere") is None
