"""Hiding costs no honest player anything: what is legal at a table is legal on what the one who does it may see."""

from __future__ import annotations

from typing import Any

import pytest

from referee.check.player import play_game
from referee.rules.code import Code
from referee.service import Position, Referee, Told, call_text
from referee.state import State
from tests.support import games
from web.table.sight import Scene, Sight

pytestmark = pytest.mark.slow


class Enough(Exception):
    """So many moves were looked at."""


@pytest.mark.parametrize(
    ("game", "players", "every"), [("hegemony", 2, 8), ("new_angeles", 4, 1), ("nowa_reformacja", 3, 6)]
)
def test_what_is_legal_is_legal_on_what_its_player_sees(game: str, players: int, every: int) -> None:
    referee = Referee(games.game(game))
    code: Code = referee._rules.code
    judged, moves = 0, 0

    def look(state: State) -> None:
        nonlocal judged, moves
        moves += 1
        if moves > 90:
            raise Enough
        if moves % every or state.pending is not None or state.course is None or state.course.who is None:
            return
        who, whole = state.course.who, Position(referee._rules, state, {})
        seen = whole.through(Sight(Scene(referee, state), [who]).state(state))
        for name in whole.open_actions(who)[:12]:
            calls = whole.glance(who).calls(name, 3)
            assert seen.glance(who).calls(name, 3) == calls, (who, name)
            for args in calls:
                assert seen.foreseen(call_text(name, args), who).hangs_on == (), (who, name, args)
                judged += 1

    def after(state: State) -> State | None:
        look(state)
        return None

    with pytest.raises(Enough):
        play_game(code, State({"players": players}), 11, after=after)
    assert judged > 10


def test_a_card_that_looks_at_a_hand_waits_for_whose_hand_it_is() -> None:
    referee = Referee(games.game("new_angeles"))
    held: dict[str, Any] = {"p1": ["clean_slate"], "p2": ["ark_construction"]}
    whole = referee.position(Told("", State.read({"players": 4, "hand": held, "keeper": {"mr_white": "p1"}})))
    seen = whole.through(Sight(Scene(referee, whole.state), ["p1"]).state(whole.state))
    for card in ("ark_construction", "clean_slate"):
        for deed in (f"use_mr_white(p2, {card})", f"steal_card(p2, {card})"):
            assert seen.foreseen(deed, "p1").hangs_on == (("hand", ("p2",)),)
    assert seen.foreseen("steal_card(p2)", "p1").hangs_on == ()


def test_at_a_told_table_all_shuffles_of_the_set_up_are_answered_once() -> None:
    """Nobody knows the order of any deck; what comes to lie in the open is told, what is dealt to hands is not."""
    referee = Referee(games.game("hegemony"))
    outcome = referee.position(Told("", State.read({"players": 4}))).begin()
    assert outcome.state.pending is not None and outcome.state.pending.choice.kind == "shuffle"
    outcome = outcome.position.shuffled()
    while outcome.state.pending is not None:
        choice = outcome.state.pending.choice
        assert choice.kind != "shuffle"
        outcome = outcome.position.answer(choice.options[0])
    state = outcome.state.data()
    assert state["hand"]["working_class"] == ["?"] * 7 and state["course"]
    again = State.read(state)
    assert referee.position(Told("", again)).state.data() == state  # as a table reads it back
