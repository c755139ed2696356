"""A game made ready to be asked: what is worked out or compiled when it is first wanted is wanted here."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from referee.budget import Meter, metered
from referee.errors import RefereeError
from referee.questions.kinds import types_of
from referee.rules.code import Code

if TYPE_CHECKING:
    from referee.service.referee import Referee

#: seconds of CPU for one name and for the moves of one role: enough to come by all its rules, whatever the answer would be
NAME, ROLE = 0.002, 0.1


def make_ready(code: Code, referee: Referee) -> None:
    """Loads every value, asks about every action and lists every role's moves with nothing told, none of it to the end."""
    types_of(code)
    _ = referee.names, referee.facts, referee.course, referee.steps
    for name in (*code.program.values, *code.program.columns):
        code.compiler.load(name)
        code.lookup.evaluator(name)
    for name in [name for name in referee.names if not referee.fields(name, "en") or name in code.program.actions]:
        with suppress(RefereeError), metered(Meter(seconds=NAME)):
            referee.ask(name)
    for role in referee.roles:
        with suppress(RefereeError), metered(Meter(seconds=ROLE)):
            referee.moves(role)
