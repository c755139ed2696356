"""The app under a path prefix: nothing it says leads out of it."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

import pytest

from tests.support import places
from tests.support.own_cards import favour_games
from tests.support.tables import table_app
from tests.support.web_app import Visitor, made_up_app
from web.base.settings import read_prefix

ROOT = "/rules"
WINDFALL = 'favour card "Windfall" of red captain, 2 copies.\nGain 3.'
#: attributes that begin with a slash and are no address to follow: they come back to us in a form
SENT_BACK = ("value",)


class Addresses(HTMLParser):
    """Every attribute of a page that begins with a slash, and those that are links to follow."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and value.startswith("/") and name not in SENT_BACK:
                self.found.append((tag, name, value))
            if value and name in ("href", "src") and not value.startswith(("#", "data:")):
                self.links.append(value)


def outside(text: str) -> list[tuple[str, str, str]]:
    """The addresses of a page that leave the prefix."""
    return [each for each in Addresses(text).found if not each[2].startswith(f"{ROOT}/")]


def crawl(client: Visitor, *starts: str) -> Iterator[tuple[str, Any]]:
    """Every page that can be reached, once for each path and the names in its query."""
    waiting, seen = list(starts), set()
    while waiting:
        address = waiting.pop()
        path, _, query = address.partition("?")
        key = (path, tuple(sorted(re.findall(r"(?:^|&)([^=&]+)=", query))))
        if key in seen:
            continue
        seen.add(key)
        response = client.get(address)
        yield address, response
        if response.status_code in (301, 302, 303, 308):
            waiting.append(response.headers["Location"])
        elif response.mimetype == "text/html":
            waiting += [urldefrag(urljoin(address, link))[0] for link in Addresses(response.text).links]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return table_app(tmp_path_factory.mktemp("prefix"), PREFIX=ROOT)


def new_table(client: Visitor) -> str:
    made = client.post(f"{ROOT}/t/new", data={"game": "harbour", "players": "2"})
    assert made.status_code == 303
    return str(made.headers["Location"])


def test_no_page_leads_out_of_the_prefix(app: Any) -> None:
    client = app.test_client()
    table = new_table(client)
    assert re.fullmatch(rf"{ROOT}/t/[2-9A-Z]{{6}}", table)
    visited = {}
    for address, response in crawl(client, f"{ROOT}/"):
        assert address.startswith(f"{ROOT}/"), address
        assert response.status_code < 400, (address, response.status_code)
        if response.mimetype == "text/html":
            assert outside(response.text) == [], address
        visited[address.partition("?")[0]] = response
    kinds = {re.sub(r"^/rules/(\w*).*", r"\1", address) for address in visited}
    assert kinds >= {"", "g", "t", "search", "choices", "about", "coverage", "offline", "static", "api", "qr"}
    assert any(address.startswith(f"{table}/act/") for address in visited)
    assert any(re.search(r"/g/harbour/t/\w+$", address) for address in visited), "links in the text of a paragraph"


def test_the_workshop_and_its_trial_stay_inside(tmp_path: Path) -> None:
    favour_games(tmp_path)
    client = made_up_app(tmp_path, PREFIX=ROOT).test_client()
    page = client.get(f"{ROOT}/g/harbour/workshop")
    assert page.status_code == 200 and f'data-card="{ROOT}/api/v1/games/harbour/card"' in page.text
    assert outside(page.text) == []


def test_a_table_with_a_card_of_its_own_stays_inside(tmp_path: Path) -> None:
    favour_games(tmp_path)
    client = made_up_app(tmp_path, PREFIX=ROOT).test_client()
    table = new_table(client)
    kept = client.post(f"{table}/keep", data={"seen": "1", "text": WINDFALL})
    assert kept.status_code == 303 and kept.headers["Location"].startswith(table)
    for path in ("", "/cards", "/course", "/log", "/ask/lease"):
        page = client.get(table + path)
        assert page.status_code == 200 and outside(page.text) == [], path
    text = client.get(f"{table}/ask/lease").text
    assert f'class="term" href="{ROOT}/g/harbour/t/' in text, "links in the texts of a game with own cards"


def test_what_is_sent_leads_back_inside(app: Any) -> None:
    client = app.test_client()
    table = new_table(client)
    told = client.post(f"{table}/tell", data={"seen": "1", "text": "coins of red = 3"})
    assert told.status_code == 303 and told.headers["Location"].startswith(f"{table}")
    late = client.post(f"{table}/tell", data={"seen": "1", "text": "coins of red = 4"})
    assert late.status_code == 409 and f'action="{table}/tell"' in late.text and outside(late.text) == []
    back = client.get(f"{ROOT}/choices?set=1&ui=pl&next=/g/harbour/")
    assert back.headers["Location"] == f"{ROOT}/g/harbour/" and outside(back.text) == []
    assert client.get(f"{ROOT}/g/harbour").headers["Location"].endswith(f"{ROOT}/g/harbour/")
    assert client.get(ROOT).headers["Location"] == f"{ROOT}/"


def test_cookies_are_for_the_prefix_alone(app: Any) -> None:
    client = app.test_client()
    made = client.post(f"{ROOT}/t/new", data={"game": "harbour", "players": "2"})
    cookies = made.headers.getlist("Set-Cookie")
    assert len(cookies) == 3 and all(f"; Path={ROOT}/;" in cookie for cookie in cookies)
    left = client.post(f"{made.headers['Location']}/leave")
    assert all(f"Path={ROOT}/" in cookie for cookie in left.headers.getlist("Set-Cookie"))


def test_programs_are_told_addresses_under_the_prefix(app: Any) -> None:
    client = app.test_client()
    assert client.get(f"{ROOT}/api/openapi.json").json["servers"] == [{"url": f"{ROOT}/"}]
    paragraph = client.get(f"{ROOT}/api/v1/games/harbour/paragraphs/har.act.2").json
    assert paragraph["url"] == f"{ROOT}/g/harbour/p/har.act.2"
    found = client.get(f"{ROOT}/api/v1/search?q=dock").json["hits"]
    assert found and all(hit["url"].startswith(f"{ROOT}/g/harbour/") for hit in found)


def test_the_installed_app_and_what_it_keeps_stay_inside(app: Any) -> None:
    client = app.test_client()
    manifest = client.get(f"{ROOT}/manifest.webmanifest").json
    assert manifest["start_url"] == manifest["scope"] == f"{ROOT}/"
    assert all(icon["src"].startswith(f"{ROOT}/static/") for icon in manifest["icons"])
    worker = client.get(f"{ROOT}/sw.js")
    assert worker.headers["Service-Worker-Allowed"] == f"{ROOT}/" and f'const ROOT = "{ROOT}";' in worker.text
    files = re.search(r"const FILES = (\[.*?\]);", worker.text)
    assert files and all(path.startswith(f"{ROOT}/") for path in json.loads(files.group(1)))
    kept = client.get(f"{ROOT}/offline/harbour.json").json
    addresses = [*kept["pages"], *(entry["u"] for entry in kept["entries"])]
    assert all(address.startswith(f"{ROOT}/g/harbour/") for address in addresses)
    assert all(client.get(page).status_code == 200 for page in kept["pages"])


def test_a_qr_code_holds_the_whole_address(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import segno

    made: list[str] = []
    real = segno.make
    monkeypatch.setattr(segno, "make", lambda text, **how: (made.append(text), real(text, **how))[1])
    client = app.test_client()
    page = client.get(f"{new_table(client)}/share").text
    shown = [html.unescape(link) for link in Addresses(page).links if "/qr.svg" in link]
    assert shown and all(client.get(link).status_code == 200 for link in shown)
    assert all(re.fullmatch(rf"http://localhost{ROOT}/t/\w{{6}}(/in/\w+)?(\?as=-)?", text) for text in made), made


def test_a_proxy_may_take_the_prefix_off(app: Any) -> None:
    page = app.test_client().get("/g/harbour/")
    assert page.status_code == 200 and outside(page.text) == []


@pytest.mark.parametrize("text", ["rules", "/a b", "//evil", "/rules?x", "/..", "/rules/../x", "http://example.org/"])
def test_what_is_no_prefix_is_refused(text: str) -> None:
    with pytest.raises(SystemExit, match="PARAGRAF_PREFIX is"):
        read_prefix(text)


def test_a_prefix_may_end_with_a_slash_and_be_empty() -> None:
    assert [read_prefix(text) for text in ("/rules/", "/a/b-c", "", "/")] == ["/rules", "/a/b-c", "", ""]


def test_a_prefix_that_is_a_page_of_the_app_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="/t leads to pages of the app"):
        made_up_app(tmp_path, PREFIX="/t")


def test_every_address_in_a_template_is_seen_by_the_prefix() -> None:
    """An attribute with an address begins with a slash, a sign or an expression, so that it can be found when compiled."""
    templates = places.ROOT / "web" / "templates"
    odd = []
    for path in templates.rglob("*.html"):
        for found in re.finditer(r'([\w-]+)="(\{%[^"]*|[^"{]*/\{\{[^"]*)', path.read_text("utf-8")):
            name, value = found.groups()
            if name in ("href", "src", "action", "formaction", "data-url", "data-card") and not value.startswith(
                ("/", "#", "?")
            ):
                odd.append((path.name, found.group()))
    assert odd == []
