"""A board is read with every name looked up, and made from the rules where nobody laid one out."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.board.file import read_layout
from kb.board.layout import Layout
from kb.board.plain import plain_layout
from kb.library import Game
from kb.model.problems import Problem
from kb.text.reader import TextFile
from tests.support.rules import code_from

RULES = """
kind side: red, blue
kind place: north, south
kind good: salt, iron
scale rung: low, mid, high
kind piece: ship, tower
fact coins of side: number
fact level of place: rung
fact wish of place: rung or none
fact trust of side: 0..10 clamped
fact storm: flag
fact stands(p: piece, x: place): flag
fact ways of place: set of place
"""


def read(board: str, rules: str = RULES) -> tuple[Layout | None, list[Problem]]:
    program = code_from(rules).program
    return read_layout(TextFile("board.toml", Path("board.toml"), board), program, ("en", "pl"))


def area(part: str) -> str:
    return f'[[area]]\nname = "a"\ntitle = {{ en = "A", pl = "A" }}\n[[area.part]]\n{part}\n'


def test_results_are_values_that_take_nothing() -> None:
    rules = RULES + "define leaders = those(s in side with coins of s > 3)\ndefine wealth(s) = coins of s\n"
    found, problems = read('results = ["leaders"]\n', rules)
    assert found is not None and found.results == ("leaders",)
    assert not [each for each in problems if each.code != "BOARD-UNSHOWN"]
    found, problems = read('results = ["wealth"]\n', rules)
    assert found is not None and found.results == () and "asked of something" in str(problems[0])


def test_what_goes_by_its_value_alone_is_drawn_there() -> None:
    part = 'shape = "cards"\nkind = "place"\nfacts = ["level"]\nbare = ["{}"]'
    found, problems = read(area(part.format("level")))
    assert found is not None and found.areas[0].parts[0].bare == ("level",)
    assert not [each for each in problems if each.code != "BOARD-UNSHOWN"]
    _, problems = read(area(part.format("wish")))
    assert [each.code for each in problems if each.code != "BOARD-UNSHOWN"] == ["BOARD-NAME"]


def test_what_is_seldom_told_of_a_card_and_how_it_lies_are_facts_of_it() -> None:
    part = 'shape = "cards"\nkind = "place"\nfacts = ["level", "storm"]\nseldom = ["{}"]\nup = "{}"'
    found, problems = read(area(part.format("level", "trust")))
    assert found is not None and found.areas[0].parts[0].seldom == ("level",) and found.areas[0].parts[0].up == "trust"
    assert "trust" in found.drawn()
    _, problems = read(area(part.format("wish", "nobody")))
    assert [each.code for each in problems if each.code != "BOARD-UNSHOWN"].count("BOARD-NAME") == 2


ASIDE = '[aside]\nfacts = ["coins", "level", "wish", "trust", "storm", "stands", "ways"]\n'


def test_a_game_without_a_board_file_has_none() -> None:
    assert read("") == (None, [])


def test_a_board_is_read_whole() -> None:
    board = """
[look]
red = { colour = "red", sign = "R", token = "disc" }
[label]
coins = { en = "coins", pl = "monety" }
[[headline]]
shape = "counters"
facts = ["coins"]
[[area]]
name = "sea"
title = { en = "The sea", pl = "Morze" }
[[area.part]]
shape = "sections"
facts = ["level"]
wanted = "wish"
[[area.part]]
shape = "map"
kind = "place"
tokens = "stands"
paths = "ways"
spots = { north = [1, 1], south = [2, 1] }
[[area]]
name = "mats"
each = "side"
[[area.part]]
shape = "track"
facts = ["trust"]
[aside]
facts = ["storm"]
"""
    layout, problems = read(board)
    assert layout is not None and problems == []
    assert layout.looks["red"].sign == "R" and layout.labels["coins"]["pl"] == "monety"
    assert [each.name for each in layout.areas] == ["sea", "mats"] and layout.areas[1].each == "side"
    assert layout.areas[0].parts[1].spots == {"north": (1, 1), "south": (2, 1)}
    assert layout.drawn() == {"coins", "level", "wish", "stands", "ways", "trust"}


@pytest.mark.parametrize(
    ("board", "code", "said"),
    [
        (area('shape = "counters"\nfacts = ["coin"]'), "BOARD-NAME", "“coin”"),
        (area('shape = "counter"\nfacts = ["coins"]'), "BOARD-SHAPE", "“counter”"),
        (area('shape = "track"\nfacts = ["coins"]'), "BOARD-SHAPE", "“coins” cannot be drawn as track"),
        (area('shape = "sections"\nfacts = ["storm"]'), "BOARD-SHAPE", "“storm”"),
        (area('shape = "flags"\nfacts = ["coins"]'), "BOARD-SHAPE", "“coins”"),
        (area('shape = "counters"\nfacts = ["coins"]\nspots = { north = [1, 1] }'), "BOARD-SHAPE", "“spots”"),
        (area('shape = "cards"\nkind = "plaice"'), "BOARD-NAME", "“plaice”"),
        (area('shape = "cards"\nkind = "place"\nfacts = ["coins"]'), "BOARD-SHAPE", "“coins”"),
        (area('shape = "map"\nkind = "place"\nspots = { north = [1, 1] }'), "BOARD-SHAPE", "south has no spot"),
        (area('shape = "map"\nkind = "place"\nspots = { north = [0, 1], south = [1, 1] }'), "BOARD-SHAPE", "[0, 1]"),
        (area('shape = "counters"\nmembers = ["green"]\nfacts = ["coins"]'), "BOARD-NAME", "“green”"),
        ('[look]\nred = { colour = "pink" }\n', "BOARD-SHAPE", "“pink”"),
        ("[look]\nrad = { }\n", "BOARD-NAME", "“rad”"),
        ('[label]\ncoins = { en = "coins" }\n', "BOARD-TITLE", "'pl'"),
        ('[[area]]\nname = "a"\ntitle = { en = "A" }\n', "BOARD-TITLE", "'pl'"),
        ('[aside]\nfacts = ["coin"]\n', "BOARD-NAME", "“coin”"),
        ('results = ["winner"]\n', "BOARD-NAME", "“winner”"),
        ("[looks]\n", "TOML-KEY", "'looks'"),
        ('[[face]]\nkind = "plaice"\ntext = { en = "", pl = "" }\n', "BOARD-NAME", "“plaice”"),
        ('[[face]]\nkind = "place"\ntext = { en = "{0}", pl = "{0}" }\nshows = ["high"]\n', "BOARD-NAME", "“high”"),
        (
            '[[face]]\nkind = "place"\ntext = { en = "{0}", pl = "" }\nshows = ["high"]\n',
            "BOARD-SHAPE",
            "does not say all",
        ),
    ],
)
def test_what_cannot_be_drawn_is_said(board: str, code: str, said: str) -> None:
    _, problems = read(board if "[aside]" in board else board + ASIDE)
    found = [each for each in problems if each.code == code]
    assert found and any(said in each.message for each in found), problems
    assert all(each.cure for each in found)


def test_a_fact_that_is_drawn_nowhere_is_named() -> None:
    _, problems = read(area('shape = "counters"\nfacts = ["coins"]'))
    named = {each.message.split("“")[1].split("”")[0] for each in problems if each.code == "BOARD-UNSHOWN"}
    assert named == {"level", "wish", "trust", "storm", "stands", "ways"}


def test_a_board_that_nobody_laid_out_shows_every_fact(harbour: Game) -> None:
    layout = plain_layout(harbour.program)
    declared = {name for name in harbour.program.facts if name not in harbour.program.fields}
    assert layout.drawn() == declared
    assert [each.name for each in layout.areas][:2] == ["common", "players"]
    assert set(layout.looks) == set(harbour.program.members[harbour.program.roles])
    assert [name for part in layout.headline for name in part.facts][:1] == ["coins"]


def test_a_space_at_which_a_text_may_not_be_broken_stays() -> None:
    board = area('shape = "flags"\nfacts = ["storm"]').replace('en = "A"', 'en = "a  1\u00a0:\u00a02"')
    found, _ = read(board)
    assert found is not None and found.areas[0].title["en"] == "a 1\u00a0:\u00a02"


def test_the_only_thing_that_is_told_of_a_card_goes_by_what_it_says() -> None:
    rules = (
        "roles side: red, blue\nkind horse: bay, roan\nkind spot: "
        + ", ".join(f"spot_{each}" for each in "abcdefghijkl")
        + "\n"
    )
    layout = plain_layout(code_from(rules + "fact place of horse: spot\n").program)
    assert [part.bare for area in layout.areas for part in area.parts if part.kind == "horse"] == [("place",)]
