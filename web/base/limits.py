"""A rate limit: a bucket of tokens for each address, refilled evenly. One process, no database."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from web.base.recent import Recent

#: addresses remembered; the one longest silent is forgotten first
MOST = 10_000


class RateLimitError(Exception):
    """Too many calls; says when to come back."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Too many questions from this address; try again in {seconds} s.")
        self.seconds = seconds


class Limiter:
    """Lets `rate` calls a minute through for each address, in bursts of up to a quarter of that."""

    def __init__(self, rate: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = max(1.0, rate / 4)
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: Recent[str, tuple[float, float]] = Recent(MOST)

    def spend(self, address: str) -> None:
        """Takes one token or raises."""
        if self.rate <= 0:
            return
        now = self._clock()
        with self._lock:
            tokens, last = self._buckets.find(address) or (self.burst, now)
            tokens = min(self.burst, tokens + (now - last) * self.rate / 60)
            allowed = tokens >= 1
            self._buckets.keep(address, (tokens - 1 if allowed else tokens, now))
        if not allowed:
            raise RateLimitError(max(1, math.ceil((1 - tokens) * 60 / self.rate)))
