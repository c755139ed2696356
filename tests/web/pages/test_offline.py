"""Offline: manifest, worker and what is kept."""

from __future__ import annotations

from typing import Any


def test_manifest(client: Any) -> None:
    response = client.get("/manifest.webmanifest")
    assert response.content_type == "application/manifest+json"
    assert response.json["start_url"] == "/" and client.get(response.json["icons"][0]["src"]).status_code == 200


def test_worker_names_files_that_exist(client: Any) -> None:
    import json
    import re

    text = client.get("/sw.js").text
    files = json.loads(re.search(r"FILES = (\[.*?\]);", text)[1])  # type: ignore[index]
    for path in files:
        assert client.get(path).status_code == 200


def test_kept_pages_exist_and_entries_lead_into_them(client: Any) -> None:
    data = client.get("/offline/harbour.json?lang=pl").json
    pages = {path: client.get(path) for path in data["pages"]}
    assert all(page.status_code == 200 for page in pages.values())
    for entry in data["entries"]:
        path, _, anchor = entry["u"].partition("#")
        assert f'id="{anchor}"' in pages[path].text


def test_no_page_names_another_host(client: Any) -> None:
    for path in ("/", "/g/harbour/c/har.all", "/static/style.css", "/static/app.js", "/sw.js"):
        assert "://" not in client.get(path).text.replace("http://www.w3.org", "")
