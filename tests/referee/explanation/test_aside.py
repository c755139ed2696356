"""Checks that speak of something else than what is asked are told as such; nothing rests on that."""

from __future__ import annotations

from kb.library import Game
from referee.answers import Answer, Status
from referee.explanation.explain import Explainer
from referee.questions.question import read_question, read_situation
from referee.verdict.ask import ask
from tests.support.rules import code_from

RULES = """
kind player: red, blue
kind topic: own_hand, rival, weather
fact over_now: flag assumed no
fact coins of player: number assumed 5
action tell(what: topic, truly: flag = yes, whom: player or none = none, many: number = 1) by actor: player
  forbidden when what is own_hand
  forbidden when what is rival and not over_now
  forbidden when what is own_hand and not truly
  requires what is not weather or coins of actor > 2
  requires whom is none or whom is not actor
  requires many is 1 or whom is not none
  cost (if what is weather then 3 else 0 end) from coins of actor
"""


def told(harbour: Game, question: str, given: str = "", actor: str = "red") -> Answer:
    code = code_from(RULES)
    situation = read_situation(code, given)
    return Explainer(harbour, code).answer(ask(code, read_question(code, question, situation, actor), situation))


def statuses(answer: Answer) -> list[Status]:
    return [check.result for check in answer.checks if check.paragraph == "t.1"]


def test_a_ban_on_something_else_is_folded_away(harbour: Game) -> None:
    aside = Status.NOT_APPLICABLE
    plain = told(harbour, "tell(weather)")
    assert statuses(plain) == [aside, aside, aside, Status.PASS, aside, aside, Status.PASS]
    rival = told(harbour, "tell(rival)", "over_now")
    assert statuses(rival) == [aside, Status.PASS, aside, aside, aside, aside, aside]


def test_what_was_named_is_looked_at(harbour: Game) -> None:
    named = told(harbour, "tell(weather, yes, blue, 2)")
    assert statuses(named)[4:6] == [Status.PASS, Status.PASS]
    assert statuses(told(harbour, "tell(weather, yes, red)"))[4] is Status.FAIL


def test_what_is_folded_away_is_cited_all_the_same(harbour: Game) -> None:
    assert "t.1" in [*told(harbour, "tell(rival)", "over_now").checks[0].cites]


def test_of_whoever_may_not_act_only_what_fails_is_told(harbour: Game) -> None:
    code = code_from(
        "kind player: red, blue\nfact coins of player: number assumed 5\naction donate by actor in [red]\n  requires coins of actor > 2"
    )
    situation = read_situation(code, "")
    found = Explainer(harbour, code).answer(ask(code, read_question(code, "donate", situation, "blue"), situation))
    assert [check.result for check in found.checks] == [Status.FAIL]
