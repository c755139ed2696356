"""What is told to be done counts more than what is only assumed: an assumption refuses no deed."""

from __future__ import annotations

from referee.questions.question import read_question, read_situation
from referee.verdict.ask import Finding, ask
from tests.support.rules import code_from

GAME = """
roles player: ada, ben
fact bombs of player: 0..9 assumed 0
fact saved of player: 0..9 assumed 0
fact big: flag fixed assumed no
action save by actor: player
  requires bombs of actor > 0
  effect raise saved of actor by 1
action grand by actor: player
  requires big
  effect raise saved of actor by 5
phase day
step turns in day each p in player: p must 1 save or grand
"""


def _asked(text: str, told: str = "") -> Finding:
    code = code_from(GAME)
    situation = read_situation(code, told)
    return ask(code, read_question(code, text, situation, None), situation)


def test_a_deed_that_is_told_is_refused_by_no_assumption() -> None:
    assert _asked("saved of ada after save by ada", "saved of ada = 1").value == 2


def test_it_is_refused_by_what_is_told_and_by_what_the_game_is_played_with() -> None:
    assert _asked("saved of ada after save by ada", "bombs of ada = 0").verdict == "no"
    assert _asked("saved of ada after grand by ada").verdict == "no"


def test_what_is_asked_is_judged_by_what_is_assumed() -> None:
    assert _asked("save by ada").verdict == "no"


def test_a_choice_of_one_thing_is_no_question() -> None:
    code = code_from(
        """
        roles player: ada, ben
        kind coin: gold, tin
        fact hand of player: pile of coin hidden from others
        action beg(p: player) by actor: player
          effect choose c: coin by p with c in hand of p
          effect put c from hand of p on hand of actor
        action show by actor: player
          requires tin in hand of actor
        phase day
        step turns in day each p in player: p must 1 beg, may 1 show
        """
    )
    for held in ("[gold]", "[gold, gold]", "[gold, tin]"):
        situation = read_situation(code, f"hand of ada = [tin]; hand of ben = {held}")
        found = ask(code, read_question(code, "show by ada after beg(ben) by ada", situation, None), situation)
        assert found.verdict == "yes", held
