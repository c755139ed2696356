"""What is told to be done, what forbids it and what ends it: known without a run, which most answers do not need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from referee.errors import SpokenError

if TYPE_CHECKING:
    from referee.units.clauses import Result


#: the deed by which whoever has the turn ends it before it is full
DONE = "done"
#: the procedure that sets a game up; of one that has none it is asked, too, how it begins
SETUP = "setup"


class Deeds(Struct):
    """An action or procedure with its arguments, by somebody."""

    name: str
    args: tuple[object, ...]
    named: dict[str, object] = field(default_factory=dict)
    by: str | None = None
    answers: tuple[object, ...] = ()


class IllegalActionError(SpokenError):
    """An action that a requirement forbids; nothing was changed."""

    key = "illegal"

    def __init__(self, name: str, results: list[Result]) -> None:
        failed = [r for r in results if r.status in ("fail", "silent")]
        if any(r.check.kind == "course" and r.element == "playing" for r in failed):
            self.key = "illegal.over"
        where = ", ".join(dict.fromkeys(f"#{r.check.paragraph}" for r in failed))
        super().__init__(name, where)
        self.name = name
        self.results = results


class GameEnded(Exception):
    """The game is over: nothing more happens."""
