"""The names most like an unknown one."""

from __future__ import annotations

import difflib
import random

from hypothesis import given
from hypothesis import strategies as st

from grammar.base.likeness import COMPARED, NEAR, nearest


def test_swapped_letters_are_found_among_hundreds() -> None:
    names = [f"{first}{second}ow_{third}" for first in "bcdf" for second in "lrstm" for third in range(30)]
    assert len(names) > COMPARED
    assert nearest("gian", [*names, "gain"]) == ["gain"]


def test_nothing_near_is_nothing() -> None:
    assert nearest("zzz", ["coins", "ships"]) == [] and nearest("", ["coins"]) == []


@given(st.lists(st.text("abcde", min_size=1, max_size=8), max_size=COMPARED), st.text("abcde", max_size=8))
def test_few_names_are_all_compared(names: list[str], word: str) -> None:
    assert nearest(word, names) == difflib.get_close_matches(word, names, n=3, cutoff=NEAR)


def test_the_order_of_the_known_names_does_not_count() -> None:
    names = [f"{word}_{at}" for word in ("company", "worker", "wage") for at in range(40)]
    shuffled = random.Random(1).sample(names, len(names))
    assert nearest("wokrer_7", names)[0] == nearest("wokrer_7", shuffled)[0] == "worker_7"
