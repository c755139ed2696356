"""What an asker tells, and how it is read: facts as text on top of a state, rulings, whose book counts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from kb.rules.program import EDITION
from referee.errors import ImpossibleStateError, RefusedError, UnknownNameError
from referee.questions.question import read_sound_situation
from referee.questions.telling import Situation, read_state
from referee.rules.code import Code
from referee.state import State
from referee.written import LARGEST

#: letters of all told facts together: a whole state of the largest game, told fact by fact, has a third
LONGEST_TOLD = 40_000
#: a number that is larger than any that a state may hold
_LARGE = re.compile(rf"\d{{{len(str(LARGEST)) + 1},}}")


def check_text(text: str) -> str:
    """A question or told facts as they were written, unless no rule could read them."""
    if len(text) > LONGEST_TOLD:
        raise RefusedError("text.long", len(text), LONGEST_TOLD)
    if large := _LARGE.search(text):
        raise RefusedError("text.number", large.group()[:12], LARGEST)
    if not text.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise RefusedError("text.half")
    return text


class Told(Struct, frozen=True):
    """What an asker tells."""

    given: str = ""
    state: State = State()
    rulings: Mapping[str, str] = {}
    edition: str | None = None


def situation_of(code: Code, told: Told) -> Situation:
    """The partial state the rules work on; every fault of a state is told at once."""
    faults = list(_unknown_names(code, told.state))
    if faults:
        raise ImpossibleStateError(" ".join(faults))
    base = read_state(code, told.state)
    rulings = {**told.state.rulings, **told.rulings}
    if told.edition and EDITION in code.program.disputes:
        rulings[EDITION] = told.edition
    return read_sound_situation(code, check_text(told.given), base, rulings)


def _unknown_names(code: Code, state: State) -> list[str]:
    """What stands in the books of a state and in no rule."""
    program, faults = code.program, []
    for kind in (*state.members, *state.incomplete):
        if kind not in program.kinds:
            faults.append(UnknownNameError("kind", kind, program.kinds))
    if state.course is not None and state.course.step not in program.steps:
        faults.append(UnknownNameError("step of the course", state.course.step, program.steps))
    for each in state.course.rounds if state.course is not None else ():
        if each.phase not in program.phases:
            faults.append(UnknownNameError("phase of the course", each.phase, program.phases))
    for glimpse in state.glimpses:
        if glimpse.fact not in program.facts:
            faults.append(UnknownNameError("fact", glimpse.fact, program.facts))
        if glimpse.viewer not in program.members.get(program.roles, ()):
            faults.append(UnknownNameError("player or role", glimpse.viewer, program.members.get(program.roles, ())))
    if state.pending is not None and state.pending.deed.kind == "deed":
        name = state.pending.deed.name
        if name != "done" and not code.is_known_call(name):
            known = [*program.actions, *program.procedures]
            faults.append(UnknownNameError("action or procedure", name, known))
    return [str(fault) for fault in faults]


def check_edition(editions: Mapping[str, object], edition: str | None) -> None:
    """Refuses an edition the game does not have."""
    if edition and edition not in editions:
        raise UnknownNameError("edition", edition, editions)


def check_role(code: Code, actor: str) -> None:
    """Refuses a role the game does not have."""
    roles = code.program.members.get(code.program.roles, ())
    if roles and actor not in roles:
        raise UnknownNameError("player or role", actor, roles)
