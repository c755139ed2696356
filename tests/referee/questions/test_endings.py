"""The end of a game, deeds whose step is shut, seats that are empty, and what is chosen in secret: asked with told facts."""

from __future__ import annotations

import pytest

from kb.library import load_game
from referee.answers import Answer
from referee.errors import RefereeError
from referee.service import Referee, Told
from tests.support.rebels import write_rebels


@pytest.fixture(scope="module")
def rebels(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return Referee(load_game(write_rebels(tmp_path_factory.mktemp("rebels"))))


def asked(rebels: Referee, question: str, given: str = "", actor: str | None = None) -> Answer:
    return rebels.ask(question, actor, Told(given=given), "en")


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        ("won = 3", "yes"),
        ("won = 2; lost = 2; refused = 5", "yes"),
        ("won = 2; lost = 0; refused = 4", "no"),
        ("won = 2; lost = 0", "depends"),
        ("", "depends"),
        ("over = yes", "yes"),
    ],
)
def test_over_is_answered_by_what_ends_the_game(rebels: Referee, given: str, verdict: str) -> None:
    answer = asked(rebels, "over", given)
    assert answer.verdict == verdict
    assert [each.id for each in answer.citations][:1] == ["r.end.1"]


def test_over_behind_a_deed_is_as_it_is_then(rebels: Referee) -> None:
    both = "crew = [ada, ben]; side of ada = rebel; side of ben = rebel; lost = 0; refused = 0"
    assert asked(rebels, "over after go answers [no, no]", f"{both}; won = 2").verdict == "yes"
    assert asked(rebels, "over after go answers [no, no]", f"{both}; won = 1").verdict == "no"


def test_nothing_is_done_once_told_facts_end_the_game(rebels: Referee) -> None:
    refused = asked(rebels, "propose([ada, ben])", "leader = ada; lost = 3", "ada")
    assert (refused.verdict, refused.citations[0].id) == ("no", "r.end.1")
    assert asked(rebels, "propose([ada, ben])", "leader = ada; lost = 2", "ada").verdict == "yes"
    assert asked(rebels, "crew after propose([ada, ben]) by ada", "leader = ada; lost = 3").verdict == "no"


def test_what_is_hidden_until_the_end_is_open_then(rebels: Referee) -> None:
    seen = asked(rebels, "viewers of side of ben", "won = 3; players = 3")
    assert seen.value == ["ada", "ben", "cleo"]


def test_a_deed_whose_step_told_facts_shut_is_refused(rebels: Referee) -> None:
    refused = asked(rebels, "crew after propose([ada, ben]) by ben", "leader = ada")
    assert (refused.verdict, refused.citations[0].id) == ("no", "r.mis.1")
    assert asked(rebels, "crew after propose([ada, ben]) by ben", "leader = ben").value == ["ada", "ben"]
    assert asked(rebels, "crew after propose([ada, ben]) by ben").value == ["ada", "ben"]


def test_an_answer_behind_the_deed_it_would_answer_is_refused(rebels: Referee) -> None:
    told = "leader = ada; refused = 0; objections of ben = 1"
    late = asked(rebels, "objections of ben after propose([ada, ben]) by ada then object(distrust) by ben", told)
    assert (late.verdict, late.citations[0].id) == ("no", "r.mis.3")


def test_an_empty_seat_does_not_act_for_a_named_role(rebels: Referee) -> None:
    assert asked(rebels, "propose([ada, ben])", "players = 3", "dana").verdict == "no"
    assert asked(rebels, "propose([ada, ben])", "players = 4", "dana").verdict == "yes"


def test_a_step_that_is_shut_now_and_may_have_been_open_is_told_of(rebels: Referee) -> None:
    def told(given: str) -> list[str]:
        return [each.text for each in asked(rebels, "speak", given, "ada").checks if each.paragraph == "r.end.2"]

    shut = told("spoken = 3; shame = 0")
    assert len(shut) == 1 and "would not be now" in shut[0]
    assert told("spoken = 0; shame = 1") == told("") == []


@pytest.mark.parametrize(
    ("who", "given", "value"),
    [
        ("ada", "crew = [ada, ben]; side of ada = spy", [True, False]),
        ("ada", "crew = [ada, ben]; side of ada = rebel", [False]),
        ("cleo", "crew = [ada, ben]; side of cleo = spy", []),
    ],
)
def test_what_may_be_chosen_in_secret(rebels: Referee, who: str, given: str, value: list[bool]) -> None:
    answer = asked(rebels, f"choices of sabotage of {who}", given)
    assert (answer.value, answer.citations[0].id) == (value, "r.mis.4")


def test_one_choice_is_ruled_out_whoever_goes(rebels: Referee) -> None:
    assert asked(rebels, "yes in choices of sabotage of ada", "side of ada = rebel").verdict == "no"
    assert asked(rebels, "yes in choices of sabotage of ada", "side of ada = spy").verdict == "depends"


def test_of_what_nobody_chooses_in_secret_it_is_said_what_can_be_asked(rebels: Referee) -> None:
    with pytest.raises(RefereeError, match="secretly choose"):
        asked(rebels, "choices of crew")
