"""How much one request may take: every turn of a loop, every element made and every value worked out is a step of one meter.

The steps are counted, so that the same question ends the same way on every machine; the clock is a second line, looked at by
the same counter. Whoever can do with less (a listing, a case split) asks whether the meter runs low, and stops in good order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from math import inf

from referee.errors import BudgetError

#: steps of one request; with nothing told, the costliest question of any game takes 150,000, the moves of a role 330,000
STEPS = 1_000_000
#: steps between two looks at the clock
EVERY = 400
#: the part of steps or time after which whoever can stop in good order does
ENOUGH = 0.55
#: elements of one list, and how large a number may become: beyond them is nothing of a game
LONGEST, LARGEST = 2_000, 10**15
#: CPU seconds of this thread; where Python knows no threads (in a browser), of the process
cpu_seconds: Callable[[], float] = getattr(time, "thread_time", time.process_time)
#: steps that a value with its page of the notebook counts for: its page is what takes memory
PAGE = 12


class Meter:
    """Counts down; `left` are the steps until it looks at what is left in all, and at the clock. The clock runs while rules are at
    work, not while pages are made or games are loaded."""

    __slots__ = ("_clock", "_end", "_enough", "_running", "_seconds", "_soon", "_spare", "_tail", "left")

    def __init__(
        self, steps: int = STEPS, seconds: float | None = None, clock: Callable[[], float] = cpu_seconds
    ) -> None:
        """`seconds`: of `clock`, by default CPU time of this thread, so that a busy machine does not count."""
        self.left = 0
        self._spare = steps
        self._enough = int(steps * (1 - ENOUGH))
        self._clock = clock
        self._seconds = seconds  # that are left while the clock stands
        self._tail = 0.0 if seconds is None else seconds * (1 - ENOUGH)
        self._end = self._soon = inf
        self._running = 0

    def spend(self, steps: int) -> None:
        """Takes steps, or raises."""
        self.left -= steps
        if self.left < 0:
            self.look()

    def look(self) -> None:
        """Takes the next steps from what is left; raises where nothing is, and again for whoever goes on."""
        self._spare += self.left
        if self._spare < 0 or (self._end is not inf and self._clock() > self._end):
            self._spare, self.left = -1, -1
            raise BudgetError
        self.left = min(EVERY, self._spare)
        self._spare -= self.left

    def check(self) -> None:
        """Looks at the clock alone, before work that is no step of a question: a rule to be compiled, a card to be read."""
        if self._clock() > self._end:
            self._spare, self.left = -1, -1
            raise BudgetError

    def is_low(self) -> bool:
        """Whether it is time to come to an end."""
        return self._spare < self._enough or (self._soon is not inf and self._clock() > self._soon)

    @property
    def spare(self) -> int:
        """The steps that are left."""
        return self._spare + self.left

    # ---- the clock -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Lets the clock run."""
        self._running += 1
        if self._running == 1 and self._seconds is not None:
            self._end = self._clock() + self._seconds
            self._soon = self._end - self._tail

    def stop(self) -> None:
        """Lets the clock stand again."""
        self._running -= 1
        if not self._running and self._seconds is not None:
            self._seconds = self._end - self._clock()
            self._end = self._soon = inf

    @contextmanager
    def standing(self) -> Iterator[None]:
        """Lets the clock stand: for what is done once for all who ask, whoever comes first."""
        start = self._clock()
        try:
            yield
        finally:
            taken = self._clock() - start
            self._end, self._soon = self._end + taken, self._soon + taken


_CURRENT: ContextVar[Meter | None] = ContextVar("meter", default=None)


def meter() -> Meter:
    """The meter of this request; one of its own for whoever brought none."""
    return _CURRENT.get() or Meter()


class Metered:
    """While it lasts, all that is done is counted on one meter."""

    __slots__ = ("_made", "_token")

    _token: Token[Meter | None]

    def __init__(self, made: Meter) -> None:
        self._made = made

    def __enter__(self) -> Meter:
        self._token = _CURRENT.set(self._made)
        return self._made

    def __exit__(self, *error: object) -> None:
        _CURRENT.reset(self._token)


class Working(Metered):
    """While it lasts, the clock of the meter runs too."""

    __slots__ = ()

    def __enter__(self) -> Meter:
        made = super().__enter__()
        made.start()
        return made

    def __exit__(self, *error: object) -> None:
        self._made.stop()
        super().__exit__(*error)


def metered(made: Meter) -> Metered:
    """Counts all that is done inside on one meter."""
    return Metered(made)


def working() -> Working:
    """The rules are at work: counted on the meter of the request, or on a new one where there is none."""
    return Working(meter())
