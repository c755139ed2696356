"""A game that was made ready: the first to ask, to look and to begin waits for no rule to be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.library import load_game
from referee.compiler.compiler import Compiler
from referee.service import Referee
from tests.support.places import HARBOUR


@pytest.mark.parametrize("players", [2, 3])
def test_nothing_is_compiled_when_a_table_is_opened(
    players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = Referee(load_game(HARBOUR), tmp_path)
    referee.make_ready()
    monkeypatch.setattr(Compiler, "_written", None)  # whoever writes a rule now fails
    assert referee.opening(players=players).begin().state.facts
