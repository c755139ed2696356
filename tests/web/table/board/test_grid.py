"""Calls laid out as on a board: rows, columns, a switch; a list where they cannot be."""

from __future__ import annotations

from typing import Any

from kb.board.layout import Layout
from kb.library import load_game
from referee.answers import Move
from referee.service import Words
from tests.support.places import ROOT
from web.table.board.grid import GridMaker, Grids

WORDS = Words(load_game(ROOT / "tests" / "games" / "harbour"), "en")


def laid_out(*calls: dict[str, Any]) -> Grids | None:
    moves = [Move("load", args, repr(args), repr(args), "") for args in calls]
    return GridMaker(WORDS, Layout(()), {}).grids(moves)


def test_two_arguments_make_rows_and_columns() -> None:
    found = laid_out(
        *({"g": good, "n": n} for good in ("wine", "salt", "grain") for n in (1, 2) if (good, n) != ("salt", 2))
    )
    assert found is not None and found.switched is None
    assert found.plain.columns == ("1", "2")
    assert [row.title for row in found.plain.rows] == ["wine", "salt", "grain"]
    assert [[cell is not None for cell in row.cells] for row in found.plain.rows] == [
        [True, True],
        [True, False],
        [True, True],
    ]


def test_what_is_so_or_not_is_a_switch() -> None:
    found = laid_out(*({"g": good, "quick": quick} for good in ("wine", "salt") for quick in (False, True)))
    assert found is not None and found.switched is not None and found.switch == "quick"
    deeds = [cell.deed for row in found.switched.rows for cell in row.cells if cell]
    assert len(deeds) == 2 and all("True" in deed for deed in deeds)


def test_few_calls_lists_and_several_switches_stay_a_list() -> None:
    assert laid_out({"g": "wine"}, {"g": "salt"}) is None
    assert laid_out(*({"g": [good]} for good in ("wine", "salt", "grain", "x"))) is None
    assert laid_out(*({"a": a, "b": b} for a in (False, True) for b in (False, True))) is None
