"""A command brings what it needs and no more: whoever asks does not wait for the web or for the search engine."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.places import ROOT
from tests.web.cli.conftest import Shell

#: the packages that are told about when they come along
WATCHED = ("flask", "werkzeug", "waitress", "whoosh", "markdown", "networkx", "segno", "lark", "msgspec")
COMMAND_LINE = {"web.cli", "web.cli.main", "web.cli.terminal", "web.cli.terminal.spoken"}
PROGRAM = """
import sys
from click.testing import CliRunner
from web.cli.main import paragraf
ours = ("web.", "referee.service.", "referee.resolved.checks.")
loaded = lambda: sorted(
    {name.partition(".")[0] for name in sys.modules} & set(sys.argv[1].split(","))
    | {name for name in sys.modules if name.startswith(ours)}
)
print(*loaded())
result = CliRunner().invoke(paragraf, sys.argv[2:], prog_name="paragraf")
assert result.exit_code == 0, result.output
print(*loaded())
"""


def loaded(shell: Shell, *args: str) -> tuple[set[str], set[str]]:
    """What is imported before a command runs, and after."""
    command = [sys.executable, "-c", PROGRAM, ",".join(WATCHED), *args]
    env = {**os.environ, **shell.env()}
    result = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=120)
    before, after = result.stdout.split("\n")[:2]
    return set(before.split()), set(after.split())


def test_the_command_line_itself_brings_nothing(shell: Shell) -> None:
    before, after = loaded(shell, "--help")
    assert before == COMMAND_LINE and after - before == {"web.cli.terminal.tongue"}  # in which language it is told


@pytest.mark.parametrize(
    "args",
    [
        ("ask", "harbour", "lease(north)", "--as", "red", "--given", "owner of north = green"),
        ("moves", "harbour", "--as", "red"),
        ("apply", "harbour", "begin", "--given", "players = 2"),
    ],
)
def test_an_answer_brings_neither_the_web_nor_the_search(shell: Shell, args: tuple[str, ...]) -> None:
    _, after = loaded(shell, *args)
    assert after.isdisjoint({"flask", "werkzeug", "waitress", "whoosh", "networkx", "segno"})
    assert {name for name in after if name.startswith("web.") and not name.startswith("web.cli")} <= {
        "web.base",
        "web.base.interface",
        "web.base.settings",
    }
    parts = {
        "game",
        "game.words",
        "position",
        "referee",
        "rules",
        "told",
        "whichever",
        *(("moves",) if args[0] == "moves" else ()),
    }
    assert {name for name in after if name.startswith("referee.service.")} == {
        f"referee.service.{part}" for part in parts
    }
    assert "referee.resolved.checks.inference" not in after


@pytest.mark.parametrize("args", [("show", "har.act.2"), ("coverage",), ("stamp", "harbour")])
def test_reading_brings_no_web_either(shell: Shell, args: tuple[str, ...]) -> None:
    _, after = loaded(shell, *args)
    assert after.isdisjoint({"flask", "werkzeug", "waitress", "whoosh", "networkx", "segno"})
