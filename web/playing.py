"""Play at a stored table: begin, move, answer, tell, rule. Each gives the next state and what changed, or raises."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from referee.code import Code
from referee.context import TOLD, Context, State
from referee.errors import RefereeError, UntoldFactError
from referee.explain import tell_text
from referee.performing import IllegalActionError
from referee.phrases import phrase
from referee.play import Played, answer_choice, apply_move, begin
from referee.question import Situation, check_always, check_ruling, constant, read_question, read_situation
from referee.values import Unknown, freeze, thaw
from web.corpus import Volume
from web.judging import Told, guarded

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

    state: dict[str, Any]
    changes: tuple[dict[str, Any], ...] = ()
    draws: tuple[Any, ...] = ()
    action: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Play:
    """A stored state and the rules it is played by."""

    volume: Volume
    stored: Mapping[str, Any]
    edition: str
    draws: str  #: app: the app draws by lot and shuffles; told: the players tell what came up
    lang: str

    @contextmanager
    def opened(self) -> Iterator[tuple[Code, Situation]]:
        """The rules, and the state as they read it."""
        told = Told("", self.stored, {}, self.edition or None)
        with self.volume.code() as code, guarded(told), self._asking():
            yield code, told.situation(code)

    @contextmanager
    def _asking(self) -> Iterator[None]:
        try:
            yield
        except UntoldFactError as need:
            name, keys = need.leaf
            if name not in self.volume.game.program.facts:
                raise RefereeError(phrase("say.depends.open", self.lang)) from None
            words = self.volume.words(self.lang)
            raise NeedsFactError(name, keys, words.question(need.leaf, False)) from None
        except IllegalActionError as error:
            failed = [result.check.paragraph for result in error.results if result.status in ("fail", "silent")]
            raise RefusedMoveError(list(dict.fromkeys(p for p in failed if p))) from None

    # ---- what can be done ------------------------------------------------------------------------------------------

    def begin(self, given: str) -> Outcome:
        """Sets the game up on top of told facts."""
        with self.opened() as (code, situation):
            situation = read_situation(code, given, situation.state, situation.rulings)
            self._keep_rulings(code, situation)
            return self._finish(code, situation, begin(code, situation.state, situation.rulings))

    def move(self, deed: str, actor: str) -> Outcome:
        """An action with its arguments as it is written, or `done`."""
        with self.opened() as (code, situation):
            if deed == "done":
                played = apply_move(code, situation.state, "done", {}, actor, situation.rulings)
                return replace(self._finish(code, situation, played), action="done")
            asked = read_question(code, deed, situation, actor)
            if asked.action is None or asked.action.name not in code.program.actions:
                raise RefereeError(f"“{deed}” is not an action.")
            args = code.action(asked.action.name).positional(asked.action.args, asked.action.named)
            played = apply_move(code, situation.state, asked.action.name, args, actor, situation.rulings)
            done = self._finish(code, situation, played)
            return replace(done, action=asked.action.name, args=thaw(args))

    def answer(self, value: Any) -> Outcome:
        """The pending choice answered."""
        with self.opened() as (code, situation):
            return self._finish(code, situation, answer_choice(code, situation.state, value, situation.rulings))

    def draw(self) -> Any:
        """What the app draws for the pending choice."""
        return drawn(self.stored["pending"]["choice"])

    def tell(self, text: str) -> Outcome:
        """Facts told or corrected by hand: `coins of red = 3`."""
        with self.opened() as (code, situation):
            told = read_situation(code, text, situation.state, situation.rulings)
            told.state.pop(TOLD, None)  # at a table it is the seat that says who may see what
            self._keep_rulings(code, told)
            if code.program.always:
                check_always(code, told.state, told.rulings)
            return Outcome(_stored(told.state), tuple(_differences(code, situation.state, told.state)))

    def rule(self, dispute: str, reading: str) -> Outcome:
        """A dispute settled for this table; no reading: open again."""
        with self.opened() as (code, _):
            if reading:
                check_ruling(code, dispute, reading)
            rulings = {**self.stored.get("rulings", {}), dispute: reading}
            state = {**self.stored, "rulings": {key: value for key, value in rulings.items() if value}}
            return Outcome(state)

    # ---- how it goes on --------------------------------------------------------------------------------------------

    def _keep_rulings(self, code: Code, situation: Situation) -> None:
        """Rulings told among facts belong to the state; the edition belongs to the table."""
        kept = {key: value for key, value in situation.rulings.items() if key != "edition" or not self.edition}
        if kept:
            situation.state["rulings"] = kept

    def _finish(self, code: Code, situation: Situation, played: Played) -> Outcome:
        """Draws what the app draws, until somebody must decide."""
        draws: list[Any] = []
        while "pending" in played.state and len(draws) < MOST_DRAWS:
            choice = played.state["pending"]["choice"]
            if choice["kind"] != "shuffle" and (choice["kind"] != "chance" or self.draws != "app"):
                break
            draws.append(drawn(choice))
            played = answer_choice(code, played.state, draws[-1], situation.rulings)
        changes = tuple(_change(c.fact, c.keys, c.old, c.new, c.paragraph) for c in played.changes)
        return Outcome(_stored(played.state), changes, tuple(draws))


def drawn(choice: Mapping[str, Any]) -> Any:
    """A fair draw among the options, or a shuffled pile."""
    lot = secrets.SystemRandom()
    if choice["kind"] == "shuffle":
        cards = list(choice["options"][0])
        lot.shuffle(cards)
        return cards
    return lot.choice(choice["options"])


def seated(code: Code, state: State, rulings: Mapping[str, str]) -> tuple[str, ...]:
    """Who plays: what the game calls `seated`, else every role."""
    everyone: tuple[str, ...] = tuple(code.program.members.get(code.program.roles, ()))
    if not code.has_value("seated", 0):
        return everyone
    from grammar import nodes as n

    try:
        found = constant(code, Context(code, state, readings=dict(rulings)), n.Name("seated"))
    except RefereeError:
        return everyone
    return tuple(role for role in found if role in everyone) if isinstance(found, tuple) and found else everyone


def fact_text(name: str, keys: tuple[Any, ...]) -> str:
    """How a fact is written when it is told."""
    return tell_text((name, keys))


def _stored(state: State) -> dict[str, Any]:
    """A state as it is stored; what nobody knows and what only one question told is left out."""
    known = _known({key: value for key, value in state.items() if not key.startswith("@") or key == "@used"})
    assert isinstance(known, dict)
    return known


def _known(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _known(item) for key, item in value.items() if not isinstance(item, Unknown)}
    return thaw(value)


def _change(fact: str, keys: tuple[Any, ...], old: Any, new: Any, paragraph: str) -> dict[str, Any]:
    found: dict[str, Any] = {"fact": fact, "keys": thaw(keys), "paragraph": paragraph}
    if not isinstance(old, Unknown):
        found["old"] = thaw(old)
    if not isinstance(new, Unknown):
        found["new"] = thaw(new)
    return found


def _differences(code: Code, before: State, after: State) -> Iterator[dict[str, Any]]:
    """The facts in which two states differ."""
    for name, value in after.items():
        fact = code.facts.get(name)
        depth = len(fact.keys) if fact else 0
        if fact is not None or name in code.program.values:
            yield from _differ(name, (), before.get(name, _UNTOLD), value, depth)


_UNTOLD = Unknown()


def _differ(name: str, keys: tuple[Any, ...], before: Any, after: Any, depth: int) -> Iterator[dict[str, Any]]:
    if depth and isinstance(after, dict):
        for key, item in after.items():
            old = before.get(key, _UNTOLD) if isinstance(before, dict) else _UNTOLD
            yield from _differ(name, (*keys, key), old, item, depth - 1)
    elif isinstance(before, Unknown) or freeze(before) != freeze(after):
        yield _change(name, keys, before, after, "")
