"""Every command that README and docs show can be typed as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support import dictionaries
from tests.support.left_out import NO_DICTIONARIES
from tests.support.own_cards import favour_games
from tests.support.places import CORPUS, ROOT
from tests.support.tables import Phone
from tests.support.web_app import made_up_app
from web.cli.main import COMMANDS, paragraf

#: what stands in the docs for something of the reader's own -> something of the made-up game
MEANT = {
    "GAME": "harbour", "G": "harbour", "ROLE": "red", "R": "red", "question": "rent(north)", "fact = value; …": "players = 3",
    "NAME(x=…)": "lease", "ID": "har.act.2", "my_game": "games/harbour",
}  # fmt: skip
#: they run until they are stopped, or ask the network: only their options are looked at
LASTING = ("serve", "lsp", "mcp", "offline", "--watch")


def shown() -> list[tuple[str, str]]:
    """Page and command, of every line that begins with the program's name."""
    found = []
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for line in re.findall(r"^ {4}paragraf (.+)$", page.read_text("utf-8"), re.MULTILINE):
            found.append((page.name, re.split(r"\s{2,}|\s#", line)[0]))
    return found


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the made-up game, a state, own cards and a cache."""
    folder = tmp_path_factory.mktemp("commands")
    favour_games(folder)
    app = made_up_app(folder, DATA=folder / "data")
    Phone(app).make()
    app.extensions["paragraf-store"]().close()
    (folder / "FILE").write_text('{"players": 2}', "utf-8")
    (folder / "my-cards.txt").write_text('action card "Plenty" of working class.\nGain 30¥.\n', "utf-8")
    (folder / "cards.txt").write_text('favour card "Windfall" of red captain.\nGain 3.\n', "utf-8")
    return folder


def test_commands_are_shown() -> None:
    assert {command.split()[0] for _, command in shown()} == set(COMMANDS)


@pytest.mark.parametrize(("page", "command"), shown(), ids=[f"{page}: {command}" for page, command in shown()])
def test_a_command_can_be_typed(
    page: str, command: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    making = command.startswith("new ")
    monkeypatch.chdir(tmp_path if making else home)
    if command.startswith("forms") and not dictionaries.INSTALLED:
        pytest.skip(NO_DICTIONARIES)
    lasting = any(word in LASTING for word in command.split())
    words = shlex.split(re.sub(r"\[|\]", "", command) if lasting else command)
    made_up = any(word in MEANT for word in words)
    words = words if making else [MEANT.get(word, word) for word in words]
    if words[:2] == ["card", "check"] and made_up:
        words[2] = "cards.txt"
    data = home / "data"
    if words[0] in ("backup", "restore"):
        options, saved = [word for word in words[1:] if word.startswith("--")], tmp_path / "saved"
        if words[0] == "restore":  # what is brought back must have been saved
            data = data if options else tmp_path / "empty"
            invoke(["backup", str(saved)], home / "games", home, home / "data")
        words = [words[0], *options, str(saved)]
    if lasting:
        words.append("--help")
    result = invoke(words, home / "games" if made_up or words[0] in ("check", "coverage") else CORPUS, home, data)
    assert result.exit_code == 0, result.output
    assert result.stdout


def invoke(words: list[str], corpus: Path, home: Path, data: Path) -> Result:
    env = {"PARAGRAF_CORPUS": str(corpus), "PARAGRAF_CACHE": str(home / "cache"), "PARAGRAF_DATA": str(data)}
    return CliRunner().invoke(paragraf, words, prog_name="paragraf", env=env)
