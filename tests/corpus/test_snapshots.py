"""Answers read as they were when somebody last looked at them."""

from __future__ import annotations

import pytest

from tests.snapshots import lot, reading
from tests.snapshots.pages import ANSWERS, Question, page, questions
from tests.support import games

QUESTIONS = list(questions())


@pytest.mark.parametrize("question", QUESTIONS, ids=[f"{each.game}: {each.name}" for each in QUESTIONS])
def test_an_answer_reads_as_it_was_approved(question: Question) -> None:
    assert page(question) == question.page.read_text("utf-8"), (
        "if it is meant: `make snapshots`, and read the difference"
    )


def test_no_page_is_left_over() -> None:
    assert set(ANSWERS.rglob("*.md")) == {question.page for question in QUESTIONS}


def test_the_lot_reads_as_it_was_approved() -> None:
    kept = dict(lot.pages())
    assert {path.name: path.read_text("utf-8") for path in lot.PAGES.glob("*.md")} == {
        path.name: text for path, text in kept.items()
    }, "if it is meant: `make snapshots`, and read the difference"


def test_the_lot_is_of_every_sort_and_three_languages() -> None:
    drawn = lot.drawn()
    assert len(drawn) == 300
    assert {(each.game, each.sort) for each in drawn} >= {
        (game, sort) for game in games.NAMES for sort in lot.SHARES if sort not in ("silent", "disputed")
    }
    assert {each.lang for each in drawn} == {"en", "pl", "uk"}


def test_answers_to_read_are_drawn_alike_and_numbered() -> None:
    drawn = reading.draw(2, sorts=("yes", "no"))
    assert drawn == reading.draw(2, sorts=("yes", "no")) and [len(asked) for asked in drawn.values()] == [2, 2]
    page = reading.page("no", "uk", drawn["no"])
    assert page.startswith("# uk: no\n\n## 1. ") and page.count("\nНІ  ") == 2
