"""What counts as one deed when it is taken back."""

from __future__ import annotations

from web.store.entries import LogEntry
from web.table.turning import last_deed


def log(*kinds: str) -> list[LogEntry]:
    """Entries of these kinds; what is taken back is written with a minus."""
    return [
        LogEntry(at, kind.lstrip("-"), "", "", {}, [], [], 0, kind.startswith("-")) for at, kind in enumerate(kinds, 1)
    ]


def numbers(*kinds: str) -> list[int]:
    return [entry.number for entry in last_deed(log(*kinds))]


def test_a_deed_goes_with_all_that_was_chosen_in_it() -> None:
    assert numbers("begin", "move", "answer", "answer") == [2, 3, 4]
    assert numbers("begin", "move", "answer", "move") == [4]
    assert numbers("begin", "tell") == [2]


def test_what_the_rules_played_goes_with_the_deed_before() -> None:
    assert numbers("begin", "move", "move", "turn", "answer", "turn") == [3, 4, 5, 6]
    assert numbers("begin", "answer", "turn", "turn") == [3, 4]
    assert numbers("begin", "turn", "move", "answer") == [3, 4]


def test_what_was_taken_back_and_what_changes_nothing_does_not_count() -> None:
    assert numbers("begin", "move", "answer", "-move", "undo", "sit") == [2, 3]


def test_setting_up_is_taken_back_choice_by_choice_and_never_whole() -> None:
    assert numbers("begin", "answer", "answer") == [3]
    assert numbers("begin") == []
    assert numbers("import") == []
