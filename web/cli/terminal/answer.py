"""A question of the command line, answered."""

from __future__ import annotations

from referee.service import Referee, Told
from web.cli.terminal.games import one_referee
from web.cli.terminal.text import answer_text
from web.cli.terminal.told import as_text


def answered(
    game: str, question: str, told: Told, *, actor: str | None, near: str | None, lang: str, data: bool, whole: bool
) -> tuple[str, Referee]:
    """The answer, for people or as JSON, and the referee who gave it: what it compiled is kept once the answer is printed."""
    referee = one_referee(game)
    answer = referee.ask(question, actor, told, lang, near)
    return as_text(answer) if data else answer_text(answer, lang, whole), referee
