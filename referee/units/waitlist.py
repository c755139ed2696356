"""Runs that wait in memory for an answer."""

from __future__ import annotations

from collections import OrderedDict

from referee.state import State

#: runs of one game that wait at a time
MOST = 64


class Waiting:
    """Runs that wait for an answer: each goes on once, with the first answer that fits its state."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, tuple[State, dict[str, str], object]] = OrderedDict()

    def keep(self, key: str, before: State, rulings: dict[str, str], run: object) -> None:
        """Keeps a run that has stopped; the oldest makes room."""
        self._runs[key] = (before, rulings, run)
        while len(self._runs) > MOST:
            self._runs.popitem(last=False)

    def take(self, key: str, before: State, rulings: dict[str, str]) -> object:
        """The run that stopped at this choice of this state, if it is still here."""
        found = self._runs.pop(key, None)
        return found[2] if found is not None and found[0] == before and found[1] == rulings else None
