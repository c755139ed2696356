"""What follows from other statements can be asked, and is what play does: starts, orders, limits, ranges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grammar.rules.parse import parse_question, parse_rules
from grammar.rules.unparse import expression, statement
from kb.library import load_library
from referee.books import Course
from referee.errors import RefereeError
from referee.evaluation.context import Context
from referee.play.progress import start_state
from referee.questions.question import read_question, read_situation
from referee.questions.telling import Situation
from referee.rules.code import Code
from referee.service import Referee
from referee.state import State
from referee.values import SILENT, thaw
from referee.verdict.ask import ask
from tests.support import games
from tests.support.places import HARBOUR
from tests.support.rules import code_from

Ask = Callable[..., Any]

RULES = """
roles player: red, blue
kind good: grain, wine
scale level: low, middle, high
fact players: 1..4 fixed
fact round_now: number
fact coins of player: 0..top(player)
fact stock(r: player, x: good): number
fact mood: level
fact secret_coins of player: number hidden from others
define top(p: player) = if p is red then 20 else 30 end
--- #t.start
start coins of r = 5
start stock(r, x) = 2 * players
start mood = middle
start secret_coins of r = 7
--- #t.red
start coins of red = 8 when players > 2
--- #t.course
phase year cycle while round_now < 5
phase spring in year
phase summer in year after spring when round_now > 1
step work in summer: red must 1 labour
step turns in spring each p in player: p must 1 labour
--- #t.rest
step turns may 2 pause
--- #t.acts
class labour
class pause
action dig by actor: player as labour
action sleep by actor: player as pause
--- #t.first
procedure open_shop: set mood = low end
--- #t.second
procedure close_shop: set mood = high end
--- #t.market
procedure market(r: player):
  if coins of r > 3 then do open_shop end
  do close_shop
end
"""


@pytest.fixture(scope="module")
def code() -> Code:
    return code_from(RULES)


def test_the_start_of_a_fact_is_cited_by_the_paragraph_that_sets_it(code: Code, answer_of: Ask) -> None:
    answer = answer_of(code, "start of coins of blue")
    assert (answer.verdict, answer.value, answer.cites) == ("value", 5, ["t.start"])
    assert answer_of(code, "start of mood").value == "middle"


def test_a_start_with_conditions_depends_on_them_and_the_later_line_counts(code: Code, answer_of: Ask) -> None:
    assert answer_of(code, "start of coins of red", "players = 2").value == 5
    answer = answer_of(code, "start of coins of red", "players = 3")
    assert (answer.value, answer.cites[0]) == (8, "t.red")
    unknown = answer_of(code, "start of coins of red")
    assert unknown.verdict == "depends" and unknown.needs == [("players", ())]
    assert answer_of(code, "start of stock(blue, wine)", "players = 4").value == 8


def test_a_start_is_the_same_whatever_is_told_of_the_fact(code: Code, answer_of: Ask) -> None:
    assert answer_of(code, "start of coins of blue", "coins of blue = 19").value == 5


def test_the_start_of_a_hidden_fact_is_no_secret(code: Code, answer_of: Ask) -> None:
    assert answer_of(code, "start of secret_coins of red", actor="blue").value == 7


def test_a_start_that_no_paragraph_tells_is_silent(code: Code, answer_of: Ask) -> None:
    assert answer_of(code, "start of round_now").verdict == "silent"


def test_the_order_of_a_phase_leaves_out_what_does_not_take_place(code: Code, answer_of: Ask) -> None:
    answer = answer_of(code, "order of year", "round_now = 3")
    assert (answer.value, answer.cites) == (("spring", "summer"), ["t.course"])
    assert answer_of(code, "order of year", "round_now = 1").value == ("spring",)
    assert answer_of(code, "order of year").verdict == "depends"


def test_the_order_of_a_procedure_is_what_it_does_cited_by_each_part(code: Code, answer_of: Ask) -> None:
    answer = answer_of(code, "order of market")
    assert [part["do"] for part in thaw(answer.value)] == ["open_shop", "close_shop"]
    assert answer.cites == ["t.market", "t.first", "t.second"]


def test_a_limit_is_the_quota_of_an_action_or_its_class(code: Code, answer_of: Ask) -> None:
    pause = answer_of(code, "limit of pause")
    assert (pause.value, pause.cites) == (2, ["t.rest"])
    assert answer_of(code, "limit of sleep").value == 2
    assert answer_of(code, "limit of dig").value == 1


def test_a_quota_of_another_paragraph_counts_and_is_cited(code: Code) -> None:
    situation = Situation(State(course=Course("turns", who="red", taken={"1": 2})), {})
    answer = ask(code, read_question(code, "sleep", situation, "red"), situation, "red")
    assert answer.verdict == "no" and answer.cites == ["t.rest"]


def test_what_a_deed_does_to_a_fact_is_asked_behind_it(answer_of: Ask) -> None:
    code = code_from("fact coins: number\nfact debt: number\nprocedure borrow: raise coins by 50 raise debt by 1 end")
    assert answer_of(code, "coins after borrow", "coins = 20; debt = 0").value == 70
    assert answer_of(code, "coins - before(coins) after borrow then borrow", "coins = 20; debt = 0").value == 100
    assert answer_of(code, "coins after borrow", "debt = 0").needs == [("coins", ())]


def test_a_range_tells_both_ends(code: Code, answer_of: Ask) -> None:
    assert answer_of(code, "range of coins of red").value == (0, 20)
    assert answer_of(code, "range of coins of blue").value == (0, 30)
    assert answer_of(code, "range of mood").value == ("low", "high")


@pytest.mark.parametrize(
    "question", ["start of weather", "order of coins", "limit of mood", "range of dig", "start of coins"]
)
def test_what_is_not_there_is_refused_as_it_is_written(code: Code, answer_of: Ask, question: str) -> None:
    with pytest.raises(RefereeError, match=question):
        answer_of(code, question)


def test_keys_of_a_wrong_kind_are_refused(code: Code, answer_of: Ask) -> None:
    with pytest.raises(RefereeError):
        answer_of(code, "start of coins of wine")


@pytest.mark.parametrize(
    "text",
    ["start of coins of red", "start of stock(red, wine)", "order of year", "size of order of year", "range of mood"],
)
def test_questions_are_written_back_as_they_were_read(text: str) -> None:
    assert expression(parse_question(text).body) == text


@pytest.mark.parametrize(
    "text", ["asked define f(x) = x + 1", "asked holds p(x) when x > 1", "step turns may 0..2 pause"]
)
def test_statements_are_written_back_as_they_were_read(text: str) -> None:
    assert statement(parse_rules(text)[0]) == text


def test_rules_may_read_what_follows_from_others(answer_of: Ask) -> None:
    grown = code_from("fact coins: number\nstart coins = 5\ndefine half = start of coins / 2 down")
    assert answer_of(grown, "half").value == 2


def test_every_language_says_what_is_asked() -> None:
    referee = Referee(load_library(HARBOUR.parent).games["harbour"])
    names = [name for name in referee.names if "·" in name]
    assert names and all(referee.words(lang).name(names[0]) != names[0] for lang in ("en", "pl", "uk"))


@pytest.mark.parametrize(
    ("name", "players"), [(name, number) for name in games.NAMES for number in games.game(name).prose.players]
)
def test_starts_are_what_a_game_begins_with(name: str, players: int) -> None:
    game, code = games.game(name), games.code(name)
    situation = read_situation(code, f"players = {players}")
    begun = start_state(code, situation.state, situation.rulings).state
    ctx = Context(code, situation.state, readings=situation.rulings)
    for fact in game.program.starts:
        for keys in code.facts[fact].all_keys(ctx):
            said: Any = code.value(ctx, f"start·{fact}", keys)
            held: Any = begun.facts.get(fact)
            for key in keys:
                held = held.get(key) if isinstance(held, dict) else None
            assert said == held or (held is None and said is SILENT), (fact, keys)
