"""`check --watch`: looks again when a file is saved, and tells only what changed; Ctrl-C says what was done."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.places import HARBOUR
from tests.web.cli.conftest import Shell
from web.author import watch


@pytest.fixture
def alone(tmp_path: Path) -> Shell:
    """A corpus of one game, which may be written to."""
    shutil.copytree(HARBOUR, tmp_path / "games" / "harbour")
    return Shell(tmp_path)


def saves(monkeypatch: pytest.MonkeyPatch, *deeds: Callable[[], object]) -> None:
    """In place of waiting the author saves something, at last presses Ctrl-C."""
    left: Iterator[Callable[[], object]] = iter(deeds)

    def pause() -> None:
        deed = next(left, None)
        if deed is None:
            raise KeyboardInterrupt
        deed()

    monkeypatch.setattr(watch, "pause", pause)


def test_only_what_changed_is_told(alone: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = alone.folder / "games" / "harbour" / "rules" / "01-harbour.md"
    right = rules.read_text("utf-8")
    lengthened = right.replace("## ", "\n## ", 1).replace("wine => 3", "wine => 4")
    saves(
        monkeypatch,
        lambda: rules.write_text(right.replace("wine => 3", "wine => 4"), "utf-8"),
        lambda: None,
        lambda: rules.write_text(lengthened, "utf-8"),
        lambda: rules.write_text(right, "utf-8"),
        lambda: shutil.rmtree(rules.parent.parent),
    )
    result = alone("check", "--watch", "--quiet", exit_code=0)
    first, *others, gone = result.stdout.splitlines()
    assert first == "harbour: 16 cases passed, 0 failed, 0 errors, 2 warnings" and gone == "harbour: gone"
    new = [line for line in others if line.startswith("+ ")]
    assert new and all("[CASE-FAILED]" in line for line in new)
    assert [line[:2] for line in others].count("- ") == len(new), "a problem that only moved is not told again"
    assert others[-1] == first and len(others) == 2 * len(new) + 2
    assert "stopped after 4 changes" in result.stderr


def test_watching_is_for_people(alone: Shell) -> None:
    assert "--json" in alone("check", "--watch", "--json", exit_code=2).stderr


def test_a_check_that_is_stopped_says_how_far_it_came(alone: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.check import game

    real, run = game.run_case, []

    def third(*args: object) -> object:
        run.append(1)
        if len(run) == 4:
            raise KeyboardInterrupt
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(game, "run_case", third)
    said = alone.fault("check", exit_code=130)
    assert said == "stopped: 0 of 1 games were checked; 4 of 16 cases of harbour were run."
