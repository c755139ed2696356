"""Tables at which the rules play some of the roles: made, played on, looked at first, taken back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as struct_replace

from referee.state import State
from tests.support.ghosts import ghost_app
from tests.support.tables import Phone, plain
from tests.support.web_app import Outline
from web.store.entries import NewEntry
from web.table import by_rule, play
from web.table.logbook import LoggedChange, ShownEntry


@pytest.fixture
def app(tmp_path: Path) -> Any:
    return ghost_app(tmp_path)


def haunted(app: Any, **form: str) -> Phone:
    """A table at which green is a ghost and red a person."""
    return Phone(app).make(**{"seat.green": "timid", **form})


def entries(app: Any, phone: Phone) -> list[Any]:
    with app.app_context():
        return list(app.extensions["paragraf-store"]().entries(phone.url.rsplit("/", 1)[-1]))


def stored(app: Any, phone: Phone) -> Any:
    with app.app_context():
        return State.read(app.extensions["paragraf-store"]().state(phone.url.rsplit("/", 1)[-1])).facts


def kinds(app: Any, phone: Phone) -> list[tuple[str, str]]:
    return [(entry.kind, entry.actor) for entry in entries(app, phone) if not entry.undone]


# ---- made -----------------------------------------------------------------------------------------------------------


def test_the_form_offers_what_the_game_says(app: Any) -> None:
    page = app.test_client().get("/t/new?game=harbour").text
    assert not Outline(page).faults
    assert re.findall(r'name="(seat\.\w+)" value="(\w*)"', page) == [
        (f"seat.{role}", way) for role in ("red", "green") for way in ("", "timid", "bold")
    ]
    assert re.findall(r'name="part" value="(\w+)"', page) == ["fair", "regatta"]
    assert "Ghost" in plain(page)


def test_a_game_that_says_nothing_offers_nothing(tmp_path: Path) -> None:
    from tests.support.web_app import made_up_app

    page = made_up_app(tmp_path).test_client().get("/t/new?game=harbour").text
    assert 'name="seat.' not in page and 'name="part"' not in page and 'name="pace"' not in page


def test_what_is_settled_is_told_at_the_beginning(app: Any) -> None:
    phone = Phone(app).make(**{"players": "3", "seat.green": "bold", "part": "regatta"})
    told = stored(app, phone)
    assert told["ghost"] == {"green": True} and told["way_of"] == {"green": "bold"} and told["regatta"] is True
    assert "fair" not in told


def test_somebody_must_play(app: Any) -> None:
    form = {"game": "harbour", "players": "2", "seat.red": "timid", "seat.green": "timid"}
    refused = app.test_client().post("/t/new", data=form)
    assert refused.status_code == 422 and "At least one role" in refused.text
    assert 'value="timid" checked' in refused.text  # nobody chooses twice


def test_a_part_goes_with_its_numbers_of_players(app: Any) -> None:
    refused = app.test_client().post("/t/new", data={"game": "harbour", "players": "2", "part": "regatta"})
    assert refused.status_code == 422 and "2 players" in refused.text


@pytest.mark.parametrize("way", ["yes", "cruel"])
def test_a_way_that_there_is_not_is_refused(app: Any, way: str) -> None:
    assert app.test_client().post("/t/new", data={"game": "harbour", "seat.green": way}).status_code == 400


def test_a_role_that_is_not_in_play_is_left_out(app: Any) -> None:
    phone = Phone(app).make(**{"players": "2", "seat.blue": "timid"})
    assert "ghost" not in stored(app, phone)


# ---- played ---------------------------------------------------------------------------------------------------------


def test_their_turns_follow_by_themselves_and_say_why(app: Any) -> None:
    phone = haunted(app)
    phone.do("rest", "red")
    phone.do("done", "red")
    turn = next(entry for entry in entries(app, phone) if entry.kind == "turn")
    assert (turn.actor, turn.action) == ("green", "haunt")
    rolled = next(change["new"] for change in turn.changes if change["fact"] == "omen")
    tries = [["plunder", True]] if rolled >= 4 else [["plunder", False], ["drift", True]]
    assert turn.args["decided"] == {"role": "green", "tries": tries, "does": tries[-1][0]}
    page = plain(phone.get(as_="red"))
    assert "Ghost: last turns (1)" in page and ("✓" in page)
    why = phone.get(f"/why/{turn.number}/1")
    assert ("Yes" if rolled >= 4 else "No") in plain(why) and "ghost.3" in why
    assert phone.client.get(f"{phone.url}/why/{turn.number}/3").status_code == 404
    assert phone.client.get(f"{phone.url}/why/1/1").status_code == 404


def test_the_first_turns_are_played_when_the_table_is_made(app: Any) -> None:
    phone = Phone(app).make(**{"seat.red": "timid"})
    assert kinds(app, phone) == [("begin", ""), ("turn", "red")]


def test_nobody_plays_or_sits_for_them(app: Any) -> None:
    phone = haunted(app, pace="look")
    phone.do("rest", "red")
    phone.do("done", "red")
    phone.post("/do", 403, deed="haunt", as_="green")
    phone.post("/seat", 400, role="green")
    assert "?as=green" not in phone.get()


def test_what_they_hide_is_hidden_from_the_phone_that_made_the_table(app: Any) -> None:
    phone = haunted(app, start="free", given="hand of green = [gale]; hand of red = [calm]")
    assert stored(app, phone)["hand"] == {"green": ["gale"], "red": ["calm"]}
    seen = phone.get("/export.json")
    assert "calm" in seen and "gale" not in seen


def test_two_tables_that_differ_in_what_they_hide_look_alike(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "drawn", lambda choice: choice.options[0])
    seen: list[list[str]] = []
    for card in ("gale", "calm"):
        phone = haunted(app, pace="look")
        phone.client.post(f"{phone.url}/seat", data={"role": "red"})
        code = phone.url.rsplit("/", 1)[-1]
        with app.app_context():
            store = app.extensions["paragraf-store"]()
            state = State.read(store.state(code))
            hand = {**state.facts.get("hand", {}), "green": (card,)}
            dealt = struct_replace(state, facts={**state.facts, "hand": hand})
            store.append(code, phone.number, NewEntry("move", dealt.data(), "red", "rest"))
        phone.do("rest", "red")
        phone.do("done", "red")
        pages = [phone.looked(as_="red")]
        phone.post("/go", look="1", as_="red")
        pages.append(phone.looked(as_="red"))
        phone.post("/go", as_="red")
        pages.append(phone.looked(as_="red"))
        last = entries(app, phone)[-1].number
        pages += [phone.get(path) for path in ("/log", f"/why/{last}/1", "/export.json")]
        plain = [
            re.sub(r' data-mark="[0-9a-f]+"', "", page) for page in pages
        ]  # digests of what is shown, the code with it
        seen.append([page.replace(code, "CODE").replace(f"{code[:3]}-{code[3:]}", "CODE") for page in plain])
    assert [re.sub(r'"(made|moment|exported)": ?\S+', "", page) for page in seen[0]] == [
        re.sub(r'"(made|moment|exported)": ?\S+', "", page) for page in seen[1]
    ]


def test_a_storm_of_requests_plays_a_turn_once(app: Any) -> None:
    phone = haunted(app, pace="look")
    phone.do("rest", "red")
    phone.do("done", "red")
    seen = phone.number
    for _ in range(5):
        assert phone.client.post(f"{phone.url}/go", data={"seen": seen, "as": "red"}).status_code == 303
    assert kinds(app, phone).count(("turn", "green")) == 1


def test_what_there_is_no_time_for_is_for_the_next_request(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_rule, "ROOM", -1.0)
    phone = haunted(app)
    phone.do("rest", "red")
    phone.do("done", "red")
    assert ("turn", "green") not in kinds(app, phone)
    assert " data-go>" in phone.get(as_="red")
    phone.post("/go", as_="red")
    assert ("turn", "green") in kinds(app, phone) and " data-go>" not in phone.get(as_="red")


def test_where_the_table_tells_what_comes_up_it_is_asked(app: Any) -> None:
    phone = haunted(app, draws="told")
    while 'name="draw"' in phone.get():
        phone.post("/answer", draw="1")
    phone.do("rest", "red")
    phone.do("done", "red")
    page = phone.get(as_="red")
    assert 'name="value" value="5"' in page
    assert phone.client.get(f"{phone.url}/next").status_code == 303  # nothing is due while somebody is asked
    phone.post("/answer", value="5", as_="red")
    last = next(entry for entry in entries(app, phone)[::-1] if entry.kind == "answer")
    assert last.args["decided"]["tries"] == [["plunder", True]]
    assert "Ghost: last turns" in plain(phone.get(as_="red"))


def test_where_the_table_tells_what_comes_up_it_can_ask_before(app: Any) -> None:
    phone = haunted(app, draws="told", pace="look")
    while 'name="draw"' in phone.get():
        phone.post("/answer", draw="1")
    phone.do("rest", "red")
    phone.do("done", "red")
    page = phone.get(as_="red")
    assert f"{phone.url}/next?as=red" in page and 'name="look"' not in page
    asked = plain(phone.get("/next"))
    assert "It depends on the omen (green)" in asked  # of the next roll, whatever is told of the last one


# ---- looked at first ------------------------------------------------------------------------------------------------


def test_a_turn_that_was_looked_at_is_the_one_that_is_played(app: Any) -> None:
    phone = haunted(app, pace="look")
    phone.do("rest", "red")
    phone.do("done", "red")
    page = phone.get(as_="red")
    assert 'name="look"' in page and " data-go>" not in page
    for _ in range(3):
        phone.post("/go", look="1", as_="red")
    log = entries(app, phone)
    assert [entry.kind for entry in log].count("plan") == 1 and ("turn", "green") not in kinds(app, phone)
    assert "It is about to do this" in plain(phone.get(as_="red"))
    planned = next(entry for entry in log if entry.kind == "plan")
    phone.post("/go", as_="red")
    played = entries(app, phone)[-1]
    assert played.kind == "turn" and played.changes == planned.changes and played.answers == planned.answers


# ---- taken back -----------------------------------------------------------------------------------------------------


def test_taking_back_takes_the_deed_before_with_them(app: Any) -> None:
    phone = haunted(app)
    phone.do("rest", "red")
    phone.do("done", "red")
    assert kinds(app, phone)[-2:] == [("move", "red"), ("turn", "green")]
    phone.post("/undo", as_="red")
    assert [kind for kind in kinds(app, phone) if kind[0] != "undo"] == [("begin", ""), ("move", "red")]
    phone.post("/redo", as_="red")
    assert [kind for kind in kinds(app, phone) if kind[0] in ("move", "turn")][-2:] == [
        ("move", "red"),
        ("turn", "green"),
    ]


def test_a_turn_that_was_taken_back_alone_waits(app: Any) -> None:
    phone = haunted(app)
    phone.do("rest", "red")
    phone.do("done", "red")
    phone.post("/undo", last="1", as_="red")
    page = phone.get(as_="red")
    assert "the turn waits" in plain(page) and " data-go>" not in page and 'action="' + phone.url + '/go"' in page


def test_the_address_of_the_form_leads_to_the_table(app: Any) -> None:
    phone = haunted(app)
    assert phone.client.get(f"{phone.url}/go").status_code == 303


def test_nothing_is_played_that_is_not_due(app: Any) -> None:
    phone = haunted(app)
    before = phone.number
    phone.post("/go", as_="red")
    assert phone.number == before
    reader = Phone(app, phone.url)
    assert reader.client.post(f"{phone.url}/go", data={"seen": before}).status_code == 403


# ---- much at once ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("many", [12, 13])
def test_of_many_changes_those_that_say_what_was_done_come_first(app: Any, many: int) -> None:
    changes = [LoggedChange(f"fact {number}", "", "", None, number == 9) for number in range(many)]
    entry = ShownEntry(1, "turn", "Green", "turn", None, changes, 0, False)
    template = app.jinja_env.from_string('{% from "table/_macros.html" import entry with context %}{{ entry(shown) }}')
    page = template.render(shown=entry, lang="en", t=str)
    before_the_fold = page.partition("<details>")[0]
    assert ("<details>" in page) is (many > 12)
    assert re.findall(r"fact \d+", before_the_fold) == (["fact 9"] if many > 12 else [f"fact {n}" for n in range(many)])
