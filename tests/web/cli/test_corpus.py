"""`check`, `card check` and `stamp`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.places import HARBOUR
from tests.web.cli.conftest import Shell

WINDFALL = 'favour card "Windfall" of red captain.\nGain 3.\n'
CASE = """
```case
case "prices"
  ask price(wine)
  expect {}
```
"""


@pytest.fixture
def alone(tmp_path: Path) -> Shell:
    """A corpus of one game, which may be written to."""
    shutil.copytree(HARBOUR, tmp_path / "games" / "harbour")
    return Shell(tmp_path)


def test_check_runs_the_cases_and_lists_problems(alone: Shell) -> None:
    shown = alone("check").stdout
    assert "[TRANS-UNSTAMPED]" in shown and "harbour: 16 cases passed, 0 failed, 0 errors, 2 warnings" in shown
    assert alone("check", "--quiet").stdout.strip() == "harbour: 16 cases passed, 0 failed, 0 errors, 2 warnings"


def test_check_as_json_for_a_corpus_a_game_and_a_folder(alone: Shell) -> None:
    whole = alone.data("check")
    assert whole["games"]["harbour"]["cases_passed"] == 16 and whole["games"]["harbour"]["cases_failed"] == 0
    assert {problem["severity"]: problem["code"] for problem in whole["games"]["harbour"]["problems"]} == {
        "warning": "TRANS-UNSTAMPED", "notice": "FACT-UNUSED",
    }  # fmt: skip
    assert alone.data("check", "--game", "harbour") == whole
    assert alone.data("check", str(alone.folder / "games" / "harbour")) == whole


def test_an_error_in_the_corpus_is_told_by_the_exit_code(alone: Shell) -> None:
    rules = alone.folder / "games" / "harbour" / "rules" / "01-harbour.md"
    rules.write_text(rules.read_text("utf-8").replace("wine => 3", "wine => 4"), "utf-8")
    result = alone("check", "--quiet", exit_code=1)
    assert "[CASE-FAILED]" in result.stdout
    assert json.loads(alone("check", "--json", exit_code=1).stdout)["games"]["harbour"]["cases_failed"] > 0


@pytest.mark.parametrize(("expected", "passed"), [("3", 1), ("4", 0)])
@pytest.mark.parametrize("place", ["cases.md", "harbour/cases.md", "harbour-cases.md"])
def test_cases_from_outside(alone: Shell, expected: str, passed: int, place: str) -> None:
    file = alone.folder / "outside" / place
    file.parent.mkdir(parents=True)
    file.write_text(CASE.format(expected), "utf-8")
    for named in (file, alone.folder / "outside"):
        result = alone("check", "--cases", str(named), exit_code=1 - passed)
        assert f"harbour: {passed} case{'' if passed == 1 else 's'} passed, {1 - passed} failed" in result.stdout


def test_card_check_tells_what_a_card_means(shell: Shell) -> None:
    file = shell.file("cards.txt", WINDFALL)
    (found,) = shell.data("card", "check", file, "--game", "harbour")
    assert found["text"]["pl"] == "Otrzymaj 3¢." and found["errors"] == [] and "raise coins" in found["rule"]
    assert shell("card", "check", file, "--game", "harbour").stdout.startswith("Windfall  (line 1, of red)")


def test_card_check_tells_what_is_wrong_with_a_card(shell: Shell) -> None:
    file = shell.file("cards.txt", WINDFALL.replace("Gain", "Gian"))
    shown = shell("card", "check", file, "--game", "harbour", exit_code=1).stdout
    assert "✗ line 2, column 1: " in shown


def test_a_game_without_a_card_language(alone: Shell) -> None:
    said = alone.fault("card", "check", alone.file("cards.txt", WINDFALL), "--game", "harbour")
    assert "has no card language" in said


def test_stamp_marks_new_translations_once(alone: Shell) -> None:
    assert alone("stamp", "harbour").stdout == "harbour: 56 stamped\n"
    assert alone("stamp", "harbour").stdout == "harbour: 0 stamped\n"
    assert alone("check").stdout.strip().endswith("harbour: 16 cases passed, 0 failed, 0 errors, 0 warnings")


def test_stamp_again_marks_what_was_revised(alone: Shell) -> None:
    alone("stamp", "harbour")
    rules = alone.folder / "games" / "harbour" / "rules" / "01-harbour.md"
    rules.write_text(rules.read_text("utf-8").replace("Two or three captains", "Two or three brave captains"), "utf-8")
    assert "[TRANS-STALE]" in alone("check").stdout
    assert alone("stamp", "harbour").stdout == "harbour: 0 stamped\n"
    assert alone("stamp", "harbour", "--again", "har.parts.1").stdout == "harbour: 2 stamped\n"
    assert "[TRANS-STALE]" not in alone("check").stdout
