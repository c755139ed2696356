"""Play at a stored table: begin, move, answer, tell, rule. Each gives the next state and what changed, or raises."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from referee import service
from referee.answers import Choice
from referee.errors import RefereeError, UntoldFactError
from referee.service import IllegalActionError, Position, Told, changes_of, failed_paragraphs, phrase, told_changes
from referee.state import State
from web.corpus import Volume

#: draws of the app in one move
MOST_DRAWS = 2_000


class NeedsFactError(RefereeError):
    """The move reads a fact nobody told; it can be told and the move made again."""

    def __init__(self, name: str, keys: tuple[Any, ...], question: str) -> None:
        super().__init__(question)
        self.name, self.keys = name, keys


class RefusedMoveError(RefereeError):
    """The rules forbid the move; the paragraphs that say so."""

    def __init__(self, paragraphs: list[str]) -> None:
        super().__init__(", ".join(paragraphs))
        self.paragraphs = paragraphs


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it, as it is stored."""

    state: State
    changes: tuple[dict[str, Any], ...] = ()
    draws: tuple[Any, ...] = ()
    action: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Play:
    """A stored state and the rules it is played by."""

    volume: Volume
    stored: State
    edition: str
    draws: str  #: app: the app draws by lot and shuffles; told: the players tell what came up
    lang: str

    @cached_property
    def position(self) -> Position:
        """The state as the rules read it."""
        return self.volume.referee.position(Told("", self.stored, {}, self.edition or None))

    @contextmanager
    def _asking(self) -> Iterator[Position]:
        try:
            yield self.position
        except UntoldFactError as need:
            name, keys = need.leaf
            if name not in self.volume.referee.facts:
                raise RefereeError(phrase("say.depends.open", self.lang)) from None
            words = self.volume.words(self.lang)
            raise NeedsFactError(name, keys, words.question(need.leaf, False)) from None
        except IllegalActionError as error:
            raise RefusedMoveError(failed_paragraphs(error)) from None

    # ---- what can be done ------------------------------------------------------------------------------------------

    def begin(self, given: str) -> Outcome:
        """Sets the game up on top of told facts."""
        with self._asking() as position:
            return self._finish(position.told(given).begin())

    def move(self, deed: str, actor: str) -> Outcome:
        """An action with its arguments as it is written, or `done`."""
        with self._asking() as position:
            outcome = position.move(deed, actor, own=True)
            return replace(self._finish(outcome), action=outcome.action, args=outcome.args)

    def answer(self, value: Any) -> Outcome:
        """The pending choice answered."""
        with self._asking() as position:
            return self._finish(position.answer(value))

    def told_facts(self, text: str) -> list[tuple[str, tuple[object, ...]]]:
        """The facts that a text would tell."""
        with self._asking() as position:
            return position.told_facts(text)

    def tell(self, text: str) -> Outcome:
        """Facts told or corrected by hand: `coins of red = 3`."""
        with self._asking() as position:
            told = position.told(text).checked()
            return Outcome(told.state, tuple(told_changes(position, told)))

    def rule(self, dispute: str, reading: str) -> Outcome:
        """A dispute settled for this table; no reading: open again."""
        with self._asking() as position:
            return Outcome(position.ruled(dispute, reading).state)

    def _finish(self, outcome: service.Outcome) -> Outcome:
        """Draws what the app draws, until somebody must decide."""
        draws: list[Any] = []
        while outcome.state.pending is not None and len(draws) < MOST_DRAWS:
            choice = outcome.state.pending.choice
            if choice.kind != "shuffle" and (choice.kind != "chance" or self.draws != "app"):
                break
            draws.append(drawn(choice))
            outcome = outcome.position.answer(draws[-1])
        return Outcome(outcome.state, tuple(changes_of(outcome)), tuple(draws))


def drawn(choice: Choice) -> Any:
    """A fair draw among the options, or a shuffled pile."""
    lot = secrets.SystemRandom()
    if choice.kind == "shuffle":
        cards = list(choice.options[0])
        lot.shuffle(cards)
        return cards
    return lot.choice(choice.options)
