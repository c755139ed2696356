"""One referee, many askers at once: the compiled game is shared, and what one tells, members of one's own too, stays one's own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product

import pytest

from grammar.rules.parse import parse_rules
from kb.library import Game
from kb.model.entities import Place
from kb.rules.program import Cited, extended
from referee.errors import UnknownNameError
from referee.evaluation.context import Context
from referee.service import Referee, Told
from referee.state import State
from referee.values import Page
from tests.support.rules import code_from

THREADS = 8
#: a kind whose members come with the question
TICKETS = """
kind ticket { price: 0..9  torn: flag }
define worth(t) = 0 when torn of t
define worth(t) = price of t + 1 when not torn of t
"""
#: the same few tickets, described by each asker in another way
OWN = [
    f"x{at % 3}: ticket; price of x{at % 3} = {at}; torn of x{at % 3} = {'yes' if at % 4 == 0 else 'no'}"
    for at in range(9)
]
#: actor, question and told facts: with and without members of one's own; legal, illegal and open
ASKED = [
    *((who, f"lease({dock})", f"coins of {who} = {coins}; owner of north = none") for who, dock, coins in product(("red", "green"), ("north", "south"), (0, 10))),
    *(("red", f"worth(x{at % 3})", told) for at, told in enumerate(OWN)),
    *((who, "rest", "") for who in ("red", "green", "blue")),
    *((who, f"score({who})", f"edition = {edition}") for who, edition in product(("red", "blue"), ("print1", "print2"))),
]  # fmt: skip


@pytest.fixture(scope="module")
def game(harbour: Game) -> Game:
    """The made-up game with a kind of which every asker brings members."""
    more = [Cited(node, "har.parts.3", Place("test", 1), 10) for node in parse_rules(TICKETS)]
    return replace(harbour, program=extended(harbour.program, more))


def said(referee: Referee, asked: tuple[str, str, str]) -> object:
    actor, question, told = asked
    return referee.ask(question, actor, Told(told))


def test_answers_of_many_threads_are_those_of_one(game: Game) -> None:
    alone = Referee(game)
    expected = [said(alone, one) for one in ASKED]
    shared = Referee(game)
    with ThreadPoolExecutor(THREADS) as pool:
        for shift in range(6):  # the first round compiles while it is asked
            turned = ASKED[shift:] + ASKED[:shift]
            assert list(pool.map(lambda one: said(shared, one), turned)) == expected[shift:] + expected[:shift]


def test_games_begun_at_once_go_the_same_way(game: Game) -> None:
    shared = Referee(game)
    told = [Told(f"players = {players}") for players in (2, 3)] * 8
    with ThreadPoolExecutor(THREADS) as pool:
        begun = list(pool.map(lambda one: shared.apply("begin", None, one), told))
    assert begun == [Referee(game).apply("begin", None, one) for one in told]


def test_a_member_of_one_question_is_unknown_to_the_next(game: Game) -> None:
    referee = Referee(game)
    assert referee.ask("worth(x1)", "red", Told(OWN[1])) == referee.ask("worth(x1)", "red", Told(OWN[1]))
    with pytest.raises(UnknownNameError, match="x1"):
        referee.ask("worth(x1)", "red", Told(OWN[2]))


def test_what_is_remembered_for_all_questions_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    code = code_from("define twice(n) = n * 2")
    monkeypatch.setattr(Page, "MOST", 5)
    for number in range(40):
        assert code.value(Context(code, State()), "twice", (number,)) == 2 * number
    assert len(code.fixed["twice"]) <= 5
