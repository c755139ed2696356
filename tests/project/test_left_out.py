"""A run says what it could not try, and which command brings it."""

from __future__ import annotations

from tests.support.left_out import NO_CHROMIUM, NO_POSTGRES, left_out


def test_reasons_are_counted_and_come_with_their_cure() -> None:
    reasons = [
        "Skipped: folders have no owners here",
        *[f"Skipped: {NO_CHROMIUM}"] * 3,
        *[f"Skipped: {NO_POSTGRES}: no pg_ctl"] * 2,
    ]
    assert list(left_out(reasons)) == [
        "3 left out: Chromium is not installed; `make browser` brings it",
        "2 left out: there is no PostgreSQL server here: no pg_ctl; `make postgres` brings it",
        "1 left out: folders have no owners here",
    ]


def test_nothing_left_out_says_nothing() -> None:
    assert list(left_out([])) == []
