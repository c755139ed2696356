"""Who may send a form: our own pages and programs, nobody else's page; and who may guess codes, by whatever address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.routes import addresses, changing, reading
from tests.support.tables import Phone, table_app
from web.base.limits import Limiter
from web.store.secret import new_word


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, web_folder: Path) -> Any:
    return table_app(tmp_path_factory.mktemp("origin"), CACHE=str(web_folder / "cache"))


def sent(host: Phone, **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return int(host.client.post(f"{host.url}/undo", data={"seen": host.number}, headers=named).status_code)


@pytest.mark.parametrize(
    "origin", ["http://localhost", "HTTP://LOCALHOST:80", "https://localhost", "https://localhost:443"]
)
def test_our_own_origin_is_let_in_whatever_the_proxy_speaks(host: Phone, origin: str) -> None:
    assert sent(host, Origin=origin) == 303


@pytest.mark.parametrize(
    "origin",
    [
        "https://example.com",
        "http://localhost:8080",
        "http://localhost.example.com",
        "null",
        "",
        "//[",
        "http://localhost@example.com",
    ],
)
def test_a_foreign_origin_is_refused_without_any_other_sign(host: Phone, origin: str) -> None:
    assert sent(host, Origin=origin) == 403


def test_what_the_browser_says_itself_comes_first(host: Phone) -> None:
    assert sent(host, Sec_Fetch_Site="same-origin", Origin="https://example.net") == 303
    assert sent(host, Sec_Fetch_Site="same-site", Origin="http://localhost") == 403
    assert sent(host, Sec_Fetch_Site="cross-site") == 403
    assert sent(host) == 303  # a program says neither


def test_a_proxy_that_is_believed_names_the_host(tmp_path: Path, web_folder: Path) -> None:
    app = table_app(tmp_path, CACHE=str(web_folder / "cache"), PROXIES=1)
    host = Phone(app).make()
    named = {"X-Forwarded-Host": "example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "9.9.9.9"}
    for origin, status in (("https://example.org", 303), ("http://localhost", 403), ("https://example.net", 403)):
        answer = host.client.post(f"{host.url}/undo", data={"seen": host.number}, headers={**named, "Origin": origin})
        assert answer.status_code == status, origin


def test_every_address_that_takes_a_form_refuses_foreign_ones(app: Any, host: Phone) -> None:
    """Found from the routes: a new one is looked at by itself."""
    tried = 0
    for rule, method in changing(app.url_map):
        for path in addresses(rule, {"code": [host.url[3:]], "game": ["harbour"]}):
            answer = host.client.open(path, method=method, headers={"Origin": "https://example.com"})
            assert answer.status_code == 403, (rule.rule, method)
            tried += 1
    assert tried > 15


def test_guessing_codes_is_slow_by_whatever_address(tmp_path: Path, web_folder: Path) -> None:
    app = table_app(tmp_path, CACHE=str(web_folder / "cache"), NEW_TABLES=8)
    for rule in (rule for rule in reading(app.url_map) if "code" in rule.arguments):
        app.extensions["paragraf-table-limiter"] = Limiter(8)
        guesses = [new_word(8) for _ in range(4)]
        paths = [
            next(
                addresses(
                    rule, {"code": [guess], "name": ["coins"], "key": ["X" * 20], "number": ["1"], "which": ["1"]}
                )
            )
            for guess in guesses
        ]
        assert [app.test_client().get(path).status_code for path in paths] == [404, 404, 429, 429], rule.rule


def test_codes_alone_in_a_cookie_tell_nothing(app: Any, host: Phone) -> None:
    guesser = app.test_client()
    guesser.set_cookie("tables", host.url[3:])
    for path in ("/", "/t/"):
        assert host.url not in guesser.get(path).text
        assert host.url in host.client.get(path).text
