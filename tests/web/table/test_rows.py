"""The state as boards: every fact on the mat it belongs to, in as few words as will do."""

from __future__ import annotations

import gc
import weakref

import pytest
from flask import Flask

from kb.library import Game
from referee.service import Referee
from web.table.rows import Rows, rows_of, without_place


@pytest.mark.parametrize(
    ("phrase", "short"),
    [
        ("вплив: {0}", "вплив"),
        ("Influence of {0}", "Influence"),
        ("{1} in the store of {0}", "{1} in the store"),
        ("workers out of play, {0}: {1}", "workers out of play: {1}"),
        ("price ({0})", "price"),
        ("workers of {1} are in {0}", ""),
        ("{0} takes part", ""),
        ("{0}", ""),
        ("wages of {0} paid to {0}", ""),
    ],
)
def test_a_phrase_leaves_out_whose_mat_it_is(phrase: str, short: str) -> None:
    assert without_place(phrase) == short


def test_rows_are_made_once_for_a_value_and_tell_a_number_from_a_flag(harbour: Game) -> None:
    referee = Referee(harbour)
    rows = rows_of(referee, referee.words("en"), "en")
    coins, storm = referee.facts["coins"], referee.facts["storm"]
    assert rows.row(coins, ("red",), 1) is rows.row(coins, ("red",), 1)
    assert rows.row(coins, ("red",), 1) is not rows.row(coins, ("green",), 1)
    shapes = [
        rows.row(fact, (key,), value).shape for fact, key in ((coins, "red"), (storm, "north")) for value in (True, 1)
    ]
    assert shapes == ["flag", "number", "flag", "number"]


def test_rows_that_are_remembered_are_bounded(harbour: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.table.rows.MOST", 10)
    referee = Referee(harbour)
    rows = Rows(referee, referee.words("en"), "en")
    made = [rows.row(referee.facts["coins"], ("red",), number) for number in range(40)]
    assert [row.number for row in made] == list(range(40)) and len(rows._made) <= 10


def test_a_flag_is_shown_in_the_languages_of_rules_and_interface(web_app: Flask, harbour: Game) -> None:
    referee = Referee(harbour)
    storm = referee.facts["storm"]
    with web_app.app_context():
        faces = [rows_of(referee, referee.words("en"), ui).row(storm, ("north",), True).face for ui in ("en", "pl")]
    assert "yes" in faces[0] and "tak" in faces[1] and 'lang="en"' in faces[1]


def test_rows_go_when_their_game_goes(harbour: Game) -> None:
    referee = Referee(harbour)
    rows = weakref.ref(rows_of(referee, referee.words("en"), "en"))
    assert rows() is not None
    del referee
    gc.collect()
    assert rows() is None
