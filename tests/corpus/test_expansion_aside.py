"""Whoever plays Hegemony without its expansion meets nothing of it: no check that counts and no citation of an answer."""

from __future__ import annotations

import pytest

from referee.answers import Status
from referee.questions.question import read_question, read_situation
from referee.state import State
from referee.verdict.ask import ask
from tests.support import games

CODE = games.code("hegemony")
EXPANSION = ("heg.xp", "heg.ai", "heg.xc", "heg.card.xp")
ROLES = ("working_class", "middle_class", "capitalist_class", "state")
#: an Event may be any card until it is named
NAMED = {"event_action": "event_action(event_pandemic, working_class)"}
BASE = [
    (name, role)
    for name, info in CODE.program.actions.items()
    if not info.paragraph.startswith(EXPANSION)
    for role in ROLES
]


@pytest.mark.parametrize("role", ROLES)
def test_the_base_game_cites_nothing_of_the_expansion(role: str) -> None:
    found: list[tuple[str, str]] = []
    for name, asker in BASE:
        if asker != role:
            continue
        situation = read_situation(CODE, "", State({"players": 4}))
        answer = ask(CODE, read_question(CODE, NAMED.get(name, name), situation, role), situation)
        said = {
            paragraph
            for result in answer.results
            if result.status != Status.NOT_APPLICABLE
            for paragraph in (result.check.paragraph, *result.cites)
        }
        found += [(name, each) for each in sorted(said | set(answer.cites)) if each.startswith(EXPANSION)]
    assert found == []
