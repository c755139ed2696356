"""Whether somebody must do what a rule obliges them to, or may do what it offers."""

from __future__ import annotations

from referee.questions.question import read_question, read_situation
from referee.verdict.ask import ask
from tests.support.rules import code_from

GAME = """
roles player: ada, ben
fact low of player: flag
fact rows: 0..9 assumed 3
action lay by actor: player
  effect if low of actor then oblige actor to take_row else offer take_card to actor end
action take_row by actor: player
  requires low of actor
  effect lower rows by 1
action take_card by actor: player
  effect lower rows by 1
phase day
step turns in day each p in player: p must 1 lay
"""


def test_who_is_obliged_must_and_to_whom_it_is_offered_need_not() -> None:
    code = code_from(GAME)

    def verdict(text: str, told: str) -> str:
        situation = read_situation(code, told)
        return ask(code, read_question(code, text, situation, None), situation).verdict

    assert verdict("must(take_row by ada)", "low of ada") == "yes"
    assert verdict("must(take_row by ada)", "not low of ada") == "no"
    assert verdict("must(take_card by ada)", "") == "no"
    assert verdict("must(lay by ada)", "") == "yes"


def test_how_a_game_begins_is_asked_where_nothing_sets_it_up_too() -> None:
    code = code_from(GAME + "start rows = 5\nprocedure deal: lower rows by 2 end")

    def value(text: str) -> object:
        from referee.play.outset import at_the_outset

        situation = read_situation(code, "")
        question = read_question(code, text, situation, None)
        return ask(code, question, at_the_outset(code, question.after, situation)).value

    assert value("rows after setup") == 5
    assert value("rows after setup then deal") == 3


def test_who_does_not_sit_at_the_table_does_nothing_that_is_only_obliged() -> None:
    code = code_from(
        GAME + "fact players: 1..2 fixed assumed 2\ndefine seated = those(p in player with p is ada or players is 2)"
    )

    def verdict(told: str) -> str:
        situation = read_situation(code, told)
        return ask(code, read_question(code, "take_row by ben", situation, None), situation).verdict

    assert verdict("low of ben; players = 1") == "no"
    assert verdict("low of ben; players = 2") == verdict("low of ben") == "yes"


def test_of_a_turn_inside_a_turn_the_duty_hangs_on_the_one_who_has_both() -> None:
    code = code_from(
        GAME.replace(
            "step turns in day each p in player: p must 1 lay",
            "phase visit in day each p in player with rows > 0\nstep turns in visit each q in [p] with not low of q: q must 1 lay",
        )
    )
    situation = read_situation(code, "low of ada; not low of ben")
    found = {
        who: ask(code, read_question(code, f"must(lay by {who})", situation, None), situation).verdict
        for who in ("ada", "ben")
    }
    assert found == {"ada": "no", "ben": "yes"}
