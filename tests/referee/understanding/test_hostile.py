"""Whatever is typed is read without an error and with bounded work: calls are counted, not seconds."""

from __future__ import annotations

import random
import sys
from types import FrameType

import pytest

from referee.service import Referee
from tests.support.asking import referee as harbour_referee

#: calls that reading any text may take: an ordinary question takes some two thousand in this game
MOST = 40_000
#: a block of every script that people write in, and signs
BLOCKS = (
    (0x20, 0x7E),
    (0xA0, 0x24F),
    (0x370, 0x3FF),
    (0x400, 0x52F),
    (0x590, 0x6FF),
    (0x900, 0xD7F),
    (0x3040, 0x9FFF),
    (0x1F300, 0x1FAFF),
)


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Referee:
    return harbour_referee(tmp_path_factory.mktemp("hostile"))


def calls(referee: Referee, text: str) -> int:
    """How many calls it takes to read a text."""
    counted = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    referee.understanding.readings("warm", "red")
    sys.setprofile(count)
    try:
        referee.understanding.readings(text, "red")
    finally:
        sys.setprofile(None)
    return counted


def scribbles() -> list[str]:
    """Ten thousand letters each, of one script or of all, with the words of the game among them."""
    rolls = random.Random(19)
    made: list[str] = []
    words = [
        "lease",
        "north",
        "dock",
        "coins",
        "3",
        "owner",
        "green",
        "czynsz",
        "\u043f\u0440\u0438\u0447\u0430\u043b",
        "leese",
        "nroth",
    ]
    for low, high in BLOCKS:
        made.append("".join(chr(rolls.randint(low, high)) for _ in range(10_000)))
        letters = [chr(rolls.randint(low, high)) for _ in range(40)]
        made.append(" ".join("".join(rolls.choices(letters, k=rolls.randint(1, 12))) for _ in range(1_500)))
    for _ in range(12):
        made.append(" ".join(rolls.choice(words)[: rolls.randint(2, 9)] for _ in range(2_000)))
    return made


@pytest.mark.parametrize(
    "text",
    [
        "a" * 10_000,
        "lease " * 2_000,
        "№ 9" * 3_000,
        "\u202e\u0000\ud83d\ude00 漢字 عربى " * 500,
        "((([[[{{{" * 900,
        "9" * 10_000,
        "if and if and " * 900,
        ", 3 coins" * 1_200,
        *scribbles(),
    ],
    ids=lambda text: str(len(text)),
)
def test_hostile_text_takes_bounded_work(referee: Referee, text: str) -> None:
    assert calls(referee, text) <= MOST


def test_work_is_counted(referee: Referee) -> None:
    assert 300 < calls(referee, "can I lease the north dock with 3 coins?") < MOST
