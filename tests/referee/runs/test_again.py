"""A turn of any number of deeds, told as a question tells it: one deed after another of the same player."""

from __future__ import annotations

import pytest

from referee.errors import RefereeError
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.verdict.ask import Finding, ask
from tests.support.rules import code_from

GAME = """
roles player: ada, ben, cleo
fact drawn: flag assumed no
fact out of player: flag assumed no
fact cards of player: 0..9 assumed 3
class play
action skip by actor: player as play
  requires cards of actor > 0
  effect lower cards of actor by 1
  effect set drawn = yes
action peep by actor: player as play
  requires cards of actor > 0
  effect lower cards of actor by 1
action fetch by actor: player
  effect raise cards of actor by 1
  effect set drawn = yes
phase turns each p in player with not out of p cycle while yes
step beginning in turns: do begin_turn
procedure begin_turn: set drawn = no end
"""
ROUND = "step acting in turns after beginning each q in [p] with not drawn cycle: q must 1 play or fetch"
ANY = "phase inner in turns after beginning each q in [p] with not drawn\nstep acting in inner: q may any play, must 1 fetch"
PHASE = "phase inner in turns after beginning cycle while not drawn\nstep acting in inner: p must 1 play or fetch"


@pytest.fixture(scope="module", params=[ROUND, ANY, PHASE], ids=["cycle", "any", "phase"])
def rules(request: pytest.FixtureRequest) -> Code:
    return code_from(GAME + request.param)


def _asked(rules: Code, text: str, told: str = "") -> Finding:
    situation = read_situation(rules, told)
    return ask(rules, read_question(rules, text, situation, None), situation)


def test_one_card_after_another_is_played_in_one_turn(rules: Code) -> None:
    assert _asked(rules, "peep by ada after peep by ada then peep by ada").verdict == "yes"
    assert _asked(rules, "peep by ada after peep by ada then peep by ada then peep by ada").verdict == "no"


@pytest.mark.parametrize("told", ["", "not drawn"])
def test_what_a_deed_has_just_shut_is_shut_whatever_was_assumed_before(rules: Code, told: str) -> None:
    assert _asked(rules, "peep by ada after skip by ada", told).verdict == "no"
    assert _asked(rules, "peep by ada after peep by ada then fetch by ada", told).verdict == "no"


def test_what_is_only_assumed_shuts_nothing(rules: Code) -> None:
    assert _asked(rules, "peep by ada").verdict == "yes"
    assert _asked(rules, "peep by ada after peep by ben").verdict == "yes"


def test_who_is_left_out_by_the_phase_around_has_no_turn_under_another_name(rules: Code) -> None:
    assert _asked(rules, "peep by ada", "out of ada").verdict == "no"
    assert _asked(rules, "peep by ada", "out of ben").verdict == "yes"


def test_a_round_of_others_is_no_turn_of_ones_own_again() -> None:
    others = code_from(
        GAME + "step acting in turns after beginning each q in player with not out of q cycle: q must 1 play or fetch"
    )
    assert _asked(others, "peep by ada after peep by ada").verdict == "no"
    alone = _asked(others, "peep by ada after peep by ada", "out of ben; out of cleo")
    assert alone.verdict == "yes"  # nobody else is left to have one in between


def test_any_number_has_no_limit() -> None:
    assert _asked(code_from(GAME + ANY), "limit of play").value is None
    assert _asked(code_from(GAME + ROUND), "limit of play").value is None
    some = code_from(GAME + "step acting in turns after beginning: p must 2..any play, must 1 fetch")
    assert _asked(some, "limit of play").value is None and _asked(some, "must(play by ada)").verdict == "yes"


def test_between_two_turns_the_rules_may_have_begun_anew(rules: Code) -> None:
    assert _asked(rules, "peep by ben after skip by ada").verdict == "yes"  # the turn began with `begin_turn`
    assert _asked(rules, "peep by ben after skip by ada then skip by ben").verdict == "no"
    assert _asked(rules, "peep by ada after skip by ada then done").verdict == "yes"


def test_it_is_told_whose_turn_it_is(rules: Code) -> None:
    others = _asked(rules, "peep by ben", "current_player = ada")
    assert others.verdict == "no" and [r.element for r in others.results if r.status == "fail"] == ["turn"]
    assert _asked(rules, "peep by ada", "current_player = ada").verdict == "yes"
    assert _asked(rules, "current_player", "current_player = ada").value == "ada"
    assert _asked(rules, "peep by ben after skip by ada", "current_player = ada").verdict == "yes"
    assert _asked(rules, "cards of ben after peep by ben", "current_player = ada").verdict == "no"


def test_only_a_player_has_a_turn(rules: Code) -> None:
    with pytest.raises(RefereeError, match="There is no member “skip” of “player”"):
        read_situation(rules, "current_player = skip")
