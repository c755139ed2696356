"""The tutorial: each of its eight folders checks clean and plays to the end, and answers what it says is answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.manual.tutorial import carry_out, expected, run, steps

GAME = "magpies"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tutorial")


def test_there_are_eight_steps() -> None:
    assert [step.title[:2] for step in steps()] == [f"{number}." for number in range(1, 9)]


@pytest.mark.parametrize("number", range(8))
def test_a_step_of_the_tutorial(number: int, home: Path) -> None:
    """The folder is the one that the steps before have left."""
    for block in steps()[number].blocks:
        found = list(carry_out(block, home, GAME))
        if block.kind == "console":
            assert found == expected(block), "`make docs` writes it"
    assert ", 0 failed, 0 errors, 0 warnings" in run(f"paragraf check {GAME}", home)
    played = json.loads(run(f"paragraf play {GAME} --random 100 --json", home))
    assert played["ended"] == 100 and played["faults"] == [] and played["impossible"] == {}
