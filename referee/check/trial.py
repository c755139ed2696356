"""A game put on trial: many games by chance, and what went wrong, what was never possible, what was never used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from referee.check.piles import LostCardError, Piles
from referee.check.player import LONGEST, Done, EndlessError, Player, StuckError, Tally
from referee.check.use import relied_on, used_in_play
from referee.errors import BudgetError, ImpossibleStateError, RefereeError, UntoldFactError
from referee.rules.code import Code
from referee.state import State

#: what went wrong -> the sort of fault it is
SORTS: Mapping[type[RefereeError], str] = {
    StuckError: "stuck",
    EndlessError: "endless",
    BudgetError: "endless",
    ImpossibleStateError: "always",
    LostCardError: "lost",
    UntoldFactError: "untold",
}
#: deeds before a fault that are told
LAST = 3


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that went wrong, and how it is played again."""

    sort: str  #: stuck, endless, always, lost, untold, rule, or ours
    seed: int
    players: int | None
    deed: int  #: how many deeds there had been
    message: str
    last: tuple[Done, ...]  #: the deeds before it
    cause: RefereeError | None = field(default=None, compare=False)  #: what was wrong, where it is no fault of ours

    def said(self, lang: str) -> str:
        """The message in a language of the interface, where its sentence is known there."""
        return self.message if self.cause is None else self.cause.said(lang)


@dataclass(slots=True)
class Trial:
    """What came of the games played so far."""

    played: int = 0
    ended: int = 0
    deeds: int = 0
    faults: list[Fault] = field(default_factory=list)
    impossible: dict[str, int] = field(default_factory=dict)  #: action -> how often a legal call of it was looked for
    unused: set[str] = field(default_factory=set)  #: paragraphs that had no part in any deed
    stopped: bool = False


def try_games(
    code: Code, openings: Iterable[tuple[int, State]], rulings: Mapping[str, str] | None = None,
    *, most: int = LONGEST, step: Callable[[int], None] | None = None, noting: bool = True,
    watch: Callable[[State, list[Done]], Callable[[State], State | None]] | None = None,
) -> Trial:  # fmt: skip
    """Plays a game for every seed and opening, until it is stopped; what was done by then is told.

    `step` is told how many were played; `noting`: with what was never possible or used, which takes longer;
    `watch`: makes for a game somebody who looks at each of its states."""
    trial, tally = Trial(), Tally() if noting else None
    try:
        for seed, given in openings:
            log: list[Done] = []
            fault = _attempt(code, Player(code, rulings, tally, log), given, seed, most, watch)
            trial.played += 1
            trial.deeds += len(log)
            if fault is None:
                trial.ended += 1
            else:
                trial.faults.append(fault)
            if step is not None:
                step(trial.played)
    except KeyboardInterrupt:
        trial.stopped = True
    if tally is not None:
        absent = [name for name in code.program.actions if name not in tally.possible and not code.is_anytime(name)]
        trial.impossible = {name: tally.looked[name] for name in absent}
        trial.unused = used_in_play(code.program) - tally.cited - relied_on(code.program, tally.cited)
    return trial


def _attempt(
    code: Code, player: Player, given: State, seed: int, most: int,
    watch: Callable[[State, list[Done]], Callable[[State], State | None]] | None,
) -> Fault | None:  # fmt: skip
    log: list[Done] = player.log if player.log is not None else []
    piles, eye = Piles(code.program), None if watch is None else watch(given, log)

    def after(state: State) -> State | None:
        piles(state)
        return None if eye is None else eye(state)

    try:
        player.play(given, seed, most, after)
    except Exception as error:  # whatever it is, the games after it are played
        known = error if isinstance(error, RefereeError) else None
        sort = next((name for kind, name in SORTS.items() if isinstance(error, kind)), "rule" if known else "ours")
        said = str(error) if known else f"{type(error).__name__}: {error}"
        return Fault(sort, seed, given.facts.get("players"), len(log), said, tuple(log[-LAST:]), known)
    return None
