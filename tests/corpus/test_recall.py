"""What a case takes over from the one it was made from changes no answer, only the work: asked again where nothing is taken over in plain code."""

from __future__ import annotations

import pytest

from referee.errors import RefereeError
from referee.evaluation.past import Past
from referee.values import MISSING
from tests.snapshots.lot import Drawn, drawn

pytestmark = [pytest.mark.slow, pytest.mark.corpus]


def answer(each: Drawn) -> object:
    """The answer, or why there is none."""
    try:
        return each.answer()
    except RefereeError as refused:
        return str(refused)


def test_nothing_taken_over_changes_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    lot = drawn()
    found = [answer(each) for each in lot]
    recalled: list[str] = []
    usual = Past.recall

    def noted(past: Past, name: str, args: tuple[object, ...]) -> object:
        value = usual(past, name, args)
        recalled.extend([name] * (value is not MISSING))
        return value

    monkeypatch.setattr(Past, "recall", noted)
    assert [answer(each) for each in lot] == found
    assert len(recalled) > 100  # else this test looks at nothing
    monkeypatch.setattr(Past, "recall", lambda *_: MISSING)
    monkeypatch.setattr(Past, "stays_open", lambda *_: False)
    assert [each.ask for each, was in zip(lot, found, strict=True) if answer(each) != was] == []
