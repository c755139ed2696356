"""The pattern language: what it reads, and what it says of what it cannot read."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grammar.base.errors import SyntaxProblemError
from grammar.patterns import parse
from grammar.patterns.parse import GRAMMAR, LONGEST, build_parser, parse_pattern
from grammar.patterns.tree import Choice, Slot, Word


def test_words_slots_and_choices() -> None:
    assert parse_pattern("how many (docks | {d}) [may I] lease") == (
        Word("how"),
        Word("many"),
        Choice(((Word("docks"),), (Slot("d"),)), False),
        Choice(((Word("may"), Word("I")),), True),
        Word("lease"),
    )


def test_choices_stand_in_one_another() -> None:
    (choice,) = parse_pattern("(a [b | (c | d)])")
    assert isinstance(choice, Choice) and isinstance(choice.ways[0][1], Choice)


def test_the_ending_of_a_slot_says_nothing() -> None:
    assert parse_pattern("{whose}s {n}th disc") == (Slot("whose"), Slot("n"), Word("disc"))
    assert parse.by_tables("{karta}ę") == parse_pattern("{karta}ę") == (Slot("karta"),)


@pytest.mark.parametrize(
    ("text", "column"), [("(a", 3), ("a)", 2), ("[]", 2), ("a | b", 3), ("{Dock}", 1), ("", 1), ("{x", 1)]
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, column: int) -> None:
    with pytest.raises(SyntaxProblemError) as caught:
        parse_pattern(text)
    assert caught.value.column == column and caught.value.cure


def test_length_and_depth_are_bounded() -> None:
    with pytest.raises(SyntaxProblemError, match="longer"):
        parse_pattern("a" * (LONGEST + 1))
    with pytest.raises(SyntaxProblemError, match="nested"):
        parse_pattern("(" * 10 + "a" + ")" * 10)


@given(st.text(alphabet="ab()[]{}| x", max_size=30))
def test_any_text_is_a_pattern_or_a_fault(text: str) -> None:
    with suppress(SyntaxProblemError):
        assert parse_pattern(text)


@settings(deadline=None)  # the first text waits for the tables
@given(st.lists(st.sampled_from(["a", "b", "{x}", "(", ")", "[", "]", "|", "{", " "]), max_size=24).map("".join))
def test_what_is_read_by_hand_is_what_the_tables_make_of_it(text: str) -> None:
    by_hand = parse.by_hand(text)
    try:
        assert parse.by_tables(text) == by_hand
    except SyntaxProblemError:
        assert not by_hand


def test_the_grammar_has_no_conflict() -> None:
    assert GRAMMAR.is_file() and build_parser(strict=True)
