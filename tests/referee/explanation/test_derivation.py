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
    assert line is not None and line.sum == "max(0, 2 − 5)"  # why it is nothing
