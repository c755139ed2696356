"""States as version 0.1 writes them are read and written; a draft never touches the state it began with."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.books import Course
from referee.errors import ImpossibleStateError
from referee.play.progress import answer_choice, apply_move, begin
from referee.questions.telling import read_state
from referee.rules.code import Code
from referee.state import State
from referee.units.draft import Draft

#: as version 0.1 exported it
STORED: dict[str, Any] = {
    "coins": {"red": 2, "blue": 0},
    "deck": ["a", "b"],
    "members": {"ticket": ["x"]},
    "incomplete": ["ticket"],
    "rulings": {"d1": "strict"},
    "course": {"step": "turns", "who": "red", "item": "red", "queue": ["blue", ["red", "blue"]], "taken": {"0": 1}},
    "@used": {"turn|lend|red|": 1},
    "over": True,
    "pending": {
        "deed": {"kind": "deed", "name": "share", "args": {"how": {"do": "give", "with": {"n": 1}}}, "actor": "red"},
        "answers": [2],
        "choice": {
            "kind": "choice",
            "name": "who",
            "keys": [],
            "by": "blue",
            "paragraph": "t.1",
            "options": ["red", "blue"],
        },
        "happened": [{"fact": "coins", "keys": ["red"], "new": 0, "paragraph": "t.1"}],
    },
}


def test_a_state_of_version_0_1_is_read_and_written() -> None:
    state = State.read(STORED)
    assert json.loads(json.dumps(state.data())) == STORED
    assert State.read(json.loads(json.dumps(state.data()))) == state
    assert state.course == Course("turns", "red", "red", ("blue", ("red", "blue")), {"0": 1})
    assert set(state.facts) == {"coins", "deck"}


def test_what_is_empty_is_not_written() -> None:
    assert State({"a": 1}).data() == {"a": 1}


def test_who_told_or_may_not_see_a_fact_is_of_the_request_alone() -> None:
    state = State({"bid": {"red": 3}}, told=frozenset({("bid", ("red",))}), unseen=frozenset({("bid", ("blue",))}))
    assert state.data() == {"bid": {"red": 3}}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("@used", 5, "an object of numbers"),
        ("course", {"step": 3}, "“step” in “course”"),
        ("pending", {}, "“deed” in “pending”"),
        ("over", "yes", "true or false"),
        ("members", {"ticket": [3]}, "every ticket"),
        ("rulings", ["d1"], "dispute -> reading"),
    ],
)
def test_a_book_of_a_wrong_shape_is_told(name: str, value: object, said: str) -> None:
    with pytest.raises(ImpossibleStateError, match=said):
        State.read({name: value})


def test_a_draft_leaves_what_it_began_with_alone() -> None:
    state = State({"coins": {"red": 2, "blue": 0}, "gate": False})
    draft = Draft(state)
    draft.store("coins", ("red",), 1)
    draft.store("gate", (), True)
    first = draft.made()
    draft.store("coins", ("red",), 0)
    draft.drop("gate", ())
    assert state.facts == {"coins": {"red": 2, "blue": 0}, "gate": False}
    assert first.facts == {"coins": {"red": 1, "blue": 0}, "gate": True}
    assert draft.made().facts == {"coins": {"red": 0, "blue": 0}}


def test_a_game_goes_on_from_a_state_that_was_stored(harbour_code: Code) -> None:
    state = begin(harbour_code, State({"players": 2})).state
    again = read_state(harbour_code, State.read(json.loads(json.dumps(state.data()))))
    assert again == state
    assert (
        apply_move(harbour_code, again, "rest", {}, "red").state
        == apply_move(harbour_code, state, "rest", {}, "red").state
    )


def test_a_choice_is_answered_the_same_from_memory_and_from_disk(rules: Code) -> None:
    """
    roles side: red, blue
    fact coins of side: 0..20
    action share by actor: side
      effect choose n: 0..coins of red by red
      effect choose who: side by blue
      effect lower coins of red by n
      effect raise coins of who by n
    """
    asked = apply_move(rules, State({"coins": {"red": 2, "blue": 0}}), "share", {}, "red").state
    stored = read_state(rules, State.read(json.loads(json.dumps(asked.data()))))
    kept = answer_choice(rules, asked, 2).state
    read = answer_choice(rules, stored, 2).state
    assert kept == read
    assert answer_choice(rules, read, "blue").state.facts == {"coins": {"red": 0, "blue": 2}}
