"""The bench of questions in words: its sets, its split, and one question measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench import words
from tests.bench.words import Asked

ASKED = {
    "id": "x1", "lang": "en", "game": "nowa_reformacja", "kind": "legality", "asker": "x", "question": "I have 9 money, can I buy an intrigue?",
    "formal": "buy_intrigue", "given": "funds of x = 9", "expected": "no", "paragraphs": ["nr.r31.8"], "also": ["buy_intrigue"],
}  # fmt: skip


def test_the_split_is_the_same_every_time() -> None:
    questions = [Asked(**{**ASKED, "id": f"q{number}"}) for number in range(40)]
    given, held_out = words.split(questions)
    assert len(given) == len(held_out) == 20 and words.split(list(reversed(questions)))[0] == list(reversed(given))


def test_further_sets_are_found_and_none_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "GIVEN", tmp_path / "none.json")
    monkeypatch.setattr(words, "SETS", tmp_path)
    assert words.sets() == {}
    (tmp_path / "fresh.json").write_text(json.dumps([ASKED]), "utf-8")
    assert [asked.id for half in words.sets().values() for asked in half] == ["x1"]


@pytest.mark.slow
@pytest.mark.corpus
def test_a_question_is_measured() -> None:
    outcome = words.measure(Asked(**ASKED))
    assert outcome.reading == 0 and outcome.first and outcome.reachable and not outcome.wrong
    assert outcome.hit is not None
