"""What surely changes by what is done in a question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.state import State
from referee.units.runner import Change
from referee.values import MISSING, Leaf, is_known


def surely(state: State, changes: list[Change], said: Mapping[Leaf, object]) -> Iterator[Change]:
    """The changes that do not hang on what nobody told: neither what a fact is now, nor, unless it is said that this is assumed, what it
    was, where it becomes so much more or less."""
    guessed: dict[Leaf, bool] = {}
    for change in changes:
        leaf = (change.fact, change.keys)
        if leaf not in guessed:
            guessed[leaf] = leaf not in said and not _is_told(state, leaf)
        guessed[leaf] = guessed[leaf] and change.grown
        if is_known(change.new) and not guessed[leaf]:
            yield change


def _is_told(state: State, leaf: Leaf) -> bool:
    """Whether anybody told a fact."""
    node = state.facts.get(leaf[0], MISSING)
    for key in leaf[1]:
        node = node.get(key, MISSING) if isinstance(node, Mapping) else MISSING
    return node is not MISSING
