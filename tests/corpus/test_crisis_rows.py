"""Every rule of Hegemony's expansion is shown by a case or a procedure, or declared as a gap or advice: `crisis_rows.toml` tells by which."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kb.cases import cases_of
from tests.support import games

TOLD: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("crisis_rows.toml").read_text(encoding="utf-8")
)
#: as many rules as the expansion has by its book
RULES = 193
#: what says of a paragraph that nothing is to be refereed, and that something is but is not
ADVICE, GAP = {"advice", "component", "definition", "absence"}, {"absence"}

HEGEMONY = games.game("hegemony")
PARTS = ("17-", "18-", "19-", "cards-crisis")
TITLES = {case.node.title for case in cases_of(HEGEMONY)[0] if case.place.file.rpartition("/")[2].startswith(PARTS)}


def test_every_rule_of_the_book_has_its_row() -> None:
    assert list(TOLD["rows"]) == [str(number) for number in range(1, RULES + 1)]


@pytest.mark.parametrize("number", TOLD["rows"])
def test_what_shows_a_rule_is_there(number: str) -> None:
    row = TOLD["rows"][number]
    (kind,) = set(row) - {"lines", "paragraph"}
    named = row[kind]
    if kind == "case":
        assert named in TITLES
    elif kind == "procedure":
        assert named in HEGEMONY.program.procedures
        blocks = HEGEMONY.prose.paragraphs[row["paragraph"]].blocks
        assert any(named in block.text for block in blocks)
    else:
        assert HEGEMONY.prose.paragraphs[named].norule in {"advice": ADVICE, "gap": GAP}[kind]


@pytest.mark.parametrize("lines", TOLD["examples"])
def test_the_worked_examples_of_the_book_are_cases(lines: str) -> None:
    assert set(TOLD["examples"][lines]) <= TITLES


@pytest.mark.parametrize("number", TOLD["wrong"])
def test_what_was_once_wrong_is_a_case(number: str) -> None:
    assert TOLD["wrong"][number] in TITLES
