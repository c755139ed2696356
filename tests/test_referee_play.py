"""The course of play, moves, and whole games of the made-up game."""

from __future__ import annotations

import pytest

from kb.library import Game
from referee.code import Code
from referee.errors import RefereeError
from referee.moves import moves
from referee.play import apply_move, begin
from referee.state import State
from tests.conftest import code_from
from tests.play import play_game


def test_a_game_begins_at_its_first_decision(harbour_code: Code) -> None:
    state = begin(harbour_code, State({"players": 2})).state
    assert state.course.step == "turns"
    assert state.course.who == "red"
    assert state.facts["coins"] == {"red": 10, "green": 10, "blue": 10}


def test_turns_follow_the_course(harbour_code: Code) -> None:
    state = begin(harbour_code, State({"players": 2})).state
    with pytest.raises(RefereeError, match="not legal"):
        apply_move(harbour_code, state, "rest", {}, "green")
    state = apply_move(harbour_code, state, "lease", {"d": "north"}, "red").state
    with pytest.raises(RefereeError, match="not legal"):
        apply_move(harbour_code, state, "lease", {"d": "south"}, "red")
    with pytest.raises(RefereeError, match="turn"):
        apply_move(harbour_code, state, "done", {}, "green")
    state = apply_move(harbour_code, state, "done", {}, "red").state
    assert state.course.who == "green"


def test_moves_are_exactly_the_legal_ones(harbour_code: Code) -> None:
    state = begin(harbour_code, State({"players": 2})).state
    listed = moves(harbour_code, state, "red")
    assert {name for name, _ in listed} == {"lease", "rest"}
    for name, args in listed:
        apply_move(harbour_code, state, name, args, "red")
    assert moves(harbour_code, state, "green") == []


STACKED = """
roles player: red
kind fruit: apple, pear
fact floor of fruit: 0..30
action stack(low: 0..30, high: 0..30) by actor: player
  each f in fruit:
    requires low >= floor of f
  end
  requires high >= 29
"""


def test_what_fails_for_a_member_of_a_kind_is_not_tried_further() -> None:
    state = State({"floor": {"apple": 12, "pear": 20}})
    listed = moves(code_from(STACKED), state, "red", most=2)  # few tries: without the early look they end at low = 0
    assert [args for _, args in listed] == [{"low": 20, "high": 29}, {"low": 21, "high": 29}]


def test_every_first_argument_gets_its_share_of_a_long_list() -> None:
    code = code_from("""
        roles side: red, blue
        kind tree: ash, elm, oak
        action pick(w: tree, a: number, b: number, c: number) by actor: side
          requires w is not elm or c >= 39
    """)
    listed = [args["w"] for _, args in moves(code, State(), "red", most=30)]
    assert {w: listed.count(w) for w in ("ash", "elm", "oak")} == {"ash": 10, "elm": 10, "oak": 10}


@pytest.mark.parametrize("players", [2, 3])
def test_random_games_end_and_keep_their_pieces(harbour: Game, harbour_code: Code, players: int) -> None:
    def sound(state: State) -> None:
        for cargo in ("grain", "salt", "wine"):
            held = sum(state.facts["crates"][c][cargo] for c in ("red", "green", "blue"))
            assert state.facts["bank_crates"][cargo] + held == 10
        cards = [*state.facts["deck"], *state.facts["spent_pile"]]
        assert sorted(cards) == ["calm", "calm2", "gale"]

    for seed in range(15):
        state = play_game(harbour_code, State({"players": players}), seed, after=sound)
        assert state.over is True
