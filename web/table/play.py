"""Play at a stored table: begin, move, answer, tell, rule. Each gives the next state and what changed, or raises.

What a phone sends is judged on what its eyes may see before it is done to all there is; nothing it is told of the rest can tell
more than that something hidden stands against it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from referee import service
from referee.answers import Choice
from referee.errors import BudgetError, RefereeError, UntoldFactError
from referee.service import (
    Foreseen,
    IllegalActionError,
    Position,
    Told,
    changes_of,
    failed_paragraphs,
    hidden_behind,
    phrase,
    told_changes,
)
from referee.state import State
from web.game.volume import Volume
from web.table.sight import Leaf, Scene, Sight, names_in

Found = TypeVar("Found")

#: choices that nobody makes: dice, draws and shuffles
LOTS = ("chance", "shuffle")
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


class HangsOnHiddenError(RefereeError):
    """Whether the move is legal is known only to those who see what is hidden from the one who makes it."""

    def __init__(self, foreseen: Foreseen, lang: str) -> None:
        super().__init__(phrase("say.depends.unseen", lang))
        self.foreseen = foreseen


class HiddenReasonError(RefereeError):
    """Something hidden from this phone stands against it; what it is would tell too much."""

    def __init__(self, lang: str) -> None:
        super().__init__(phrase("say.depends.unseen", lang))


@dataclass(frozen=True, slots=True)
class StoredOutcome:
    """What came of it, as it is stored."""

    state: State
    changes: tuple[dict[str, Any], ...] = ()
    draws: tuple[Any, ...] = ()
    action: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Play:
    """A stored state, the rules it is played by, and the eyes of the phone that plays; without eyes all is seen."""

    volume: Volume
    stored: State
    edition: str
    draws: str  #: app: the app draws by lot and shuffles; told: the players tell what came up
    lang: str
    eyes: Sight | None = None
    drawn_before: tuple[Any, ...] = ()  #: what the app has drawn already, when it was looked at what would happen

    @property
    def scene(self) -> Scene:
        """The stored state, and who may see what of it."""
        return self.eyes.scene if self.eyes is not None else Scene(self.volume.referee, self.stored, self.edition)

    @cached_property
    def position(self) -> Position:
        """All there is, as the rules read it: never to be asked anything for a phone."""
        scene = None if self.eyes is None else self.eyes.scene
        if scene is not None and scene.stored is self.stored and scene.position is not None:
            return scene.position  # it was read to judge what is seen
        try:
            return self._read(self.stored)
        except RefereeError:
            if self.eyes is None:
                raise
            self._read(self.eyes.state(self.stored))  # what is wrong with what is seen is said
            raise HiddenReasonError(self.lang) from None

    @cached_property
    def seen(self) -> Position:
        """The state as this phone may see it."""
        return self.position if self.eyes is None else self.through(self.eyes)

    def through(self, eyes: Sight) -> Position:
        """The state as some eyes may see it."""
        return self.position.through(eyes.state(self.position.state))

    def _read(self, state: State) -> Position:
        return self.volume.referee.position(Told("", state, {}, self.edition or None))

    @contextmanager
    def _asking(self) -> Iterator[Position]:
        try:
            yield self.position
        except UntoldFactError as need:
            name, keys = need.leaf
            if name not in self.volume.referee.facts:
                raise RefereeError(phrase("say.depends.open", self.lang)) from None
            if not self._may_ask(need.leaf):
                raise HiddenReasonError(self.lang) from None
            words = self.volume.words(self.lang)
            raise NeedsFactError(name, keys, words.question(need.leaf, "choice")) from None
        except IllegalActionError as error:
            raise RefusedMoveError(failed_paragraphs(error)) from None

    def _may_ask(self, leaf: Leaf) -> bool:
        """Whether a fact may be asked for: not one about a card that this phone may not see."""
        if self.eyes is None:
            return True
        secret = set(names_in(list(leaf[1]))) & self.volume.referee.secrecy.names(self.stored)
        return not secret or secret.issubset(names_in(self.eyes.state(self.stored).data()))

    def _carried_out(self, do: Callable[[], Found], seen: Callable[[], object] | None = None) -> Found:
        """Does something to all there is; a refusal is told only when it would be the same on what is seen."""
        try:
            return do()
        except (UntoldFactError, BudgetError):
            raise
        except IllegalActionError as error:
            if all(map(self._sees_all_of, hidden_behind(self.position.rules, error))):
                raise
            raise HiddenReasonError(self.lang) from None
        except RefereeError as error:
            if self.eyes is None or (seen is not None and _fails_with(seen, error)):
                raise
            raise HiddenReasonError(self.lang) from None

    def _sees_all_of(self, name: str) -> bool:
        return self.eyes is None or self.eyes.sees_all_of(name)

    # ---- what can be done ------------------------------------------------------------------------------------------

    def begin(self, given: str) -> StoredOutcome:
        """Sets the game up on top of told facts; piles of players who shuffle their own are in an order that nobody knows."""
        with self._asking() as position:
            outcome = position.told(given).begin()
            pending = outcome.state.pending
            if self.draws == "told" and pending is not None and pending.choice.kind == "shuffle":
                outcome = outcome.position.shuffled()
            return self._finish(outcome)

    def move(self, deed: str, actor: str) -> StoredOutcome:
        """An action with its arguments as it is written, or `done`."""
        with self._asking() as position:
            if self.stored.pending is None and not self.stored.over:
                foreseen = self.seen.foreseen(deed, actor)
                if foreseen.hangs_on:
                    raise HangsOnHiddenError(foreseen, self.lang)

            def do() -> StoredOutcome:
                outcome = position.move(deed, actor, own=True)
                return replace(self._finish(outcome), action=outcome.action, args=outcome.args)

            return self._carried_out(do, lambda: self.seen.move(deed, actor, own=True))

    def answer(self, value: Any) -> StoredOutcome:
        """The pending choice answered."""
        with self._asking() as position:
            return self._carried_out(lambda: self._finish(position.answer(value)))

    def drawn_out(self) -> StoredOutcome:
        """All that chance decides now drawn by the app, until somebody must decide; of piles that are shuffled nobody knows the order."""
        with self._asking() as position:

            def do() -> StoredOutcome:
                outcome, draws = service.Outcome(position), list[Any]()
                while (pending := outcome.state.pending) is not None and len(draws) < MOST_DRAWS:
                    if pending.choice.kind not in LOTS:
                        break
                    shuffled = pending.choice.kind == "shuffle"
                    draws.append(None if shuffled else drawn(pending.choice))
                    at = outcome.position
                    outcome = at.shuffled() if shuffled else at.answer(draws[-1])
                return StoredOutcome(outcome.state, tuple(changes_of(outcome)), tuple(draws))

            return self._carried_out(do)

    def set_up(self) -> StoredOutcome:
        """A set-up brought to its end, whatever it comes to: at a table that is under way what differs is told afterwards."""
        done = StoredOutcome(self.stored)
        for _ in range(MOST_DRAWS):
            pending = done.state.pending
            if pending is None:
                break
            at = replace(self, stored=done.state)
            by_lot = pending.choice.kind in LOTS
            done = at.drawn_out() if by_lot else at.answer(pending.choice.options[0])
        return done

    def shuffled(self) -> StoredOutcome:
        """The pending shuffle and all that follow at once answered: nobody knows the order."""
        with self._asking() as position:
            return self._carried_out(lambda: self._finish(position.shuffled()))

    def told_facts(self, text: str) -> list[Leaf]:
        """The facts that a text would tell."""
        with self._asking():
            return self.seen.told_facts(text)

    def tell(self, text: str) -> StoredOutcome:
        """Facts told or corrected by hand: `coins of red = 3`."""
        with self._asking() as position:
            self.seen.told(text).checked()
            told = self._carried_out(lambda: position.told(text), lambda: self.seen.told(text))
            changes = told_changes(position, told)
            return StoredOutcome(told.state, self.scene.witnessed(changes, told.state))

    def rule(self, dispute: str, reading: str) -> StoredOutcome:
        """A dispute settled for this table; no reading: open again."""
        with self._asking() as position:
            return StoredOutcome(position.ruled(dispute, reading).state)

    def _finish(self, outcome: service.Outcome) -> StoredOutcome:
        """Draws what the app draws, until somebody must decide."""
        draws: list[Any] = []
        while outcome.state.pending is not None and len(draws) < MOST_DRAWS:
            choice = outcome.state.pending.choice
            if choice.kind not in LOTS or self.draws != "app":
                break
            draws.append(self.drawn_before[len(draws)] if len(draws) < len(self.drawn_before) else drawn(choice))
            outcome = outcome.position.answer(draws[-1])
        return StoredOutcome(outcome.state, tuple(changes_of(outcome)), tuple(draws))


def _fails_with(seen: Callable[[], object], error: RefereeError) -> bool:
    """Whether the same is refused on what is seen, in the same words."""
    try:
        seen()
    except RefereeError as same:
        return str(same) == str(error)
    return False


def drawn(choice: Choice) -> Any:
    """A fair draw among the options, or a shuffled pile."""
    lot = secrets.SystemRandom()
    if choice.kind == "shuffle":
        cards = list(choice.options[0])
        lot.shuffle(cards)
        return cards
    if choice.weights:
        return lot.choices(choice.options, choice.weights)[0]
    return lot.choice(choice.options)
