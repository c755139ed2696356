"""Facts taken in at once: the same state, or the same sentence, as when each is read by itself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.library import Game
from referee.errors import ImpossibleStateError
from referee.questions.intake import Intake
from referee.service import Referee, Told
from referee.state import State
from referee.values import MISSING

CAPTAINS = st.sampled_from(["red", "green", "blue", "nobody"])
DOCKS = st.sampled_from(["north", "middle", "south", "west"])
CARGO = st.sampled_from(["wine", "silk", "salt"])
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 120), st.text(max_size=3), st.lists(st.integers(), max_size=2)
)
NUMBER = st.one_of(st.integers(-1, 10), st.integers(-1, 10), ODD)


def _by(key: st.SearchStrategy[str], value: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.dictionaries(key, value, max_size=3), st.dictionaries(key, value, max_size=3), ODD)


STATES = st.fixed_dictionaries(
    {},
    optional={
        "players": NUMBER,
        "owner": _by(DOCKS, st.one_of(CAPTAINS, ODD)),
        "storm": _by(DOCKS, st.one_of(st.booleans(), ODD)),
        "coins": _by(CAPTAINS, NUMBER),
        "crates": _by(CAPTAINS, _by(CARGO, NUMBER)),
        "points": _by(CAPTAINS, NUMBER),
        "deck": ODD,
        "hand": _by(CAPTAINS, st.one_of(st.lists(st.sampled_from(["gale", "calm"]), max_size=2), ODD)),
        "score": _by(CAPTAINS, NUMBER),
        "cions": NUMBER,
    },
)


def _read(referee: Referee, state: dict[str, Any]) -> object:
    try:
        read = referee.position(Told("", State.read(state))).state.facts
    except ImpossibleStateError as error:
        return str(error)
    return repr(read)  # 1 is not yes, and the order of facts is kept


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(state=STATES)
def test_states_are_read_as_one_by_one(harbour: Game, state: dict[str, Any]) -> None:
    referee = Referee(harbour)
    at_once = _read(referee, state)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Intake, "taken", lambda *_: MISSING)
        assert _read(referee, state) == at_once
