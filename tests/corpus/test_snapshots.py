"""Answers read as they were when somebody last looked at them."""

from __future__ import annotations

import pytest

from tests.snapshots.pages import ANSWERS, Question, page, questions

QUESTIONS = list(questions())


@pytest.mark.parametrize("question", QUESTIONS, ids=[f"{each.game}: {each.name}" for each in QUESTIONS])
def test_an_answer_reads_as_it_was_approved(question: Question) -> None:
    assert page(question) == question.page.read_text("utf-8"), (
        "if it is meant: `make snapshots`, and read the difference"
    )


def test_no_page_is_left_over() -> None:
    assert set(ANSWERS.rglob("*.md")) == {question.page for question in QUESTIONS}
