"""No phone learns what it may not see: two tables that differ only in that answer everything alike, byte for byte."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.routes import changing, reading
from tests.support.worlds.games import REAL, choosing_scene, corpus_app, harbour_app, harbour_scene, real_scene
from tests.support.worlds.inputs import Curious
from tests.support.worlds.tables import Worlds, same_words

pytestmark = pytest.mark.slow

Make = Callable[..., Worlds]


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, Any]]:
    """Two apps with the made-up game and two with the real ones."""
    folders = [tmp_path_factory.mktemp("world") for _ in range(4)]
    cache = tmp_path_factory.mktemp("cache")
    made_up = tuple(harbour_app(folder, folders[0] / "cache") for folder in folders[:2])
    real = tuple(corpus_app(folder, cache) for folder in folders[2:])
    return {"harbour": (made_up[0], made_up[1]), "": (real[0], real[1])}


@pytest.fixture
def worlds(apps: dict[str, tuple[Any, Any]], monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes two worlds of a game."""
    words = random.Random(1)
    same_words(monkeypatch, words)

    def make(game: str, draws: str = "app", *, ours: bool = True, choosing: bool = False) -> Worlds:
        pair = apps.get(game) or apps[""]
        if game == "harbour":
            scene = harbour_scene("red" if ours else "green")
        else:
            referee = pair[0].extensions["paragraf-corpus"].volume(game).referee
            scene = choosing_scene(referee) if choosing else real_scene(referee, ours=ours)
        both = Worlds(pair, game, scene.state, draws, scene.rival, words)
        both.deed = scene.deed
        return both

    return make


@pytest.mark.parametrize(("draws", "ours"), [("app", True), ("told", False)])
def test_every_route_and_every_form(worlds: Make, draws: str, ours: bool) -> None:
    both = worlds("harbour", draws, ours=ours)
    curious = Curious(both)
    curious.pages(only_tables=False)
    curious.forms(only_tables=False)
    curious.tries()
    curious.brings()
    routes = both.worlds[0].app.url_map
    wanted = {(rule.endpoint, "GET") for rule in reading(routes)} | {
        (rule.endpoint, method) for rule, method in changing(routes)
    }
    assert wanted <= both.endpoints  # a new address is asked by itself, or this fails


@pytest.mark.parametrize(("game", "ours"), [*((game, True) for game in sorted(REAL)), ("new_angeles", False)])
def test_the_games(worlds: Make, game: str, ours: bool) -> None:
    both = worlds(game, ours=ours)
    curious = Curious(both)
    curious.pages(only_tables=True)
    curious.forms(only_tables=True)
    curious.tries()
    curious.brings()


@pytest.mark.parametrize("game", ["harbour", "new_angeles", "hegemony"])
def test_what_others_choose_unseen_is_told_to_nobody(worlds: Make, game: str) -> None:
    """Another player picks a card from their hand, another one in each world: nobody else can tell which."""
    both = worlds(game, ours=False, choosing=True)
    deed, who = both.deed
    sent = both.quietly("victim", f"{both.url}/do", {"seen": both.number(), "deed": deed, "as": who})
    assert [answer.status_code for answer in sent] == [303, 303]
    both.look()
    choices = [world.state()["pending"]["choice"] for world in both.worlds]
    picks = [choices[0]["options"][0], choices[1]["options"][-1]]
    assert picks[0] != picks[1] and choices[0]["rests_on"]
    for pick in picks:
        both.both("rival", f"{both.url}/answer", {"seen": both.number(), "value": json.dumps(pick)})
    forms = [{"seen": both.number(), "as": who, "value": json.dumps(pick)} for pick in picks]
    assert [answer.status_code for answer in both.quietly("victim", f"{both.url}/answer", *forms)] == [303, 303]
    if both.shown():  # what is discarded lies open to all
        return
    both.look()
    both.both("holder", f"{both.url}/log")
    both.quietly("victim", f"{both.url}/undo", {"seen": both.number()})
    both.look()


def test_numbers_told_in_secret_stay_secret(worlds: Make) -> None:
    both = worlds("harbour", ours=False)
    sworn = [{"seen": both.number(), "as": "green", "deed": f"swear(n={number})"} for number in (1, 5)]
    assert [answer.status_code for answer in both.quietly("victim", f"{both.url}/do", *sworn)] == [303, 303]
    both.look()
    both.both("holder", f"{both.url}/log")
    both.quietly("victim", f"{both.url}/do", {"seen": both.number(), "as": "green", "deed": "done"})
    both.quietly("victim", f"{both.url}/undo", {"seen": both.number()})
    both.look()


def test_bids_stay_secret_until_all_have_chosen(worlds: Make) -> None:
    both = worlds("harbour", ours=False)
    both.quietly("victim", f"{both.url}/do", {"seen": both.number(), "as": "green", "deed": "bid_war"})
    for by in ("red", "green"):
        phone = "rival" if by == "red" else "victim"
        made = [json.dumps({"choose": 1 if by == "red" else bid, "by": by}) for bid in (0, 2)]
        bids = [{"seen": both.number(), "as": by, "value": value} for value in made]
        both.quietly(phone, f"{both.url}/answer", *bids)
        both.look()
        both.both("rival", f"{both.url}/log")


def test_lists_of_legal_moves_are_made_of_what_is_seen(worlds: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all the time in the world to look for them."""
    for game in ("harbour", "new_angeles", "nowa_reformacja"):
        both = worlds(game)
        monkeypatch.setattr("web.table.options.PATIENCE", 10.0**6)
        monkeypatch.setattr("web.table.options.GLANCE", 10.0**6)
        page = both.both("rival", f"{both.url}?as={both.rival}").text
        assert "data-more" not in page and 'name="deed"' in page


def test_whether_somebody_was_asked_tells_nothing_of_their_cards(worlds: Make) -> None:
    """Two cards alike leave no choice, two others do; both are asked."""
    both = worlds("harbour", ours=False)
    for world, cards in zip(both.worlds, ("[comb, comb]", "[comb, drum]"), strict=True):
        told = world.send(
            "victim",
            f"{both.url}/tell",
            {"seen": world.newest().number, "as": "green", "text": f"charms of green = {cards}"},
        )
        assert told.status_code == 303, told.text
    both.quietly("victim", f"{both.url}/do", {"seen": both.number(), "as": "green", "deed": "stow"})
    assert all(world.state().get("pending") for world in both.worlds)
    both.look()
    both.quietly("victim", f"{both.url}/answer", {"seen": both.number(), "as": "green", "value": '"comb"'})
    both.look()
