"""The command line over the made-up corpus."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.support.own_cards import favour_games
from web.cli.main import paragraf

Run = Callable[..., Result]


@dataclass(frozen=True)
class Shell:
    """A terminal in which `paragraf` is called."""

    folder: Path

    def env(self) -> dict[str, str]:
        return {"PARAGRAF_CORPUS": str(self.folder / "games"), "PARAGRAF_CACHE": str(self.folder / "cache")}

    def __call__(self, *args: str, exit_code: int = 0) -> Result:
        result = CliRunner().invoke(paragraf, list(args), prog_name="paragraf", env=self.env())
        assert result.exit_code == exit_code, (result.output, result.exception)
        assert "Traceback" not in result.output
        return result

    def data(self, *args: str) -> Any:
        """What a command answers as JSON."""
        return json.loads(self(*args, "--json").stdout)

    def fault(self, *args: str, exit_code: int = 2) -> str:
        """The sentence a command refuses with."""
        result = self(*args, exit_code=exit_code)
        assert result.stdout == "" and result.stderr.startswith("paragraf: "), result.output
        return result.stderr.removeprefix("paragraf: ").strip()

    def file(self, name: str, content: object) -> str:
        """A file with JSON, or with a text."""
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return str(path)


@pytest.fixture(scope="session")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """The command line over the made-up corpus with a card language."""
    folder = tmp_path_factory.mktemp("cli")
    favour_games(folder)
    return Shell(folder)
