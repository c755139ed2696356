"""Every check finds its fault and leaves sound rules alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.library import Game
from kb.model.entities import Word
from kb.survey import checks
from tests.support.rules import code_from


def codes(text: str) -> set[str]:
    program = code_from(text).program
    found = [
        *checks.table_rows(program), *checks.override_cycles(program), *checks.undeclared_disputes(program),
        *checks.value_cycles(program), *checks.endless_procedures(program), *checks.unused_names(program),
        *checks.unused_readings(program),
    ]  # fmt: skip
    return {p.code for p in found}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("scale s: a, b, c\ntable t(x: s): | a => 1 | b => 2", "TABLE-GAP"),
        ("scale s: a, b\ntable t(x: s): | * => 1 | b => 2", "TABLE-OVERLAP"),
        ("table t(x: number): | 0..4 => 1 | 6.. => 2", "TABLE-GAP"),
        ("scale s: a, b\ntable t(x: s): | a | b => 1", "TABLE-CELLS"),
        (
            "--- #t.a\ndefine f = 1 when g overrides #t.b\n--- #t.b\ndefine f = 2 when g overrides #t.a\nfact g: flag",
            "OVERRIDE-CYCLE",
        ),
        ("--- #t.a\ndefine f = 1\n--- #t.b\ndefine f = 2", "DISPUTE-UNDECLARED"),
        ("define f = g\ndefine g = f", "VALUE-CYCLE"),
        ("procedure p: do p end", "PROC-ENDLESS"),
        ("procedure p: nothing end", "NAME-UNUSED"),
        ("dispute d: a default, b", "READING-UNUSED"),
    ],
)
def test_faults_are_found(text: str, code: str) -> None:
    assert code in codes(text)


def test_ranges_that_meet_are_no_gap() -> None:
    assert codes("table t(x: number): | 0..4 => 1 | 5..9 => 2 | 10.. => 3") == set()


def test_a_sound_game_has_no_fault(harbour: Game) -> None:
    assert checks.check_rules(harbour) == []


def test_a_name_without_words_is_found(harbour: Game) -> None:
    word = Word("rest", {"en": "Rest"}, {})
    worded = replace(harbour, prose=replace(harbour.prose, words={"rest": word}))
    found = [p.message for p in checks.unworded_names(worded)]
    assert any("“lease”" in message for message in found)
    assert not any("“rest”" in message for message in found)
    assert list(checks.unworded_names(harbour)) == []
