"""What a table settles is read with every name looked up, and nothing is settled that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.board.making import ByRule, Making, PartChoice, is_under, read_making
from kb.model.problems import Problem
from kb.text.reader import TextFile
from tests.support.rules import code_from

RULES = """
roles player: ada, ben
kind way: calm, wild
fact bot of player: flag assumed no
fact way_of of player: way assumed calm
fact drawn_card of player: 1..9
fact coins of player: number
fact fair: flag assumed no
fact rounds: number
define tries(p: player) = [calm, wild]
holds can(p: player, w: way) when w is calm
define does(p: player) = calm
"""


def read(text: str) -> tuple[Making | None, list[Problem]]:
    return read_making(TextFile("table.toml", Path("table.toml"), text), code_from(RULES).program)


def test_a_game_without_a_file_settles_nothing() -> None:
    assert read("") == (None, [])


def test_it_is_read_whole() -> None:
    making, faults = read("""
[by_rule]
fact = "bot"
mode = "way_of"
turned = "drawn_card"
tries = "tries"
holds = "can"
does = "does"
quiet = ["coins"]
telling = ["rounds"]
title = { en = "Bot" }

[[choice]]
fact = "fair"
players = [3, 4]
""")
    assert not faults and making is not None
    assert making.choices == (PartChoice("fair", (3, 4)),)
    assert making.by_rule == ByRule(
        "bot", "way_of", "", "drawn_card", "tries", "can", "", "does", ("coins",), ("rounds",), {"en": "Bot"}
    )
    assert making.names() == {"fair", "bot", "way_of", "drawn_card", "tries", "can", "does"}


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ('[[choice]]\nfact = "fare"', "TABLE-NAME", "“fare”"),
        ('[[choice]]\nfact = "rounds"', "TABLE-SHAPE", "not yes or no"),
        ('[[choice]]\nfact = "bot"', "TABLE-SHAPE", "not a fact of the whole table"),
        ('[[choice]]\nfact = "fair"\nplayers = "all"', "TABLE-SHAPE", "'all'"),
        ('[by_rule]\nfact = "fair"', "TABLE-SHAPE", "not a fact of one role"),
        ('[by_rule]\nfact = "bot"\nmode = "coins"', "TABLE-SHAPE", "not a member of a kind"),
        ('[by_rule]\nfact = "bot"\nturned = "cards"', "TABLE-NAME", "“cards”"),
        ('[by_rule]\nfact = "bot"\ndoes = "do"', "TABLE-NAME", "“do”"),
        ('[by_rule]\nfact = "bot"\nquiet = ["coin"]', "TABLE-NAME", "“coin”"),
        ('[by_rule]\nfact = "bot"\ntelling = ["round"]', "TABLE-NAME", "“round”"),
        ('[by_rule]\nfact = "bot"\nspeed = 3', "TOML-KEY", "speed"),
    ],
)
def test_what_cannot_be_is_said(text: str, code: str, said: str) -> None:
    _, faults = read(text)
    assert [(fault.code, said in fault.message) for fault in faults] == [(code, True)]


def test_rules_of_a_part_count_only_where_it_is_in_play() -> None:
    rules = RULES + "--- #t.fair\naction stroll by actor: player\n"
    text = '[by_rule]\nfact = "bot"\nrules = ["t.fair"]\n\n[[choice]]\nfact = "fair"\nrules = ["t.fair", "t.nowhere"]\n'
    making, faults = read_making(TextFile("table.toml", Path("table.toml"), text), code_from(rules).program)
    assert making is not None and [each.message for each in faults] == [
        "No action and no dispute stands under “t.nowhere”."
    ]
    assert making.idle({}, by_rule=False) == ("t.fair", "t.fair")
    assert making.idle({"fair": True}, by_rule=False) == ("t.fair",) and making.idle({"fair": True}, by_rule=True) == ()
    assert is_under("t.fair.2", "t.fair") and not is_under("t.fairy.2", "t.fair")
