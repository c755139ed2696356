"""Whatever of a sentence was not used is struck out, and no definite answer is opened on a reading without it."""

from __future__ import annotations

import pytest

from kb.library import load_game
from referee.service import Referee
from referee.service.understood import Understood, opens
from tests.support.rebels import write_rebels


@pytest.fixture(scope="module")
def rebels(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return Referee(load_game(write_rebels(tmp_path_factory.mktemp("rebels"))))


def read(rebels: Referee, text: str, asker: str = "ada") -> list[Understood]:
    return [each for _, each in rebels.understand(text, asker)]


@pytest.mark.parametrize(
    ("text", "question", "given"),
    [
        ("can I propose Ben and Cleo if I am the leader?", "propose([ben, cleo])", "leader = ada"),
        ("can I propose Ben and Cleo if I'm the leader?", "propose([ben, cleo])", "leader = ada"),
        ("may I propose Ben and Cleo if Ben is the leader?", "propose([ben, cleo])", "leader = ben"),
        ("may I sabotage if I am a rebel?", "yes in choices of sabotage of ada", "side of ada = rebel"),
        ("can Ben sabotage the mission if Ben is a spy?", "yes in choices of sabotage of ben", "side of ben = spy"),
        (
            "does the vote carry if Ada and Ben vote yes and Cleo votes no?",
            "agreed",
            "ballot of ada = yes; ballot of ben = yes; ballot of cleo = no",
        ),
        (
            "does the vote carry if Ada, Ben and Cleo vote no?",
            "agreed",
            "ballot of ada = no; ballot of ben = no; ballot of cleo = no",
        ),
        ("is the game over if 3 missions are lost?", "over", "lost = 3"),
        ("who is the leader?", "leader", ""),
        ("who is the leader at the start?", "start of leader", ""),
        ("how many missions are won?", "won", ""),
    ],
)
def test_it_is_read_whole(rebels: Referee, text: str, question: str, given: str) -> None:
    first = read(rebels, text)[0]
    assert (first.question, "; ".join(sorted(first.given.split("; "))), first.left_over) == (question, given, [])


@pytest.mark.parametrize(
    ("text", "struck"),
    [
        ("I'm not the leader, may I propose Ben and Cleo?", ["not", "leader"]),
        ("may I object twice?", ["twice"]),
        ("can I not propose Ben and Cleo?", ["not"]),
        ("may I vote yes if Cleo does?", ["Cleo"]),
        ("can Ben sabotage if Ben is not a spy?", ["not", "spy"]),
    ],
)
def test_what_could_turn_the_answer_is_struck_out_and_opens_nothing(
    rebels: Referee, text: str, struck: list[str]
) -> None:
    readings = read(rebels, text)
    assert readings[0].left_over == struck
    assert not opens(readings)


def test_who_asks_for_a_number_is_not_told_yes_without_a_word(rebels: Referee) -> None:
    readings = read(rebels, "how many objections do I have left after I propose Ben and Cleo?")
    proposed = next(each for each in readings if each.question == "propose([ben, cleo])")
    assert proposed.left_over[:2] == ["how", "many"] and not opens(readings)


def test_a_denial_that_only_asks_is_none(rebels: Referee) -> None:
    assert read(rebels, "can't I propose Ben and Cleo?")[0].left_over == []


def test_whom_nobody_named_stays_open(rebels: Referee) -> None:
    assert read(rebels, "may I propose?")[0].question == "propose"


def test_beside_what_is_so_now_its_start_stands_at_most_second(rebels: Referee) -> None:
    asked = [each.question for each in read(rebels, "can I propose Ben and Cleo if Ben is the leader?")]
    assert not any(each.startswith("start of") for each in asked)
