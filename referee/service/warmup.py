"""A game made ready to be asked: what is worked out or compiled when it is first wanted is wanted here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from referee.budget import Meter, metered
from referee.errors import RefereeError
from referee.questions.kinds import types_of
from referee.rules.code import Code
from referee.service.game.words import fact_text

if TYPE_CHECKING:
    from referee.service.position import Position
    from referee.service.referee import Referee

#: seconds of CPU for one name and for the moves of one role: enough to come by all its rules, whatever the answer would be
NAME, ROLE = 0.002, 0.1
#: the same for setting it up, which is done to its end
GAME = 10.0
#: choices that nobody makes
LOTS = ("chance", "shuffle")


def make_ready(code: Code, referee: Referee) -> None:
    """Loads every value, asks about every action and lists every role's moves with nothing told, none of it to the end; sets the game
    up for every number of players."""
    types_of(code)
    _ = referee.names, referee.facts, referee.course, referee.steps, referee.understanding
    for name in (*code.program.values, *code.program.columns):
        code.compiler.load(name)
        code.lookup.evaluator(name)
    for name in [name for name in referee.names if not referee.fields(name, "en") or name in code.program.actions]:
        with suppress(RefereeError), metered(Meter(seconds=NAME)):
            referee.ask(name)
    for role in referee.roles:
        with suppress(RefereeError), metered(Meter(seconds=ROLE)):
            referee.moves(role)
    for players in referee.game.prose.players or (None,):
        with suppress(RefereeError), metered(Meter(seconds=GAME)):
            _begin(referee.opening(players=players))
    with suppress(RefereeError), metered(Meter(seconds=GAME)):
        for told in _played_by_rule(referee):
            _begin(referee.opening(players=max(referee.game.prose.players, default=None)).told(told))


def _played_by_rule(referee: Referee) -> Iterator[str]:
    """What a table tells whose roles are played by the rules, as many as can be, once in each way."""
    rule = referee.game.making.by_rule if referee.game.making is not None else None
    if rule is None:
        return
    empty = referee.position()
    worth = empty.worth([(rule.who, (role,)) for role in referee.roles]) if rule.who else {}
    roles = [role for role in referee.roles if worth.get((rule.who, (role,)), not rule.who)]
    seats = [f"{fact_text(rule.fact, (role,))} = yes" for role in roles]
    ways = [option.value for option in referee.fact_field(rule.mode, "en").options] if rule.mode else []
    for way in ways or [""]:
        modes = [f"{fact_text(rule.mode, (role,))} = {way}" for role in roles] if way else []
        yield "; ".join(seats + modes)


def _begin(opening: Position) -> None:
    """Sets the game up as a new table does, to where somebody must decide."""
    outcome = opening.begin()
    pending = outcome.state.pending
    while pending is not None and pending.choice.kind in LOTS:
        outcome = outcome.position.answer(pending.choice.options[0])
        pending = outcome.state.pending
