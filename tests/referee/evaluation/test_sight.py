"""What a player sees of a state is what is hidden by nothing, fact by fact."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from referee.answers import Value
from referee.evaluation.sight import hides, view
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
    hidden = {leaf for leaf in leaves if viewer is not None and hides(CODE.facts[leaf[0]], state, viewer, leaf[1])}
    assert unseen == hidden
    assert dict(_leaves(seen.facts)) == {leaf: value for leaf, value in leaves.items() if leaf not in hidden}
    assert dict(_leaves(state.facts)) == leaves  # the state itself stays as it is


def _leaves(facts: Value, name: str = "", keys: tuple[object, ...] = ()) -> Iterator[tuple[Leaf, Value]]:
    for key, value in facts.items():
        if not name:
            yield from _leaves(value, key) if isinstance(value, dict) else [((key, ()), value)]
        elif isinstance(value, dict):
            yield from _leaves(value, name, (*keys, key))
        else:
            yield (name, (*keys, key)), value
