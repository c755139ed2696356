"""Differences of JSON documents: whatever the two are, the second comes back as the same text."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.store.chain import COST, ROOM, Chain, pack, to_json, unpack
from web.store.delta import DeltaError, applied, difference

KEYS = st.sampled_from("abcdefgh")
PLAIN = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([0.0, 1.0]) | st.sampled_from(["", "x"])
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=20
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=8)


@st.composite
def pairs(draw: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two documents that have much in common, or little."""
    before = draw(OBJECTS)
    if draw(st.booleans()):
        return before, draw(OBJECTS)
    after = dict(draw(st.permutations(list(copy.deepcopy(before).items()))) if draw(st.booleans()) else before)
    return before, after | draw(OBJECTS)


@given(pairs())
def test_the_second_comes_back_as_the_same_text(two: tuple[dict[str, Any], dict[str, Any]]) -> None:
    before, after = two
    kept = json.dumps(before)
    delta = json.loads(to_json(difference(before, after)))
    assert json.dumps(applied(before, delta)) == json.dumps(after)
    assert json.dumps(before) == kept
    assert (delta == {}) == (json.dumps(before) == json.dumps(after))


@pytest.mark.parametrize(
    ("before", "after", "delta"),
    [
        ({"coins": {"red": 3, "blue": 4}, "n": 1}, {"coins": {"red": 2, "blue": 4}, "n": 1}, {"coins": {"red": [2]}}),
        ({"deck": [1, 2, 3, 4]}, {"deck": [2, 3, 4]}, {"deck": [0, 1, []]}),
        ({"deck": [1, 2, 3]}, {"deck": [1, 9, 8, 3]}, {"deck": [1, 1, [9, 8]]}),
        ({"a": 1, "b": 2}, {"b": 2}, {"a": []}),
        ({"a": 1}, {"a": True}, {"a": [True]}),
        ({"a": 1, "c": 3}, {"a": 1, "b": 2, "c": 3}, {"b": [2, "c"]}),
        ({"a": 1, "b": 2, "c": 3}, {"b": 2, "c": 3, "a": 1}, {"a": [[], None, 0, 0]}),
        ({"a": [], "b": 2}, {"a": {}, "b": 2}, {"a": [{}]}),
    ],
)
def test_a_small_change_is_small(before: dict[str, Any], after: dict[str, Any], delta: dict[str, Any]) -> None:
    assert difference(before, after) == delta
    assert applied(before, delta) == after


@pytest.mark.parametrize("delta", [{"b": {"c": [1]}}, {"a": {"c": [1]}}, {"a": [1, 2, []]}, {"a": 4}, {"b": [1, 2, 3]}])
def test_what_does_not_fit_is_told(delta: dict[str, Any]) -> None:
    with pytest.raises(DeltaError):
        applied({"a": 1}, delta)


@pytest.mark.parametrize("book", [20, 3_000])
def test_a_full_state_comes_now_and_then(book: int) -> None:
    state: dict[str, Any] = {"n": -1, "book": {f"{n * n % 10_007}x{n}": n * n for n in range(book)}}
    links = [pack(to_json(state))]
    stored, times = 0, 0
    for n in range(160):
        state = state | {"n": n}
        link = Chain(links).follow(to_json(state))
        links = [link.state] if link.full else [*links, link.state]
        times += link.full
        stored += 0 if link.full else len(link.state)
    assert Chain(links).state == state
    assert stored < 160 * 20
    room = max(ROOM, len(pack(to_json(state))))
    assert times == 160 * (COST + 10) // room  # as often as the changes weigh


def test_a_state_that_is_another_altogether_stands_in_full() -> None:
    link = Chain([pack('{"a":1}')]).follow('{"b":[1,2,3,4]}')
    assert link.full and unpack(link.state) == {"b": [1, 2, 3, 4]}


def test_what_is_packed_is_unpacked() -> None:
    for data in ({}, {"x": 1}, {"x": "y" * 1_000}, {"ґ": "łódź"}):
        assert unpack(pack(to_json(data))) == data
    assert len(pack(to_json({"x": "y" * 1_000}))) < 100 and pack("{}") == b"{}"
