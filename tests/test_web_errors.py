"""Errors: one sentence, as a page and as JSON; never a trace."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web_app import LANGUAGES, Outline, made_up_app


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
