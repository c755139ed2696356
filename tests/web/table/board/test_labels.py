"""Facts are called by as few words as will do where they lie."""

from __future__ import annotations

import pytest

from web.table.board.labels import without_place


@pytest.mark.parametrize(
    ("phrase", "short"),
    [
        ("вплив: {0}", "вплив"),
        ("Influence of {0}", "Influence"),
        ("{1} in the store of {0}", "{1} in the store"),
        ("workers out of play, {0}: {1}", "workers out of play: {1}"),
        ("price ({0})", "price"),
        ("workers of {1} are in {0}", ""),
        ("{0} takes part", ""),
        ("{0}", ""),
        ("wages of {0} paid to {0}", ""),
    ],
)
def test_a_phrase_leaves_out_whose_mat_it_is(phrase: str, short: str) -> None:
    assert without_place(phrase) == short
