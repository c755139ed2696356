"""A game examined: what `check` found, as lines and as data, and what is otherwise than at the last look."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from grammar.base.records import record
from kb.cases import PlacedCase
from kb.library import Game, load_game
from kb.model.problems import Problem
from referee.service import Referee, line


@record
class Examined:
    """What came of one look at a game."""

    game: Game
    passed: int
    problems: tuple[Problem, ...]

    @property
    def failed(self) -> int:
        """The cases that do not come out as they expect."""
        return sum(p.code == "CASE-FAILED" for p in self.problems)

    @property
    def is_right(self) -> bool:
        """Whether there is no error."""
        return all(p.severity != "error" for p in self.problems)

    def told(self, quiet: bool) -> list[Problem]:
        """The problems that are printed: all, or the errors alone."""
        return [p for p in self.problems if p.severity == "error" or not quiet]

    def count(self, lang: str) -> str:
        """What passed and what did not, in one line; notices are not counted, since nothing need be done about them."""
        errors = sum(p.severity == "error" for p in self.problems) - self.failed
        warnings = sum(p.severity == "warning" for p in self.problems)
        return line("check.count", lang, self.game.id, self.passed, self.failed, errors, warnings)

    def data(self) -> dict[str, Any]:
        """For programs."""
        listed = [
            {"code": p.code, "severity": p.severity, "place": str(p.place), "message": p.message, "cure": p.cure}
            for p in self.problems
        ]
        return {
            "version": self.game.version, "cases_passed": self.passed, "cases_failed": self.failed, "problems": listed,
        }  # fmt: skip


def examine(
    folder: Path, cache: Path | None, cases: Iterable[PlacedCase] | None = None, extra: Iterable[Problem] = (),
    step: Callable[[int, int], None] | None = None,
) -> Examined:  # fmt: skip
    """Looks at a game as its folder has it now. `cases`: from outside, in place of its own; `step` is told how many were run."""
    game = load_game(folder, cache)
    passed, problems = Referee(game).check(cases, step)
    return Examined(game, passed, (*problems, *extra))


def news(before: Examined | None, after: Examined, quiet: bool, lang: str) -> list[str]:
    """What a second look has to tell: problems that are new, those that are gone, and the count when it is another."""
    old = {_same(p): p for p in before.told(quiet)} if before is not None else {}
    new = {_same(p): p for p in after.told(quiet)}
    lines = [f"+ {p}" for key, p in new.items() if key not in old]
    lines += [f"- {p.place}: [{p.code}] {p.message}" for key, p in old.items() if key not in new]
    if lines or before is None or before.count(lang) != after.count(lang):
        lines.append(after.count(lang))
    return lines


def _same(problem: Problem) -> tuple[str, str, str]:
    """What makes a problem the same one although lines were added above it."""
    return problem.code, problem.place.file, problem.message
