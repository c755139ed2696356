"""Loading: cached by content, rebuilt when stale or damaged, read part by part."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kb.cache.digest import digest_of, kept_digest_of
from kb.cases import cases_of
from kb.games import file as gamefile
from kb.library import Game, load_game, load_library
from kb.model.entities import Paragraph
from tests.support.places import HARBOUR, ROOT

#: modules that an answer from the cache has no use for
SLOW = (
    "lark",
    "markdown",
    "networkx",
    "whoosh",
    "tomllib",
    "tomli",
    "difflib",
    "hashlib",
    "tempfile",
    "dataclasses",
    "grammar.cards",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the made-up game."""
    shutil.copytree(HARBOUR, tmp_path / "harbour")
    return tmp_path / "harbour"


def test_a_game_comes_from_the_cache_until_it_changes(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = load_game(folder, cache)
    (stored,) = cache.glob("*.game")
    assert load_game(folder, cache).version == first.version
    text = (folder / "terms.toml").read_text("utf-8")
    (folder / "terms.toml").write_text(text + "\n# changed\n", "utf-8")
    second = load_game(folder, cache)
    assert second.version != first.version
    assert not stored.exists()


@pytest.mark.parametrize("damage", [b"not a game", b""])
def test_a_damaged_cache_is_built_again(tmp_path: Path, damage: bytes) -> None:
    cache = tmp_path / "cache"
    first = load_game(HARBOUR, cache)
    for stored in cache.iterdir():
        stored.write_bytes(damage)
    again = load_game(HARBOUR, cache)
    assert again.version == first.version == digest_of(HARBOUR)
    assert set(again.program.actions) == set(first.program.actions)


def test_a_kept_game_is_the_compiled_one(tmp_path: Path) -> None:
    made = load_game(HARBOUR, tmp_path)
    kept = load_game(HARBOUR, tmp_path)
    assert kept is not made and kept == made
    for name in made.program.__match_args__:
        table = getattr(made.program, name)
        if hasattr(table, "keys"):
            assert list(table) == list(getattr(kept.program, name)), name
    assert list(kept.prose.paragraphs) == list(made.prose.paragraphs)
    assert len(cases_of(kept)[0]) == len(cases_of(made)[0])


def test_the_paragraphs_of_a_chapter_are_those_of_the_table(tmp_path: Path) -> None:
    load_game(HARBOUR, tmp_path)
    prose = load_game(HARBOUR, tmp_path).prose
    items = [item for chapter in prose.chapters for item in chapter.items]
    assert items
    for item in items:
        assert item is (prose.paragraphs if isinstance(item, Paragraph) else prose.headings)[item.id]


def test_only_what_is_looked_at_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_game(HARBOUR, tmp_path)
    read: list[int] = []

    def counted(data: memoryview) -> object:
        read.append(len(data))
        return loaded(data)

    loaded = gamefile._loaded
    monkeypatch.setattr(gamefile, "_loaded", counted)
    game: Game = load_game(HARBOUR, tmp_path)
    names = list(game.program.actions)
    assert names and "nowhere" not in game.program.facts and game.program.members and not read
    assert game.program.actions[names[0]].name == names[0]
    assert len(read) == 1


def test_a_file_that_keeps_its_stamp_is_not_hashed_again(folder: Path, tmp_path: Path) -> None:
    path = folder / "game.toml"
    old = path.stat()
    first = kept_digest_of(folder, tmp_path)
    assert first == digest_of(folder)
    text = path.read_bytes()
    path.write_bytes(text[:-1] + b" ")
    assert kept_digest_of(folder, tmp_path) == digest_of(folder) != first
    os.utime(path, ns=(old.st_atime_ns, old.st_mtime_ns))
    assert kept_digest_of(folder, tmp_path) == first  # same name, size and time: nothing tells that it changed


def test_a_file_changed_just_now_is_always_hashed_again(folder: Path, tmp_path: Path) -> None:
    path = folder / "terms.toml"
    path.write_bytes(path.read_bytes() + b"\n# a")
    kept_digest_of(folder, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_faults_are_collected_not_raised(folder: Path) -> None:
    chapter = folder / "rules" / "01-harbour.md"
    text = chapter.read_text("utf-8").replace("roles captain: red, green, blue", "roles captain red\n")
    chapter.write_text(text.replace("table price(g: cargo):", "tabel price(g: cargo):"), "utf-8")
    game = load_game(folder)
    codes = [p.code for p in game.problems]
    assert codes.count("RULE-SYNTAX") == 2


def test_a_folder_that_is_not_there_is_a_fault_of_the_game(tmp_path: Path) -> None:
    game = load_game(tmp_path / "nowhere", tmp_path / "cache")
    assert "FILE-MISSING" in {p.code for p in game.problems}


def test_a_library_has_every_game() -> None:
    library = load_library(HARBOUR.parent)
    assert "harbour" in library.games
    assert library.find_paragraph("har.act.2") is not None
    assert library.find_paragraph("har.nowhere") is None


def test_a_kept_game_imports_nothing_slow(tmp_path: Path) -> None:
    load_game(HARBOUR, tmp_path)
    program = (
        "import sys; from pathlib import Path; from kb.library import load_game; import kb.rules.reads;"
        "game = load_game(Path(sys.argv[1]), Path(sys.argv[2]));"
        "from grammar.rules.parse import parse_facts, parse_question; parse_question('a of b'); parse_facts('a = 1');"
        "[list(getattr(game.program, table).values()) for table in ('facts', 'values', 'actions')];"
        "print(*sorted(sys.modules))"
    )
    command = [sys.executable, "-c", program, str(HARBOUR), str(tmp_path)]
    said = ""
    for _ in range(2):  # the first keeps the tables of the parser
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [name for name in said.split() if name.startswith(SLOW)] == []
