"""CPU time, measured in turns: after every work that is timed comes one unit, timed the same way, so that a noisy machine hits both alike.

A unit is of the smallest: in a loop of its own it finds all it reads in the processor's caches, takes a third of the time, and swings
with what else the machine does. Nobody judges a thousand questions in a row: it stands among other work, as what it is compared with.
What disturbs a measurement only ever adds to it: of several passes the least counts, for each unit as for each work."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

Work = Callable[[], object]
#: the works of one pass, made ready one by one as they are gone through
Works = Callable[[], Iterable[Work]]
#: how often all works are gone through
PASSES = 4


@dataclass(frozen=True, slots=True)
class Spread:
    """How long each of many works took, in seconds, and what the unit took at the same time."""

    times: tuple[float, ...]
    unit: float

    @property
    def mean(self) -> float:
        """The mean."""
        return statistics.fmean(self.times)

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.times)

    @property
    def p90(self) -> float:
        """What nine of ten stay under."""
        return sorted(self.times)[min(len(self.times) - 1, len(self.times) * 9 // 10)]

    @property
    def worst(self) -> float:
        """The longest."""
        return max(self.times)

    def ratio(self, seconds: float) -> float:
        """A time in units."""
        return seconds / self.unit


def spent(work: Work) -> float:
    """CPU seconds of one work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def spread(units: Sequence[Work], works: Works) -> Spread:
    """The least time of each work in several passes, and the mean of the least of the units beside them."""
    passes = [_passed(units, works()) for _ in range(PASSES)]
    idle = min(taken for each in passes for taken in each.idle)
    return Spread(
        tuple(min(times) - idle for times in zip(*(each.works for each in passes), strict=True)),
        statistics.fmean(min(times) - idle for times in zip(*(each.units for each in passes), strict=True)),
    )


@dataclass(slots=True)
class _Pass:
    """What every work took, the unit after it, and looking at the clock twice."""

    works: list[float]
    units: list[float]
    idle: list[float]


def _passed(units: Sequence[Work], works: Iterable[Work]) -> _Pass:
    """Times every work once, each followed by a unit."""
    made = _Pass([], [], [])
    for at, work in enumerate(works):
        made.works.append(spent(work))
        made.units.append(spent(units[at % len(units)]))
        made.idle.append(spent(_nothing))
    return made


def _nothing() -> None:
    """What remains of a work is the clock."""


def in_turns(works: Mapping[str, Work], rounds: int, before: Callable[[str], object] | None = None) -> dict[str, float]:
    """Median seconds of each work; `before` makes ready, untimed, what a work uses up."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            if before is not None:
                before(name)
            times[name].append(spent(work))
    return {name: statistics.median(taken) for name, taken in times.items()}
