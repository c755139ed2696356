"""Cards that stay in play: times, triggers, prices, what holds meanwhile, what wards a thing off; lowered and played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kb.library import Game
from referee.errors import RefereeError
from referee.play.moves import moves
from referee.play.progress import answer_choice, apply_move
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.runs.ahead.game import code_of
from referee.state import State
from referee.verdict.ask import ask
from tests.kb.cards.test_lowering import FRAMES, RULES, VOCABULARY, faults, toy

CHARMS = """
[kind.charm]
en = "charm card"
owner = "keeper of {card}"
enters = "effect set keeper of {card} = {actor}"

[timing.evening]
en = "at end of turn"
on = "evening(who: player)"
when = "who is {owner}"

[timing.in_play]
en = "while in play"
holds = "yes"

[timing.harbour]
en = "at the quay"
may = "requires crates >= 1"
as = "calm"

[timing.vague]
en = "one day"

[duration.today]
en = "today"
is = "day"

[noun.hand_size]
en = "hand size"
larger = "adds {n} to hand_size(r) when r is {of} and {owner} is not none"
doubled = "adds 3 to hand_size(r) when r is {of}"

[adj.free]
en = "free"
test = "free_of_charge"
holds = "define free_of_charge = yes when {owner} is not none"

[verb.lose]
en = "lose | loses"

[verb.rise]
en = "rise | rises"
"""

CHARM_FRAMES = """
[[frame]]
verb = "sail"
obj = "ship"
on = "sail(x: ship, who: player)"
thing = "x"
doer = "who"

[[frame]]
verb = "sail"
obj = "ship"
modal = "cannot"
own_n = true
also = "rule sail forbidden when {owner_of_card} is not none and actor is {subject}"

[[frame]]
verb = "lose"
obj = "money"
takes = ["lasting"]
rule = "effect lower coins of {subject} by {n} + {lasting}"

[[frame]]
verb = "lose"
obj = "money"
rule = "effect lower coins of {subject} by {n}"
"""

CHARM_RULES = """
Charms stay where they are laid. {#toy.a.3}

```rule
kind charm_name: card_charm
fact keeper of charm_name: player or none assumed none
fact day: number assumed 2
fact free_of_charge: flag assumed no
class calm
event evening(p: player)
action end_day by actor: player
  effect emit evening(actor)
define base_hand = 5
adds base_hand to hand_size(r) when r in player
```
"""


@pytest.fixture
def charm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("tests.kb.cards.test_lowering.RULES", RULES + CHARM_RULES)

    def made(text: str) -> Game:
        cards = (
            f"# Charms {{#toy.luck kind=charm of=red,blue}}\n\n## Charm {{#toy.luck.charm}}\n\n```card\n{text}\n```\n"
        )
        frames = FRAMES + CHARM_FRAMES.replace("{owner_of_card}", "keeper of card_charm")
        return toy(tmp_path, cards, frames, VOCABULARY + CHARMS)

    return made


def state_of(code: Code, told: str) -> State:
    return read_situation(code, told).state


TOLD = "coins of red = 5; coins of blue = 5; owner of tern = red; owner of gull = blue; load of tern = 3; load of gull = 1; in_port of tern; in_port of gull; crates = 2"


def test_laid_down_it_waits_for_the_end_of_its_owners_turn(charm: Any) -> None:
    game = charm("At end of turn: gain 2.")
    assert faults(game) == []
    code = code_of(game)
    laid = apply_move(code, state_of(code, TOLD), "card_charm", {}, "red").state
    assert laid.facts["keeper"] == {"card_charm": "red"} and laid.facts["coins"]["red"] == 5
    assert apply_move(code, laid, "end_day", {}, "blue").state.facts["coins"] == {"red": 5, "blue": 5}
    assert apply_move(code, laid, "end_day", {}, "red").state.facts["coins"] == {"red": 7, "blue": 5}


def test_a_trigger_names_who_did_it_and_with_what(charm: Any) -> None:
    game = charm("When another player sails a full ship: that player pays 1 to you.")
    assert faults(game) == []
    code = code_of(game)
    state = state_of(code, TOLD + "; keeper of card_charm = blue")
    assert apply_move(code, state, "sail", {"x": "tern"}, "red").state.facts["coins"] == {"red": 4, "blue": 6}
    empty = state_of(code, TOLD.replace("load of tern = 3", "load of tern = 2") + "; keeper of card_charm = blue")
    assert apply_move(code, empty, "sail", {"x": "tern"}, "red").state.facts["coins"] == {"red": 5, "blue": 5}
    own = state_of(code, TOLD.replace("load of gull = 1", "load of gull = 3") + "; keeper of card_charm = blue")
    assert apply_move(code, own, "sail", {"x": "gull"}, "blue").state.facts["coins"] == {"red": 5, "blue": 5}


def test_a_choice_under_a_trigger_is_the_owners(charm: Any) -> None:
    game = charm("When you sail a ship: choose one: gain 3; or pay 1 and gain 9.")
    code = code_of(game)
    asked = apply_move(code, state_of(code, TOLD + "; keeper of card_charm = red"), "sail", {"x": "tern"}, "red").state
    choice = asked.pending.choice
    assert (choice.kind, choice.by, len(choice.options)) == ("duty", "red", 2)
    assert {answer_choice(code, asked, option).state.facts["coins"]["red"] for option in choice.options} == {8, 13}


def test_a_price_makes_it_an_offer(charm: Any) -> None:
    game = charm("When the red player sails a ship, pay 2: gain 6.")
    code = code_of(game)
    asked = apply_move(code, state_of(code, TOLD + "; keeper of card_charm = blue"), "sail", {"x": "tern"}, "red").state
    assert asked.pending.choice.kind == "offer"
    assert answer_choice(code, asked, None).state.facts["coins"]["blue"] == 5
    assert answer_choice(code, asked, asked.pending.choice.options[1]).state.facts["coins"]["blue"] == 9
    poor = state_of(code, TOLD.replace("coins of blue = 5", "coins of blue = 1") + "; keeper of card_charm = blue")
    assert apply_move(code, poor, "sail", {"x": "tern"}, "red").state.pending is None


def test_at_its_time_the_owner_may_use_it(charm: Any) -> None:
    game = charm("At the quay, pay 1: gain 4.")
    code = code_of(game)
    state = state_of(code, TOLD + "; keeper of card_charm = blue")
    assert apply_move(code, state, "card_charm_1", {}, "blue").state.facts["coins"]["blue"] == 8
    with pytest.raises(RefereeError):
        apply_move(code, state, "card_charm_1", {}, "red")
    with pytest.raises(RefereeError):
        apply_move(code, replace(state, facts={**state.facts, "crates": 0}), "card_charm_1", {}, "blue")
    assert "calm" in code.classes_of("card_charm_1")


def test_while_in_play_values_change(charm: Any) -> None:
    game = charm("While in play: your hand size is 2 larger.")
    assert faults(game) == []
    code = code_of(game)
    situation = read_situation(code, "keeper of card_charm = blue")
    values = [
        ask(code, read_question(code, f"hand_size({r})", situation, None), situation, viewer=None).value
        for r in ("red", "blue")
    ]
    assert values == [5, 7]


def test_while_in_play_somebody_cannot_do_a_thing(charm: Any) -> None:
    game = charm("While in play: the red player cannot sail a ship.")
    assert faults(game) == []
    code = code_of(game)
    assert apply_move(code, state_of(code, TOLD), "sail", {"x": "tern"}, "red")
    with pytest.raises(RefereeError, match="not legal"):
        apply_move(code, state_of(code, TOLD + "; keeper of card_charm = blue"), "sail", {"x": "tern"}, "red")


def test_while_in_play_something_happens_whenever_it_comes_to_be_so(charm: Any) -> None:
    game = charm("While in play: if storm, lose 1.")
    assert "whenever" in game.cards[0].rule and "oblige" in game.cards[0].rule


def test_unless_somebody_wards_it_off(charm: Any) -> None:
    game = charm("Choose another player. That player loses 4 unless it pays 1 to you.")
    assert faults(game) == []
    code = code_of(game)
    asked = apply_move(code, state_of(code, TOLD), "card_charm", {"who": "blue"}, "red").state
    choice = asked.pending.choice
    assert (choice.kind, choice.by) == ("offer", "blue")
    assert answer_choice(code, asked, None).state.facts["coins"] == {"red": 5, "blue": 1}
    assert answer_choice(code, asked, choice.options[1]).state.facts["coins"] == {"red": 5, "blue": 4}


def test_a_duration_fills_the_frame_that_takes_it(charm: Any) -> None:
    code = code_of(charm("Lose 1 today."))
    assert apply_move(code, state_of(code, TOLD), "card_charm", {}, "red").state.facts["coins"]["red"] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("One day: gain 1.", "nothing says what “one day” means"),
        ("When you pay 1: gain 1.", "“pay” has no such trigger"),
        ("While in play: gain 1.", "happens once and cannot hold all the time"),
        ("Your hand size is 2 larger.", "holds for a time, and none is named"),
        ("While in play: your hand size is 1 smaller.", "nothing says how a card changes “hand size” so"),
        ("Gain 1 today.", "“gain” has no frame for money with “lasting”"),
        ("The red player cannot gain 2.", "“gain” has no frame for money"),
        ("At end of turn: when you sail a ship: gain 1.", ""),
    ],
)
def test_what_cannot_wait_is_told(charm: Any, text: str, message: str) -> None:
    found = faults(charm(text))
    assert found and message in found[0]


def test_a_kind_that_does_not_stay_cannot_wait(tmp_path: Path) -> None:
    cards = "# Luck {#toy.luck kind=luck of=red}\n\n## Pick {#toy.luck.pick}\n\n```card\nAt end of turn: gain 1.\n```\n"
    (found,) = faults(toy(tmp_path, cards, FRAMES, VOCABULARY + CHARMS))
    assert "“luck card” does not stay in play" in found


def test_what_waits_is_no_move_by_itself(charm: Any) -> None:
    game = charm("At end of turn: gain 2.")
    code = code_of(game)
    state = state_of(code, TOLD + "; keeper of card_charm = red")
    listed = {name for name, _ in moves(code, state, "red").calls}
    assert "card_charm_1" not in listed
