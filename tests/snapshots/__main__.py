"""Writes the pages anew: `make snapshots`, then read `git diff`."""

from __future__ import annotations

from tests.snapshots import lot
from tests.snapshots.pages import ANSWERS, page, questions


def main() -> None:
    """Writes every page; those of questions that are gone are removed."""
    asked = {question.page: question for question in questions()}
    for path in ANSWERS.rglob("*.md"):
        if path not in asked:
            path.unlink()
    for path, question in asked.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(question), "utf-8")
    print(f"{len(asked) + lot.write()} answers written")


main()
