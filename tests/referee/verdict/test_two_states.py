"""Two states that differ only in what a rule hides from somebody are the same to that one: every question has the same answer."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.evaluation.sight import Veil
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.state import State
from referee.values import Heap
from referee.verdict.ask import ask
from tests.support.rules import code_from

CODE = code_from("""
roles player: anna, boris, clara
kind tile: white, black, red
fact tiles of player: pile of tile hidden from v when v is player
fact hand of player: pile of tile hidden from others
fact deck: pile of tile hidden from all
fact spy of player: flag hidden from v when v is not player and not spy of v assumed no
fact bid of player: 0..3 hidden from others when not bids_open
fact bids_open: flag
define spies = count(p in player with spy of p)
define highest = best(p in player by bid of p)
define pale(p) = how_many(white, tiles of p)
holds dangerous(p) when some t in hand of p with t is red
action accuse(p: player) by actor: player
  requires spy of p
  effect set bid of actor = 0
action play_tile(i: 1..2) by actor: player
  requires size of tiles of actor >= i
  forbidden when top of tiles of actor is red
action swap by actor: player
  requires top of deck is not black
  effect draw 1 from deck to hand of actor
""")
QUESTIONS = (
    "spies", "highest", "pale(anna)", "pale(boris)", "dangerous(boris)", "dangerous(clara)", "top of deck is red", "size of hand of boris",
    "size of tiles of anna", "spy of boris", "spy of clara", "bid of boris > bid of anna", "accuse(boris)", "accuse(clara)", "play_tile(1)",
    "swap", "size of hand of anna after swap by anna", "red in tiles of anna", "seen(top of hand of boris)", "bids_open",
)  # fmt: skip
PLAYERS = ("anna", "boris", "clara")
PILES = st.lists(st.sampled_from(["white", "black", "red"]), min_size=1, max_size=3).map(tuple)
STATES = st.fixed_dictionaries({
    "tiles": st.fixed_dictionaries(dict.fromkeys(PLAYERS, PILES)), "hand": st.fixed_dictionaries(dict.fromkeys(PLAYERS, PILES)),
    "deck": PILES | PILES.map(Heap.of), "spy": st.fixed_dictionaries({player: st.booleans() for player in PLAYERS}),
    "bid": st.fixed_dictionaries({player: st.integers(0, 3) for player in PLAYERS}), "bids_open": st.booleans(),
})  # fmt: skip


def otherwise(facts: dict[str, object], viewer: str, lot: Random) -> dict[str, object]:
    """The same with whatever is hidden from a player dealt anew."""
    veil = Veil(CODE, State(facts))

    def other(name: str, keys: tuple[str, ...], value: object) -> object:
        if not veil.hides(CODE.facts[name], keys, viewer):
            return value
        if isinstance(value, bool):
            return lot.random() < 0.5
        if isinstance(value, int):
            return lot.randint(0, 3)
        cards = tuple(
            lot.choice(["white", "black", "red"]) for _ in (value.cards() if isinstance(value, Heap) else value)
        )
        return Heap.of(cards) if lot.random() < 0.5 else cards

    return {
        name: {key: other(name, (key,), inner) for key, inner in value.items()}
        if isinstance(value, dict) and not isinstance(value, Heap) else other(name, (), value)
        for name, value in facts.items()
    }  # fmt: skip


def answers(facts: dict[str, object], viewer: str) -> list[tuple[object, ...]]:
    situation = Situation(State(facts), {})
    found = []
    for text in QUESTIONS:
        answer = ask(CODE, read_question(CODE, text, situation, viewer), situation, viewer=viewer)
        found.append((text, answer.verdict, str(answer.value), answer.needs, answer.hidden))
    return found


@settings(deadline=None, max_examples=60)
@given(STATES, st.randoms(use_true_random=False))
def test_no_answer_tells_what_is_hidden_from_the_one_who_asks(facts: dict[str, object], lot: Random) -> None:
    assert answers(otherwise(facts, "anna", lot), "anna") == answers(facts, "anna")


@pytest.mark.parametrize(("viewer", "verdict"), [("anna", "depends"), ("boris", "yes")])
def test_who_belongs_to_the_team_knows(viewer: str, verdict: str) -> None:
    facts = {"spy": {"anna": False, "boris": True, "clara": True}}
    found = {text: said for text, said, *_ in answers(facts, viewer)}
    assert found["spy of clara"] == verdict
