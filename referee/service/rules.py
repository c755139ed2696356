"""The compiled rules of one game: shared by all who ask, at the same time; nothing that is asked changes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from kb.library import Game
from referee.budget import working
from referee.errors import ImpossibleStateError, RefusedError, UnknownNameError, UnreadRulesError
from referee.explanation.explain import Explainer
from referee.questions.labels import Labels
from referee.questions.question import UnreadableQuestionError
from referee.rules.code import Code
from referee.runs.ahead.game import code_of
from referee.service.game.words import Words
from referee.state import State
from referee.units.store import NOWHERE, Store

Read = TypeVar("Read")


class Rules:
    """Compiled on first use."""

    def __init__(self, game: Game, store: Store = NOWHERE, kin: Rules | None = None) -> None:
        self.game = game
        self.store = store
        self._kin = kin  #: of the game that this one is grown from
        self._code: Code | None = None
        self._explainers: dict[str, Explainer] = {}
        self._words: dict[str, Words] = {}
        self._labels = Labels(game)

    def read(self, text: str, reader: Callable[[str], Read]) -> Read:
        """What somebody typed, read; where it cannot be, once more with names for what is called as it is shown."""
        try:
            return reader(text)
        except (UnreadableQuestionError, UnknownNameError):
            named = self._labels.named(text)
            if named == text:
                raise
            with suppress(UnreadableQuestionError, UnknownNameError):
                return reader(named)
            raise

    def role(self, actor: str | None) -> str | None:
        """Who acts, by name, also where the label of the role was given."""
        known = self.game.program.members.get(self.game.program.roles, ())
        return actor if not actor or actor in known else self._labels.named(actor)

    @property
    def code(self) -> Code:
        """The rules, ready to be asked."""
        if self._code is None:
            if self.game.program.unread:
                raise UnreadRulesError(self.game.id, self.game.program.unread)
            self._code = code_of(
                self.game, self.store, self._kin.code if self._kin else None
            )  # two who come at once both make it; either serves
        return self._code

    def explainer(self, lang: str) -> Explainer:
        """What puts answers into words, one for each language the game can be read in."""
        found = self._explainers.get(lang)
        if found is None:
            found = Explainer(self.game, self.code, lang)  # a language nobody knows is read as another
            found = self._explainers.setdefault(found.lang, found)
        return found

    def words(self, lang: str) -> Words:
        """The names of the game in one language, for those who hold JSON."""
        found = self._words.get(lang)
        if found is None:
            found = self._words.setdefault(lang, Words(self.game, lang))
        return found


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
        raise RefusedError("nonsense") from None


class AtWork:
    """While it lasts the rules are at work on a state; what only a nonsensical question or state can cause is told in a sentence."""

    __slots__ = ("_state", "_working")

    def __init__(self, state: State) -> None:
        self._state = state
        self._working = working()

    def __enter__(self) -> None:
        self._working.__enter__()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self._working.__exit__()
        if isinstance(error, RecursionError):
            raise RefusedError("nested") from None
        if isinstance(error, _NONSENSE) and self._state.kept:
            # facts alone are checked one by one: whatever else goes wrong there is a fault of ours
            import logging  # slow to import, and no answer needs it

            log = logging.getLogger("paragraf.referee")
            if log.hasHandlers():  # without any it would be written where answers are read
                log.warning("a state that does not fit", exc_info=error)
            raise ImpossibleStateError(
                "The state does not fit together; send the one that `apply` gave, unchanged."
            ) from None
