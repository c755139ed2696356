"""A question of the command line, answered: a formal one as it is, any other by what it may mean."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from grammar.base.errors import SyntaxProblemError
from referee.errors import RefereeError
from referee.service import Referee, Told, phrase
from web.cli.terminal.games import one_referee
from web.cli.terminal.text import answer_text
from web.cli.terminal.told import as_text

if TYPE_CHECKING:
    from referee.answers import Answer

#: how many actions are shown, and how much of a question, where it was not understood
EXAMPLES, LONGEST = 4, 120


def answered(
    game: str, question: str, told: Told, *, actor: str | None, near: str | None, lang: str, data: bool, whole: bool,
    how: bool = False,
) -> tuple[str, Referee]:  # fmt: skip
    """The answer, for people or as JSON, and the referee who gave it: what it compiled is kept once the answer is printed."""
    referee = one_referee(game)
    answer = None if how else _formal(referee, question, told, actor, near, lang)
    if answer is None or isinstance(answer, Exception):
        from web.cli.terminal.understood import understood_text  # formal questions need nothing of it

        found = understood_text(referee, question, told, actor=actor, lang=lang, data=data, how=how, whole=whole)
        if not found:
            raise RefereeError(phrase("understood.nothing", lang, question[:LONGEST], _examples(referee)))
        return found, referee
    return as_text(answer) if data else answer_text(answer, lang, whole), referee


def _examples(referee: Referee) -> str:
    """Some actions as they are asked about."""
    actions = referee.game.program.actions
    shown = []
    for name, info in islice(actions.items(), EXAMPLES):
        params = ", ".join(param.name for param in info.node.params)
        shown.append(f"`{name}({params})`" if params else f"`{name}`")
    return ", ".join(shown)


def _formal(
    referee: Referee, question: str, told: Told, actor: str | None, near: str | None, lang: str
) -> Answer | RefereeError | SyntaxProblemError:
    """The answer to a formal question; where it is more likely one in words, what is wrong with it as a formal one."""
    try:
        return referee.ask(question, actor, told, lang, near)
    except (RefereeError, SyntaxProblemError) as error:
        from web.base.sentences import is_in_words  # most questions are formal and right

        if is_in_words(question) and not _reads(question):
            return error
        raise  # a sentence that is formal through and through has a mistake in it, and that is told


def _reads(question: str) -> bool:
    from grammar.rules.parse import parse_question

    try:
        parse_question(question)
    except SyntaxProblemError:
        return False
    return True
