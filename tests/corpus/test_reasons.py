"""The paragraph that a case names as deciding is cited first: at least as often as when this was last measured."""

from __future__ import annotations

import pytest

from tests.bench.reasons import Cited, cited
from tests.support import games

#: in percent; `python -m tests.bench.reasons` measures them
FIRST = {"no": 93, "value": 88, "open": 77, "after": 68}
DECIDING = {"no": 96, "yes": 84, "open": 92}


@pytest.fixture(scope="module")
def every() -> list[Cited]:
    return [each for game in games.NAMES for each in cited(game)]


@pytest.mark.slow
@pytest.mark.parametrize("sort", sorted(FIRST))
def test_what_decides_is_first(sort: str, every: list[Cited]) -> None:
    found = [each for each in every if each.sort == sort]
    assert 100 * sum(each.first for each in found) >= FIRST[sort] * len(found)


@pytest.mark.slow
@pytest.mark.parametrize("sort", sorted(DECIDING))
def test_what_decides_is_among_what_decides(sort: str, every: list[Cited]) -> None:
    found = [each for each in every if each.sort == sort]
    assert 100 * sum(each.decides for each in found) >= DECIDING[sort] * len(found)
