"""A value asked for without all of its keys: one answer where all keys have the same, else the key is what is asked next."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.answers import Verdict
from referee.errors import WrongKeysError
from referee.service import Referee, Told
from tests.support.asking import referee as harbour_referee
from tests.support.games import game

HEGEMONY = Referee(game("hegemony"))
NEW_ANGELES = Referee(game("new_angeles"))


def test_what_is_missing_is_asked_for() -> None:
    answer = HEGEMONY.ask("tariff", told=Told("section of foreign_trade = B"))
    assert answer.verdict is Verdict.DEPENDS
    assert [need.fact for need in answer.needs] == ["tariff.x"]
    assert {option.value for option in answer.needs[0].options or ()} >= {"food", "luxury"}
    assert answer.citations


def test_what_is_the_same_for_all_is_the_answer() -> None:
    answer = NEW_ANGELES.ask("district_limit")
    assert (answer.verdict, answer.value) == (Verdict.VALUE, 1)


def test_keys_may_be_named() -> None:
    whole = NEW_ANGELES.ask("capital_shown(yes, 7)")
    part = NEW_ANGELES.ask("capital_shown(space = 7)")
    assert whole.value == 47
    assert part.verdict is Verdict.DEPENDS and [need.fact for need in part.needs] == ["capital_shown.flipped"]


def test_too_many_or_wrong_keys_are_refused() -> None:
    with pytest.raises(WrongKeysError):
        HEGEMONY.ask("tariff(food, luxury)")


def test_a_question_in_words_may_leave_a_key_open(tmp_path: Path) -> None:
    referee = harbour_referee(tmp_path)
    found = referee.understand("how much is the rent?", "red")
    assert found and found[0][0].intent == "rent"
    assert found[0][1].answer.verdict is Verdict.DEPENDS and "…" in found[0][1].said


def test_what_is_missing_is_called_by_its_kind() -> None:
    answer = HEGEMONY.ask("demonstration_loss", told=Told("players = 4"))
    assert answer.sentence == "It depends on what is meant (role)."
    both = HEGEMONY.ask("treasury_after_growth", told=Told("treasury = 40"))
    assert [need.question for need in both.needs] == ["What is meant: section, was?", "What is meant: section, now?"]
    assert both.citations[0].id == "heg.pol.fiscal.8"


def test_what_an_action_lacks_is_left_open_in_its_checks_and_asked_for_by_its_name() -> None:
    answer = HEGEMONY.ask("card_business_expansion", actor="capitalist_class")
    texts = [check.text for check in answer.checks]
    assert "… lies on the Market of Capitalist Class" in texts
    assert not any("not told" in text.lower() for text in texts)
    struck = HEGEMONY.ask("strike", actor="working_class")
    assert struck.needs[0].question == "Name the Companies."
