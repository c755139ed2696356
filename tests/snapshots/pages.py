"""The pages of the snapshots: a question, and its answer in every language as a terminal shows it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.languages.texts import languages
from referee.service import Referee, Told
from tests.support import games
from web.cli.terminal.text import answer_text

HOME = Path(__file__).parent
ANSWERS = HOME / "answers"


@dataclass(frozen=True)
class Question:
    """A question of a game, as it would be typed."""

    game: str
    name: str
    ask: str
    actor: str | None
    given: str
    edition: str | None

    @property
    def page(self) -> Path:
        """Where its answers are kept."""
        return ANSWERS / self.game / f"{self.name}.md"


def questions() -> Iterator[Question]:
    """Every question that is kept."""
    for game, asked in tomllib.loads((HOME / "questions.toml").read_text("utf-8")).items():
        for name, told in asked.items():
            yield Question(game, name, told["ask"], told.get("as"), told.get("given", ""), told.get("edition"))


@cache
def referee(game: str) -> Referee:
    """The referee of a game."""
    return Referee(games.game(game))


def page(question: Question) -> str:
    """The question and its answers."""
    lines = [f"# {question.ask}", ""]
    lines += [f"as {question.actor}"] if question.actor else []
    lines += [f"given {fact.strip()}" for fact in question.given.split(";") if fact.strip()]
    lines += [f"edition {question.edition}"] if question.edition else []
    told = Told(question.given, edition=question.edition)
    for lang in languages():
        answer = referee(question.game).ask(question.ask, question.actor, told, lang)
        lines += ["", f"## {lang}", "", "```", answer_text(answer, lang), "```"]
    return "\n".join(lines) + "\n"
