"""CPU time, measured in turns: whatever is timed, the unit is timed beside it, so that a noisy machine hits both alike.

What disturbs a measurement only ever adds to it: of several passes the least counts, for the unit as for the works."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

Work = Callable[[], object]
#: the works of one pass, made ready one by one as they are gone through
Works = Callable[[], Iterable[Work]]
#: CPU seconds of work after which the unit is measured again, and without which it is not: straight after itself it finds all it
#: reads in the processor's caches and takes half as long, which no work does that stands among others
AGAIN = 0.025
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


def spread(unit: Work, works: Works, per: int = 1) -> Spread:
    """The least time of each work in several passes, and of the unit in between; one call of `unit` is worth `per` units."""
    found = [_passed(unit, works()) for _ in range(PASSES)]
    least = tuple(min(times) for times in zip(*(times for times, _ in found), strict=True))
    return Spread(least, min(taken for _, taken in found) / per)


def _passed(unit: Work, works: Iterable[Work]) -> tuple[list[float], float]:
    """Times every work once, and what the unit took in the middle of it."""
    units: list[float] = []
    times: list[float] = []
    since = 0.0
    for work in works:
        times.append(spent(work))
        since += times[-1]
        if since >= AGAIN:
            units.append(spent(unit))
            since = 0.0
    return times, statistics.median(units or [spent(unit)])


def in_turns(works: Mapping[str, Work], rounds: int, before: Callable[[str], object] | None = None) -> dict[str, float]:
    """Median seconds of each work; `before` makes ready, untimed, what a work uses up."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            if before is not None:
                before(name)
            times[name].append(spent(work))
    return {name: statistics.median(taken) for name, taken in times.items()}
