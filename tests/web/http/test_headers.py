"""Headers of every kind of response."""

from __future__ import annotations

from typing import Any

import pytest

from web.http.headers import SECURITY

KINDS = (
    "/",
    "/g/harbour/c/har.all",
    "/nope",
    "/api/v1/games",
    "/static/style.css",
    "/sw.js",
    "/api/v1/games/zz/schema",
)


@pytest.mark.parametrize("path", KINDS)
def test_security_headers_are_everywhere(client: Any, web_app: Any, path: str) -> None:
    headers = client.get(path).headers
    for name, value in SECURITY.items():
        assert headers[name] == value
    assert headers["Corpus-Version"] == web_app.extensions["paragraf-corpus"].version
    assert "unsafe" not in headers["Content-Security-Policy"]


def test_unchanged_page_is_not_sent_again(client: Any) -> None:
    first = client.get("/g/harbour/")
    again = client.get("/g/harbour/", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and again.data == b""
    client.set_cookie("ui", "pl")
    assert client.get("/g/harbour/", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_errors_are_never_cached(client: Any) -> None:
    assert client.get("/nope").headers["Cache-Control"] == "no-store"
    missing = client.get("/g/harbour/p/zz")
    assert "ETag" not in missing.headers


def test_missing_page_is_missing_again_with_an_etag(client: Any) -> None:
    tag = client.get("/").headers["ETag"]
    assert client.get("/g/harbour/p/zz", headers={"If-None-Match": tag}).status_code == 404


def test_static_files_with_a_digest_are_kept_for_ever(client: Any, web_app: Any) -> None:
    digest = web_app.extensions["paragraf-assets"]
    assert "immutable" in client.get(f"/static/style.css?v={digest}").headers["Cache-Control"]
    assert client.get("/static/style.css").headers["Cache-Control"] == "no-cache"


def test_page_made_before_is_the_same_for_the_same_reader_only(client: Any) -> None:
    first = client.get("/g/harbour/c/har.all")
    again = client.get("/g/harbour/c/har.all")
    assert again.data == first.data and again.headers["ETag"] == first.headers["ETag"]
    client.set_cookie("edition_harbour", "print2")
    assert "Second printing" in client.get("/g/harbour/c/har.all").text.split("</h1>")[1][:300]
