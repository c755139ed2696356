"""The end of a game is looked at between statements: none is cut in half, and nothing is lost."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.evaluation.sight import Veil
from referee.play.progress import Aftermath, apply_move, begin
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.state import State
from referee.verdict.ask import ask
from tests.support.rules import code_from

SIDES = ("red", "blue")


def test_a_transfer_that_ends_the_game_is_made_whole(rules: Code) -> None:
    """
    roles side: red, blue
    fact bank: 0..9
    fact coins of side: 0..9
    ends when bank is 0
    action take by actor: side
      effect move 3 from bank to coins of actor
      effect set bank = 9
    """
    played = apply_move(rules, State({"bank": 3, "coins": {"red": 0}}), "take", {}, "red")
    assert played.state.over and played.state.facts == {"bank": 0, "coins": {"red": 3}}


def test_a_card_that_ends_the_game_lies_where_it_was_put(rules: Code) -> None:
    """
    roles side: red, blue
    kind tile: a, b
    fact hand of side: pile of tile
    fact lost: pile of tile
    ends when size of hand of red is 0
    action drop(c: tile) by actor: side
      effect put c on lost
    """
    state = State({"hand": {"red": ("a",), "blue": ("b",)}, "lost": ()})
    played = apply_move(rules, state, "drop", {"c": "a"}, "red")
    assert played.state.over and played.state.facts["lost"] == ("a",)


def test_a_cost_that_ends_the_game_is_paid_whole(rules: Code) -> None:
    """
    roles side: red, blue
    fact bank: 0..9
    fact coins of side: 0..9
    ends when coins of red is 0
    action pass_on by actor: side
      cost 2 from coins of actor to bank
    """
    played = apply_move(rules, State({"bank": 0, "coins": {"red": 2}}), "pass_on", {}, "red")
    assert played.state.over and played.state.facts["bank"] == 2


def test_a_trigger_that_ends_the_game_finds_the_statement_whole(rules: Code) -> None:
    """
    roles side: red, blue
    fact bank: 0..9
    fact coins of side: 0..9
    on change of bank when new is 0: endgame end
    action take by actor: side
      effect move 3 from bank to coins of actor
    """
    played = apply_move(rules, State({"bank": 3, "coins": {"red": 0}}), "take", {}, "red")
    assert played.state.over and played.state.facts["coins"] == {"red": 3}


def test_what_is_put_back_where_it_lay_has_not_changed(rules: Code) -> None:
    """
    roles side: red, blue
    kind tile: a, b
    fact hand of side: pile of tile
    fact empty: 0..9
    on change of hand of s when size of new is 0: raise empty by 1 end
    action show(c: tile) by actor: side
      effect put c on hand of actor
    """
    played = apply_move(rules, State({"hand": {"red": ("a",)}, "empty": 0}), "show", {"c": "a"}, "red")
    assert played.state.facts["empty"] == 0 and played.changes == []


def test_a_game_that_is_being_set_up_cannot_be_over(rules: Code) -> None:
    """
    roles side: red, blue
    fact life of side: 0..9
    start life of s = 0
    define alive = those(s in side with life of s > 0)
    ends when count(s in alive) <= 1
    procedure setup: for s in side: raise life of s by 1 end end
    phase day
    step turns in day each s in side: s may 1 rest
    action rest by actor: side
    """
    assert not begin(rules, State()).state.over


def test_a_game_may_be_over_once_it_is_set_up(rules: Code) -> None:
    """
    roles side: red, blue
    fact life of side: 0..9
    start life of s = 0
    ends when count(s in side with life of s > 0) <= 1
    procedure setup: raise life of red by 1 end
    phase day
    step turns in day each s in side: s may 1 rest
    action rest by actor: side
    """
    played = begin(rules, State())
    assert played.state.over and played.changes[-1].paragraph == "t.1"


# ---- whatever ends, nothing is lost ------------------------------------------------------------------------------------

#: places of the coins and of the cards, as they are written
COINS = ("bank", "pot", "coins of red", "coins of blue")
CARDS = ("deck", "lost", "hand of red", "hand of blue")
BASE = """
roles side: red, blue
kind tile: a, b, c, d, e, f
fact bank: 0..40
fact pot: 0..40
fact coins of side: 0..40
fact deck: pile of tile
fact lost: pile of tile
fact hand of side: pile of tile
fact bell: 0..99 clamped
"""


def _statement(rng: random.Random) -> str:
    coins, cards = rng.sample(COINS, 3), rng.sample(CARDS, 2)
    return rng.choice([
        f"move up to {rng.randint(1, 4)} from {coins[0]} to {coins[1]}",
        f"move up to {rng.randint(1, 6)} from {coins[0]} then {coins[2]} to {coins[1]}",
        f"draw {rng.randint(1, 3)} from {cards[0]} to {cards[1]}",
        f"put {rng.choice('abcdef')} {rng.choice(['on', 'under', 'into'])} {cards[1]}",
        f"put {cards[0]} on {cards[1]}",
        f"move up to {rng.randint(1, 3)} from {cards[0]} to {cards[1]}",
        f"if {coins[0]} >= 2 then pay 2 from {coins[0]} to {coins[1]} end",
        "raise bell by 1",
    ])  # fmt: skip


def _rules(rng: random.Random) -> str:
    """A game of some statements and triggers that ends by whatever comes first."""
    ends = [f"{rng.choice(COINS)} is {rng.randint(0, 3)}", f"size of {rng.choice(CARDS)} is {rng.randint(0, 2)}"]
    watched = rng.choice((*COINS, *CARDS))
    lines = [f"ends when {rng.choice(ends)}"] if rng.random() < 0.8 else []
    body = rng.choice(["endgame", _statement(rng), f"{_statement(rng)} endgame"])
    lines.append(f"{rng.choice(['', 'later '])}on change of {watched} when bell < 5: raise bell by 1 {body} end")
    effects = "\n".join(f"  effect {_statement(rng)}" for _ in range(4))
    payer = rng.choice(COINS[:2])
    cost = f"  cost 2 from coins of actor then bank then pot to {payer} when coins of actor + bank + pot >= 2"
    return "\n".join([BASE, *lines, "action go by actor: side", *([cost] if rng.random() < 0.5 else []), effects])


def _sums(state: State) -> tuple[int, list[str]]:
    facts: dict[str, Any] = dict(state.facts)
    coins = facts["bank"] + facts["pot"] + sum(facts["coins"].values())
    piles = [facts["deck"], facts["lost"], *facts["hand"].values()]
    return coins, sorted(card for pile in piles for card in pile)


@pytest.mark.parametrize("seed", range(200))
def test_the_sum_over_all_places_stays_whatever_ends(seed: int) -> None:
    rng = random.Random(seed)
    code = code_from(_rules(rng))
    cards = list("abcdef")
    rng.shuffle(cards)
    coins = [rng.randint(0, 5) for _ in COINS]
    state = State({
        "bank": coins[0], "pot": coins[1], "coins": dict(zip(SIDES, coins[2:], strict=True)),
        "deck": tuple(cards[:3]), "lost": (), "hand": {"red": tuple(cards[3:5]), "blue": tuple(cards[5:])}, "bell": 0,
    })  # fmt: skip
    before = _sums(state)
    for _ in range(3):
        played: Aftermath = apply_move(code, state, "go", {}, rng.choice(SIDES))
        state = played.state
        assert _sums(state) == before
        if state.over:
            break


def test_rules_read_that_the_game_is_over(rules: Code) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..9 hidden from v when v is not side and not over
    define crown = first(s in side with coins of s is 5) when over
    define crown = none when not over
    action leave by actor: side
      forbidden when over
      effect endgame
    """
    coins = {"coins": {"red": 3, "blue": 5}}
    for told, may, crown in (("", "yes", None), ("over = yes", "no", "blue")):
        situation = read_situation(rules, told, State(coins))
        assert ask(rules, read_question(rules, "leave", situation, "red"), situation).verdict == may
        assert ask(rules, read_question(rules, "crown", situation, "red"), situation).value == crown
    played = apply_move(rules, State(coins), "leave", {}, "red")
    assert played.state.over
    hides = [Veil(rules, state).hides(rules.facts["coins"], ("blue",), "red") for state in (State(coins), played.state)]
    assert hides == [True, False]
