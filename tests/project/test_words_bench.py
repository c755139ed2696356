"""The bench of questions in words: its sets, their parts, and one question measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.bench import words
from tests.bench.words import Asked

ASKED: dict[str, Any] = {
    "id": "x1", "lang": "en", "game": "nowa_reformacja", "kind": "legality", "asker": "x", "question": "I have 9 money, can I buy an intrigue?",
    "formal": "buy_intrigue", "given": "funds of x = 9", "expected": "no", "paragraphs": ["nr.r31.8"], "also": ["buy_intrigue"],
}  # fmt: skip


def test_what_is_asked_about_falls_in_the_same_part_every_time() -> None:
    assert words.part_of("buy_intrigue") == words.part_of("buy_intrigue")
    assert {words.part_of(f"value_{number}") for number in range(40)} == set(range(words.PARTS))


def test_a_file_of_questions_may_leave_out_what_it_does_not_have(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    path.write_text(json.dumps([{name: ASKED[name] for name in ("id", "lang", "game", "kind", "question")}]), "utf-8")
    [asked] = words.load(path)
    assert asked.formal == asked.given == "" and asked.paragraphs == [] and asked.asker is None


def test_further_sets_are_found_and_none_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "GIVEN", tmp_path / "none.json")
    monkeypatch.setattr(words, "SETS", tmp_path)
    assert words.sets() == {}
    (tmp_path / "fresh.json").write_text(json.dumps([ASKED]), "utf-8")
    assert [asked.id for each in words.sets().values() for asked in each] == ["x1"]


@pytest.mark.slow
@pytest.mark.corpus
def test_a_question_is_measured() -> None:
    outcome = words.measure(Asked(**ASKED))
    assert outcome.reading == 0 and outcome.first and outcome.reachable and not outcome.wrong
    assert outcome.hit is not None
