"""A state: read from JSON with every fault told, written as version 0.1 wrote it, copied cheaply."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kb.library import Game
from referee.answers import Choice
from referee.books import Course, Deed, Pending
from referee.errors import ImpossibleStateError
from referee.service import Referee, Told
from referee.state import State
from referee.values import Bag, Unknown

#: a state as `apply` of version 0.1 gave it
OLD: dict[str, Any] = {
    "players": 2,
    "coins": {"red": 10, "green": 10},
    "owner": {"north": "red", "middle": None},
    "members": {"cargo": ["silk"]},
    "incomplete": ["cargo"],
    "rulings": {"full_house": "seven"},
    "course": {"step": "turns", "who": "red", "item": "red", "queue": ["green"], "taken": {"0": 1}},
    "@used": {"round|rest|red|": 1},
    "over": True,
    "pending": {
        "deed": {"kind": "deed", "name": "bargain", "args": {"x": [1]}, "actor": "red"},
        "answers": ["wine"],
        "choice": {
            "kind": "chance",
            "name": "luck",
            "keys": ["red"],
            "by": None,
            "paragraph": "har.barg.1",
            "options": [1, 2, 3],
        },
    },
}


def test_a_state_of_version_0_1_is_read_and_written_again() -> None:
    state = State.read(OLD)
    assert state.facts == {"players": 2, "coins": {"red": 10, "green": 10}, "owner": {"north": "red", "middle": None}}
    assert state.course == Course("turns", "red", "red", ("green",), {"0": 1})
    assert state.pending == Pending(
        Deed("deed", "bargain", {"x": [1]}, "red"),
        ("wine",),
        Choice("chance", "luck", ["red"], None, "har.barg.1", [1, 2, 3]),
    )
    assert (state.used, state.rulings, state.over) == ({"round|rest|red|": 1}, {"full_house": "seven"}, True)
    assert (state.members, state.incomplete) == ({"cargo": ("silk",)}, ("cargo",))
    assert state.data() == OLD and json.loads(json.dumps(state.data())) == OLD


def test_nothing_told_is_an_empty_object() -> None:
    assert State.read({}) == State() and State().data() == {} and not State().kept


def test_a_game_that_was_only_begun_waits_with_no_deed() -> None:
    pending = {"deed": {"kind": "begin"}, "answers": [], "choice": OLD["pending"]["choice"]}
    assert State.read({"pending": pending}).data() == {"pending": pending}


def test_what_has_happened_before_a_choice_is_kept() -> None:
    pending = {**OLD["pending"], "happened": [{"fact": "coins", "keys": ["red"], "new": 3, "paragraph": ""}]}
    assert State.read({"pending": pending}).data() == {"pending": pending}


def test_what_nobody_knows_and_what_one_question_told_is_not_written() -> None:
    raw = {"coins": {"red": Unknown(0, 5), "green": 3}, "luck": Unknown(), "hand": ("a", "b"), "sum": Bag({"x": 1})}
    state = State(raw, told=frozenset({("hand", ("red",))}))
    assert state.data() == {"coins": {"green": 3}, "hand": ["a", "b"], "sum": {"x": 1}}


def test_a_copy_shares_what_did_not_change() -> None:
    state = State.read(OLD)
    ruled = state.ruled({"full_house": "six"})
    assert ruled.rulings == {"full_house": "six"} and state.rulings == {"full_house": "seven"}
    assert ruled.facts is state.facts and ruled.pending is state.pending


def test_a_fact_is_found_by_its_keys() -> None:
    state = State.read(OLD)
    assert state.fact("coins", "red") == 10 and state.fact("players") == 2
    assert (
        state.fact("coins", "blue") is None and state.fact("zz", "red") is None and state.fact("players", "red") is None
    )


def test_uses_are_told_apart_by_scope_and_name() -> None:
    state = State.read(OLD)
    assert state.used_up("round", "rest") and not state.used_up("game", "rest") and not state.used_up("round", "res")


@pytest.mark.parametrize("book", ["course", "pending", "@used", "rulings", "members", "incomplete", "over"])
@pytest.mark.parametrize("value", [None, 5, "x", 1.5, [3], [[]], {"a": None}, {"step": [1]}, {"deed": [1]}, {"": {}}])
def test_no_book_of_a_wrong_shape_comes_through(book: str, value: Any) -> None:
    with pytest.raises(ImpossibleStateError, match=f"“{book}” of the state"):
        State.read({book: value})


def test_the_first_faults_are_told_and_no_more() -> None:
    with pytest.raises(ImpossibleStateError) as told:
        State.read({"rulings": {f"d{n}": n for n in range(100)}})
    assert str(told.value).count("must be") == 8


def test_nesting_has_an_end() -> None:
    deep: Any = 1
    for _ in range(10_000):
        deep = [deep]
    with pytest.raises(ImpossibleStateError, match="“coins” of the state is nested too deeply"):
        State.read({"coins": deep})


def test_a_played_game_is_the_same_after_a_journey_through_json(harbour: Game) -> None:
    referee = Referee(harbour)
    position = referee.position(Told("players = 2")).begin().position
    for _ in range(12):
        if position.state.over:
            break
        assert position.state.course is not None and position.state.course.who is not None
        read = State.read(json.loads(json.dumps(position.state.data())))
        again = referee.position(Told(state=read))
        assert again.state.data() == position.state.data() and again.stage() == position.stage()
        who = position.state.course.who
        assert again.moves(who, "en") == position.moves(who, "en")
        deeds = ["rest", "done"]
        deed = next(d for d in deeds if d == "done" or "rest" in position.open_actions(who))
        assert again.move(deed, who).state.data() == position.move(deed, who).state.data()
        position = position.move(deed, who).position
