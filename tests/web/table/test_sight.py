"""What a phone may see, tell, choose and be told of at a table with secrets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.state import State
from tests.support.tables import Phone, plain
from tests.support.worlds.games import HARBOUR, harbour_app
from tests.support.worlds.phones import bring, seated, whole
from web.store.entries import NewEntry
from web.table.sight import Scene, Sight


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("sight")
    return harbour_app(folder, folder / "cache")


def test_a_move_that_hangs_on_others_cards_waits_for_them(app: Any) -> None:
    host = bring(app)
    red, green, holder = seated(app, host, "red", "green")
    for charm in ("bell", "kite"):  # there and not there: the same is said
        text = red.do(f"filch(victim=green, x={charm})", "red")
        assert "Redirecting" in text or not text
    for phone in (red, green, holder, host):
        assert "it hangs on charms (green" in plain(phone.get("/log"))
    assert "x: kite" not in plain(holder.get("/log")) and "kite" not in plain(holder.get())
    assert 'name="wish"' not in red.get() and 'name="wish"' not in holder.get()
    page = green.get()
    assert page.count('name="wish"') == 2 and "filch: green, kite" in plain(page)
    bell, kite = green.number - 1, green.number
    holder.post("/do", 403, wish=bell)
    red.post("/do", 403, wish=bell)
    assert "chm.2 " in plain(green.post("/do", 422, wish=kite))
    assert "no longer waits" in plain(green.post("/do", 422, wish=99))
    green.post("/do", wish=bell)
    state = whole(host)
    assert state["charms"]["red"] == ["amber", "bell"] and state["charms"]["green"] == ["comb"]
    assert 'name="wish"' not in green.get()
    assert "red filch: green, bell" in plain(red.get("/log")) and "red filch: green, ?" in plain(holder.get("/log"))


def test_the_same_wish_is_written_once(app: Any) -> None:
    host = bring(app)
    red, _ = seated(app, host, "red")
    seated(app, host, "green")
    red.do("filch(victim=green, x=bell)", "red")
    number = red.number
    red.do("filch(victim=green, x=bell)", "red")
    assert red.number == number


def test_a_phone_that_plays_both_sees_both(app: Any) -> None:
    host = bring(app)
    assert "chm.2 " in plain(host.post("/do", 422, deed="filch(victim=green, x=kite)", as_="red"))
    host.do("filch(victim=green, x=bell)", "red")
    assert whole(host)["charms"]["green"] == ["comb"]


def test_legal_moves_name_no_card_of_others(app: Any) -> None:
    host = bring(app)
    red, _ = seated(app, host, "red")
    seated(app, host, "green", "blue")
    page = red.get("/act/filch", **{"as": "red"})
    assert 'value="filch(victim=' not in page
    assert 'value="pinch(victim=blue)"' in red.get("/act/pinch", **{"as": "red"})


@pytest.mark.parametrize(("draws", "status"), [("app", 403), ("told", 303)])
def test_decks_are_told_only_by_the_phone_that_runs_the_draws(app: Any, draws: str, status: int) -> None:
    host = bring(app, draws)
    guest, holder = seated(app, host, "green")
    for text in ("charm_deck = [opal, nail]", "size of charm_deck = 3"):
        for phone in (guest, holder):
            assert "hidden from you" in plain(phone.post("/tell", 403, text=text))
        host.post("/tell", status, text=text)
    assert ("Told by hand charm deck" in plain(guest.get("/log"))) is (status == 303)


def test_a_deck_nobody_told_may_be_told_by_who_made_the_table(app: Any) -> None:
    host = Phone(app).make(start="free")
    guest, _ = seated(app, host, "green")
    guest.post("/tell", 403, text="charm_deck = [opal, nail]")
    host.post("/tell", text="charm_deck = [opal, nail]")
    host.post("/tell", 403, text="charm_deck = [nail, opal]")


def test_that_a_hidden_fact_was_told_is_told(app: Any) -> None:
    """Whether it was the same as before or not."""
    host = bring(app)
    green, holder = seated(app, host, "green")
    for text in ("charms of green = [bell, comb]", "charms of green = [kite, lamp]", "omen of green = nail"):
        green.post("/tell", text=text, as_="green")
        newest = plain(holder.get("/log")).split("Told by hand")[1][:40]
        assert ("charms (green)" if "charms" in text else "omen (green)") in newest and "kite" not in newest


def test_values_that_rest_on_hidden_facts_are_hidden_facts(app: Any) -> None:
    host = bring(app)
    red, green, _ = seated(app, host, "red", "green")
    for text in ("bears(green, bell) = yes", "bears(green, kite) = yes", "vowed = 5"):
        red.post("/tell", 403, text=text)
    green.post("/tell", text="bears(green, bell) = yes")


def test_what_is_drawn_from_a_hand_is_drawn_by_the_app(app: Any) -> None:
    host = bring(app, "told")
    red, _ = seated(app, host, "red")
    green, _ = seated(app, host, "green")
    red.do("pinch(victim=green)", "red")
    for phone in (red, green):
        page = phone.get()
        assert (
            'name="draw"' in page
            and "bell" not in page.split('action="' + phone.url + "/answer")[1].split("</form>")[0]
        )
    for card in ("bell", "kite"):
        assert "let the app draw" in plain(red.post("/answer", 403, value=json.dumps(card)))
    red.post("/answer", draw="1")
    state = whole(host)
    assert len(state["charms"]["green"]) == 1 and len(state["charms"]["red"]) == 2


def test_the_log_in_a_file_is_the_one_that_anybody_may_read(app: Any) -> None:
    host = bring(app)
    host.do("swear(n=4)", "red")
    assert "swear: 4" in plain(host.get("/log", **{"as": "red"}))
    mine = json.loads(host.get("/export.json", **{"as": "red"}))
    assert any("swear: ?" in line["text"] for line in mine["log"]) and mine["state"]["vow"] == {"red": 4}


def test_a_state_that_no_longer_fits_tells_nothing_hidden(app: Any) -> None:
    host = bring(app)
    red, _ = seated(app, host, "red")
    seated(app, host, "green")
    with app.app_context():
        store = app.extensions["paragraf-store"]()
        state = store.state(host.url[3:])
        state["vow"]["green"] = 77
        store.append(host.url[3:], host.number, NewEntry("tell", state))
    answer = red.client.get(red.url)
    assert answer.status_code == 422 and "77" not in plain(answer.text) and "vow" not in plain(answer.text)
    assert "hidden from you" in plain(answer.text) and "{0}" not in plain(answer.text)


def test_a_view_keeps_what_is_ones_own_and_numbers_of_the_rest(app: Any) -> None:
    referee = app.extensions["paragraf-corpus"].volume("harbour").referee
    used = {"turn|stow|green|bell": 1, "turn|stow|red|amber": 1, "round|lease|green|": 1}
    stored = State.read({**HARBOUR, "@used": used})
    seen = Sight(Scene(referee, stored), ["red"]).state(stored)
    assert seen.fact("omen", "red") is None and "red" in seen.facts["omen"] and "green" not in seen.facts["omen"]
    assert seen.facts["charms"] == {"red": ["amber"], "green": 2, "blue": 3} and seen.facts["charm_deck"] == 10
    assert seen.facts["vow"] == {"red": 0} and ("vow", ("green",)) in seen.unseen and seen.pending is None
    assert set(seen.used) == {"turn|stow|red|amber", "round|lease|green|"}
    nobody = Sight(Scene(referee, stored), []).state(stored)
    assert "omen" not in nobody.facts and nobody.facts["charms"] == {"red": 1, "green": 2, "blue": 3}


def test_nothing_is_assumed_of_what_is_hidden(app: Any) -> None:
    """A vow is none unless one was told; what was told and is hidden is not none."""
    host = bring(app)
    red, _ = seated(app, host, "red")
    seated(app, host, "green", "blue")
    assert "hidden from you" in plain(red.get("/ask/vowed", **{"as": "red", "go": "1"}))
    assert "5" in plain(
        host.get("/ask/vowed", **{"as": "-", "go": "1", "given": "vow of red = 0\nvow of green = 2\nvow of blue = 3"})
    )


def test_the_page_of_a_fact_offers_only_what_may_be_told(app: Any) -> None:
    host = bring(app)
    red, _ = seated(app, host, "red")
    assert 'name="fact"' in red.get("/fact/charms", key="red") and 'name="fact"' in red.get("/fact/coins", key="green")
    for path, keys in (("/fact/charms", {"key": "green"}), ("/fact/charm_deck", {})):
        page = red.get(path, **keys)
        assert 'name="fact"' not in page and "hidden from you" in plain(page)
