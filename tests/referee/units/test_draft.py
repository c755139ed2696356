"""A draft is written; the state it began as, and every state made of it before, stay as they were."""

from __future__ import annotations

from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from referee.answers import Value
from referee.state import State
from referee.units.draft import Draft

#: facts without, with one and with two keys
DEPTHS = {"round": 0, "coins": 1, "crates": 2}
NAMES = st.sampled_from(["a", "b", "c"])
FACTS = st.fixed_dictionaries(
    {},
    optional={
        "round": st.integers(0, 9),
        "coins": st.dictionaries(NAMES, st.integers(0, 9)),
        "crates": st.dictionaries(NAMES, st.dictionaries(NAMES, st.integers(0, 9))),
    },
)
WRITES = st.lists(
    st.tuples(st.sampled_from([*DEPTHS]), NAMES, NAMES, st.one_of(st.none(), st.integers(0, 9)), st.booleans()),
    max_size=12,
)


@given(FACTS, WRITES)
def test_a_draft_holds_what_was_written_and_nothing_else_changes(
    facts: dict[str, Value], writes: list[tuple[str, str, str, int | None, bool]]
) -> None:
    begun = State(facts)
    draft, plain = Draft(begun), deepcopy(facts)
    made: list[tuple[State, dict[str, Value]]] = [(begun, deepcopy(facts))]
    for name, first, second, value, is_made in writes:
        keys = (first, second)[: DEPTHS[name]]
        if value is None:
            draft.drop(name, keys)
        else:
            draft.store(name, keys, value)
        _write(plain, name, keys, value)
        assert _told(draft.facts) == _told(plain)
        if is_made:
            made.append((draft.made(), deepcopy(plain)))
    for state, as_it_was in made:
        assert _told(state.facts) == _told(as_it_was)


def test_what_lies_beside_what_is_written_stays_shared() -> None:
    facts = {"crates": {"a": {"x": 1}, "b": {"x": 2}}}
    draft = Draft(State(facts))
    draft.store("crates", ("a", "x"), 5)
    assert draft.facts["crates"]["b"] is facts["crates"]["b"]
    assert facts["crates"]["a"] == {"x": 1}


def _write(facts: dict[str, Value], name: str, keys: tuple[str, ...], value: int | None) -> None:
    node: Value = facts
    for key in (name, *keys)[:-1]:
        node = node.setdefault(key, {})
    if value is None:
        node.pop((name, *keys)[-1], None)
    else:
        node[(name, *keys)[-1]] = value


def _told(facts: Value) -> Value:
    """What is told, without what holds nothing."""
    if not isinstance(facts, dict):
        return facts
    found = {key: _told(value) for key, value in facts.items()}
    return {key: value for key, value in found.items() if value != {}}
