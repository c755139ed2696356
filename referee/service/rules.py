"""The compiled rules of one game: shared by all who ask, at the same time; nothing that is asked changes them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kb.library import Game
from referee.errors import ImpossibleStateError, RefereeError
from referee.rules.code import Code, code_of
from referee.state import State
from referee.units.store import NOWHERE, Store


class Rules:
    """Compiled on first use."""

    def __init__(self, game: Game, store: Store = NOWHERE, kin: Rules | None = None) -> None:
        self.game = game
        self.store = store
        self._kin = kin  #: of the game that this one is grown from
        self._code: Code | None = None

    @property
    def code(self) -> Code:
        """The rules, ready to be asked."""
        if self._code is None:
            self._code = code_of(
                self.game, self.store, self._kin.code if self._kin else None
            )  # two who come at once both make it; either serves
        return self._code


#: what plain Python raises where values do not go together
_NONSENSE = (TypeError, KeyError, AttributeError, IndexError, ValueError, OverflowError)


@contextmanager
def worked_out() -> Iterator[None]:
    """An expression that somebody typed: whatever its kinds let through and its values do not is no fault of ours."""
    try:
        yield
    except _NONSENSE as error:
        import logging

        logging.getLogger("paragraf.referee").warning("a question that cannot be worked out", exc_info=error)
        raise RefereeError(
            "This cannot be worked out as it is written: it compares, orders or adds up what does not go together."
        ) from None


@contextmanager
def told_in_sentences(state: State) -> Iterator[None]:
    """Turns what only a nonsensical question or state can cause into a sentence."""
    try:
        yield
    except RecursionError:
        raise RefereeError(
            "The question or a told fact is nested too deeply to be read; write it in smaller parts."
        ) from None
    except _NONSENSE as error:
        if not state.kept:  # facts alone are checked one by one: whatever else goes wrong is a fault of ours
            raise
        import logging  # slow to import, and no answer needs it

        logging.getLogger("paragraf.referee").warning("a state that does not fit", exc_info=error)
        raise ImpossibleStateError(
            "The state does not fit together; send the one that `apply` gave, unchanged."
        ) from None
