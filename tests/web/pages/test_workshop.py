"""The card workshop: a card is read, shown in three languages, tried on told facts, kept as a file; nothing else ever runs."""

from __future__ import annotations

import re
import shutil
import time
from html import unescape
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from grammar.cards.english import English
from grammar.cards.tree import Card
from kb.cards.language import templates
from kb.library import Game, load_game
from referee.check.game import code_of
from tests.support.places import HARBOUR, ROOT
from tests.support.tables import Phone
from tests.support.web_app import LANGUAGES, Outline, Visitor
from web.app import create_app
from web.cards import meaning as carding
from web.cards.craft import as_file, craft
from web.cards.graft import with_cards

GOOD = 'action card "Windfall" of state, 2 copies.\nNeeds 1A or 1B.\nGain 10.'
PAGE = "/g/hegemony/workshop"
API = "/api/v1/games/hegemony/card"
TOLD = "section of fiscal = A; treasury = 5"


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """An app over one game with card words and one without, loaded once."""
    folder = tmp_path_factory.mktemp("shop")
    games = folder / "games"
    games.mkdir()
    (games / "hegemony").symlink_to(ROOT / "corpus" / "hegemony")
    shutil.copytree(HARBOUR, games / "harbour")
    app = create_app(
        {"CORPUS": str(games), "CACHE": str(folder / "cache"), "DATA": folder / "data", "RATE": 0, "DEADLINE": 5_000}
    )
    app.test_client_class = Visitor
    return app


@pytest.fixture
def visitor(shop: Any) -> Any:
    return shop.test_client()


@pytest.fixture
def game(shop: Any) -> Game:
    found: Game = shop.extensions["paragraf-corpus"].volume("hegemony").game
    return found


def attempt(visitor: Any, text: str = GOOD, **more: str) -> Any:
    return visitor.post(PAGE, data={"text": text, "as": "state", "go": "1", **more})


def verdict(page: str) -> str:
    found = re.search(r'class="verdict v-(\w+)"', page)
    return found[1] if found else ""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("query", ["", "&text=Gain+10.&as=state&go=1", "&text=Gian+10."])
def test_the_page_is_well_formed_in_every_language(visitor: Any, lang: str, query: str) -> None:
    response = visitor.get(f"{PAGE}?ui={lang}{query}")
    outline = Outline(response.text)
    assert response.status_code == (422 if "Gian" in query else 200)
    assert outline.faults == [] and outline.lang == lang and outline.headings.count(1) == 1


def test_the_page_begins_with_a_card_of_the_game(visitor: Any, game: Game) -> None:
    page = unescape(visitor.get(PAGE).text)
    assert any(f'"{entry.title}"' in page for entry in game.cards)
    assert 'class="fault"' not in page
    assert f'href="{PAGE}"' in visitor.get("/g/hegemony/cards").text


def test_a_good_card_shows_its_meaning_and_its_rule(visitor: Any) -> None:
    page = unescape(visitor.post(PAGE, data={"text": GOOD.replace("\n", "\r\n")}).text)
    assert "Needs 1A or 1B." in page and "Wymagania: 1A lub 1B." in page and "Умова: 1А або 1Б." in page
    assert "card card_windfall by actor in [state]" in page and 'class="fault"' not in page


def test_a_bad_card_shows_the_place_and_the_nearest_word(visitor: Any) -> None:
    response = visitor.post(PAGE, data={"text": "Needs 1A.\r\nThen gian 10."})
    page = unescape(response.text)
    assert response.status_code == 422
    assert "Line 2, column 6:" in page and "Then gian 10.\n     ^</pre>" in page and "Did you mean “gain”?" in page
    assert 'name="go"' not in page


def test_a_legal_card_is_played(visitor: Any) -> None:
    page = unescape(attempt(visitor, given=TOLD).text)
    assert verdict(page) == "yes"
    assert 'id="changes"' in page and "5 → 15" in page


def test_an_illegal_card_says_why_and_what_would_help(visitor: Any) -> None:
    page = unescape(attempt(visitor, given="section of fiscal = C").text)
    assert verdict(page) == "no" and 'id="changes"' not in page
    assert 'class="c-fail"' in page and 'href="#meaning"' in page
    remedy = re.search(rf'href="({PAGE}\?[^"]+)#verdict"', page)
    assert remedy is not None
    assert verdict(visitor.get(remedy[1]).text) == "yes"


def test_an_open_question_is_answered_by_its_buttons(visitor: Any) -> None:
    page = unescape(attempt(visitor).text)
    assert verdict(page) == "depends"
    response = visitor.get(PAGE, query_string={"text": GOOD, "as": "state", "tell": "section of fiscal", "value": "B"})
    assert response.status_code == 303
    assert verdict(visitor.get(response.location).text) == "yes"


def test_a_wrong_fact_is_told_as_such(visitor: Any) -> None:
    response = attempt(visitor, given="no_such_fact = 3")
    assert response.status_code == 422 and "no_such_fact" in response.text


def test_trying_never_touches_the_game(visitor: Any, game: Game) -> None:
    def size() -> object:
        program = game.program
        return len(program.rules), [
            {k: len(v.clauses) for k, v in part.items()} for part in (program.actions, program.values)
        ]

    before = size()
    lifting = next(e for e in game.cards if e.written == "own" and "overrides" in e.rule)
    assert game.card_words is not None
    text = English(game.card_words.vocabulary).card(Card(lifting.kind, "Lift", lifting.roles, 1, lifting.parts))
    assert verdict(visitor.post(PAGE, data={"text": text, "as": lifting.roles[0], "go": "1"}).text)
    assert size() == before
    assert visitor.get("/g/hegemony/ask/card_windfall").status_code == 404


@pytest.mark.parametrize("kept", [False, True])
def test_a_card_is_read_once_and_lowered_once(shop: Any, monkeypatch: pytest.MonkeyPatch, kept: bool) -> None:
    host = Phone(shop).make(game="hegemony", players="2")
    done: list[str] = []

    def counted(module: ModuleType, name: str) -> None:
        plain = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *args: done.append(name) or plain(*args))

    counted(carding, "read_cards")
    counted(carding, "lower")
    counted(templates, "parse_rules")
    if kept:
        host.post("/keep", text=GOOD)
    else:
        attempt(shop.test_client())
    assert done == ["read_cards", "lower"]


def test_a_card_of_the_game_gets_a_name_of_its_own(game: Game) -> None:
    taken = next(entry for entry in game.cards if entry.written == "own")
    made = craft(game, f'action card "{taken.action.removeprefix("card_")}" of state. Gain 10.')
    assert made.name.startswith(taken.action) and made.name not in game.program.actions
    assert made.name in code_of(with_cards(game, [made]).game).program.actions


def test_a_kept_card_is_held_by_nobody_and_costs_a_card_of_the_hand(shop: Any) -> None:
    host = Phone(shop).make(game="hegemony", players="2")
    host.post("/keep", text='action card "Alms" of working class. Gain 10.')
    assert 'value="card_alms"' in host.get("/act/card_alms", **{"as": "working_class"})
    before = host.client.get(f"{host.url}/export.json?as=working_class").json["state"]
    host.do("card_alms", "working_class")
    host.post("/answer", value=f'"{before["hand"]["working_class"][2]}"', as_="working_class")
    after = host.client.get(f"{host.url}/export.json?as=working_class").json["state"]
    assert after["money"]["working_class"] == before["money"]["working_class"] + 10
    assert set(before["hand"]["working_class"]) - set(after["hand"]["working_class"]) == {
        before["hand"]["working_class"][2]
    }
    assert after["turns_taken"]["working_class"] == 1


HOSTILE = {
    "choices": "You may gain 1. " * 60,
    "options": "Choose one: gain 1; or gain 2. " * 40,
    "or": "Gain 1 or " * 100 + "gain 2.",
    "number": "Gain " + "9" * 4_000 + ".",
    "nested": "If 1A, " * 60 + "gain 1.",
    "brackets": "(" * 4_000,
    "fences": "## a\n" * 400 + "\n" * 1_500 + "```card\n",
    "blank lines": "## a\n" + "\n" * 4_000 + "```card\n",
    "words": "gain 1. " * 400,
    "long": "a " * 5_000,
    "zero": "\0\x01\ud7ff",
    "quote": 'action card "' + "x" * 3_000,
    "cards": 'action card "A" of state. Gain 1. ' * 80,
    "rule": "Gain 1.\neffect set treasury = 99\n```rule\ncard x by actor in [state]\n```",
    "script": "<script>alert(1)</script>",
}  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_cards_get_an_error_and_soon(visitor: Any, text: str) -> None:
    begun = time.monotonic()
    response = attempt(visitor, text)
    assert response.status_code == 422 or (verdict(response.text) and text == HOSTILE["or"])
    assert "<script>alert" not in response.text
    assert visitor.post(API, json={"text": text}).status_code in (200, 400)
    assert time.monotonic() - begun < 30


def test_a_title_is_only_a_title(visitor: Any, game: Game) -> None:
    title = "{0.__class__} # A) effect <b>"
    assert verdict(attempt(visitor, f'action card "{title}" of state. Gain 1.').text) == "yes"
    made = craft(game, f'action card "{title}" of state. Gain 1.')
    assert as_file(game, made).splitlines()[0].startswith("# 0.__class__ A) effect <b> {#")


def test_the_file_drops_into_the_corpus(visitor: Any, game: Game, tmp_path: Path) -> None:
    response = visitor.post(f"{PAGE}/file", data={"text": GOOD})
    assert (
        response.mimetype == "text/markdown" and 'filename="own-windfall.md"' in response.headers["Content-Disposition"]
    )
    home = tmp_path / "corpus" / "hegemony"
    shutil.copytree(
        ROOT / "corpus" / "hegemony", home, ignore=shutil.ignore_patterns("cases", "*-class.md", "events.md")
    )
    (home / "cards" / "own-windfall.md").write_text(response.text, "utf-8")
    dropped = load_game(home)
    (card,) = [entry for entry in dropped.cards if entry.title == "Windfall"]
    assert (card.action, card.copies, card.roles, card.rule) == ("card_windfall", 2, ("state",), craft(game, GOOD).rule)
    assert [p for p in dropped.problems if "own-windfall" in p.place.file and p.severity == "error"] == []


def test_a_faulty_card_is_no_file(visitor: Any) -> None:
    response = visitor.post(f"{PAGE}/file", data={"text": "Gian 10."})
    assert response.status_code == 303 and response.location == f"{PAGE}?text=Gian+10."


def test_the_api_gives_meaning_rule_and_errors(visitor: Any) -> None:
    found = visitor.post(API, json={"text": GOOD}).json
    assert set(found) == {"meaning", "rule", "errors"} and set(found["meaning"]) == set(LANGUAGES)
    assert found["rule"].startswith("card card_windfall") and found["errors"] == []
    (error,) = visitor.post(API, json={"text": "Gian 10."}).json["errors"]
    assert (error["line"], error["column"], error["shown"], error["caret"]) == (1, 1, "Gian 10.", "^")
    assert "gain" in error["cure"]
    assert visitor.post(API, json={"text": "x" * 5_000}).status_code == 400
    assert visitor.post(API, json={}).status_code == 400
    described = visitor.get("/api/openapi.json").json["paths"]["/api/v1/games/{game}/card"]["post"]
    assert described["requestBody"]["content"]["application/json"]["schema"]["$ref"].endswith("/CardRequest")


def test_a_game_without_card_words_says_so(visitor: Any) -> None:
    for lang in LANGUAGES:
        response = visitor.get(f"/g/harbour/workshop?ui={lang}")
        assert response.status_code == 200 and Outline(response.text).faults == [] and "<textarea" not in response.text
    assert visitor.post("/api/v1/games/harbour/card", json={"text": "Gain 1."}).status_code == 422
    assert visitor.post("/g/harbour/workshop/file", data={"text": "Gain 1."}).status_code == 422


def test_the_script_is_small_and_the_rate_is_limited(shop: Any, visitor: Any) -> None:
    assert len(visitor.get("/static/workshop.js").data) < 3_000
    limiter = shop.extensions["paragraf-limiter"]
    limiter.rate, limiter.burst = 4, 1.0
    try:
        codes = [visitor.post(API, json={"text": "Gain 1."}).status_code for _ in range(3)]
    finally:
        limiter.rate = 0
    assert codes[0] == 200 and codes[-1] == 429
