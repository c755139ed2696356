"""The members that came with a state: looked up several times for every question about it, and remembered."""

from __future__ import annotations

from collections.abc import Mapping

from referee.state import Held

#: states whose own members are remembered
REMEMBERED = 1_024
_OWN: dict[int, tuple[Mapping[str, tuple[str, ...]], frozenset[str]]] = {}


def own_names(state: Held) -> frozenset[str]:
    """The members that came with a state and are no part of the game."""
    members = state.members
    if not members:
        return frozenset()
    found = _OWN.get(id(members))
    if found is None or found[0] is not members:  # the mapping is kept too: as long as it is, no other has its place
        if len(_OWN) >= REMEMBERED:
            _OWN.clear()
        found = _OWN[id(members)] = (members, frozenset(name for listed in members.values() for name in listed))
    return found[1]
