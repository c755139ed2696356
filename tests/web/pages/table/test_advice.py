"""What now: a step without a table, the step of a table, and questions on what a phone sees of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.tables import Phone, plain, table_app
from tests.support.web_app import LANGUAGES, Outline
from web.table.options import LEARNED, LookCost


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, web_folder: Path) -> Any:
    return table_app(tmp_path_factory.mktemp("advice"), CACHE=str(web_folder / "cache"))


def test_step_lists_roles_actions_and_their_paragraphs(client: Any) -> None:
    page = client.get("/g/harbour/course?step=turns").text
    text = plain(page)
    assert "You are here" in text and "must do 1" in text and "may do 1" in text
    assert page.count('href="/g/harbour/ask/lease?step=turns') == 3  # one for each captain
    assert "lease § Actions" in text
    page = client.get("/g/harbour/course?step=turns&as=red").text
    assert page.count('href="/g/harbour/ask/lease?step=turns') == 1


def test_steps_lead_on_and_back(client: Any) -> None:
    page = client.get("/g/harbour/course?step=weather_step&as=red").text
    assert 'rel="prev" href="/g/harbour/course?as=red&amp;step=turns"' in page
    assert 'rel="next" href="/g/harbour/course?as=red&amp;step=dues_step"' in page
    assert "goes by itself" in page


def test_unknown_step_is_not_found(client: Any) -> None:
    for path in ("/g/harbour/course?step=turnz", "/g/harbour/ask/lease?step=turnz"):
        response = client.get(path)
        assert response.status_code == 404 and "turns" in response.text


def test_action_asked_in_another_step_is_refused_by_the_course(client: Any) -> None:
    told = "as=red&a.d=north&go=1&given=owner+of+north=none;coins+of+red=9;owner+of+middle=none;owner+of+south=none"
    assert "v-yes" in client.get(f"/g/harbour/ask/lease?{told}&step=turns").text
    assert "v-no" in client.get(f"/g/harbour/ask/lease?{told}&step=dues_step").text


def test_table_knows_its_step_and_who_may_do_what(host: Phone) -> None:
    text = plain(host.get("/course", **{"as": "red"}))
    assert "turns § Rounds and end" in text and "To move: red" in text and "lease § Actions" in text
    assert "not their turn" in text  # green
    host.do("lease(d=north)", "red")
    after = host.get("/course", **{"as": "red"})
    assert "must do 1" not in plain(after) and f"{host.url}/act/bargain?as=red" in after


def test_value_is_worked_out_on_the_table(host: Phone) -> None:
    host.do("lease(d=north)", "red")
    page = host.get("/ask/score", go="1", **{"as": "red", "a.c": "red"})
    derived = re.search(r'id="derivation".*?</section>', page, re.DOTALL)
    assert derived is not None and "2 × 1 = 2" in plain(derived[0])
    listed = host.get("/values", **{"as": "red"})
    assert (
        f"{host.url}/ask/score" in listed and f'<form class="form" action="{host.url}/words"' in listed
    )  # a look-up keeps the table


def test_question_sees_no_more_than_the_phone(host: Phone, guest: Phone) -> None:
    guest.post("/seat", 303, role="green")
    guest.post("/tell", 303, text="hand of green = [gale]", as_="green")
    mine = guest.get("/ask/hand", go="1", **{"as": "green", "a.captain": "green"})
    assert "gale" in plain(mine)
    theirs = host.get("/ask/hand", go="1", **{"as": "red", "a.captain": "green"})
    assert "v-value" not in theirs or "gale" not in re.findall(r'id="verdict".*?</section>', theirs, re.DOTALL)[0]


def test_asking_changes_nothing(host: Phone) -> None:
    before = host.number
    host.get("/ask/lease", go="1", given="coins of red = 0", **{"as": "red", "a.d": "north"})
    assert host.number == before
    assert "coins (red): 0" not in plain(host.get())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_are_sound_in_every_language(host: Phone, lang: str) -> None:
    for path in ("/course", "/values", "/ask/score", "/ask/lease"):
        page = Outline(host.get(path, ui=lang, lang=lang))
        assert page.faults == [] and page.lang == lang, path


def test_legal_moves_are_found_a_little_at_a_time(host: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.table.options.GLANCE", -1.0)
    monkeypatch.setattr("web.table.options.PATIENCE", -1.0)
    first = host.get(**{"as": "red"})
    assert "data-more" in first and 'value="lease(d=north)"' not in first and "Perhaps possible" in first
    further = re.search(r'href="/t/\w+\?as=red&amp;look=(\d+)#now"', first)
    assert further, "without a script one goes on by a link"
    monkeypatch.setattr("web.table.options.PATIENCE", 60.0)
    second = host.get(**{"as": "red", "look": further[1]})
    assert "data-more" not in second and 'value="lease(d=north)"' in second


def test_a_page_without_time_still_looks_at_one_action_when_asked_again(
    host: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.table.options.GLANCE", -1.0)
    monkeypatch.setattr("web.table.options.PATIENCE", -1.0)

    def left() -> int:
        found = re.search(r"look=(\d+)#now", host.get(**{"as": "red"}))
        return int(found[1]) if found else 0

    untried = left()
    assert untried > 0
    assert [left() for _ in range(untried)] == list(reversed(range(untried)))


def test_an_action_known_to_take_long_waits_until_the_page_is_asked_for_again(
    app: Any, host: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.table.options.GLANCE", 30.0)
    monkeypatch.setattr("web.table.options.PATIENCE", 30.0)
    finder = app.extensions["paragraf-finder"]
    monkeypatch.setitem(finder._costs, ("harbour", "lease"), LookCost(LEARNED, 60.0))
    first = host.get(**{"as": "red"})
    assert "look=1#now" in first and 'value="lease(d=north)"' not in first and 'value="rest"' in first
    second = host.get(**{"as": "red"})
    assert "data-more" not in second and 'value="lease(d=north)"' in second
    assert finder._costs["harbour", "lease"].seconds < 60.0, "what it takes now is what counts"
