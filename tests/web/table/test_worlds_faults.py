"""The two-worlds test finds what it is there for: each guard taken away, and each fault that was, is a difference it sees."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, current_app

from grammar import nodes as n
from referee.evaluation.context import Context
from referee.evaluation.members import own_names
from referee.evaluation.scope import Scope
from referee.rules.code import Code
from referee.service import Foreseen, Position
from referee.state import Held
from tests.support.worlds.games import harbour_app, harbour_scene
from tests.support.worlds.inputs import Curious
from tests.support.worlds.tables import LeakError, Worlds, same_words
from web.base.faults import ForbiddenError
from web.table.play import Play, StoredOutcome
from web.table.sight import Sight

pytestmark = pytest.mark.slow

Make = Callable[..., Worlds]


@pytest.fixture
def worlds(tmp_path_factory: pytest.TempPathFactory, web_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    words = random.Random(1)
    same_words(monkeypatch, words)

    def make(draws: str = "app", *, ours: bool = True) -> Worlds:
        one, other = (harbour_app(tmp_path_factory.mktemp("world"), web_folder / "cache") for _ in range(2))
        scene = harbour_scene("red" if ours else "green")
        return Worlds((one, other), "harbour", scene.state, draws, scene.rival, words)

    return make


def tell_all(worlds: Worlds) -> None:
    """All that a curious player tells."""
    for text in Curious(worlds).telling():
        worlds.send("rival", f"{worlds.url}/tell", {"text": text, "as": worlds.rival})


def test_told_expressions_worked_out_on_the_whole_state(worlds: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    both = worlds()

    def worked_out(code: Code, state: Held, expr: n.Expr) -> object:
        return code.formula(expr, Scope(), own_names(state)).now(Context(code, state), [])

    monkeypatch.setattr("referee.questions.question.constant", worked_out)
    monkeypatch.setattr("referee.questions.telling.constant", worked_out)
    monkeypatch.setattr(Play, "seen", property(lambda self: self.position))
    monkeypatch.setattr(Play, "_carried_out", lambda self, do, seen=None: do())
    with pytest.raises(LeakError, match="players = "):
        tell_all(both)


def test_told_values_compared_before_they_are_refused(worlds: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    both, tell = worlds(), Play.tell

    def compared(self: Play, text: str) -> StoredOutcome:
        outcome = tell(self, text)
        for change in outcome.changes:
            fact = self.volume.referee.facts[change["fact"]]
            if self.eyes is not None and fact.hidden == "others" and not self.eyes.sees(fact, tuple(change["keys"])):
                raise ForbiddenError("hidden")
        return outcome

    monkeypatch.setattr(Sight, "may_tell", lambda self, leaf, stored: True)
    monkeypatch.setattr(Play, "tell", compared)
    with pytest.raises(LeakError, match=r"303 and 403|403 and 303"):
        tell_all(both)


def test_decks_put_in_order_by_telling_them(worlds: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    both, may_tell = worlds(), Sight.may_tell

    def decks_too(self: Sight, leaf: Any, stored: Any) -> bool:
        fact = self.referee.facts.get(leaf[0])
        return (fact is not None and fact.hidden == "all") or may_tell(self, leaf, stored)

    monkeypatch.setattr(Sight, "may_tell", decks_too)
    with pytest.raises(AssertionError, match="changed what nobody may see"):
        tell_all(both)


def test_moves_listed_on_the_whole_state(worlds: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    both = worlds()
    monkeypatch.setattr(Play, "through", lambda self, eyes: self.position)
    with pytest.raises(LeakError, match=r"/t/"):  # the picture of the table shows it first
        Curious(both).pages(only_tables=True)


def test_moves_judged_on_the_whole_state(worlds: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    both = worlds()
    monkeypatch.setattr(Position, "foreseen", lambda self, deed, actor: Foreseen("done"))
    with pytest.raises(LeakError, match="filch"):
        Curious(both).tries()


def test_draws_from_a_hand_shown_to_all(worlds: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    both = worlds("told")
    monkeypatch.setattr(Sight, "may_choose", lambda self, choice: True)
    with pytest.raises(LeakError):
        both.send("rival", f"{both.url}/do", {"deed": "pinch(victim=blue)", "as": "red"})


def test_cards_named_in_the_log(worlds: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    both = worlds(ours=False)
    monkeypatch.setattr(Sight, "may_name", lambda self, value, opened, actor, stored: True)
    both.quietly("victim", f"{both.url}/do", {"seen": both.number(), "as": "green", "deed": "stow"})
    options = [world.state()["pending"]["choice"]["options"][0] for world in both.worlds]
    both.quietly(
        "victim",
        f"{both.url}/answer",
        *({"seen": both.number(), "as": "green", "value": f'"{card}"'} for card in options),
    )
    with pytest.raises(LeakError):
        both.look()


def test_a_new_address_is_asked_by_itself(worlds: Make) -> None:
    both = worlds()

    def add(path: str) -> None:
        for world in both.worlds:
            _open(
                world.app, path, lambda code, **_: str(current_app.extensions["paragraf-store"]().state(code)["charms"])
            )

    add("/t/<code>/peek")
    with pytest.raises(LeakError, match="/peek"):
        Curious(both).pages(only_tables=True)
    add("/t/<code>/a/<whose>")
    with pytest.raises(AssertionError, match="teach the test"):
        Curious(both).pages(only_tables=True)


def _open(app: Flask, path: str, view: Callable[..., str]) -> None:
    app._got_first_request = False  # a test may add what a server may not
    app.add_url_rule(path, path, view)
