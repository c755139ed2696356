"""Secret choices: what each may choose, who is not asked, and in play all at once."""

from __future__ import annotations

import pytest

from referee.errors import WrongValueError
from referee.play.progress import Aftermath, answer_choice, apply_move
from referee.state import State
from tests.support.rules import code_from

CODE = code_from("""
roles player: anna, boris, clara
fact coins of player: 0..9
fact bid of player: 0..9
fact mate of player: player or none
fact out of player: flag
action auction by actor: player
  effect secretly choose bid of p: 0..9 by each p in player with bid of p <= coins of p
fact chosen of player: player or none
action point by actor: player
  effect secretly choose chosen of p: player by each p in player with chosen of p is not p and not out of p otherwise none
action vote by actor: player
  effect secretly choose mate of p: player by each p in player with mate of p is not p and not out of p otherwise none
""")
COINS = {"anna": 1, "boris": 2, "clara": 0}


def deed(name: str, **facts: object) -> Aftermath:
    return apply_move(CODE, State({"coins": COINS, "out": dict.fromkeys(COINS, False), **facts}), name, {}, "anna")


def test_each_chooses_what_the_condition_lets_them_and_whoever_is_ready_first() -> None:
    played = deed("auction")
    choice = played.choice
    assert choice is not None and choice.by == ["anna", "boris"]  # clara has no choice: she can only bid 0
    assert [(option["by"], option["choose"]) for option in choice.options] == [
        ("anna", 0), ("anna", 1), ("boris", 0), ("boris", 1), ("boris", 2),
    ]  # fmt: skip
    second = answer_choice(CODE, played.state, {"choose": 2, "by": "boris"})
    assert second.choice is not None and second.choice.by == ["anna"] and second.state.facts.get("bid") is None
    after = answer_choice(CODE, second.state, {"choose": 1, "by": "anna"})
    assert after.state.facts["bid"] == {"anna": 1, "boris": 2, "clara": 0}


def test_an_answer_that_does_not_say_whose_it_is_is_that_of_the_first() -> None:
    once = answer_choice(CODE, deed("auction").state, 1)
    assert once.choice is not None and once.choice.by == ["boris"]
    with pytest.raises(WrongValueError, match="still to choose: boris"):
        answer_choice(CODE, once.state, {"choose": 1, "by": "anna"})
    with pytest.raises(WrongValueError, match="that the rule allows here"):
        answer_choice(CODE, once.state, {"choose": 3, "by": "boris"})


def test_whoever_has_nothing_to_choose_is_not_asked() -> None:
    played = deed("vote", out={"anna": False, "boris": True, "clara": False})
    assert played.choice is not None and played.choice.by == ["anna", "clara"]
    state = played.state
    for who, mate in (("clara", "boris"), ("anna", "boris")):
        state = answer_choice(CODE, state, {"choose": mate, "by": who}).state
    assert state.facts["mate"] == {"anna": "boris", "boris": None, "clara": "boris"}


def test_the_fact_that_is_chosen_may_have_any_name() -> None:
    played = deed("point", out={"anna": False, "boris": True, "clara": True})
    assert played.choice is not None and list(played.choice.options) == ["boris", "clara"]
    after = answer_choice(CODE, played.state, "clara")
    assert after.state.facts["chosen"] == {
        "anna": "clara", "boris": None, "clara": None,
    }  # fmt: skip
