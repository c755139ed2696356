"""The recipes: each is a small game that checks clean, answers its cases and is played to its end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.manual.market import answer, grave, market
from tests.manual.pages import FORMS, LANGUAGE, RECIPES, Block, Section, anchor, forms, page, sections
from tests.manual.tutorial import run

SECTIONS = [section for section in sections(page(RECIPES)) if section.texts("case")]
MISTAKES = [(each, block) for each in sections(page(RECIPES)) for block in each.blocks if block.kind == "wrong"]
BASE = next(text for section in sections(page(RECIPES)) for text in section.texts("rule"))


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.title)
def test_a_recipe_is_checked_asked_and_played(section: Section, tmp_path: Path) -> None:
    found = market(tmp_path / "market", [BASE, *section.texts("rule")], section.texts("case"))
    assert [str(each) for each in grave(found)] == []
    assert found.passed
    played = json.loads(run("paragraf play market --random 12 --json", tmp_path))
    assert (played["ended"], played["faults"], played["impossible"]) == (12, [], {})


@pytest.mark.parametrize(("section", "wrong"), MISTAKES, ids=lambda part: str(getattr(part, "line", "")))
def test_every_common_mistake_is_answered_as_it_says(section: Section, wrong: Block, tmp_path: Path) -> None:
    assert answer(tmp_path / "market", BASE, section, wrong) == wrong.said != "", "`make docs` writes it"


def test_every_recipe_stands_in_the_index() -> None:
    index = page(RECIPES).partition("\n## ")[0]
    assert [each.title for each in SECTIONS if f"](#{anchor(each.title)})" not in index] == []


def test_all_forms_of_the_reference_stand_on_the_page() -> None:
    assert page(RECIPES).partition(FORMS)[2].endswith(f"\n\n{forms(sections(page(LANGUAGE)))}\n"), (
        "`make docs` writes it"
    )
