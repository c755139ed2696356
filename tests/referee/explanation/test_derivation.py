"""How a value comes about: sums with their figures, in the order of the rules, each with its paragraph."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kb.library import Game, load_game
from referee.explanation.derivation import LONGEST, Line, derive
from referee.explanation.wording import Wording
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from referee.runs.ahead.game import code_of
from tests.support import games
from tests.support.rules import code_from
from tests.support.web_app import HARBOUR

TOLD = "crates(red, grain) = 2; crates(red, salt) = 1; crates(red, wine) = 0; debt of red = 1; owner of north = red; owner of middle = red; owner of south = none"


GAME = load_game(HARBOUR)


@pytest.fixture(scope="module")
def code() -> Code:
    return code_of(GAME)


def line_of(code: Code, question: str, given: str = "") -> Line | None:
    situation = read_situation(code, given)
    asked = read_question(code, question, situation, None)
    return derive(code, asked, situation, Wording(GAME, "en"), None)


def lines(line: Line) -> list[Line]:
    return [line, *(each for part in line.parts for each in lines(part))]


def test_sum_and_its_figures_are_shown(code: Code) -> None:
    line = line_of(code, "score(red)", TOLD)
    assert line is not None and line.text == "score (red)"
    assert len(line.parts) == len(re.split(r" [+−] ", line.sum)) > 1
    docks = next(each for each in line.parts if each.paragraph == "har.end.4")
    assert docks.sum == "2 × 2" and docks.shown == "4"
    assert docks.parts[0].sum == "north, middle" and docks.parts[0].shown == "2"


def test_every_figure_with_a_paragraph_names_one_that_exists(code: Code) -> None:
    line = line_of(code, "score(red)", TOLD)
    assert line is not None
    cited = {each.paragraph for each in lines(line) if each.paragraph}
    assert {"har.end.3", "har.end.4"} <= cited <= set(GAME.prose.paragraphs)


def test_what_is_not_known_stays_a_range_in_brackets(code: Code) -> None:
    line = line_of(code, "score(red)", TOLD.replace("owner of middle = red; ", ""))
    assert line is not None
    docks = next(each for each in line.parts if each.paragraph == "har.end.4")
    assert docks.sum == "2 × (1–2)" and docks.shown == "2–4"


def test_facts_and_actions_have_no_derivation(code: Code) -> None:
    assert line_of(code, "coins of red", "coins of red = 3") is None
    assert line_of(code, "lease(north) by red") is None


def test_derivation_is_never_longer_than_a_screen_or_two(code: Code) -> None:
    line: Any = line_of(code, "score(red)", TOLD)
    assert len(lines(line)) <= LONGEST


def test_what_is_asked_for_itself_is_no_sum_of_ranges() -> None:
    code = games.code("hegemony")
    situation = read_situation(code, "section of labor_market = A; section of taxation = C")
    question = read_question(code, "income_tax_due of middle_class", situation, None)
    line = derive(code, question, situation, Wording(games.game("hegemony"), "en"), None)
    assert line is not None
    elsewhere = next(each for each in lines(line) if each.shown == "0–21")
    assert (elsewhere.sum, elsewhere.parts, elsewhere.paragraph) == ("", [], "heg.co.mc.1")


def test_a_least_or_greatest_figure_shows_only_what_could_decide(harbour: Game) -> None:
    code = code_from("""
fact stock: number
fact need: number
define lost = max(0, need - stock)
define shown = max(0, stock)
define most = max(stock, 0, 1)
""")
    told = read_situation(code, "stock = 2; need = 5")
    said = {
        name: derive(code, read_question(code, name, told, None), told, Wording(harbour, "en"), None)
        for name in ("lost", "shown", "most")
    }
    assert said["lost"] is not None and said["lost"].sum == "5 − 2"
    for name in ("shown", "most"):  # a bare figure that is outdone is left out, and what is left says nothing new
        line = said[name]
        assert line is not None and (line.sum, line.shown) == ("", "2")
    empty = read_situation(code, "stock = 5; need = 2")
    line = derive(code, read_question(code, "lost", empty, None), empty, Wording(harbour, "en"), None)
    assert line is not None and line.sum == "the greater of (0 and 2 − 5)"  # why it is nothing


def _line(game: str, question: str, given: str, lang: str = "pl") -> Line | None:
    found = games.game(game)
    code = games.code(game)
    situation = read_situation(code, given)
    return derive(code, read_question(code, question, situation, None), situation, Wording(found, lang), None)


def _shown(game: str, question: str, given: str, lang: str = "pl") -> str:
    line = _line(game, question, given, lang)
    assert line is not None
    told = line.told()
    return "\n".join(f"{each.text}: {each.sum or each.shown}" for each in _all(told))


def _all(told: Any) -> list[Any]:
    return [told, *(each for part in told.parts for each in _all(part))]


def test_keys_are_said_as_what_they_are() -> None:
    """Of a throw of five dice it is said that it is of five, not of “the most throws”."""
    rolls = "k: action_card; support_needed of k = 59; support of x = 28; amenity_total of x = 6"
    assert "najwyższa suma przy 5 rzutach wynosi" in _shown("nowa_reformacja", "can_become_playable(x, k)", rolls)
    bill = "automa of middle_class = yes; section of taxation = B; bill_target of taxation = C; bill of taxation = capitalist_class"
    assert "odległość między sekcją C a sekcją B jest mniejsza" in _shown("hegemony", "automa_supports", bill)


def test_what_should_hold_of_all_is_told_of_those_of_whom_it_does_not() -> None:
    told = (
        "k: action_card; orientation_needed(k, society) = 6; orientation(x, society) = 6; orientation(z, society) = 5"
    )
    shown = _shown("nowa_reformacja", "may_help(z, x, k)", told)
    assert "w obszarze „Społeczeństwo” wynosi co najmniej" in shown and "„obszar" not in shown


def test_nothing_is_told_of_nothing_and_of_what_has_no_name() -> None:
    assert _line("new_angeles", "landing(outage, d10)", "present(outage, d10) = yes") is None  # no district lies behind
    rich = "rival_player of p1 = p1; capital of p1 = 20; capital of p2 = 10; capital of p3 = 20; players = 4"
    assert "policzono" not in _shown("new_angeles", "wins of p1", rich)
    assert "z rozdziału „Zasoby ludzkie”: 5" in _shown("new_angeles", "hand_size of p1", "keeper of floyd_2x3a7c = p1")
