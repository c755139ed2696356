"""Names in a row: by the first and the last of them, and found among others."""

from __future__ import annotations

import pytest

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.base.numbered import MOST, in_a_row, row_of, rows_among
from grammar.rules.parse import parse_rules


def test_a_row_goes_from_one_number_to_the_other() -> None:
    assert in_a_row("n9", "n11") == {"n9": 9, "n10": 10, "n11": 11}
    assert list(row_of("lane_2_0..lane_2_2")) == ["lane_2_0", "lane_2_1", "lane_2_2"]
    assert row_of("n1") == row_of("n..n3") == row_of("n1..m3") == {}


@pytest.mark.parametrize(
    "ends", [("n3", "n1"), ("n1", "n1"), ("n1", "m3"), ("n", "n3"), ("n01", "n3"), ("n1", f"n{MOST + 1}")]
)
def test_what_is_no_row_is_refused(ends: tuple[str, str]) -> None:
    assert in_a_row(*ends) == {}
    with pytest.raises(SyntaxProblemError, match="is no row of names") as caught:
        parse_rules(f"kind tile: ace,\n  {'..'.join(ends)}")
    assert (caught.value.line, caught.value.column) == (2, 3)


def test_rows_stand_among_other_members() -> None:
    (kind,) = parse_rules("kind tile: joker, n1..n3, ace")
    assert isinstance(kind, n.Kind) and kind.members == ("joker", "n1", "n2", "n3", "ace")


def test_names_that_follow_each_other_are_told_as_a_row() -> None:
    assert rows_among(["a", "n1", "n2", "n3", "n4", "b", "m7", "m9", "x1", "x2"]) == [
        "a", "n1..n4", "b", "m7", "m9", "x1", "x2",
    ]  # fmt: skip
