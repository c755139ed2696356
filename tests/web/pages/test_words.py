"""A question in words on the pages: readings before hits, chips, what was left over, and the table's facts at a table."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.support.asking import PATTERNS, WORDS
from tests.support.tables import Phone
from tests.support.web_app import Outline, made_up_app, made_up_games

QUESTION = "can I lease the north dock with 2 coins on thursdays?"


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = tmp_path_factory.mktemp("words")
    home = made_up_games(folder) / "harbour"
    for name, text in (("words", WORDS), ("patterns", PATTERNS)):
        (home / name).mkdir()
        (home / name / "harbour.toml").write_text(text, "utf-8")
    return made_up_app(folder)


def get(app: Flask, address: str, **query: str) -> str:
    response: Any = app.test_client().get(address, query_string=query)
    assert response.status_code == 200
    return str(response.text)


def test_readings_stand_above_the_hits_each_before_its_verdict(asked: Flask) -> None:
    page = get(asked, "/search", q=QUESTION, game="harbour", **{"as": "red"})
    assert page.index('id="understood-title"') < page.index('role="status"')
    assert page.index("lease north dock") < page.index("badge v-no")
    assert Outline(page)


def test_what_was_told_is_a_chip_and_what_was_not_understood_is_struck_through(asked: Flask) -> None:
    page = get(asked, "/search", q=QUESTION, game="harbour", **{"as": "red"})
    assert 'class="fact-told"' in page and "coins of red: 2" in page and "<s>thursdays</s>" in page
    assert "given=coins+of+red+%3D+2" in page


def test_a_reading_leads_to_its_form_filled_in(asked: Flask) -> None:
    page = get(asked, "/g/harbour/ask/lease", go="1", given="coins of red = 2", **{"as": "red", "a.d": "north"})
    assert "v-no" in page


def test_a_word_is_only_looked_up(asked: Flask) -> None:
    assert "understood-title" not in get(asked, "/search", q="lease")


def test_no_list_waits_for_readings(asked: Flask) -> None:
    assert "understood-title" not in get(asked, "/search", q=QUESTION, part="results")
    part = get(asked, "/search", q=QUESTION, part="readings")
    assert "understood-title" in part and "<html" not in part and 'role="status"' not in part


def test_the_page_of_questions_takes_a_sentence(asked: Flask) -> None:
    page = get(asked, "/g/harbour/ask/", name="how much does the middle dock cost?")
    assert "understood-title" in page and "rent of middle dock" in page


def test_a_no_for_another_reason_says_so(asked: Flask) -> None:
    page = get(asked, "/g/harbour/ask/", name="may I load 9 grain with 9 coins?", **{"as": "red"})
    assert "understood-title" in page
    phone = Phone(asked).make()
    taken = get_at(phone, "may I lease the north dock with 9 coins?")
    assert "understood-title" in taken


def test_at_a_table_the_facts_of_the_table_count(asked: Flask) -> None:
    phone = Phone(asked).make()
    page = get_at(phone, "can I lease the north dock?")
    assert "understood-title" in page and f"{phone.url}/ask/lease" in page


def get_at(phone: Phone, text: str) -> str:
    response = phone.client.get(f"{phone.url}/words", query_string={"q": text, "as": "red"})
    assert response.status_code == 200
    return str(response.text)


def test_the_api_gives_readings_and_hits(asked: Flask) -> None:
    body = {"text": QUESTION, "as": "red", "given": "", "lang": "uk"}
    found: Any = asked.test_client().post("/api/v1/games/harbour/understand", json=body).json
    assert set(found) == {"readings", "hits"} and 1 <= len(found["readings"]) <= 3
    first = found["readings"][0]
    assert set(first) == {"question", "given", "said", "score", "left_over", "answer"}
    assert (first["question"], first["given"], first["left_over"]) == (
        "lease(north)",
        "coins of red = 2",
        ["thursdays"],
    )
    again: Any = asked.test_client().post(
        "/api/v1/games/harbour/ask",
        json={"question": first["question"], "given": first["given"], "as": "red", "lang": "uk"},
    )
    assert again.json == first["answer"]
    assert asked.test_client().post("/api/v1/games/harbour/understand", json={"text": ""}).status_code == 400
    bad = asked.test_client().post("/api/v1/games/harbour/understand", json={"text": "lease?", "given": "nonsense = 3"})
    assert bad.status_code == 422


def test_a_word_that_is_looked_up_offers_what_can_be_asked(asked: Flask) -> None:
    page = get(asked, "/search", q="lease north", game="harbour", **{"as": "red"})
    assert 'id="g-may"' in page and "/g/harbour/ask/lease?" in page and "a.d=north" in page
    assert page.index('id="g-may"') < page.index('class="hits" aria-labelledby="g-')


def test_filters_stand_behind_one_chip(asked: Flask) -> None:
    plain, narrowed = get(asked, "/search", q="lease"), get(asked, "/search", q="lease", game="harbour")
    assert '<details class="filters"><summary' in plain and '<details class="filters" open>' in narrowed


def test_every_page_of_a_game_and_of_a_table_has_one_box(asked: Flask) -> None:
    for address in ("", "ask/", "ask/lease", "t/", "disputes"):
        page = get(asked, f"/g/harbour/{address}")
        assert page.count('role="search"') + page.count('data-filter="#listed"') == 1, address
    phone = Phone(asked).make()
    for address in ("", "/log", "/words", "/facts"):
        page = str(phone.client.get(f"{phone.url}{address}").text)
        assert page.count(f'action="{phone.url}/words"') == 1, address


def test_what_must_be_done_has_a_page_and_stands_in_no_list(asked: Flask) -> None:
    page = get(asked, "/search", q="must I lease the north dock?", game="harbour", **{"as": "red"})
    assert "/g/harbour/ask/duty·lease?as=red&amp;a.role%C2%B7=red" in page
    assert "§ " in page  # a reading that is not opened names its section
    assert 'id="verdict"' in get(asked, "/g/harbour/ask/duty·lease", **{"a.role·": "red", "go": "1"})
    assert "duty·" not in get(asked, "/g/harbour/values")
