"""Whole games of New Angeles by random legal moves: pieces and cards are never lost or doubled, threat keeps to its track."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.check.player import play_game
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.state import State
from referee.verdict.ask import ask
from tests.support import games

UNITS = {"human_first": 9, "orgcrime": 9, "prisec": 6}
EMERGENCIES = {
    "ruthless_tactics", "underpaid_overclocked", "mandatory_quarantine", "energy_for_all", "sweeps_week",
    "massive_reconstruction",
}  # fmt: skip


@pytest.fixture(scope="module")
def new_angeles() -> Code:
    """The game, executable."""
    return games.code("new_angeles")


def _set_up(state: State) -> bool:
    return state.pending is None or state.pending.deed.kind != "begin"


def _pieces(state: State) -> dict[str, int]:
    on_board = state.facts.get("present", {})
    return {kind: left + sum(on_board.get(kind, {}).values()) for kind, left in state.facts["reserve"].items()}


def _action_cards(state: State) -> list[str]:
    piles = [
        *state.facts["action_deck"].values(),
        *state.facts["hand"].values(),
        *state.facts.get("support_pile", {}).values(),
    ]
    piles += [state.facts["action_discard"], state.facts.get("counter_box", ()), [state.facts.get("main_offer")]]
    return [card for pile in piles for card in pile if card is not None and card not in EMERGENCIES]


def _assets(state: State) -> list[str]:
    kept = [asset for asset, keeper in state.facts.get("keeper", {}).items() if keeper is not None]
    shown = [state.facts["revealed_asset"]] if state.facts.get("revealed_asset") is not None else []
    return [*state.facts["asset_deck"], *state.facts["turn_track"], *kept, *shown]


def check(state: State, begun: list[dict[str, int]]) -> None:
    """What holds in every state of a game that has been set up."""
    assert 0 <= state.facts["threat"] <= 25
    if not _set_up(state):
        return
    for places in state.facts.get("present", {}).values():
        assert set(places.values()) <= {True, False}  # one unit or token of a kind in a district, or none
    pieces = _pieces(state)
    begun.append(pieces)
    assert pieces == begun[0]
    assert {kind: pieces[kind] for kind in UNITS} == UNITS
    assert all(left >= 0 for left in state.facts["reserve"].values())
    assert len(_action_cards(state)) == 100
    assets = _assets(state)
    assert len(assets) == len(set(assets)) == 34
    assert len(set(state.facts["event_deck"]) | {state.facts.get("current_event")} - {None}) == 16
    assert all(capital >= 0 for capital in state.facts["capital"].values())


def _asked(code: Code, state: State, question: str) -> Any:
    situation = read_situation(code, "", state)
    return ask(code, read_question(code, question, situation, None), situation, viewer=None)


@pytest.mark.parametrize(("players", "seed"), [(4, 0), (6, 1)])
def test_a_game_keeps_its_pieces_and_ends(new_angeles: Code, players: int, seed: int) -> None:
    begun: list[dict[str, int]] = []
    state = play_game(new_angeles, State({"players": players}), seed, after=lambda seen: check(seen, begun), most=2_000)
    assert state.over
    assert state.facts["threat"] == 25 or state.facts["round_space"] > 1
    playing = {player for player, corporation in state.facts["corporation"].items() if corporation is not None}
    assert len(playing) == players
    assert set(_asked(new_angeles, state, "winners").value) <= playing


def test_a_game_without_threat_ends_in_the_third_demand_round(new_angeles: Code) -> None:
    begun: list[dict[str, int]] = []

    def calm(state: State) -> State:
        check(state, begun)
        return replace(
            state, facts={**state.facts, "threat": 0}
        )  # random play would drive it to 25 long before the last round

    state = play_game(new_angeles, State({"players": 5}), 2, after=calm, most=6_000)
    assert state.over
    assert state.facts["round_space"] == 9
    assert len({state.facts["open_demand"], *state.facts["demand_deck"]}) == 9
