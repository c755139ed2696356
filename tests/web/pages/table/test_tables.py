"""Tables through the browser's eyes, without scripts: make, join, move, choose, undo, conflict, secrets, files, limits."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import Client
from werkzeug.wrappers import Response

from referee.runs.listing import Work
from tests.support.rebels import write_rebels
from tests.support.tables import Phone, plain, table_app
from tests.support.web_app import LANGUAGES, Outline, made_up_app
from web.http.polls import Polls


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def app(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    web_folder: Path,
    new_database: Callable[[str], str],
) -> Any:
    url = new_database(request.param)
    return table_app(tmp_path_factory.mktemp("tables"), CACHE=str(web_folder / "cache"), DATABASE_URL=url)


def test_table_shows_where_play_stands(host: Phone) -> None:
    page = host.get(as_="-", **{"as": "red"})
    text = plain(page)
    assert (
        "To move: red" in text
        and "Rounds and end" not in text
        and re.search('<a href="[^"]*/p/har.end.1[^"]*"[^>]*>turns</a>', page)
    )
    assert 'value="lease(d=north)"' in page and "§ Actions" in text
    assert "bank crates 10" in text and '{"' not in text


def test_move_changes_the_state_by_its_paragraph(host: Phone) -> None:
    host.do("lease(d=north)", "red")
    text = plain(host.get(**{"as": "red"}))
    assert "red lease: north § Actions" in text
    assert "coins (red): 10 → 6 § Actions" in text and "owner (north): none → red § Actions" in text
    host.do("done", "red")
    assert "To move: green" in plain(host.get(**{"as": "red"}))


def test_move_by_a_filled_in_form(host: Phone) -> None:
    host.post("/do", action="lease", as_="red", **{"a.d": "south"})
    assert "owner (south): none → red" in plain(host.get())


def test_illegal_move_changes_nothing_and_names_the_paragraph(host: Phone) -> None:
    host.do("lease(d=north)", "red")
    host.do("done", "red")
    text = plain(host.post("/do", 422, deed="lease(d=north)", as_="green"))
    assert "Not legal" in text and "§ Actions act.2" in text and "Nothing was changed" in text
    text = plain(host.post("/do", 422, deed="lease(d=atlantis)", as_="green"))
    assert "atlantis" in text
    assert host.number == 3


def test_pending_choice_is_answered_with_a_button(app: Any) -> None:
    host = Phone(app).make(draws="told")
    host.do("bargain", "red")
    page = host.get(**{"as": "red"})
    assert "To answer: red" in plain(page) and "You are asked" in plain(page) and 'value="&#34;salt&#34;"' in page
    assert 'value="&#34;salt&#34;"' in host.get(
        **{"as": "green"}
    )  # it rests on nothing hidden: nobody need look as red
    watcher = Phone(app)
    watcher.url = host.url
    assert 'value="&#34;salt&#34;"' not in watcher.get()
    host.post("/answer", 422, value='"gold"', as_="red")
    host.post("/answer", value='"salt"', as_="red")
    text = plain(host.get(**{"as": "red"}))
    assert "What came up at your table?" in text and "So far (1) favourite (red): salt § " in text
    host.post("/answer", value="3", as_="red")
    text = plain(host.get(**{"as": "red"}))
    assert "favourite (red): salt" in text and "coins (red): 10 → 13 § " in text


def test_what_happened_before_a_choice_is_shown_to_those_who_may_see_it(app: Any) -> None:
    host = Phone(app).make(draws="told")
    host.do("bargain", "red")
    data = host.client.post(f"{host.url}/export.json", data={"seen": host.number}).json
    drawn = {"fact": "hand", "keys": ["red"], "new": ["gale"], "paragraph": "har.wea.1"}
    turned = {"fact": "spent_pile", "keys": [], "new": ["calm2"], "paragraph": "har.wea.1"}
    data["state"]["pending"]["happened"] = [drawn, turned]
    other = Phone(app)
    sent = other.client.post("/t/import", data={"file": (io.BytesIO(json.dumps(data).encode()), "t.json")})
    other.url = sent.location
    ours, theirs = (plain(other.get(**{"as": role})) for role in ("red", "green"))
    assert "gale" in ours.split("So far")[1].split("What happened last")[0]
    assert "gale" not in theirs and "hand (red): 1" in theirs and "calm2" in theirs


def test_an_action_is_chosen_argument_by_argument(host: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    host.post("/tell", text="owner of north = red")
    assert 'value="load(g=wine, n=2)"' in host.get("/act/load", **{"as": "red"})
    monkeypatch.setattr("referee.play.moves.FLAT", Work(looks=3, trials=3))
    page = host.get("/act/load", **{"as": "red"})
    assert 'value="load(g=wine, n=2)"' not in page and "begun=load%28g%3Dwine%29" in page
    monkeypatch.undo()
    page = host.get("/act/load", **{"as": "red", "begun": "load(g=wine)"})
    assert 'value="load(g=wine, n=2)"' in page and "load(g=salt" not in page
    for odd in ("load(", "rest", "load(g=gold)", "load(n=" + "9" * 5_000):
        host.get("/act/load", **{"as": "red", "begun": odd})


def test_longer_lists_are_put_together_for_those_who_ask(host: Phone) -> None:
    host.post(
        "/tell", text="crates(red, wine) = 1; crates(red, salt) = 1; bank_crates of wine = 9; bank_crates of salt = 9"
    )
    page = host.get("/act/swap", **{"as": "red"})
    assert "deep=1" in page and "salt: 1, wine: 1" not in page
    assert (
        "deep=1" not in (page := host.get("/act/swap", **{"as": "red", "deep": "1"})) and "{salt: 1, wine: 1}" in page
    )


def test_app_draws_by_lot(host: Phone) -> None:
    host.do("bargain", "red")
    host.post("/answer", value='"salt"', as_="red")
    assert "What came up at your table?" not in plain(host.get())
    state = json.loads(host.get("/export.json"))["state"]
    assert state["coins"]["red"] == 10 + state["luck"]["red"]


def test_undo_and_redo(host: Phone) -> None:
    host.do("lease(d=north)", "red")
    host.post("/undo")
    assert "To move: red" in plain(host.get()) and "taken back" in plain(host.get())
    assert "Change 2 was taken back" in plain(host.get("/log"))
    host.post("/redo")
    assert json.loads(host.get("/export.json"))["state"]["owner"]["north"] == "red"
    host.post("/undo")
    host.post("/undo")  # nothing left: harmless
    assert json.loads(host.get("/export.json"))["state"]["owner"]["north"] is None


def test_second_change_is_shown_the_first_and_kept(host: Phone, guest: Phone) -> None:
    seen = host.number
    host.do("lease(d=north)", "red")
    page = guest.post("/tell", 409, seen=seen, text="coins of green = 3")
    text = plain(page)
    assert "Somebody else was faster" in text and "owner (north): none → red" in text and "coins of green = 3" in text
    assert 'name="text" value="coins of green = 3"' in page and f'name="seen" value="{seen + 1}"' in page
    guest.post("/tell", text="coins of green = 3")
    state = json.loads(host.get("/export.json"))["state"]
    assert state["owner"]["north"] == "red" and state["coins"]["green"] == 3


def test_facts_are_corrected_by_hand(host: Phone) -> None:
    page = host.get("/fact/coins", key="red", **{"as": "red"})
    assert 'value="10"' in page
    host.post("/tell", fact="coins", key="red", as_="red", **{"a.value": "7"})
    assert "Told by hand" in plain(host.get()) and "coins (red): 10 → 7" in plain(host.get())
    host.post("/tell", text="bank_crates of salt = 7")
    host.post("/tell", fact="crates", **{"a.c": "red", "a.g": "salt", "a.value": "2"})
    assert "crates (red, salt): 0 → 2" in plain(host.get())
    assert "cannot be" in plain(host.post("/tell", 422, text="coins of red = 1000"))
    assert "Nothing new was told" in plain(host.post("/tell", 422, fact="coins"))
    text = plain(host.post("/tell", 422, text="bank_crates of salt = 20"))
    assert "always holds" in text and "tell them all at once" in text and "end.6 " in text
    assert host.client.get(f"{host.url}/tell").headers["Location"] == host.url


def test_what_is_opened_again_is_said_and_stays_in_sight(host: Phone) -> None:
    host.post("/rule", dispute="full_house", reading="seven")
    sought = {"which": "settled", "q": "", "then": "/rulings"}
    client = host.client
    data = {"dispute": "full_house", "reading": "", "seen": host.number, **sought}
    page = client.get(client.post(f"{host.url}/rule", data=data).headers["Location"]).text
    assert "Open again" in plain(page) and "Settled for this table" not in plain(page)
    assert 'id="d-full_house"' in page and "No dispute fits" not in page


def test_who_took_one_role_comes_back_to_it_from_anywhere(host: Phone) -> None:
    seen_as_red = re.compile(r'as=red"[^>]*aria-current="true"')
    host.post("/seat", role="red")
    assert seen_as_red.search(host.client.get(host.url).text)  # what nobody took is only answered for on this phone
    assert not seen_as_red.search(host.client.get(f"{host.url}?as=-").text)


def test_who_sits_at_one_role_looks_as_their_own_again_after_doing_something_for_another(host: Phone) -> None:
    host.post("/seat", role="red")
    host.do("lease(d=north)", "red")
    host.do("done", "red")
    sent = host.client.post(f"{host.url}/do", data={"deed": "lease(d=south)", "as": "green", "seen": host.number})
    assert "as=green" in sent.headers["Location"]  # whose turn goes on
    sent = host.client.post(f"{host.url}/do", data={"deed": "done", "as": "green", "seen": host.number})
    assert "as=red" in sent.headers["Location"]
    sent = host.client.post(f"{host.url}/undo", data={"as": "red", "seen": host.number})
    assert "as=red" in sent.headers["Location"]


def test_house_ruling_counts_and_can_be_taken_back(host: Phone) -> None:
    assert "full house" in plain(host.get("/rulings"))
    host.post("/rule", dispute="full_house", reading="seven")
    title = "The book names six points in one place and seven in another for a full house of cargo"  # as the rulings call it
    assert f"Settled: {title}: seven" in plain(host.get()) and title in plain(host.get("/rulings"))
    assert "counts at this table" in plain(host.get("/rulings"))
    notice = re.search(r'<p class="came-to" role="status">.*?</p>', host.get())  # on every phone, until the next deed
    assert notice and f"Settled: {title}: seven" in plain(notice[0])
    asked = {"a.c": "red", "go": "1", "given": "crates(red,grain)=1; crates(red,salt)=1; crates(red,wine)=1"}
    answer = host.get("/ask/score", **asked).split('id="verdict"')[1].split("</section>")[0]
    assert f"Our table has ruled: {title} seven" in plain(answer) and "/d/full_house" in answer
    host.post("/rule", 422, dispute="full_house", reading="ninety")
    for unknown in ("nothing", "\0", "x" * 100_000):
        host.post("/rule", 422, dispute=unknown, reading="")
    host.post("/undo")
    assert "Nothing was settled yet" in plain(host.get())


def test_hidden_facts_are_not_sent(host: Phone, guest: Phone, app: Any) -> None:
    guest.post("/seat", role="green")
    guest.post("/tell", text="hand of green = [gale, calm2]", as_="green")
    assert "gale" in guest.get(**{"as": "green"})
    watcher = Phone(app, host.url)
    for phone, role in ((host, "red"), (host, "green"), (host, "-"), (guest, "-"), (watcher, "green"), (watcher, "")):
        for path in (
            "",
            "/log",
            "/facts",
            "/fact/hand?key=green",
            "/board/roles",
            "/export.json",
            "/share",
            "/rulings",
        ):
            page = phone.client.get(f"{phone.url}{path}{'&' if '?' in path else '?'}as={role}").text
            assert "gale" not in page.replace("gale puts", ""), (role, path)
    assert "hand 2" in plain(host.get(**{"as": "red"}))
    assert json.loads(host.get("/export.json", **{"as": "red"}))["state"]["hand"]["green"] == 2
    assert "hidden from you" in plain(host.post("/tell", 403, text="hand of green = []"))
    number = host.number
    for guess in (
        "hand of green = [gale, calm2]",
        "hand of green = [fair_wind]",
        "hand of green = [calm]",
        "size of hand of green = 1",
        "size of hand of green = 0",
    ):
        assert "hidden from you" in plain(
            host.post("/tell", 403, text=guess)
        )  # a right guess is refused like a wrong one
    for looking in (
        "players = hand of green",
        "players = size of hand of green",
        "coins of red = top of hand of green",
    ):
        said = plain(host.post("/tell", 422, text=looking))
        assert "would have to be worked out" in said and "gale" not in said and "calm" not in said
    assert host.number == number
    assert "Another phone plays" in plain(host.post("/do", 403, deed="rest", as_="green"))
    host.post("/seat", 403, role="green")
    host.post("/seat", role="green", free="1")  # who made the table may; the log says it
    assert "green is free again" in plain(guest.get())


def test_secret_choices_stay_secret_until_all_have_chosen(host: Phone, guest: Phone) -> None:
    guest.post("/seat", role="green")
    host.do("bid_war", "red")
    host.post("/answer", value=bid(2, "red"), as_="red")
    assert "chose in secret" in plain(guest.get("/log")) and ": 2" not in plain(guest.get("/log"))
    assert "pending" not in json.loads(guest.get("/export.json"))["state"]
    guest.post("/answer", value=bid(1, "green"), as_="green")
    assert "bid (red): not told → 2" in plain(guest.get())


def bid(number: int, by: str) -> str:
    return json.dumps({"choose": number, "by": by})


def test_secret_choices_are_made_at_once_whoever_is_ready(host: Phone, guest: Phone) -> None:
    guest.post("/seat", role="green")
    host.do("bid_war", "red")
    seen = host.number
    for phone, role, other in ((host, "red", "green"), (guest, "green", "red")):
        page = phone.get(**{"as": role})
        assert page.count('name="value"') == 3  # its own three bids, nobody else's
        assert other not in re.search(r'<form action="[^"]*/answer".*?</form>', page, re.S)[0]  # type: ignore[index]
    assert "Another phone plays" in plain(host.post("/answer", 403, value=bid(0, "green"), as_="red"))
    guest.post("/answer", value=bid(1, "green"), as_="green", seen=seen)  # the second in the list is first
    assert 'name="value"' not in guest.get(**{"as": "green"})
    host.post(
        "/answer", value=bid(2, "red"), as_="red", seen=seen
    )  # that somebody else has chosen meanwhile stops nobody
    assert "bid (green): not told → 1" in plain(host.get())


def test_who_watches_cannot_write(app: Any, host: Phone) -> None:
    watcher = Phone(app, host.url)
    assert (
        "You are watching" in plain(watcher.get())
        and re.findall(r'action="([^"]*)" method="post"', watcher.get().split("<main")[1].split("</main>")[0])
        == ["/t/join"]  # all that is left is to sit down with the whole code
    )
    assert "/in/" not in watcher.get("/share")
    for path in ("/do", "/answer", "/tell", "/rule", "/undo", "/redo", "/seat", "/leave", "/export.json"):
        assert "joined with the key" in plain(watcher.post(path, 403, deed="rest", as_="red"))
    assert watcher.client.get(f"{host.url}/in/{'2' * 20}").status_code == 403
    assert watcher.client.post("/t/join", data={"code": host.url[3:], "key": "WRONG"}).status_code == 403
    watcher.client.set_cookie(f"t_{host.url[3:]}", "2" * 20)
    watcher.post("/undo", 403)


def test_joining_by_typing(app: Any, host: Phone) -> None:
    key = host.client.get_cookie(f"t_{host.url[3:]}").value
    guest = Phone(app, host.url)
    code = f"{host.url[3:7]}-{host.url[7:]}".lower()
    assert guest.client.post("/t/join", data={"code": code, "key": key}).headers["Location"] == host.url
    guest.post("/undo")
    assert host.url in guest.client.get("/t/").text
    guest.post("/leave")
    assert host.url not in guest.client.get("/t/").text
    assert guest.client.get("/t/join?code=nonsense").status_code == 404
    assert guest.client.get("/t/22222222").status_code == 404


def test_file_brings_a_table_back(app: Any, host: Phone) -> None:
    host.do("lease(d=north)", "red")
    host.post("/rule", dispute="full_house", reading="seven")
    whole = host.client.post(f"{host.url}/export.json", data={"seen": host.number})
    assert "attachment" in whole.headers["Content-Disposition"] and whole.json["state"]["deck"] == [
        "calm",
        "gale",
        "calm2",
    ]
    assert "exported, hidden cards included" in plain(host.get())
    other = Phone(app)
    sent = other.client.post("/t/import", data={"file": (io.BytesIO(whole.data), "table.json")})
    assert sent.status_code == 303, sent.text
    other.url = sent.headers["Location"]
    assert other.url != host.url
    text = plain(other.get("/log"))
    assert "read from a file" in text and "lease: north" in text
    other.do("done", "red")
    again = other.client.post(f"{other.url}/export.json", data={"seen": other.number}).json["state"]
    assert again["rulings"] == {"full_house": "seven"} and again["course"]["who"] == "green"


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"no json", 400),
        (b"[1]", 400),
        (b'{"paragraf_table": 7}', 400),
        (b'{"paragraf_table": 1, "game": "harbour"}', 400),
        (b'{"paragraf_table": 1, "game": "nowhere", "state": {}}', 404),
        (b'{"paragraf_table": 1, "game": "harbour", "state": {"coins": {"red": -4}}}', 422),
        (b'{"paragraf_table": 1, "game": "harbour", "state": {"course": {"step": "no"}}}', 422),
        (b'{"paragraf_table": 1, "game": "harbour", "state": {"pending": 4}}', 422),
        (b'{"paragraf_table": 1, "game": "harbour", "state": {"gold": 4}}', 422),
        (b'{"paragraf_table": 1, "game": "harbour", "state": {"@used": {"game|\\ud800|": 1}}}', 400),
        (b'{"paragraf_table": 1, "game": "harbour", "state": {}, "log": [{"text": "\\ud800"}]}', 400),
    ],
)
def test_bad_files_are_refused(app: Any, raw: bytes, status: int) -> None:
    response = app.test_client().post("/t/import", data={"file": (io.BytesIO(raw), "x.json")})
    assert response.status_code == status and "Traceback" not in response.text


def test_free_table_keeps_only_what_is_told(app: Any) -> None:
    host = Phone(app).make(start="free")
    assert "Turns are not kept" in plain(host.get())
    host.post("/tell", text="owner of north = red\nbank_crates of salt = 5\ncrates(red, salt) = 0")
    page = host.post("/do", 422, deed="load(g=salt, n=1)", as_="red")
    assert "One fact is missing" in plain(page) and "/fact/coins?key=red" in page
    host.post("/tell", text="coins of red = 5")
    host.do("load(g=salt, n=1)", "red")
    assert "coins (red): 5 → 3" in plain(host.get())


def test_beginning_that_cannot_be_is_explained(app: Any) -> None:
    response = app.test_client().post("/t/new", data={"game": "harbour", "players": "9"})
    assert response.status_code == 422 and "players" in plain(response.text)
    assert app.test_client().post("/t/new", data={"game": "nowhere"}).status_code == 404


def test_forms_of_other_sites_and_strange_forms_are_refused(host: Phone) -> None:
    sent = {"headers": {"Sec-Fetch-Site": "cross-site"}, "data": {"seen": 1}}
    assert host.client.post(f"{host.url}/undo", **sent).status_code == 403
    for seen in ("", "x", "-1", "9" * 30):
        assert host.client.post(f"{host.url}/undo", data={"seen": seen}).status_code == 400
    assert host.client.post(f"{host.url}/undo", data={"seen": "999"}).status_code == 409
    assert host.client.post(f"{host.url}/seat", data={"role": "nobody"}).status_code == 400
    assert host.client.post(f"{host.url}/do", data={"seen": 1, "as": "red"}).status_code == 400
    assert host.client.post(f"{host.url}/answer", data={"seen": 1, "value": "1"}).status_code == 422


def test_limits_are_kept(tmp_path: Path, app: Any) -> None:
    small = table_app(tmp_path, TABLES=1, NEW_TABLES=8, CACHE=app.config["CACHE"])
    Phone(small).make()
    full = small.test_client().post("/t/new", data={"game": "harbour", "players": "2"})
    assert full.status_code == 413 and "tables" in plain(full.text)
    statuses = {small.test_client().get("/t/22222222").status_code for _ in range(4)}
    assert 429 in statuses  # codes cannot be guessed fast
    small.extensions["paragraf-store"]().close()


def test_phones_hear_of_changes(host: Phone) -> None:
    first = host.client.get(f"{host.url}/now")
    assert first.json == {"number": 1} and first.headers["Cache-Control"] == "no-store"
    host.do("rest", "red")
    assert host.client.get(f"{host.url}/now").json == {"number": 2}
    assert host.client.get(host.url).headers["Cache-Control"] == "no-store"


def test_the_short_way_says_what_the_long_way_says(app: Any, host: Phone) -> None:
    short = app.wsgi_app
    while not isinstance(short, Polls):
        short = short.app
    for base in ("http://localhost", "https://localhost"):
        two = []
        for way in (short, short.app):
            answer = Client(way, Response).get(f"{host.url}/now", base_url=base)
            two.append((answer.status, sorted(answer.headers.to_wsgi_list()), answer.data))
        assert two[0] == two[1]
    assert host.client.get("/t/22222222/now").status_code == 404
    assert host.client.get(f"{host.url}/now?ui=pl").json == {"number": 1}


@pytest.mark.parametrize("ui", LANGUAGES)
def test_pages_are_well_formed_in_every_language(host: Phone, ui: str) -> None:
    host.do("lease(d=north)", "red")
    host.do("bargain", "red")
    host.client.set_cookie("ui", ui)
    paths = [
        "",
        "?as=red",
        "/act/lease?as=red",
        "/act/swap?as=red",
        "/facts",
        "/fact/coins?key=red",
        "/fact/crates",
        "/rulings",
    ]
    for path in [*paths, "/log", "/share", "/board/common", "/board/roles?as=red", "/board/dock"]:
        page = host.client.get(host.url + path).text
        assert Outline(page).faults == [], path
        assert Outline(page).lang == ui
    for path in ("/t/", "/t/new?game=harbour"):
        assert Outline(host.client.get(path).text).faults == []
    conflict = host.client.post(f"{host.url}/undo", data={"seen": 1})
    assert conflict.status_code == 409 and Outline(conflict.text).faults == []


def test_deleting_is_for_the_one_who_made_it(host: Phone, guest: Phone) -> None:
    guest.post("/leave", 403, delete="1")
    host.post("/leave", delete="1")
    assert guest.client.get(guest.url).status_code == 404


def shuffling(app: Any) -> Phone:
    """A table where we tell what came up, at which the weather pile has just to be shuffled."""
    host = Phone(app).make(draws="told", players="2")
    host.post("/tell", text="deck = []; spent_pile = [calm, gale, calm2]")
    for role in ("red", "green"):
        host.do("rest", role)
        host.do("done", role)
    return host


def test_where_we_tell_what_came_up_the_app_does_not_shuffle_by_itself(app: Any) -> None:
    host = shuffling(app)
    text = plain(host.get(**{"as": "red"}))
    assert "A pile is shuffled" in text and "Let the app draw" in text and "The new order, from the top" in text
    host.post("/answer", 422, order="calm, calm, gale", as_="red")
    host.post("/answer", order="gale, calm2, calm", as_="red")
    state = json.loads(host.get("/export.json"))["state"]
    assert state["spent_pile"] == ["gale"] and state["storm"]["middle"] is True


@pytest.mark.parametrize("unknown", ["one", "all"])
def test_nobody_needs_to_know_the_order_of_a_shuffled_pile(app: Any, unknown: str) -> None:
    host = shuffling(app)
    guest = Phone(app).join(host)
    guest.post("/answer", unknown=unknown)
    assert "shuffled, nobody knows the order" in plain(guest.get("/log"))
    text = plain(host.get(**{"as": "red"}))
    assert "What came up at your table?" in text and "gale" in text  # what came up is told
    guest.post("/answer", 403, value='"gale"')
    host.post("/answer", 422, value='"rain"', as_="red")
    host.post("/answer", value='"gale"', as_="red")
    state = host.client.post(f"{host.url}/export.json", data={"seen": host.number}).json["state"]
    assert state["spent_pile"] == ["gale"] and state["storm"]["middle"] is True and len(state["deck"]) == 2


def test_only_a_shuffle_may_be_known_to_nobody(app: Any) -> None:
    host = Phone(app).make(draws="told")
    host.do("bargain", "red")
    host.post("/answer", 400, unknown="one", as_="red")


def test_the_app_shuffles_where_it_is_asked_to(app: Any) -> None:
    host = shuffling(app)
    host.post("/answer", draw="1", as_="red")
    assert len(json.loads(host.get("/export.json"))["state"]["spent_pile"]) == 1


def test_what_was_typed_and_refused_is_still_there(host: Phone) -> None:
    page = host.post("/tell", 422, text="coins of red = 900; coins off green = 1")
    assert "coins of red = 900; coins off green = 1</textarea>" in page


def test_a_game_that_is_over_shows_who_has_won(host: Phone) -> None:
    assert "winners" not in plain(host.get()).split("Last")[0]
    host.post("/tell", text="over = yes")
    page = plain(host.get())
    assert (
        "The game is over § Rounds and end" in page and "winners: " in page.split("Last")[0]
    )  # by which paragraph, and who


def test_an_end_on_which_the_sources_differ_is_shown_by_the_usual_reading_with_its_dispute(host: Phone) -> None:
    goods = ("salt", "grain", "wine")
    house = "; ".join(f"crates(red, {good}) = 1; bank_crates of {good} = 2" for good in goods)
    host.post("/tell", text=f"{house}; crates(green, wine) = 5; over = yes")  # ten by one reading, eleven by the other
    page = host.get()
    assert re.search(r"winners</span>|winners: <strong>", page) and "/d/full_house?" in page and "Disputed" in page
    assert re.search(r"winners: red(,| and) green", plain(page))


def test_a_team_that_has_won_is_shown_too(tmp_path: Path) -> None:
    write_rebels(tmp_path / "games")
    host = Phone(made_up_app(tmp_path)).make(game="rebels", players="3")
    host.post("/tell", text="over = yes; lost = 3; won = 0; refused = 0")
    page = plain(host.get())
    assert "The game is over" in page and "spy" in page.split("Last")[0]
