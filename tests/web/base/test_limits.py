"""The rate limit: bursts, refill, forgetting."""

from __future__ import annotations

import pytest

from web.base.limits import MOST, Limiter, RateLimitError


def test_bucket_empties_and_refills() -> None:
    now = [0.0]
    limiter = Limiter(60, lambda: now[0])
    for _ in range(15):
        limiter.spend("a")
    with pytest.raises(RateLimitError) as error:
        limiter.spend("a")
    assert error.value.seconds == 1
    limiter.spend("b")
    now[0] = 1.0
    limiter.spend("a")


def test_no_limit_and_bounded_memory() -> None:
    Limiter(0).spend("a")
    limiter = Limiter(60)
    for number in range(MOST + 10):
        limiter.spend(str(number))
    assert len(limiter._buckets) == MOST
