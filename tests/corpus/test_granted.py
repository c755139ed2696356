"""What is taken for granted is said where the answer hangs on it, and only there, each question as a reader asked it."""

from __future__ import annotations

import pytest

from referee.service import Told
from tests.snapshots.pages import referee


@pytest.mark.parametrize(
    ("game", "ask", "told", "granted"),
    [
        # what returns to its default by itself is told too, once somebody has spoken of it
        ("nowa_reformacja", "round_over", "players = 3; passed of x = yes; passed of z = yes", {"passed(y)"}),
        ("nowa_reformacja", "next_player(w)", "players = 5; passed of y = yes", {"passed(x)"}),
        # what was told leaves nothing to be taken for granted
        ("hegemony", "receive_benefits by capitalist_class", "benefits_money of capitalist_class = 25", {"players"}),
        # a Company has no more places than its card
        (
            "hegemony",
            "sell_company(car_manufacturer) by capitalist_class",
            "owner of car_manufacturer = capitalist_class",
            {"hand_size(capitalist_class)"},
        ),
    ],
)
def test_that_is_taken_for_granted(game: str, ask: str, told: str, granted: set[str]) -> None:
    answer = referee(game).ask(ask, None, Told(told), "en")
    found = {f"{each.name}({', '.join(map(str, each.keys))})" if each.keys else each.name for each in answer.assumed}
    assert found == granted


def test_what_matters_only_together_is_told_beside_what_matters_alone() -> None:
    answer = referee("nowa_reformacja").ask("game_over", None, Told("indicator_level of safe_life = 6"), "en")
    assert {each.name for each in answer.assumed} == {"public_debt", "indicator_level"}


@pytest.mark.parametrize(
    ("game", "ask", "told", "sentence"),
    [
        ("nowa_reformacja", "colours_agree(infrastructure, f)", "f: field", "It depends on the kind of the field f."),
        (
            "hegemony",
            "borrow(taxes) by working_class",
            "",
            "It depends on the money of Working Class and the mandatory",
        ),
    ],
)
def test_what_it_depends_on_has_its_article(game: str, ask: str, told: str, sentence: str) -> None:
    assert referee(game).ask(ask, None, Told(told), "en").sentence.startswith(sentence)


def test_an_action_that_is_called_like_a_fact_is_not_what_is_asked_for() -> None:
    told = Told("employee of game_store = no; unemployed(working_class, unskilled) = 1")
    ask = "staff(game_store, [{origin: unemployed_area, skill: unskilled}]) by working_class"
    assert "not told" not in referee("hegemony").ask(ask, None, told, "en").sentence
