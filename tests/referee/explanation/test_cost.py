"""What is told of few questions costs the others nothing."""

from __future__ import annotations

import pytest

from kb.library import Game
from kb.rules.writes import Writes
from referee.service import Referee


def test_what_setting_up_writes_is_looked_for_only_where_a_start_is_asked_for(
    harbour: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = Referee(harbour)
    names = [*harbour.program.actions][:5]
    for name in names:
        referee.ask(name)
    monkeypatch.setattr(Writes, "of", None)
    for name in names:
        referee.ask(name)
