"""What rules let each role see at a table: not the owner, a team, from a moment on, and what was shown to one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.state import State
from tests.support.tables import Phone, plain
from tests.support.worlds.games import HARBOUR, harbour_app
from tests.support.worlds.phones import bring, seated, whole
from web.table.sight import Scene, Sight


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("by-rule")
    return harbour_app(folder, folder / "cache")


def seen(app: Any, *roles: str, **more: Any) -> dict[str, Any]:
    """What the eyes of some roles see of the table with charms."""
    referee = app.extensions["paragraf-corpus"].volume("harbour").referee
    stored = State.read({**HARBOUR, **more})
    return dict(Sight(Scene(referee, stored), roles).state(stored).data())


def state_of(phone: Phone, role: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(phone.get("/export.json", **{"as": role}))["state"]
    return found


def test_all_but_the_owner_see_what_is_on_a_back(app: Any) -> None:
    assert seen(app, "red")["back"] == {"red": 2, "green": ["pearl"], "blue": ["amber"]}
    assert seen(app, "green")["back"] == {"red": ["nail", "opal"], "green": 1, "blue": ["amber"]}
    assert seen(app)["back"] == {"red": 2, "green": 1, "blue": 1}
    assert seen(app, "red", "green")["back"]["red"] == ["nail", "opal"]


def test_traitors_know_each_other(app: Any) -> None:
    traitors = {"red": False, "green": True, "blue": True}
    assert seen(app, "green", traitor=traitors)["traitor"] == traitors
    assert seen(app, "red", traitor=traitors)["traitor"] == {"red": False}
    assert "traitor" not in seen(app, traitor=traitors)


def test_what_is_sealed_is_open_once_the_seals_are_broken(app: Any) -> None:
    assert seen(app, "red")["sealed"] == {"red": ["lamp"], "green": 2, "blue": 1}
    assert seen(app, broken=True)["sealed"]["green"] == ["mask", "eel"]


def test_what_was_shown_is_seen_by_one(app: Any) -> None:
    host = bring(app)
    red, holder = seated(app, host, "red")
    green, _ = seated(app, host, "green")
    red.do("peep(victim=green)", "red")
    assert state_of(red, "red")["charms"] == {"red": ["amber"], "green": ["bell", "comb"], "blue": 3}
    assert state_of(holder, "-")["charms"]["green"] == 2 and "@glimpses" not in state_of(green, "green")
    green.post("/tell", text="charms of green = [kite, lamp]", as_="green")
    assert state_of(red, "red")["charms"]["green"] == 2


def test_what_is_opened_later_opens_nothing_of_what_was_before(app: Any) -> None:
    host = bring(app, sealed={"red": [], "green": [], "blue": []})
    red, holder = seated(app, host, "red")
    green, _ = seated(app, host, "green")
    red.do("seal(x=amber)", "red")
    assert "amber" not in plain(holder.get("/log")) and "amber" in plain(red.get("/log", **{"as": "red"}))
    green.post("/tell", 403, text="sealed of red = [kite]")
    red.post("/tell", text="sealed of red = [kite]", as_="red")
    host.post("/tell", text="broken = yes")
    assert state_of(holder, "-")["sealed"]["red"] == ["kite"]
    assert "amber" not in plain(holder.get("/log")) and "kite" not in plain(holder.get("/log"))
    green.post("/tell", text="sealed of red = [lamp]")
    assert "kite" in plain(holder.get("/log"))


def test_who_sees_may_tell(app: Any) -> None:
    host = bring(app)
    red, holder = seated(app, host, "red")
    green, _ = seated(app, host, "green")
    for text in ("back of red = [gull]", "traitor of green = no", "traitors = 1"):
        red.post("/tell", 403, text=text, as_="red")
        holder.post("/tell", 403, text=text)
    green.post("/tell", text="back of red = [gull]", as_="green")
    assert whole(host)["back"]["red"] == ["gull"]


def test_a_move_on_what_its_owner_does_not_see_is_carried_out_on_all_there_is(app: Any) -> None:
    host = bring(app)
    red, _ = seated(app, host, "red")
    seated(app, host, "green", "blue")
    red.do("shed", "red")
    state = whole(host)
    assert state["back"]["red"] == ["opal"] and state["shown"] == ["nail", "bell"]


def test_a_move_that_hangs_on_a_team_waits_for_who_knows_it(app: Any) -> None:
    host = bring(app)
    red, _ = seated(app, host, "red")
    green, blue, _ = seated(app, host, "green", "blue")
    for whom in ("green", "blue"):
        red.do(f"accuse(whom={whom})", "red")
    assert 'name="wish"' not in red.get() and green.get().count('name="wish"') == 2
    assert blue.get().count('name="wish"') == 1  # who is no traitor knows only of oneself
    assert whole(host)["coins"] == HARBOUR["coins"]
