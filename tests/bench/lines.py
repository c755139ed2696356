"""The lines of the bench: a figure, its ratio to a unit, what it should be, and whether it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.bench.clock import Spread

#: what a programmer would write by hand
HAND = "× hand"


@dataclass(frozen=True, slots=True)
class Size:
    """How much a run of the bench looks at."""

    states: int = 1_000  #: made-up states for verdicts
    rounds: int = 9
    questions: int = 200  #: for each game; as many states of it are looked at for moves and deeds
    most_actions: int | None = None  #: actions asked about with nothing told, for each game
    players: int | None = None  #: how many of the numbers of players are played
    decisions: int | None = None  #: after how many decisions a random game is broken off


@dataclass(frozen=True, slots=True)
class Target:
    """What a figure should at most be, and whose figure that is if it is another's."""

    most: float
    whose: str = ""
    strict: bool = False  #: below it, not at it


@dataclass(frozen=True, slots=True)
class Line:
    """One figure."""

    name: str
    seconds: float | None = None
    ratio: float | None = None  #: in units; without one the target is in seconds
    unit: str = HAND
    target: Target | None = None
    note: str = ""
    fault: str = ""  #: why the target is not met, whatever the figure

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None if there is none."""
        measured = self.ratio if self.ratio is not None else self.seconds
        if self.target is None or measured is None:
            return None
        if self.fault:
            return False
        return measured < self.target.most if self.target.strict else measured <= self.target.most

    def __str__(self) -> str:
        figure = "" if self.seconds is None else amount(self.seconds)
        ratio = "" if self.ratio is None else f"{number(self.ratio)} {self.unit}"
        return f"{self.name:56} {figure:>10} {ratio:>22}   {self._aim():34} {self.note}".rstrip()

    def _aim(self) -> str:
        if self.target is None:
            return ""
        most = amount(self.target.most) if self.ratio is None else number(self.target.most)
        whose = f" ({self.target.whose})" if self.target.whose else ""
        fault = f", {self.fault}" if self.fault else ""
        return f"{'<' if self.target.strict else '≤'} {most}{whose}: {'met' if self.met else 'NOT MET'}{fault}"


def amount(seconds: float) -> str:
    """Seconds as they are best read."""
    for scale, name in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= scale:
            return f"{seconds / scale:.2f} {name}"
    return f"{seconds / 1e-6:.2f} µs"


def number(ratio: float) -> str:
    """A ratio without digits that mean nothing."""
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}"


def spread_lines(
    name: str, spread: Spread, note: str, targets: Mapping[str, Target], *, unit: str = HAND, fault: str = ""
) -> Iterator[Line]:
    """Mean, median, p90 and worst of many; targets by these names."""
    for what in ("mean", "median", "p90", "worst"):
        seconds: float = getattr(spread, what)
        target, said = targets.get(what), note if what == "mean" else ""
        yield Line(f"{name}: {what}", seconds, spread.ratio(seconds), unit, target, said, fault)
