"""Tables: cells that can be keys, rows that count."""

from __future__ import annotations

import pytest

from kb.survey.rows import table_rows
from tests.support.rules import code_from

KINDS = "kind colour: white, black\nkind field\n"


def found(text: str) -> list[str]:
    return [
        f"{problem.code}: {problem.message} {problem.cure}" for problem in table_rows(code_from(KINDS + text).program)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("table t(c: colour): | whit => 1 | * => 2", "TABLE-KEY: “c” of “t” is never whit: it is a member of “colour”. Did you mean “white”?"),
        ("table t(c: colour): | 3 => 1 | * => 2", "TABLE-KEY: “c” of “t” is never 3: it is a member of “colour”."),
        ("table t(c: colour): | none => 1 | * => 2", "TABLE-KEY: “c” of “t” is never none: it is a member of “colour”."),
        ("table t(n: number): | white => 1 | * => 2", "TABLE-KEY: “n” of “t” is never white: it is a number."),
        ("table t(b: flag): | 1 => 1 | * => 2", "TABLE-KEY: “b” of “t” is never 1: it is yes or no."),
        ("table t(c: colour): | 1..3 => 1 | * => 2", "TABLE-KEY: “c” of “t” is never 1..3: it is a member of “colour”."),
        ("table t(m: one of [low, high]): | mid => 1 | * => 2", "TABLE-KEY: “m” of “t” is never mid: it is one of low, high."),
        ("table t(n: number): | 2 => 7 | 2 => 5 | * => 4", "TABLE-OVERLAP: Row 2 of “t” can never count."),
        ("table t(n: 2..3): | 2 => 7 | 3 => 5 | * => 4", "TABLE-OVERLAP: Row 3 of “t” can never count."),
        ("table t(m: one of [low, high]): | low => 1", "TABLE-GAP: “t” has no row for high."),
        ("table t(n: 1..5): | 1 => 1 | 2 => 2", "TABLE-GAP: “t” has no row for 3."),
        ("table t(n: 1..5): | 2..5 => 1", "TABLE-GAP: “t” has no row for 1."),
        ("table t(n: 1..5): | 1..3 => 1 | 4..9 => 2", "TABLE-KEY: “n” of “t” is never 4..9: it is a number from 1 to 5."),
        ("table t(c: colour): | white | black => 1 | * => 2", "TABLE-CELLS: “t” has 1 keys, this row 2."),
        ("table t(c: colour) gives a, b: | white => 1 | * => 2, 3", "TABLE-CELLS: “t” gives 2 values, this row 1."),
    ],
)  # fmt: skip
def test_a_fault_of_a_table_is_found(text: str, expected: str) -> None:
    (problem,) = found(text)
    assert problem.startswith(expected)


@pytest.mark.parametrize(
    "text",
    [
        "table t(n: number): | 2 => 7 | 3 => 5 | * => 4",
        "table t(n: number): | 5.. => 7 | * => 4",
        "table t(n: 2..4): | 2 => 7 | 3 => 5 | * => 4",
        "table t(c: colour or none): | none => 7 | white => 5 | * => 4",
        "table t(f: field): | meadow => 7 | * => 4",
        "table t(c: colour, n: number): | white | 1..3 => 7 | white | 4.. => 5 | * | * => 4",
        "table t(m: one of [low, high]): | low => 1 | high => 2",
    ],
)
def test_a_sound_table_is_left_alone(text: str) -> None:
    assert found(text) == []
