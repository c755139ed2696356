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
