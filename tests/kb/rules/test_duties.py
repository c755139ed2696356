"""Whether somebody must do something: asked, with the step or window that says so."""

from __future__ import annotations

import pytest

from referee.errors import RefereeError
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.state import State
from referee.verdict.ask import Finding, ask
from tests.support.rules import code_from

GAME = """
--- #t.base
roles player: ada, ben
fact coins of player: 0..20
fact out of player: flag
class deed
--- #t.turn
phase turns each p in player with not out of p
step acting in turns: p must 1 deed, may 1 chat
--- #t.rest
step resting in turns after acting when coins of p > 5: p must 1 sleep
action sleep by actor: player
  forbidden when coins of actor is 9
--- #t.deeds
action work by actor: player as deed
  effect raise coins of actor by 1
action fight(victim: player) by actor: player as deed
  requires victim is not actor
  answered by first q in [victim]: must flee or yield
  cost 7 from coins of actor
action chat by actor: player
action flee by actor: player
action yield by actor: player
  requires coins of actor > 0
--- #t.rich
rule deed forbidden when coins of actor >= 10 and this_action is not fight
"""


@pytest.fixture(scope="module")
def code() -> Code:
    return code_from(GAME)


def asked(code: Code, question: str, **facts: dict[str, object]) -> Finding:
    situation = Situation(State(facts), {})
    return ask(code, read_question(code, question, situation, "ada"), situation)


@pytest.mark.parametrize(
    ("question", "facts", "verdict", "cited"),
    [
        ("must(deed by ada)", {"out": {"ada": False}}, "yes", "t.turn"),
        ("must(deed)", {"out": {"ada": True}}, "no", "t.turn"),  # who asks
        ("must(deed by ben)", {}, "depends", "t.turn"),
        ("must(work by ada)", {"out": {"ada": False}, "coins": {"ada": 8}}, "no", "t.turn"),  # fighting would do
        ("must(work by ada)", {"out": {"ada": False}, "coins": {"ada": 2}}, "yes", "t.turn"),  # it cannot be paid
        ("must(fight by ada)", {"out": {"ada": False}, "coins": {"ada": 10}}, "yes", "t.turn"),  # nothing else is left
        ("must(chat by ada)", {"out": {"ada": False}}, "no", "t.turn"),
        ("must(sleep by ada)", {"out": {"ada": False}, "coins": {"ada": 6}}, "yes", "t.rest"),
        ("must(sleep by ada)", {"out": {"ada": False}, "coins": {"ada": 5}}, "no", "t.rest"),
        ("must(sleep by ada)", {"out": {"ada": False}, "coins": {"ada": 9}}, "no", "t.rest"),  # nobody must who may not
        ("must(flee by ben)", {"coins": {"ben": 0}}, "yes", "t.deeds"),
        ("must(flee by ben)", {"coins": {"ben": 1}}, "no", "t.deeds"),
    ],
)
def test_what_must_be_done(
    code: Code, question: str, facts: dict[str, dict[str, object]], verdict: str, cited: str
) -> None:
    said = asked(code, question, **facts)
    assert (said.verdict, cited in said.cites) == (verdict, True)


@pytest.mark.parametrize("question", ["must(fight(ben) by ada)", "must(dance by ada)", "must(coins by ada)"])
def test_of_what_it_cannot_be_asked(code: Code, question: str) -> None:
    with pytest.raises(RefereeError, match=r"must\("):
        asked(code, question)
