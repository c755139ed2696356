"""`paragraf mcp` and /mcp without what they stand on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import web.assistant
from tests.support.web_app import made_up_app
from web.cli.main import paragraf


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.partition(".")[0] == "mcp" or name.startswith(("web.assistant.server", "web.assistant.http")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(web.assistant, "http", raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server", None)


def test_one_sentence_says_what_to_install(without: None) -> None:
    result = CliRunner().invoke(paragraf, ["mcp"], prog_name="paragraf")
    assert result.exit_code == 2
    assert result.stderr.startswith("paragraf: The server for assistants stands on the mcp package")


def test_an_app_that_should_serve_assistants_says_so_too(without: None, web_folder: Path) -> None:
    with pytest.raises(SystemExit, match=r"PARAGRAF_MCP is set.*paragraf\[mcp\]"):
        made_up_app(web_folder, MCP=1)
