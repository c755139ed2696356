"""Errors: one sentence, as a page and as JSON; never a trace."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.web_app import LANGUAGES, Outline, made_up_app


@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_and_json_say_the_same(client: Any, lang: str) -> None:
    page = client.get(f"/nope?ui={lang}")
    data = client.get(f"/nope?ui={lang}", headers={"Accept": "application/json"})
    assert page.status_code == data.status_code == 404
    assert Outline(page.text).faults == []
    assert data.json["title"] in page.text and data.json["detail"] in page.text


def test_our_own_fault_has_an_id_and_no_trace(web_folder: Any, caplog: pytest.LogCaptureFixture) -> None:
    app = made_up_app(web_folder)

    def broken() -> str:
        raise ValueError("secret detail")

    app.add_url_rule("/broken", view_func=broken)
    response = app.test_client().get("/broken")
    assert response.status_code == 500
    assert "secret detail" not in response.text and "Traceback" not in response.text
    data = app.test_client().get("/broken", headers={"Accept": "application/json"}).json
    assert data["id"] in caplog.text


@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", "Did you mean: har.act.2"), ("pl", "Czy chodzi o: har.act.2"), ("uk", "Можливо: har.act.2")],
)
def test_near_names_are_told_in_the_language_of_the_interface(client: Any, lang: str, text: str) -> None:
    assert text in client.get(f"/g/harbour/p/har.act.22?ui={lang}").text


@pytest.mark.parametrize(
    "path",
    [
        "/g/harbour/graph/zebra/har.act.2",
        "/g/harbour/graph/action/leaze",
        "/g/harbour/graph/%0d%0aX/%00",
        "/g/harbour/p/%ff%fe",
        "/g/harbour/t/..%2f..%2fx",
        "/g/harbour/c/" + "a" * 3000,
        "/g/%F0%9F/",
        "/g/harbour/ask/__class__",
        "/t/ABCDEFGH/course",
        "/t/x/ask/lease",
    ],
)
def test_addresses_that_lead_nowhere_get_a_page_with_a_way_on(client: Any, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert 'class="button" href="/"' in response.text and Outline(response.text).faults == []


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff\xfe",
        b"[[[[" * 20_000,
        b"nul",
        b'"x"',
        b'{"question": 5}',
        b'{"question": "score(red)", "state": []}',
    ],
)
def test_malformed_questions_are_refused(client: Any, body: bytes) -> None:
    response = client.post("/api/v1/games/harbour/ask", data=body, content_type="application/json")
    assert response.status_code in (400, 422) and response.json["detail"]
