"""A game of one's own: `new`, `check` and `play` one after another; nothing is ever overwritten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.cli.conftest import Shell
from web.cli import author


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A terminal in an empty folder, with no corpus."""
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)
    return Shell(tmp_path)


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--players", "3", "--roles", "anna,ben,cleo"),
        ("--roles", "anna,ben", "--languages", "de"),
        ("--languages", "pl,en,uk,pt-BR", "--players", "2-6", "--title", 'Say "heap" \\ twice'),
        ("--players", "1"),
    ],
)
def test_a_new_game_checks_clean_and_plays_to_its_end(here: Shell, options: tuple[str, ...]) -> None:
    made = here("new", "my_game", *options).stdout
    assert "my_game/game.toml" in made and "Next: paragraf check my_game" in made
    assert here("check", "my_game").stdout == "my_game: 4 cases passed, 0 failed, 0 errors, 0 warnings\n"
    played = here.data("play", "my_game", "--random", "30")
    assert played["ended"] == 30 and played["faults"] == []
    assert played["impossible"] == {} and played["unused"] == []
    assert here.data("ask", "my_game", "winner", "--given", "heap = 0")["verdict"] == "depends"


def test_what_a_new_game_says_may_be_written_may_be_written(here: Shell) -> None:
    here("new", "my_game")
    terms = Path("my_game/terms.toml")
    said = re.findall(r"\w+\.en = \[[^\]]*\]", terms.read_text("utf-8"))
    assert said
    terms.write_text("\n".join([terms.read_text("utf-8"), *said, ""]), "utf-8")
    assert ", 0 errors" in here("check", "my_game").stdout


def test_what_is_there_is_never_overwritten(here: Shell) -> None:
    here("new", "mine")
    before = {path: path.read_bytes() for path in Path("mine").rglob("*") if path.is_file()}
    assert "is there already" in here.fault("new", "mine", "--title", "Another")
    assert {path: path.read_bytes() for path in Path("mine").rglob("*") if path.is_file()} == before
    Path("empty").mkdir()
    Path("file").write_text("mine", "utf-8")
    assert "is there already" in here.fault("new", "empty") and "is there already" in here.fault("new", "file")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("My-Game",), "cannot name a game"),
        (("mine", "--players", "many"), "is no number of players"),
        (("mine", "--players", "4-2"), "is no number of players"),
        (("mine", "--players", "9"), "need names"),
        (("mine", "--players", "2", "--roles", "anna,ben,cleo"), "3 roles (anna, ben, cleo) for at most 2 players"),
        (("mine", "--roles", "anna,anna"), "the same name"),
        (("mine", "--roles", "heap,anna"), "“heap” cannot name a role"),
        (("mine", "--roles", "each,anna"), "a word of the rule language"),
        (("mine", "--languages", "English"), "no code of a language"),
    ],
)
def test_what_cannot_be_a_game_is_told_and_nothing_is_made(here: Shell, args: tuple[str, ...], said: str) -> None:
    assert said in here.fault("new", *args)
    assert not Path("mine").exists() and not Path("My-Game").exists()


def test_whoever_sits_at_a_terminal_is_asked(here: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from web.cli.main import paragraf

    monkeypatch.setattr(author, "_asks", lambda: True)
    typed = "The Heap\n3\nuk,en\nanna,ben,cleo\n"
    result = CliRunner().invoke(paragraf, ["new", "mine"], prog_name="paragraf", env=here.env(), input=typed)
    assert result.exit_code == 0, result.output
    manifest = Path("mine/game.toml").read_text("utf-8")
    assert 'uk = "The Heap"' in manifest and 'languages = ["uk", "en"]' in manifest and "players = [3]" in manifest
    assert "roles player: anna, ben, cleo" in next(Path("mine/rules").iterdir()).read_text("utf-8")
    assert "Камінці" in next(Path("mine/rules").iterdir()).read_text("utf-8")
