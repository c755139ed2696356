"""Whole games of Hegemony by random legal moves: pieces and cards are never lost or doubled, money only where the rules say so."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kb.rules.program import paragraphs_of
from referee.check.player import Player, play_game
from referee.play.progress import Aftermath
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.state import State
from referee.verdict.ask import ask
from tests.support import games

SEATED = {
    2: {"working_class", "capitalist_class"},
    3: {"working_class", "middle_class", "capitalist_class"},
    4: {"working_class", "middle_class", "capitalist_class", "state"},
}
TOKENS = {"food": 24, "luxury": 26, "health": 26, "education": 26, "influence": 35}
WORKERS = {"working_class": 48, "middle_class": 42}
#: deeds after which all the money on the table is the same, Loans taken or paid off aside
NEUTRAL = {
    "assign_workers", "strike", "demonstrate", "political_pressure", "use_healthcare", "use_education", "use_luxury",
    "swap_workers", "receive_benefits", "pay_off_loan", "adjust_prices", "adjust_wages", "give_bonus", "meet_mps",
    "extra_tax", "campaign",
}  # fmt: skip


#: what speaks of Automas: the book, and their cards
OF_AUTOMAS = ("heg.xp.", "heg.ai.", "heg.xc.")
#: what an Automa does outside its turns, when it is offered
OFFERED = {"use_event_bonus"}


def solo(number: int) -> State:
    """What a game against Automas begins with: the number tells how many play, the mode, the parts and who is a person."""
    players, advanced, parts, turn = 2 + number % 3, number // 3 % 2 == 1, number // 6 % 2 == 1, number // 12
    persons = sorted(SEATED[players], key=lambda role: (role != "state", role))  # the State alone comes first
    automas = SEATED[players] - {persons[turn % len(persons)], "state"}  # there is none for the State
    given: dict[str, Any] = {"players": players, "automa": dict.fromkeys(automas, True)}
    given["mode_of"] = dict.fromkeys(automas, "advanced_mode" if advanced else "easy_mode")
    given |= {"crisis_module": parts, "objective_module": parts, "extra_cards": parts}
    given["alternative_module"] = parts and players == 4
    return State(given)


class Cited:
    """Looks at what came of every deed of an Automa: whether each thing that it changed names a paragraph of the book or a card."""

    def __init__(self, code: Code, automas: set[str], log: list[Any]) -> None:
        self.code, self.automas, self.log = code, automas, log
        self.known = paragraphs_of(code.program)
        self.deeds = self.cites = 0

    def __call__(self, played: Aftermath) -> None:
        deeds = [entry for entry in self.log if entry[0] != "answer"][-1:]
        if played.choice is not None or not deeds or deeds[0][0] not in self.automas or deeds[0][1] == "done":
            return
        said = {change.paragraph for change in played.changes}
        assert said <= self.known, deeds[0]
        assert any(paragraph.startswith(OF_AUTOMAS) for paragraph in said), deeds[0]
        self.deeds += 1
        self.cites += len(said)


@pytest.fixture(scope="module")
def hegemony() -> Code:
    """The game, executable."""
    return games.code("hegemony")


def _sum(held: Any) -> int:
    return sum(_sum(inner) for inner in held.values()) if isinstance(held, dict) else int(held)


def _tokens(state: State, resource: str) -> int:
    places = [state.facts["supply"][resource]]
    places += [
        of.get(resource, 0) for name in ("stored", "goods", "benefits") for of in state.facts.get(name, {}).values()
    ]
    places.append(state.facts.get("zone", {}).get(resource, 0))
    if resource == "influence":
        places += [_sum(state.facts["influence"]), state.facts["media_influence"]]
    return sum(places)


def _workers(state: State, owner: str) -> int:
    seated: int = sum(seat == owner for seats in state.facts["class_at"].values() for seat in seats.values())
    unions = _sum(state.facts.get("union", {})) if owner == "working_class" else 0
    return _sum(state.facts["worker_supply"][owner]) + _sum(state.facts["unemployed"][owner]) + seated + unions


def _cubes(state: State, owner: str) -> int:
    return sum(state.facts.get(name, {}).get(owner, 0) for name in ("bag", "cube_supply", "drawn", "benefits_cubes"))


def _money(state: State) -> int:
    """All the money on the table; what was borrowed does not count."""
    names = ("treasury", "revenue", "capital", "money", "benefits_money")
    return sum(_sum(state.facts.get(name, 0)) for name in names) - 50 * _sum(state.facts.get("loans", 0))


class Watch:
    """Looks at every state of one game."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.log: list[Any] = []
        self.before: State | None = None

    def __call__(self, state: State) -> None:
        if state.pending is not None and state.pending.deed.kind == "begin":
            return
        assert {resource: _tokens(state, resource) for resource in TOKENS} == TOKENS
        assert {owner: _workers(state, owner) for owner in WORKERS} == WORKERS
        assert {_cubes(state, owner) for owner in SEATED[3]} == {25}
        for role in SEATED[self.players]:
            cards = Counter(
                [*state.facts["hand"][role], *state.facts["action_deck"][role], *state.facts["action_discard"][role]]
            )
            assert len(cards) == cards.total() == (45 if state.facts.get("extra_cards") else 40)
        self._money_is_kept(state)
        if state.pending is None:
            self.before = state

    def _money_is_kept(self, state: State) -> None:
        before, deeds = self.before, [entry for entry in self.log if entry[0] != "answer"]
        if before is None or not deeds or deeds[-1][1] not in NEUTRAL or state.over:
            return
        if (
            all(seen.course.step == "turns" for seen in (before, state))
            and before.facts["round"] == state.facts["round"]
        ):
            assert _money(before) == _money(state), deeds[-1]


def _asked(code: Code, state: State, question: str) -> Any:
    situation = read_situation(code, "", state)
    return ask(code, read_question(code, question, situation, None), situation, viewer=None)


@pytest.mark.parametrize(("players", "seed"), [(2, 0), (3, 1), (4, 1)])
def test_five_rounds_keep_their_pieces_and_end_with_a_winner(hegemony: Code, players: int, seed: int) -> None:
    watch = Watch(players)
    state = play_game(hegemony, State({"players": players}), seed, after=watch, log=watch.log, most=2_000)
    assert state.over
    assert state.facts["round"] == 5
    assert SEATED[players] <= set(state.facts["vp"])
    winners = set(_asked(hegemony, state, "winners").value)
    assert winners
    assert winners <= SEATED[players]


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 11])
def test_a_game_against_automas_ends_and_keeps_its_pieces(hegemony: Code, number: int) -> None:
    """One random player, or the State alone, against Automas in either mode, with and without the other parts."""
    given = solo(number)
    automas = set(given.facts["automa"])
    watch = Watch(given.facts["players"])
    cited = Cited(hegemony, automas, watch.log)
    state = Player(hegemony, log=watch.log, beside=cited).play(given, number, 3_000, watch)
    assert state.over and state.facts["round"] == 5
    assert cited.deeds >= 25 * len(automas)
    turns = Counter(who for who, name, _ in watch.log if name == "automa_turn")
    assert turns == dict.fromkeys(automas, 25)  # every turn of theirs, and nothing else of theirs in a turn
    assert not {who for who, name, _ in watch.log if name not in ("automa_turn", "done", *OFFERED)} & automas
    for role in automas:
        assert state.facts["hand"][role] == ()
        cards = [*state.facts["ai_deck"][role], *state.facts["ai_discard"][role]]
        assert len(set(cards)) == len(cards) == 30
