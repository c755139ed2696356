"""The language reference: each statement has a form, an example that runs and a mistake that is answered as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grammar.base.tokens import Tree
from grammar.rules.concrete import read_words
from grammar.rules.parse import STARTS, grammar_text
from tests.manual.market import answer, base, grave, market
from tests.manual.pages import CONTENTS, LANGUAGE, Block, Section, listed, page, sections

SECTIONS = sections(page(LANGUAGE))
STATEMENTS = [section for section in SECTIONS if section.level == 3]
MISTAKES = [(section, block) for section in SECTIONS for block in section.blocks if block.kind == "wrong"]


def test_the_reference_says_what_is_where() -> None:
    assert f"{CONTENTS}\n\n{listed(SECTIONS)}\n\n" in page(LANGUAGE), "`make docs` writes it"


@pytest.mark.parametrize("section", STATEMENTS, ids=lambda section: section.title)
def test_every_statement_has_a_form_an_example_and_a_mistake(section: Section) -> None:
    kinds = {block.kind for block in section.blocks}
    assert kinds >= {"grammar", "case", "wrong"}, kinds


@pytest.mark.parametrize("section", [s for s in SECTIONS if s.texts("case")], ids=lambda section: section.title)
def test_every_example_runs(section: Section, tmp_path: Path) -> None:
    shared = base(SECTIONS)
    found = market(tmp_path / "market", [shared, *section.texts("rule")], section.texts("case"))
    assert [str(each) for each in grave(found)] == []
    assert found.passed


@pytest.mark.parametrize(("section", "wrong"), MISTAKES, ids=lambda part: getattr(part, "title", ""))
def test_every_mistake_is_answered_as_it_says(section: Section, wrong: Block, tmp_path: Path) -> None:
    said = answer(tmp_path / "market", base(SECTIONS), section, wrong)
    assert said == wrong.said, "`make docs` writes it"


def test_every_construct_of_the_grammar_is_shown() -> None:
    """No alternative of statement, clause, step or expression is left out of the examples that are run."""
    rules = [text for section in SECTIONS for text in section.texts("rule")]
    cases = [text for section in SECTIONS for text in section.texts("case")]
    shown: set[str] = set()
    for start, texts in (("rules", rules), ("cases", cases)):
        for text in texts:
            _names(read_words(text, start), shown)
    assert sorted(_constructs() - shown) == []


def _constructs() -> set[str]:
    """What the grammar calls its constructs; those that only join others are no constructs."""
    named = re.findall(r"^([a-z_]+):|-> ([a-z_]+)$", grammar_text(), re.MULTILINE)
    return {name for pair in named for name in pair if name} - {*STARTS, "keys"}


def _names(part: object, found: set[str]) -> None:
    if isinstance(part, Tree):
        found.add(part.data)
        for child in part.children:
            _names(child, found)
