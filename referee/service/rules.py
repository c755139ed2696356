"""The compiled rules of one game, lent to one caller at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from kb.library import Game
from referee.code import Code, code_of
from referee.compiler.store import NOWHERE, PAUSE, Store
from referee.errors import ImpossibleStateError, RefereeError
from referee.state import State


class Rules:
    """Compiled on first use.

    One lock a game, and names that are taken away again: a question may bring members of its own (`x: card`), and the
    compiled rules note them in `Code.loose`, which is shared. Both can go when members belong to the question.
    """

    def __init__(self, game: Game, store: Store = NOWHERE) -> None:
        self.game = game
        self._lock = threading.RLock()
        self.store = store
        self._code: Code | None = None

    @contextmanager
    def lent(self, state: State) -> Iterator[Code]:
        """The rules for one question on a state; names that came with it leave with it."""
        with self._lock, _told_in_sentences(state):
            if self._code is None:
                self._code = code_of(self.game, self.store)
            code, loose = self._code, set(self._code.loose)
            code.loose = loose.union(*state.members.values())
            try:
                yield code
            finally:
                code.loose = loose
                self.store.keep(PAUSE)


@contextmanager
def _told_in_sentences(state: State) -> Iterator[None]:
    """Turns what only a nonsensical question or state can cause into a sentence."""
    try:
        yield
    except RecursionError:
        raise RefereeError(
            "The question or a told fact is nested too deeply to be read; write it in smaller parts."
        ) from None
    except (TypeError, KeyError, AttributeError, IndexError, ValueError) as error:
        if not state.kept:  # facts alone are checked one by one: whatever else goes wrong is a fault of ours
            raise
        import logging  # slow to import, and no answer needs it

        logging.getLogger("paragraf.referee").warning("a state that does not fit", exc_info=error)
        raise ImpossibleStateError(
            "The state does not fit together; send the one that `apply` gave, unchanged."
        ) from None
