"""Playing: what may be done in a state, and doing it, in random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from referee.errors import RefereeError
from tests.bench import served
from tests.bench.clock import Work, spread
from tests.bench.lines import Line, Size, Target, spread_lines
from tests.bench.recorded import Decision, Recording, recorded
from tests.bench.served import Position, Referee
from tests.bench.verdicts import units

#: the game whose moves have a target
LARGEST = "hegemony"
MOVES, DEED = Target(10_000), Target(600)


def moves_lines(size: Size) -> Iterator[Line]:
    """Everything that may be done, for whom the turn is."""
    game, found = served.opened(LARGEST), recorded(LARGEST, size)
    put = [(served.position(game, decision.state), decision.role) for decision in found.decisions]
    listings = [served.listing(*each) for each in put]  # also makes what is made at first use
    game.keep()
    works = states(game, found)
    measured = spread(units(), lambda: works)
    cut, begun = sum(each.cut > 0 for each in listings), sum(each.begun > 0 for each in listings)
    note = f"{sum(each.calls for each in listings):,} calls in {len(put)} states; "
    note += f"in {begun} an action told by its next choice ({sum(each.begun for each in listings):,} choices), in {cut} something cut"
    fault = f"not all in {cut} states" if cut else ""
    yield from spread_lines(f"moves, {LARGEST}", measured, note, {"mean": MOVES}, fault=fault)


def states(game: Referee, found: Recording) -> list[Work]:
    """The listing of every recorded state."""
    return [partial(served.moves, served.position(game, each.state), each.role) for each in found.decisions]


def deeds(game: Referee, found: Recording) -> list[Callable[[], bool]]:
    """Every recorded deed, to be done again."""
    return [_doing(served.position(game, each.state), each) for each in found.decisions]


def deed_lines(size: Size) -> Iterator[Line]:
    """What was done, done again from the same state, with the same answers."""
    for name in served.game_names():
        game, found = served.opened(name), recorded(name, size)
        works = deeds(game, found)
        faults = sum(not work() for work in works)  # also makes what is made at first use
        game.keep()
        measured = spread(units(), partial(list, works))
        fault = f"{faults} could not be done again" if faults else ""
        note = f"{len(works)} deeds with {sum(len(decision.answers) for decision in found.decisions)} answers"
        yield from spread_lines(f"deed, {name}", measured, note, {"mean": DEED}, fault=fault)


def _doing(at: Position, decision: Decision) -> Callable[[], bool]:
    text = served.question_text(decision.action, decision.arguments)

    def work() -> bool:
        try:
            served.deed(at, decision.role, text, decision.answers)
        except RefereeError:
            return False
        return True

    return work
