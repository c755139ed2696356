"""Checks that read alike are told once."""

from __future__ import annotations

from referee.answers import Check, Status
from referee.explanation.alike import each_once


def check(text: str, result: Status, paragraph: str, numbers: str = "") -> Check:
    return Check(text, result, numbers, None, [paragraph], paragraph)


def told(*checks: Check) -> list[tuple[str, str, str, list[str]]]:
    return [(each.text, each.result.value, each.numbers, each.cites) for each in each_once(checks)]


def test_what_went_alike_is_one_with_all_its_paragraphs() -> None:
    a, b = check("It is open", Status.PASS, "t.1"), check("It is open", Status.PASS, "t.2")
    assert told(a, check("It is paid", Status.PASS, "t.3"), b) == [
        ("It is open", "pass", "", ["t.1", "t.2"]),
        ("It is paid", "pass", "", ["t.3"]),
    ]


def test_what_failed_once_is_not_told_as_met_too() -> None:
    met, failed = check("Enough", Status.PASS, "t.1"), check("Enough", Status.FAIL, "t.1", "needs 2, has 1")
    assert told(met, failed) == [("Enough", "fail", "needs 2, has 1", ["t.1"])]


def test_other_figures_fail_by_themselves() -> None:
    one, two = (check("Enough", Status.FAIL, "t.1", f"needs {needs}, has 1") for needs in (2, 3))
    assert len(told(one, two)) == 2
