"""What a player sees of a state is what is hidden by nothing, fact by fact."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from referee.answers import Value
from referee.evaluation.sight import Veil, view
from referee.state import State
from referee.values import Leaf
from tests.support.rules import code_from

CODE = code_from("""
roles side: red, blue
kind box: a, b
fact coins of side: 0..9
fact wallet of side: 0..9 hidden from others
fact deck: 0..9 hidden from all
fact stack of box: 0..9 hidden from all
fact kept(side, box): 0..9 hidden from others
fact back of side: 0..9 hidden from v when v is side
fact spy of side: flag hidden from v when v is not side and not spy of v
fact bid of side: 0..9 hidden from others when not shown
fact shown: flag
""")
SIDES, BOXES, NUMBER = st.sampled_from(["red", "blue"]), st.sampled_from(["a", "b"]), st.integers(0, 9)
FACTS = st.fixed_dictionaries(
    {},
    optional={
        "coins": st.dictionaries(SIDES, NUMBER),
        "wallet": st.dictionaries(SIDES, NUMBER),
        "deck": NUMBER,
        "stack": st.dictionaries(BOXES, NUMBER),
        "kept": st.dictionaries(SIDES, st.dictionaries(BOXES, NUMBER)),
        "back": st.dictionaries(SIDES, NUMBER),
        "spy": st.dictionaries(SIDES, st.booleans()),
        "bid": st.dictionaries(SIDES, NUMBER),
        "shown": st.booleans(),
    },
)


@given(FACTS, st.sampled_from(["red", "blue", None]), st.randoms(use_true_random=False), st.booleans())
def test_a_view_holds_the_facts_that_nothing_hides(
    facts: dict[str, Value], viewer: str | None, rng: Random, tells: bool
) -> None:
    leaves = dict(_leaves(facts))
    told = frozenset(leaf for leaf in leaves if tells and rng.random() < 0.5)
    state = State(facts, told=told)
    seen, unseen = view(CODE, state, viewer)
    veil = Veil(CODE, state)
    hidden = {leaf for leaf in leaves if viewer is not None and veil.hides(CODE.facts[leaf[0]], leaf[1], viewer)} - told
    assert unseen == hidden
    assert dict(_leaves(seen.facts)) == {leaf: value for leaf, value in leaves.items() if leaf not in hidden}
    assert dict(_leaves(state.facts)) == leaves  # the state itself stays as it is


def _seen(facts: dict[str, Value], viewer: str) -> dict[str, Value]:
    return dict(view(CODE, State(facts), viewer)[0].facts)


def test_what_is_hidden_from_its_owner_is_seen_by_the_others() -> None:
    assert _seen({"back": {"red": 1, "blue": 2}}, "red") == {"back": {"blue": 2}}


def test_those_of_a_team_know_each_other() -> None:
    spies = {"spy": {"red": True, "blue": False}}
    assert _seen(spies, "red") == spies
    assert _seen(spies, "blue") == {"spy": {"blue": False}}


def test_what_is_hidden_for_a_while_is_open_from_a_moment_on() -> None:
    bids: dict[str, Value] = {"bid": {"red": 1, "blue": 2}}
    assert _seen(bids, "red") == {"bid": {"red": 1}}  # whether it is shown is not known: it is hidden
    assert _seen({**bids, "shown": False}, "red")["bid"] == {"red": 1}
    assert _seen({**bids, "shown": True}, "red")["bid"] == {"red": 1, "blue": 2}


def test_who_plays_nobody_sees_what_is_hidden_from_nobody() -> None:
    veil = Veil(CODE, State({"spy": {"red": True, "blue": True}, "bid": {"red": 1}, "shown": True}))
    assert veil.hides(CODE.facts["back"], ("red",), None)
    assert not veil.hides(CODE.facts["bid"], ("red",), None)
    assert not any(veil.hides(CODE.facts["spy"], ("red",), side) for side in ("red", "blue"))
    assert veil.hides(CODE.facts["spy"], ("red",), None)  # that all see it tells who they are


def _leaves(facts: Value, name: str = "", keys: tuple[object, ...] = ()) -> Iterator[tuple[Leaf, Value]]:
    for key, value in facts.items():
        if not name:
            yield from _leaves(value, key) if isinstance(value, dict) else [((key, ()), value)]
        elif isinstance(value, dict):
            yield from _leaves(value, name, (*keys, key))
        else:
            yield (name, (*keys, key)), value
