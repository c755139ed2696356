"""Cards of a table's own: kept, shown, played, undone, taken away, exported, read back; bounded, and only for those with the key."""

from __future__ import annotations

import io
import json
import re
import time
from html import unescape
from typing import Any

import pytest

from tests.support.own_cards import favour_games
from tests.support.places import ROOT
from tests.support.tables import Phone, plain
from tests.support.web_app import LANGUAGES, Outline, made_up_app
from web.cards.craft import craft
from web.cards.graft import with_cards
from web.cards.shelf import CardShelf
from web.store.quota import CARDS
from web.store.secret import mark_of

WINDFALL = 'favour card "Windfall" of red captain, 2 copies.\nGain 3.'
EVICTION = 'favour card "Eviction" of red captain and green captain.\nFree a dock.\nGain 2 per your dock.'
OMEN = 'omen card "Red sky" of red captain.\nGain 1.'
WORKSHOP = "/g/harbour/workshop"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("keeping")
    favour_games(folder)
    return made_up_app(folder)


def coins(phone: Phone) -> int:
    return int(json.loads(phone.get("/export.json"))["state"]["coins"]["red"])


def test_a_kept_card_is_offered_played_and_cited(host: Phone) -> None:
    host.post("/keep", text=WINDFALL.replace("\n", "\r\n"))
    page = host.looked(**{"as": "red"})
    assert 'value="card_windfall"' in page and "Our own card was added: Windfall" in plain(page)
    host.do("card_windfall", "red")
    text = plain(host.get(**{"as": "red"}))
    assert "red Windfall § our own card coins (red): 10 → 13 § our own card" in text
    assert f'href="{host.url}/cards#har.card.own_windfall"' in host.get() and 'id="har.card.own_windfall"' in host.get(
        "/cards"
    )


def test_only_the_role_it_names_may_play_it(host: Phone) -> None:
    host.post("/keep", text=WINDFALL)
    host.do("lease(d=north)", "red")
    host.do("done", "red")
    assert 'value="card_windfall"' not in host.get(**{"as": "green"})
    host.post("/do", 422, deed="card_windfall", as_="green")


def test_a_card_of_the_game_still_has_to_be_held(host: Phone) -> None:
    host.post("/keep", text=WINDFALL)
    assert "§ Favours fav.1" in plain(host.post("/do", 422, deed="card_fair_wind", as_="red"))


def test_it_is_played_as_often_as_it_has_copies(host: Phone) -> None:
    host.post("/keep", text=WINDFALL)
    for round_ in range(3):
        if round_ < 2:
            host.do("card_windfall", "red")
        else:
            assert "§ our own card" in plain(host.post("/do", 422, deed="card_windfall", as_="red"))
        host.do("rest", "red")
        if "To move: red" in plain(host.get()):
            host.do("done", "red")
        host.do("rest", "green")
        if "To move: green" in plain(host.get()):
            host.do("done", "green")


def test_undo_takes_back_the_play_and_then_the_card(host: Phone) -> None:
    host.post("/keep", text=WINDFALL)
    host.do("card_windfall", "red")
    host.post("/undo")
    assert coins(host) == 10 and "Windfall" in host.get("/cards")
    host.post("/undo")
    assert (
        "No card of our own yet" in plain(host.get("/cards"))
        and host.client.get(f"{host.url}/act/card_windfall").status_code == 404
    )
    host.post("/redo")
    host.post("/redo")
    assert coins(host) == 13


def test_it_is_shown_in_the_language_of_the_reader(host: Phone) -> None:
    host.post("/keep", text=EVICTION)
    for lang, words in (
        ("en", "Gain 2 per your dock."),
        ("pl", "Otrzymaj 2¢ za każde swoje nabrzeże."),
        ("uk", "Отримайте 2¢ за кожен свій док."),
    ):
        for path in ("", "/cards", "/act/card_eviction"):
            assert words in unescape(host.get(path, lang=lang, **{"as": "red"})), (lang, path)
    assert "Eviction: north" not in host.get(**{"as": "red"})  # nothing to free yet
    host.do("lease(d=north)", "red")
    host.post("/do", action="card_eviction", as_="red", **{"a.d": "north"})
    assert "owner (north): red → none § our own card" in plain(host.get())


def test_a_card_is_taken_away_only_before_it_is_played(host: Phone) -> None:
    host.post("/keep", text=WINDFALL)
    host.post("/keep", text=EVICTION)
    host.post("/drop", card=mark_of(EVICTION))
    assert "Our own card was taken away: Eviction" in plain(host.get()) and "Eviction" not in plain(host.get("/cards"))
    host.do("card_windfall", "red")
    assert f'value="{mark_of(WINDFALL)}"' not in host.get("/cards") and "was played" in plain(host.get("/cards"))
    assert "“Windfall” was played" in plain(host.post("/drop", 422, card=mark_of(WINDFALL)))
    assert "not kept here any more" in plain(host.post("/drop", 422, card=mark_of(EVICTION)))
    host.post("/undo")
    host.post("/drop", card=mark_of(WINDFALL))
    host.post("/undo")
    host.do("card_windfall", "red")


def test_a_card_that_the_state_speaks_of_stays(host: Phone) -> None:
    host.post("/keep", text=WINDFALL)
    host.post("/tell", text="favours of red = [card_windfall]")
    assert "card_windfall" in plain(host.post("/drop", 422, card=mark_of(WINDFALL)))
    assert "Windfall" in plain(host.get("/cards"))


def test_no_card_is_taken_away_in_the_middle_of_a_choice(host: Phone) -> None:
    host.post("/keep", text=WINDFALL)
    host.do("bargain", "red")
    assert "a choice is still open" in plain(host.post("/drop", 422, card=mark_of(WINDFALL)))


def test_the_second_change_is_shown_the_first(host: Phone, guest: Phone) -> None:
    seen = host.number
    host.do("lease(d=north)", "red")
    page = guest.post("/keep", 409, seen=seen, text=WINDFALL)
    assert "Somebody else was faster" in plain(page) and "owner (north): none → red" in plain(page)
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.split('id="yours"')[1]))
    assert guest.client.post(f"{guest.url}/keep", data={k: unescape(v) for k, v in sent.items()}).status_code == 303
    seen = host.number
    host.post("/keep", text=EVICTION)
    page = guest.post("/drop", 409, seen=seen, card=mark_of(WINDFALL))
    assert "Our own card was added: Eviction" in plain(page) and 'class="wanted" lang="en">Windfall<' in page
    assert "Our own card was added" in plain(guest.post("/tell", 409, seen=seen, text="coins of red = 1"))


def test_two_cards_of_one_title_are_told_apart_by_refusing_the_second(host: Phone) -> None:
    host.post("/keep", text=WINDFALL)
    again = WINDFALL.replace("Gain 3", "Gain 4")
    assert "already keeps a card called “Windfall”" in plain(host.post("/keep", 422, text=again))
    assert "needs a title" in plain(host.post("/keep", 422, text="Gain 3."))
    assert host.number == 2


def test_a_card_that_nobody_plays_is_read_but_not_kept(host: Phone) -> None:
    page = host.client.post(WORKSHOP, data={"text": OMEN})
    assert page.status_code == 200 and "Otrzymaj 1¢." in page.text and 'name="go"' not in page.text
    assert "No player plays cards of this kind" in plain(host.post("/keep", 422, text=OMEN))


def test_a_faulty_card_leads_back_to_the_workshop(host: Phone) -> None:
    sent = host.client.post(f"{host.url}/keep", data={"seen": host.number, "text": "Gian 3."})
    assert sent.status_code == 303 and sent.location.startswith(f"{WORKSHOP}?table={host.url[3:]}&text=Gian")
    back = host.client.get(sent.location)
    assert (
        back.status_code == 422 and "Did you mean “gain”?" in back.text and f'formaction="{host.url}/keep"' in back.text
    )
    assert host.number == 1


def test_the_workshop_offers_the_tables_of_this_phone(app: Any, host: Phone, guest: Phone) -> None:
    other = Phone(app)
    other.client = host.client
    other.make()
    page = host.client.get(WORKSHOP).text
    assert page.index(f"{other.url}/keep") < page.index(f"{host.url}/keep")
    page = host.client.get(WORKSHOP, query_string={"table": host.url[3:]}).text
    assert page.index(f"{host.url}/keep") < page.index(f"{other.url}/keep") and f'href="{host.url}/cards"' in page
    assert f'name="seen" value="{host.number}" formaction="{host.url}/keep"' in page
    assert f"{other.url}/keep" not in guest.client.get(WORKSHOP).text
    watcher = app.test_client()
    page = watcher.get(WORKSHOP, query_string={"table": host.url[3:]}).text
    assert "/keep" not in page and "No table of this game" in page and "/t/new?game=harbour" in page


def test_the_workshop_is_never_an_old_one(app: Any, host: Phone) -> None:
    page = host.client.get(WORKSHOP)
    assert page.headers["Cache-Control"] == "no-store" and "ETag" not in page.headers
    assert app.test_client().get(WORKSHOP).headers["Cache-Control"] == "private, no-cache"


def test_trying_a_card_remembers_the_table(host: Phone) -> None:
    form = {"table": host.url[3:], "text": WINDFALL, "as": "red", "tell": "coins of red", "value": "4"}
    sent = host.client.post(WORKSHOP, data=form)
    assert sent.status_code == 303 and f"table={host.url[3:]}" in sent.location


def test_who_watches_cannot_keep(app: Any, host: Phone) -> None:
    host.post("/keep", text=WINDFALL)
    watcher = Phone(app, host.url)
    for path in ("/keep", "/drop"):
        assert "joined with the key" in plain(watcher.post(path, 403, text=EVICTION, card=mark_of(WINDFALL)))
        assert watcher.client.get(host.url + path).headers["Location"] == f"{host.url}/cards"
    page = watcher.get("/cards")
    assert (
        "Gain 3." in plain(page) and '<form method="post"' not in page and "/keep" not in page and "/drop" not in page
    )
    refused = host.client.post(
        f"{host.url}/keep", data={"seen": 2, "text": EVICTION}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert refused.status_code == 403


def test_a_file_brings_the_cards_along(app: Any, host: Phone) -> None:
    host.post("/keep", text=WINDFALL)
    host.do("card_windfall", "red")
    data = host.client.post(f"{host.url}/export.json", data={"seen": host.number}).json
    assert data["cards"] == [WINDFALL]
    other = Phone(app)
    sent = other.client.post("/t/import", data={"file": (io.BytesIO(json.dumps(data).encode()), "t.json")})
    assert sent.status_code == 303, sent.text
    other.url = sent.location
    assert "Gain 3." in plain(other.get("/cards")) and "was played" in plain(other.get("/cards"))
    assert json.loads(other.get("/export.json"))["cards"] == [WINDFALL]
    for cards in (["Gian 3."], [WINDFALL, WINDFALL], "x", [3], [WINDFALL] * 30, ["x" * 5_000]):
        bad = {**data, "cards": cards}
        sent = other.client.post("/t/import", data={"file": (io.BytesIO(json.dumps(bad).encode()), "t.json")})
        assert sent.status_code == 400, cards


def test_no_more_than_so_many(host: Phone) -> None:
    for number in range(CARDS):
        host.post("/keep", text=f'favour card "No {number}" of red captain.\nGain {number + 1}.')
    assert "at most 20" in plain(host.post("/keep", 413, text=WINDFALL))
    begun = time.monotonic()
    while 'value="card_no_19"' not in host.get(**{"as": "red"}):  # each look finds some more
        assert time.monotonic() - begun < 30


HOSTILE = {
    "long": 'favour card "A" of red captain.\n' + "Gain 1.\n" * 900,
    "number": 'favour card "A" of red captain. Gain ' + "9" * 900 + ".",
    "nested": 'favour card "A" of red captain. ' + "If your dock, " * 80 + "gain 1.",
    "choices": 'favour card "A" of red captain. ' + "You may free a dock. " * 40,
    "two": WINDFALL + "\n" + EVICTION,
    "rule": WINDFALL + "\n```rule\neffect set coins of actor = 99\n```",
    "zero": "\0\x01",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_cards_are_not_kept(host: Phone, text: str) -> None:
    begun = time.monotonic()
    host.post("/keep", text=text)
    assert host.number == 1 and "No card of our own yet" in plain(host.get("/cards"))
    assert time.monotonic() - begun < 30


def test_a_title_is_only_a_title(host: Phone) -> None:
    title = "{0.__class__} <b># A"
    host.post("/keep", text=f'favour card "{title}" of red captain. Gain 1.')
    for path in ("", "/cards", "/log"):
        assert "<b>#" not in host.get(path, **{"as": "red"}) and Outline(host.get(path)).faults == []


def test_a_long_title_is_cut(host: Phone) -> None:
    host.post("/keep", text=f'favour card "{"x" * 900}" of red captain. Gain 1.')
    page = host.get(**{"as": "red"})
    assert "x" * 80 in page and "x" * 81 not in page


def test_a_card_that_cannot_be_read_any_more_counts_for_nothing(app: Any, host: Phone) -> None:
    host.post("/keep", text=WINDFALL)
    store = app.extensions["paragraf-store"]()
    with store._database.transaction(write=True) as run:  # as if the words of the game had changed since
        run.execute("UPDATE cards SET text = ? WHERE code = ?", (WINDFALL.replace("Gain", "Grab"), host.url[3:]))
    text = plain(host.get(**{"as": "red"}))
    assert "cannot be read" in text and "To move: red" in text
    host.post("/do", 422, deed="card_windfall", as_="red")
    host.do("rest", "red")
    host.post("/drop", card=mark_of(WINDFALL.replace("Gain", "Grab")))


@pytest.mark.parametrize("ui", LANGUAGES)
def test_pages_are_well_formed_in_every_language(host: Phone, ui: str) -> None:
    host.client.set_cookie("ui", ui)
    pages = [host.get("/cards")]
    host.post("/keep", text=WINDFALL)
    host.post("/keep", text=EVICTION)
    host.do("card_windfall", "red")
    pages += [host.get(path, **{"as": "red"}) for path in ("", "/cards", "/act/card_windfall", "/log")]
    pages += [host.client.get(WORKSHOP, query_string={"table": host.url[3:], "text": WINDFALL}).text]
    pages += [host.post("/drop", 422, card=mark_of(WINDFALL)), host.post("/keep", 409, seen=1, text=WINDFALL)]
    for page in pages:
        outline = Outline(page)
        assert outline.faults == [] and outline.lang == ui and outline.headings.count(1) == 1
    assert "/ask/card_windfall" not in pages[3]


def test_the_api_plays_by_own_cards_too(app: Any) -> None:
    client, home = app.test_client(), "/api/v1/games/harbour"
    state = client.post(f"{home}/apply", json={"action": "begin", "given": "players = 2", "cards": [WINDFALL]}).json[
        "state"
    ]
    told = {"as": "red", "state": state, "cards": [WINDFALL]}
    assert "card_windfall" in {move["action"] for move in client.post(f"{home}/moves", json=told).json["moves"]}
    played = client.post(f"{home}/apply", json={"action": "card_windfall", **told}).json
    assert [(c["fact"], c["paragraph"]) for c in played["changes"]] == [("coins (red)", "har.card.own_windfall")]
    answer = client.post(f"{home}/ask", json={"question": "card_windfall", **told, "lang": "pl"}).json
    assert answer["verdict"] == "yes" and [c["text"] for c in answer["citations"] if c["source"] == "own"] == [
        "Otrzymaj 3¢."
    ]
    without = client.post(f"{home}/ask", json={"question": "card_windfall", "as": "red", "state": state})
    assert without.status_code == 422
    for cards, status, said in (
        (["Gian 3."], 422, "line 1, column 1"), ([WINDFALL, WINDFALL], 422, "another card has its title"),
        ([OMEN], 422, "no player plays cards of its kind"),
        ([3], 400, "cards[0]"), ("x", 400, "cards"), ([WINDFALL] * 30, 400, "at most 20"), (["x" * 5_000], 400, "at most 4096"),
    ):  # fmt: skip
        response = client.post(f"{home}/ask", json={"question": "rest", "as": "red", "cards": cards})
        assert response.status_code == status and said in response.json["detail"], cards


def test_a_table_of_version_0_1_is_brought_and_goes_on(app: Any) -> None:
    """Exported by version 0.1 with an own card once played, a ruling, a move of green that waits for a choice."""
    whole = (ROOT / "tests" / "data" / "games" / "table-0.1.json").read_bytes()
    phone = Phone(app)
    response = phone.client.post("/t/import", data={"file": (io.BytesIO(whole), "table.json")})
    assert response.status_code == 303, response.text
    phone.url = response.headers["Location"]
    again = json.loads(phone.client.post(f"{phone.url}/export.json").text)
    assert again["state"] == json.loads(whole)["state"]
    assert again["cards"] == json.loads(whole)["cards"]
    assert phone.post("/drop", 422, card=mark_of(again["cards"][0]))  # it was played
    phone.post("/answer", value='"wine"', as_="green")
    phone.post("/answer", value="2", as_="green")
    after = json.loads(phone.get("/export.json"))["state"]
    assert (after["favourite"], after["luck"]) == ({"green": "wine"}, {"green": 2}) and after["rulings"] == {
        "full_house": "seven"
    }


@pytest.mark.parametrize(
    "used", [5, [], {"whole_game|card_windfall|red|": "x"}, {"whole_game|card_windfall|red|": True}]
)
def test_uses_that_cannot_be_are_refused_with_a_sentence(app: Any, used: Any) -> None:
    body = {"question": "card_windfall", "as": "red", "cards": [WINDFALL], "state": {"@used": used}}
    response = app.test_client().post("/api/v1/games/harbour/ask", json=body)
    assert response.status_code == 422 and "“@used” of the state must be" in response.json["detail"]


def test_the_shelf_remembers_a_few_copies(app: Any) -> None:
    volume = app.extensions["paragraf-corpus"].volume("harbour")
    shelf = CardShelf(most=2)
    assert shelf.grown(volume, ()) == (volume, ())
    first = shelf.grown(volume, (WINDFALL,))
    assert shelf.grown(volume, (WINDFALL,)) is first and first[0] is not volume
    for text in (EVICTION, EVICTION + "\n"):
        shelf.grown(volume, (text,))
    assert shelf.grown(volume, (WINDFALL,)) is not first
    grown, kept = shelf.grown(volume, (WINDFALL, "Gian 3.", WINDFALL + "\n"))
    assert [bool(card.paragraph) for card in kept] == [True, False, False]
    assert [name for name in grown.game.program.actions if name not in volume.game.program.actions] == ["card_windfall"]


def test_a_copy_leaves_the_game_alone(app: Any) -> None:
    game = app.extensions["paragraf-corpus"].volume("harbour").game
    grown = with_cards(game, [craft(game, WINDFALL), craft(game, EVICTION)]).game
    assert grown.program.members["favour"] == ("card_fair_wind", "card_windfall", "card_eviction")
    assert game.program.members["favour"] == ("card_fair_wind",) and "own" not in game.prose.sources
    assert grown.prose.paragraphs["har.card.own_windfall"].text["pl"] == "Otrzymaj 3¢."
    assert grown.prose.sources["own"].title["uk"] == "наша власна карта"
    assert len(grown.program.values["may_use"].clauses) == len(game.program.values["may_use"].clauses) + 2
