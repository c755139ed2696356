"""States with nonsense in random places: whatever is sent, an answer or a sentence comes back."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from kb.library import load_game
from referee.errors import RefereeError
from referee.service import Referee, Told
from referee.state import State
from tests.support.own_cards import favour_games

BOOKS = ("course", "pending", "@used", "members", "incomplete", "rulings", "over")
NONSENSE: tuple[Any, ...] = (
    None, 5, -3, "x", "red", True, [], {}, [1], {"a": 1}, [[]], {"do": "x", "with": {}}, {"do": 3, "with": {}}, {"do": "rest", "with": []},
    1.5, "none", 10**30, [None], {"": {}}, "a b", "é", {"cargo": ["x"]}, ["cargo"], {"step": "turns"}, {"full_house": "six"},
)  # fmt: skip


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return Referee(load_game(favour_games(tmp_path_factory.mktemp("nonsense")) / "harbour"))


@pytest.fixture(scope="module")
def states(referee: Referee) -> list[dict[str, Any]]:
    """A state with nothing pending, and two in the middle of a deed."""
    begun = referee.position(Told("players = 2")).begin().position
    waiting = begun.move("bargain", "red").position
    return [begun.state.data(), waiting.state.data(), waiting.answer("wine").state.data()]


def spoiled(state: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The state with nonsense in a few places."""
    found = copy.deepcopy(state)
    for _ in range(chance.randint(1, 3)):
        node: Any = found
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            key = chance.choice(keys)
            if not isinstance(node[key], dict | list) or not node[key] or chance.random() < 0.15:
                break
            node = node[key]
        node[key] = copy.deepcopy(chance.choice(NONSENSE))
        if chance.random() < 0.3:
            found[chance.choice(BOOKS)] = copy.deepcopy(chance.choice(NONSENSE))
    return found


def use(referee: Referee, data: dict[str, Any], chance: random.Random) -> None:
    """Everything that a caller may want of a state."""
    told = Told(state=State.read(data))
    role = chance.choice((*referee.roles, None))
    position = referee.position(told)
    assert State.read(json.loads(json.dumps(position.state.data()))).data() == position.state.data()
    position.stage(), position.seated(), position.open_actions(role or "red")
    position.glance(role or "red").calls(chance.choice(("lease", "rest", "bargain")), 3)
    for deed in ("rest", "done", "lease(north)", "begin", f"answer {json.dumps(chance.choice(NONSENSE))}"):
        try:
            position.apply(deed, role).played("pl")
        except RefereeError as error:
            assert str(error)
    position.ask(chance.choice(("lease", "rest", "price(wine)", "card_fair_wind")), role, "uk")


@pytest.mark.parametrize("seed", range(120))
def test_nonsense_is_answered_or_refused_with_a_sentence(
    referee: Referee, states: list[dict[str, Any]], seed: int
) -> None:
    chance = random.Random(seed)
    try:
        use(referee, spoiled(chance.choice(states), chance), chance)
    except RefereeError as error:
        assert str(error)
