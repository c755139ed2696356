"""What one request may take: too much ends with a sentence in the reader's language and leaves nothing behind; nobody waits for it."""

from __future__ import annotations

import io
import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from referee.budget import Meter, meter
from referee.errors import BudgetError
from referee.service import Position
from referee.service.glance import Glance
from tests.support.own_cards import favour_games
from tests.support.tables import Phone, table_app
from tests.support.web_app import LANGUAGES, Outline, made_up_app, made_up_games
from web.base.limits import Limiter
from web.base.work import LONGEST_QUERY
from web.cards import shelf as shelves
from web.cards.craft import craft
from web.cards.shelf import CardShelf
from web.pages.home import _qr

ASK = "/api/v1/games/harbour/ask"
ENDLESS = "count(x in 1..99999 with count(y in 1..99999 with yes) > 3)"
CARD = 'favour card "Windfall" of red captain.\nGain 3.'


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return table_app(tmp_path_factory.mktemp("work"))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "longer than a table can wait"),
        ("pl", "dłużej, niż stół może czekać"),
        ("uk", "довше, ніж стіл може чекати"),
    ],
)
def test_too_much_is_said_in_the_language_of_the_reader(client: Any, lang: str, text: str) -> None:
    response = client.post(f"{ASK}?ui={lang}", json={"question": ENDLESS})
    assert response.status_code == 422 and text in response.json["detail"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_on_a_page_over_the_deadline_is_said_too(
    web_folder: Path, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Meter, "__init__", _spent(Meter.__init__))
    app = made_up_app(web_folder)
    page = app.test_client().get(f"/g/harbour/ask/lease?go=1&as=red&ui={lang}")
    assert page.status_code == 422 and Outline(page.text).faults == []
    said = app.test_client().post(f"{ASK}?ui={lang}", json={"question": "lease", "as": "red"}).json
    assert said["detail"] in page.text.replace("&#39;", "'")


def _spent(plain: Any) -> Any:
    def made(self: Meter, steps: int = 1, seconds: float | None = None, clock: Any = None) -> None:
        plain(self, 1)

    return made


def test_the_meter_of_a_request_ends_with_it(app: Any) -> None:
    before = meter()
    app.test_client().post(ASK, json={"question": ENDLESS})
    assert meter() is not before and meter().spare == before.spare
    assert app.test_client().post(ASK, json={"question": "1 + 1"}).json["value"] == 2


def test_a_table_is_as_it_was_after_too_much(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Phone(app).make()
    number, state = host.number, json.loads(host.get("/export.json"))["state"]
    with monkeypatch.context() as patched:
        patched.setattr(Meter, "__init__", _spent(Meter.__init__))
        for path, form in (("/do", {"deed": "rest", "as": "red"}), ("/tell", {"text": "coins of red = 3"})):
            response = host.client.post(host.url + path, data={"seen": number, **form})
            assert response.status_code == 422
    assert host.number == number and json.loads(host.get("/export.json"))["state"] == state
    host.do("rest", "red")


@pytest.mark.parametrize(
    "text",
    ["coins of red = coins of red * coins of red", f"coins of red = {'9' * 4_400}", "coins of red = 1..1000000000000"],
)
def test_told_numbers_are_bounded(app: Any, text: str) -> None:
    host = Phone(app).make()
    host.post("/tell", 422, text=text)


# ---- where it comes in ---------------------------------------------------------------------------------------------


def test_numbers_with_thousands_of_digits_are_refused(app: Any) -> None:
    client = app.test_client()
    digits = "9" * 4_400
    assert client.get(f"/api/v1/search?q=st&limit={digits}").status_code == 400
    assert client.post("/t/new", data={"game": "harbour", "players": digits}).status_code == 422
    assert client.post(ASK, json={"question": digits[:3_900]}).status_code == 422
    assert client.post("/api/v1/games/harbour/apply", json={"action": f"answer {digits[:3_900]}"}).status_code == 422
    assert (
        client.post("/api/v1/games/harbour/moves", json={"as": "red", "action": f"lease({digits[:3_900]})"}).status_code
        == 422
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_address_that_is_too_long_is_not_written_back(client: Any, lang: str) -> None:
    response = client.get(f"/g/harbour/ask/lease?ui={lang}&given={'x' * LONGEST_QUERY}")
    assert response.status_code == 414
    assert "xxxxxxxx" not in response.text and Outline(response.text).faults == []


@pytest.mark.parametrize(
    "state",
    [
        {f"u{at}": at for at in range(30_000)}, {"coins": {f"u{at}": at for at in range(30_000)}},
        {"members": {"dock": [f"m{at}" for at in range(30_000)]}}, {"coins": [1] * 100_000},
    ],
)  # fmt: skip
def test_a_state_without_end_is_refused(app: Any, state: dict[str, Any]) -> None:
    client = app.test_client()
    assert client.post(ASK, json={"question": "1", "state": state}).status_code == 422
    file = {
        "file": (io.BytesIO(json.dumps({"paragraf_table": 1, "game": "harbour", "state": state}).encode()), "t.json")
    }
    assert client.post("/t/import", data=file).status_code == 422


# ---- how often -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "form"),
    [
        ("GET", "/qr.svg?to=/", {}), ("GET", "{table}/act/lease?as=red", {}), ("POST", "/g/harbour/workshop", {"text": "Gain 3."}),
        ("POST", "/g/harbour/workshop/file", {"text": "Gain 3."}), ("POST", "/t/import", {}), ("POST", "/t/new", {"game": "harbour"}),
        ("POST", "{table}/do", {"deed": "rest", "as": "red"}), ("POST", "{table}/tell", {"text": "coins of red = 3"}), ("POST", "{table}/keep", {"text": "x"}),
        ("GET", "{table}/ask/lease?go=1&as=red", {}), ("GET", "/g/harbour/ask/lease?go=1&as=red", {}), ("GET", "/search?q=dock", {}),
    ],
)  # fmt: skip
def test_costly_pages_are_limited_like_questions(tmp_path: Path, method: str, path: str, form: dict[str, str]) -> None:
    favour_games(tmp_path)
    app = made_up_app(tmp_path, RATE=4)
    host = Phone(app).make()  # takes one of the burst
    client = host.client
    app.extensions["paragraf-limiter"] = Limiter(4)
    app.extensions["paragraf-limiter"].spend("127.0.0.1")
    response = client.open(
        path.replace("{table}", host.url),
        method=method,
        data={"seen": "1", **form} if form or method == "POST" else None,
    )
    assert response.status_code == 429 and response.headers["Retry-After"]


def test_a_qr_code_is_drawn_once(app: Any) -> None:
    _qr.cache_clear()
    first = app.test_client().get("/qr.svg?to=/t/ABCDEFGH").data
    assert app.test_client().get("/qr.svg?to=/t/ABCDEFGH").data == first
    assert (_qr.cache_info().misses, _qr.cache_info().hits) == (1, 1)


# ---- nobody waits --------------------------------------------------------------------------------------------------


def test_nobody_waits_while_cards_of_another_table_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    favour_games(tmp_path)
    volume = made_up_app(tmp_path).extensions["paragraf-corpus"].volume("harbour")
    shelf, reading, go_on = CardShelf(), threading.Event(), threading.Event()

    def slow(game: Any, text: str) -> Any:
        if "Slow" in text:
            reading.set()
            assert go_on.wait(30)
        return craft(game, text)

    monkeypatch.setattr(shelves, "craft", slow)
    waiting = threading.Thread(target=lambda: shelf.grown(volume, (CARD.replace("Windfall", "Slow"),)))
    waiting.start()
    assert reading.wait(30)
    done = threading.Event()
    other = threading.Thread(target=lambda: (shelf.grown(volume, (CARD,)), done.set()))
    other.start()
    free = done.wait(20)
    go_on.set()
    waiting.join()
    other.join()
    assert free


def test_a_card_is_read_once_for_all_who_bring_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    favour_games(tmp_path)
    volume = made_up_app(tmp_path).extensions["paragraf-corpus"].volume("harbour")
    read: list[str] = []
    monkeypatch.setattr(shelves, "craft", lambda game, text: read.append(text) or craft(game, text))
    shelf, second = CardShelf(), CARD.replace("Windfall", "Second")
    shelf.grown(volume, (CARD,))
    shelf.grown(volume, (CARD, second))
    assert read == [CARD, second]


# ---- a cache folder that cannot be written to ----------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no owners here")
def test_search_works_where_the_cache_folder_cannot_be_written(tmp_path: Path) -> None:
    made_up_games(tmp_path)
    blocked = tmp_path / "cache"
    blocked.write_text("a file where the folder should be: nobody, not even root, can write below it")
    client = made_up_app(tmp_path).test_client()
    for path in ("/search?q=dock", "/api/v1/search?q=dock"):
        response = client.get(path)
        assert response.status_code == 200 and "ock" in response.text


@pytest.mark.parametrize("path", ["/g/harbour/ask/lease", "/t/CODE/ask/lease", "/g/harbour/workshop"])
def test_a_told_number_without_end_gets_a_sentence_on_every_page(app: Any, path: str) -> None:
    host = Phone(app).make()
    address = path.replace("/t/CODE", host.url)
    response = host.client.get(address, query_string={"given": f"coins of red = {'9' * 4_400}", "as": "red", "go": "1"})
    assert response.status_code in (200, 422)


def test_an_action_page_over_budget_says_so(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Phone(app).make()
    plain = Position.moves

    def over(self: Position, *args: Any, **more: Any) -> Any:
        raise BudgetError

    monkeypatch.setattr(Position, "moves", over)
    assert "longer than a table can wait" in host.get("/act/lease", **{"as": "red"})
    monkeypatch.setattr(Position, "moves", plain)
    assert "longer than a table can wait" not in host.get("/act/lease", **{"as": "red"})


def test_an_action_that_could_not_be_looked_at_is_looked_at_again(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Phone(app).make()

    def over(self: Glance, *args: Any, **more: Any) -> Any:
        raise BudgetError

    with monkeypatch.context() as patched:
        patched.setattr(Glance, "calls", over)
        before = host.get(**{"as": "red"})
    assert before != host.get(**{"as": "red"})
