"""Playing: what may be done in a state, and doing it, in random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from referee.errors import RefereeError
from tests.bench import served
from tests.bench.clock import spread
from tests.bench.lines import Line, Size, Target, spread_lines
from tests.bench.recorded import Decision, recorded
from tests.bench.served import Served
from tests.bench.verdicts import unit

UNITS = 1_000
#: the game whose moves have a target
LARGEST = "hegemony"
#: done once, untimed, so that what is made at first use is made
WARM = 20
MOVES, DEED = Target(10_000), Target(600)


@dataclass(slots=True)
class Counted:
    """What came of the works that were timed."""

    calls: int = 0
    bounded: int = 0
    answers: int = 0
    faults: int = 0


def moves_lines(size: Size) -> Iterator[Line]:
    """Everything that may be done, for whom the turn is."""
    game, found = served.opened(LARGEST), recorded(LARGEST, size)
    counted = Counted()
    works = [_listing(game, decision, counted) for decision in found.decisions]
    for work in works[:WARM]:
        work()
    counted.calls = counted.bounded = 0
    measured = spread(unit(UNITS), works, UNITS)
    fault = "bounded, not complete" if counted.bounded else ""
    note = f"{counted.calls:,} calls in {len(works)} states"
    yield from spread_lines(f"moves, {LARGEST}", measured, note, fault=fault, mean=MOVES)


def _listing(game: Served, decision: Decision, counted: Counted) -> Callable[[], None]:
    state = served.state_of(game, decision.state)

    def work() -> None:
        listing = served.moves(game, state, decision.role)
        counted.calls += listing.calls
        counted.bounded += not listing.complete

    return work


def deed_lines(size: Size) -> Iterator[Line]:
    """What was done, done again from the same state, with the same answers."""
    for name in served.game_names():
        game, found = served.opened(name), recorded(name, size)
        counted = Counted()
        works = [_doing(game, decision, counted) for decision in found.decisions]
        for work in works[:WARM]:
            work()
        counted.answers = counted.faults = 0
        measured = spread(unit(UNITS), works, UNITS)
        fault = f"{counted.faults} could not be done again" if counted.faults else ""
        note = f"{len(works)} deeds with {counted.answers} answers"
        yield from spread_lines(f"deed, {name}", measured, note, fault=fault, mean=DEED)


def _doing(game: Served, decision: Decision, counted: Counted) -> Callable[[], None]:
    state = served.state_of(game, decision.state)

    def work() -> None:
        try:
            served.deed(game, state, decision.role, decision.action, decision.arguments, decision.answers)
        except RefereeError:
            counted.faults += 1
        counted.answers += len(decision.answers)

    return work
