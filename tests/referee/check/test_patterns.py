"""Faults of the patterns of a game, as `paragraf check` tells them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.library import load_game
from referee.check.game import check_game
from referee.check.patterns import check_patterns
from referee.runs.ahead.game import code_of
from tests.support.asking import PATTERNS, harbour


def faults(folder: Path, patterns: str) -> list[str]:
    game = harbour(folder, patterns)
    return [f"{each.code} {each.place.line}" for each in check_patterns(game, code_of(game))]


def test_the_patterns_of_the_tests_are_right(tmp_path: Path) -> None:
    assert faults(tmp_path, PATTERNS) == []


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ('[leese]\nen = ["rent a dock"]\n', "PATTERN-NAME 1"),
        ('["#har.nowhere"]\nen = ["rent a dock"]\n', "PATTERN-NAME 1"),
        ('["owner of {dock} = purple"]\nen = ["purple dock"]\n', "PATTERN-NAME 1"),
        ('["ownr of {dock} = red"]\nen = ["red dock"]\n', "PATTERN-NAME 1"),
        ('["crates of {captain} = 3"]\nen = ["crates dock"]\n', "PATTERN-NAME 1"),
        ('[lease]\nen = ["rent {harbour}"]\n', "PATTERN-SLOT 1"),
        ('["coins of {captain} = {value}"]\nen = ["coins {number}"]\n', "PATTERN-SLOT 1"),
        ('[lease]\nen = ["can I"]\n', "PATTERN-NEVER 1"),
        ('[lease]\nen = ["[rent] {d}"]\n', "PATTERN-NEVER 1"),
        ('[internal]\nnames = ["seeted"]\n', "PATTERN-NAME 1"),
        ('\n["hand of {captain} = [gale, gall]"]\nen = ["wild hand"]\n', "PATTERN-NAME 2"),
    ],
)
def test_a_fault_is_told_where_it_stands(tmp_path: Path, written: str, fault: str) -> None:
    assert faults(tmp_path, written) == [fault]


@pytest.mark.parametrize("told", ["hand of {captain} = 0", "hand of {captain} = [gale, calm]", "spent_pile = []"])
def test_a_pile_is_told_by_how_many_cards_it_holds_or_by_which(tmp_path: Path, told: str) -> None:
    assert faults(tmp_path, f'["{told}"]\nen = ["bare fingers"]\n') == []


def test_of_a_fact_is_said_how_it_is_told(tmp_path: Path) -> None:
    game = harbour(tmp_path, '[coins]\nen = ["who is rich"]\n')
    (fault,) = check_patterns(game, code_of(game))
    assert fault.cure == 'It is a fact: say how it is told, `["coins of {captain} = {value}"]`.'


def test_patterns_are_looked_at_though_cases_are_wrong(tmp_path: Path) -> None:
    harbour(tmp_path, '[leese]\nen = ["rent a dock"]\n')
    home = tmp_path / "corpus" / "harbour"
    cases = home / "cases" / "99-wrong.md"
    cases.write_text(f'# Wrong\n\n```case\ncase "no title" ask {"a" * 200} expect yes\n```\n', "utf-8")
    codes = [each.code for each in check_game(load_game(home))[1]]
    assert "PATTERN-NAME" in codes
    assert any(each.startswith("CASE-") for each in codes)


@pytest.mark.parametrize("name", ["spent_pile", "crates", "lease", "rent"])
def test_what_is_internal_may_be_whatever_a_question_could_be_about(tmp_path: Path, name: str) -> None:
    assert faults(tmp_path, f'[internal]\nnames = ["{name}"]\n') == []


def test_what_is_internal_is_not_worded_as_a_question(tmp_path: Path) -> None:
    game = harbour(tmp_path, '[rent]\nen = ["price of {d}"]\n\n[internal]\nnames = ["rent"]\n')
    (fault,) = check_patterns(game, code_of(game))
    assert fault.message == "[rent] says how it is asked about, and [internal] that nobody asks about it."


def test_a_fact_with_its_key_and_a_duty_are_told_how_they_are_said(tmp_path: Path) -> None:
    written = '["owner of {dock}"]\nen = ["who owns"]\n["must(lease by {captain})"]\nen = ["have to rent"]\n'
    game = harbour(tmp_path, written)
    fact, duty = check_patterns(game, code_of(game))
    assert fact.cure == 'It is a fact: say how it is told, `["owner of {dock} = {value}"]`.'
    assert "is read by itself" in duty.cure
