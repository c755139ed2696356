"""English names in both numbers."""

from __future__ import annotations

import pytest

from kb.forms.english import decline


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("strike", "n strike / strikes"),
        ("class", "n class / classes"),
        ("supply", "n supply / supplies"),
        ("trade union", "n trade_union / trade_unions"),
        ("end of turn", "n end / ends +"),
        ("final points", "~"),
        ("policies", "~"),
        ("bonus", "n bonus / bonuses"),
        ("moving", "~"),
        ("unemployed", "~"),
        ("3+", "~"),
    ],
)
def test_the_word_before_a_preposition_has_both_numbers(name: str, text: str) -> None:
    assert decline(name).text == text
