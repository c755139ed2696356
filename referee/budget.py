"""How much one request may take: every turn of a loop, every element made and every value worked out is a step of one meter.

The steps are counted, so that the same question ends the same way on every machine; the clock is a second line, looked at by
the same counter. Whoever can do with less (a listing, a case split) asks whether the meter runs low, and stops in good order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from referee.errors import BudgetError

#: steps of one request; the costliest question that is played, asked or listed of any game takes a tenth of it
STEPS = 1_000_000
#: steps between two looks at the clock
EVERY = 400
#: the part of steps or time after which whoever can stop in good order does
ENOUGH = 0.55
#: elements of one list, and how large a number may become: beyond them is nothing of a game
LONGEST, LARGEST = 2_000, 10**15
#: steps that a value with its page of the notebook counts for: its page is what takes memory
PAGE = 12


class Meter:
    """Counts down; `left` are the steps until it looks at what is left in all, and at the clock."""

    __slots__ = ("_clock", "_end", "_enough", "_soon", "_spare", "left")

    def __init__(
        self, steps: int = STEPS, seconds: float | None = None, clock: Callable[[], float] = time.thread_time
    ) -> None:
        """`seconds`: of `clock`, by default CPU time of this thread, so that a busy machine does not count."""
        self.left = 0
        self._spare = steps
        self._enough = int(steps * (1 - ENOUGH))
        self._clock = clock
        self._end = self._soon = float("inf")
        if seconds is not None:
            now = clock()
            self._end, self._soon = now + seconds, now + seconds * ENOUGH

    def spend(self, steps: int) -> None:
        """Takes steps, or raises."""
        self.left -= steps
        if self.left < 0:
            self.look()

    def look(self) -> None:
        """Takes the next steps from what is left; raises where nothing is, and again for whoever goes on."""
        self._spare += self.left - EVERY
        self.left = EVERY
        if self._spare < 0 or self._clock() > self._end:
            self._spare, self.left = -1, -1
            raise BudgetError

    def is_low(self) -> bool:
        """Whether it is time to come to an end."""
        return self._spare < self._enough or self._clock() > self._soon

    @property
    def spare(self) -> int:
        """The steps that are left."""
        return self._spare + self.left


_CURRENT: ContextVar[Meter | None] = ContextVar("meter", default=None)


def meter() -> Meter:
    """The meter of this request; one of its own for whoever brought none."""
    return _CURRENT.get() or Meter()


@contextmanager
def metered(made: Meter | None = None) -> Iterator[Meter]:
    """Counts all that is done inside on one meter: the one given, or the one that counts already, or a new one."""
    found = made or meter()
    token = _CURRENT.set(found)
    try:
        yield found
    finally:
        _CURRENT.reset(token)
