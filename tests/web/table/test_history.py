"""The course of a table: its numbers as plots and files, its boards again, and where the points come from."""

from __future__ import annotations

import csv
import io
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from kb.board.layout import Look
from tests.support.places import CORPUS
from tests.support.played import play_on
from tests.support.tables import plain
from web.app import create_app
from web.table.history import FIGURE, LETTER, TOP, Chronicle, Line, apart

#: entries after which points have been won and a round is over
WELL_UNDER_WAY = 90


def ending(y: float) -> Line:
    return Line("x", Look(), (1,), ("1",), "", "", (300.0, y))


def test_letters_at_the_ends_of_lines_stand_apart() -> None:
    placed = [line.end[1] for line in apart([ending(112.0), ending(40.0), ending(112.0), ending(109.0)])]
    assert placed[1] == 40.0 and placed[0] == 112.0  # who has room stays where the line ends
    assert min(abs(one - other) for i, one in enumerate(placed) for other in placed[:i]) >= LETTER


def test_no_letter_stands_above_the_plot() -> None:
    placed = [line.end[1] for line in apart([ending(float(TOP))] * 4)]
    assert min(placed) >= TOP and max(placed) == TOP + 3 * LETTER


def test_the_numbers_of_many_rounds_have_room() -> None:
    chronicle = object.__new__(Chronicle)
    marks = list(chronicle._marked([(at, str(at)) for at in range(1, 30)], 30))
    shown = [x for x, said in marks if said]
    assert len(marks) == 29 and 5 < len(shown) < 29 and min(b - a for a, b in pairwise(shown)) >= 2 * FIGURE


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, str, Flask]:
    """A phone at a Hegemony of two that is well under way, and its table."""
    config = {
        "CORPUS": str(CORPUS),
        "DATA": str(tmp_path_factory.mktemp("course")),
        "RATE": 0,
        "NEW_TABLES": 0,
        "DEADLINE": 0,
    }
    app = create_app(config)
    client = app.test_client()
    made = client.post("/t/new", data={"game": "hegemony", "players": "2", "draws": "app"})
    url = made.headers["Location"]
    play_on(app, url.rsplit("/", 1)[-1], 3, lambda _: False, WELL_UNDER_WAY)
    return client, url, app


@pytest.mark.slow
def test_the_numbers_as_files_end_as_the_table_stands(played: tuple[Any, str, Flask]) -> None:
    client, url, _ = played
    rows = list(csv.DictReader(io.StringIO(client.get(f"{url}/history.csv?as=-").text)))
    told = client.get(f"{url}/history.json?as=-").json
    points = next(plot for plot in told["plots"] if plot["title"] == "points")
    assert {"Fiscal Policy", "Taxation", "Immigration"} <= {plot["title"] for plot in told["plots"]}
    assert "Taxation" in rows[0] and not any(title.startswith("Taxation:") for title in rows[0])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", rows[0]["time (UTC)"])
    assert len(rows) == len(told["entries"]) == len(points["lines"][0]["values"]) > 20
    for line in points["lines"]:
        assert rows[-1][f"points: {line['title']}"].replace("−", "-") == str(line["values"][-1])
    shown = plain(client.get(f"{url}?as=-").text)
    for line in points["lines"]:
        assert re.search(rf"{line['title']} {line['values'][-1]} ".replace("-", "[-−]"), shown), line


def test_a_plot_says_its_rounds_from_the_beginning_and_numbers_in_sight_are_never_missing(tmp_path: Path) -> None:
    config = {"CORPUS": str(CORPUS), "DATA": str(tmp_path), "RATE": 0, "NEW_TABLES": 0, "DEADLINE": 0}
    client = create_app(config).test_client()
    url = client.post("/t/new", data={"game": "hegemony", "players": "2", "draws": "app"}).headers["Location"]
    page = client.get(f"{url}/history?as=-").text
    assert re.search(r'<text class="round"[^>]*>round 1</text>', page)
    told = [plot["title"] for plot in client.get(f"{url}/history.json?as=-").json["plots"]]
    assert {"points", "Taxation"} <= {*told}  # though nobody has points, and Taxation stands in its lowest section


@pytest.mark.slow
def test_two_files_of_a_table_have_two_names(played: tuple[Any, str, Flask]) -> None:
    client, url, _ = played
    number = client.get(f"{url}/now").json["number"]
    answers = (client.get(f"{url}/export.json"), client.post(f"{url}/export.json", data={"seen": number}))
    named = {answer.headers["Content-Disposition"] for answer in answers}
    assert len(named) == 2


@pytest.mark.slow
def test_where_the_points_come_from_adds_up_to_them(played: tuple[Any, str, Flask]) -> None:
    client, url, _ = played
    page = client.get(f"{url}/history?as=-").text.split('id="sources"', 1)[1].split('id="steps"')[0]
    roles = re.split(r"<h3", page)[1:]
    assert roles
    for role in roles:
        total = int(re.search(r": ([−\d]+)</h3>", role)[1].replace("−", "-"))  # type: ignore[index]
        gains = [int(by.replace("−", "-")) for by in re.findall(r"<strong>\+?([−\d]+)</strong>", role)]
        assert gains and sum(gains) == total
        assert role.count('class="num"') == len(gains)  # each by its paragraph


@pytest.mark.slow
def test_the_board_of_a_moment_is_shown_and_the_way_to_those_beside_it(played: tuple[Any, str, Flask]) -> None:
    client, url, _ = played
    entries = client.get(f"{url}/history.json?as=-").json["entries"]
    title = re.search(r"<h1>(.*?)</h1>", client.get(f"{url}/at/{entries[10]}?as=-").text)
    assert title and title[1] == f"After change {entries[10]} of {entries[-1]}"
    middle, page = entries[10], client.get(f"{url}/at/{entries[10]}?as=-").text
    assert re.search(
        rf'rel="prev"[^>]*href="[^"]*/at/{entries[9]}\b|href="[^"]*/at/{entries[9]}\b[^>]*rel="prev"', page
    )
    assert re.search(
        rf'rel="next"[^>]*href="[^"]*/at/{entries[11]}\b|href="[^"]*/at/{entries[11]}\b[^>]*rel="next"', page
    )
    row = list(csv.DictReader(io.StringIO(client.get(f"{url}/history.csv?as=-").text)))[10]
    assert row["entry"] == str(middle)
    for title, text in row.items():
        if title.startswith("points: "):
            assert f"{title.removeprefix('points: ')} {text} " in plain(page)
