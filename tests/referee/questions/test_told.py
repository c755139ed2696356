"""What an asker tells is held against the kinds and against what always holds; what is only assumed is not."""

from __future__ import annotations

import pytest

from referee.errors import ImpossibleStateError, UnknownNameError, WrongValueError
from referee.questions.question import read_question, read_situation, read_sound_situation
from referee.questions.telling import read_state
from referee.state import State
from tests.support.rules import code_from

CODE = code_from("""
roles side: red, blue
kind gem: ruby, opal
kind shape: round, square
kind sheet { price: number }
fact coins of side: 0..9
fact bank: 0..9
fact lent: 0..9 assumed 0
fact hand of side: pile of gem
fact sheets: pile of sheet
action pass_on(g: gem) by actor: side
always coins of red + coins of blue + bank + lent is 9
""")


@pytest.mark.parametrize("told", ["bank = 9; coins of red = 9; coins of blue = 0", "bank = 9; coins of red = 1"])
def test_facts_told_against_what_always_holds_are_refused(told: str) -> None:
    with pytest.raises(ImpossibleStateError, match=r"it breaks what always holds \(#t.1\)"):
        read_sound_situation(CODE, told)


@pytest.mark.parametrize(
    "told",
    ["bank = 9", "bank = 3; coins of red = 3; coins of blue = 3", "bank = 1; coins of red = 1; coins of blue = 1"],
)
def test_facts_that_may_be_so_are_taken(told: str) -> None:
    read_sound_situation(CODE, told)  # the last one if something was lent, which is only assumed not to be


@pytest.mark.parametrize("told", ["hand of red = [round]", "hand of red = [ruby, square]", "hand of red = [3]"])
def test_a_pile_of_another_kind_is_refused(told: str) -> None:
    with pytest.raises(
        WrongValueError,
        match=r"it is pile of gem \(ruby, opal\), or what it holds {card: how many}, or only its number",
    ):
        read_situation(CODE, told)


@pytest.mark.parametrize("hand", [3, [], ["ruby", "ruby"], ["?", "opal"]])
def test_a_pile_may_be_a_number_or_hold_equal_and_unseen_cards(hand: object) -> None:
    read_state(CODE, State.read({"hand": {"red": hand}}))


def test_a_pile_of_a_wrong_kind_in_a_state_is_refused() -> None:
    with pytest.raises(ImpossibleStateError, match="“hand of red” cannot be \\[round\\]"):
        read_state(CODE, State.read({"hand": {"red": ["round"]}}))


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("hand of red = [pearl]", "There is no member “pearl” of “gem”. It has opal, ruby."),
        ("hand of pearl = 3", "There is no member “pearl” of “side”. It has red, blue."),
    ],
)
def test_of_an_unknown_member_that_is_told_its_kind_is_told(told: str, sentence: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        read_situation(CODE, told)
    assert str(caught.value) == sentence


def test_of_an_unknown_argument_its_kind_is_told() -> None:
    with pytest.raises(UnknownNameError, match=r"There is no member “pearl” of “gem”\. It has opal, ruby\."):
        read_question(CODE, "pass_on(pearl)", read_situation(CODE, ""), "red")


def test_what_is_supposed_of_a_table_need_not_fit_all_that_lies_on_it() -> None:
    code = code_from("fact bank: 0..9\nfact coins: 0..9\nalways bank + coins <= 9")
    supposed = read_sound_situation(code, "coins = 3", State({"bank": 9}))
    assert supposed.state.facts == {"bank": 9, "coins": 3}
    with pytest.raises(ImpossibleStateError, match="always holds"):
        read_sound_situation(code, "bank = 9; coins = 3")
