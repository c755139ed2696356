"""`paragraf lsp` without what it stands on."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner

from web.cli.main import paragraf


@pytest.mark.parametrize("missing", ["pygls", "lsprotocol"])
def test_one_sentence_says_what_to_install(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.partition(".")[0] == missing or name.startswith(("web.editor.server", "web.editor.shapes")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    result = CliRunner().invoke(paragraf, ["lsp"], prog_name="paragraf")
    assert result.exit_code == 2
    assert (
        result.stderr
        == "paragraf: The language server stands on pygls: install it with `pip install 'paragraf[lsp]'`.\n"
    )
