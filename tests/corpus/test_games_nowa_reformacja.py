"""Whole games of Nowa Reformacja by random legal moves, on a made-up board, with the usual and with other rulings."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from referee.check.player import play_game
from referee.questions.question import read_question, read_situation
from referee.questions.telling import check_always, read_state
from referee.rules.code import Code
from referee.state import State
from referee.verdict.ask import ask
from tests.support import games
from tests.support.places import ROOT

OTHER_RULINGS = {
    "c01": "eight", "c02": "ten", "c03": "five", "c05": "zero", "c06": "section_a", "c07": "three_symbols", "c08": "two_dollars",
    "c09": "paid", "c10": "every_round", "c11": "counted", "c13": "ordinary_too", "c15": "any_symbol", "c16": "upgrade_only",
    "c17": "prose_row", "c18": "symbols_counted", "c19": "at_least_same", "c20": "open_to_all", "c22": "beginning_of_round",
    "c23": "one_or_two_actions", "c24": "any_move", "c25": "one_space", "c26": "each_round", "c29": "completed_only",
    "c30": "one_marker", "c47": "interest_first", "c48": "costs_an_action", "c49": "symbol_leaves", "c59": "combined",
    "c61": "every_space", "c63": "takes_a_loan", "c64": "cash_and_loans_count", "c66": "back_under_stack", "c67": "only_at_start",
    "c68": "several_blocks", "c69": "any_own_symbol", "c72": "one_way_only", "c74": "all_of_them", "c75": "used_anyway",
}  # fmt: skip


@pytest.fixture(scope="module")
def reformation() -> Code:
    """The game, executable."""
    return games.code("nowa_reformacja")


def opening(code: Code, players: int) -> State:
    """The made-up cards and fields, for some players."""
    data = json.loads((ROOT / "tests" / "data" / "games" / "nowa_reformacja.json").read_text(encoding="utf-8"))
    return read_state(code, State.read({**data, "players": players}))


def _piles(state: State, *names: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for name in names:
        held = state.facts.get(name, ())
        for pile in held.values() if isinstance(held, dict) else [held]:
            found.update(pile)
    return found


def check(code: Code, state: State, rulings: dict[str, str]) -> None:
    """Cards are in one place each, money and tracks are sane, pieces are conserved."""
    if state.pending is not None and state.pending.deed.kind == "begin":
        return
    members = state.members
    cards = _piles(state, "level_stack", "action_stack", "discard_pile", "hand", "played_pile", "removed_cards")
    assert cards == Counter(members["action_card"])
    assert _piles(state, "intrigues", "intrigue_stack", "used_intrigues") == Counter(members["intrigue_card"])
    assert _piles(state, "event_stack") == Counter(members["event_card"])
    assert all(amount >= 0 for name in ("funds", "future_profits", "loans") for amount in state.facts[name].values())
    assert all(0 <= level <= 59 for level in state.facts["support"].values())
    assert 0 <= state.facts["public_debt"] <= 15
    assert all(0 <= level <= 8 for level in state.facts["indicator_level"].values())
    for field, owner in state.facts["owner"].items():
        assert (owner is None) == (state.facts["symbol"][field] is None) == (state.facts["level"][field] == 0)
        assert owner is not None or not state.facts["blocked"][field]
    check_always(code, state, rulings)


def _value(code: Code, state: State, question: str, rulings: dict[str, str]) -> Any:
    situation = read_situation(code, "", state, rulings)
    return ask(code, read_question(code, question, situation, None), situation, viewer=None).value


def play(code: Code, players: int, seed: int, rulings: dict[str, str]) -> State:
    """A game to its end; everybody has points and somebody wins."""
    state = play_game(
        code, opening(code, players), seed, rulings=rulings, after=lambda seen: check(code, seen, rulings), most=3_000
    )
    seated = ["x", "y", "z", "v", "w"][:players]
    points = {player: _value(code, state, f"final_points({player})", rulings) for player in seated}
    assert all(isinstance(counted, int) for counted in points.values())
    winners = _value(code, state, "winners", rulings)
    assert winners
    assert {points[player] for player in winners} == {max(points.values())}
    return state


class Begun(Exception):
    """Raised with the first state after the setup."""


def _stop_when_set_up(state: State) -> None:
    if state.pending is None or state.pending.deed.kind != "begin":
        raise Begun(state)


@pytest.mark.parametrize(
    ("players", "rulings", "hand", "intrigues", "support", "orientation"),
    [(3, {}, 6, 3, 16, 1), (3, {"c02": "ten", "c03": "five", "c04": "twenty", "c05": "zero"}, 10, 5, 20, 0)],
)
def test_the_rulings_reach_the_setup(
    reformation: Code, players: int, rulings: dict[str, str], hand: int, intrigues: int, support: int, orientation: int
) -> None:
    with pytest.raises(Begun) as begun:
        play_game(reformation, opening(reformation, players), 0, rulings=rulings, after=_stop_when_set_up)
    state = begun.value.args[0]
    for player in ["x", "y", "z"][:players]:
        assert len(state.facts["hand"][player]) == hand
        assert len(state.facts["intrigues"][player]) == intrigues
        assert state.facts["support"][player] == support
        assert set(state.facts["orientation"][player].values()) == {orientation}
        assert state.facts["funds"][player] == 25


@pytest.mark.parametrize(("players", "seed"), [(2, 0), (4, 2)])
def test_a_game_with_the_usual_readings(reformation: Code, players: int, seed: int) -> None:
    state = play(reformation, players, seed, {})
    assert state.facts["public_debt"] == 15 or sum(level >= 7 for level in state.facts["indicator_level"].values()) >= 3
    assert sum(state.facts["loans"].values()) + state.facts["loan_tokens_left"] == 20


def test_a_game_with_other_rulings(reformation: Code) -> None:
    state = play(reformation, 3, 5, OTHER_RULINGS)
    assert state.facts["public_debt"] == 15 or sum(level == 8 for level in state.facts["indicator_level"].values()) >= 3
