"""What steps, choices and transfers ask of the run they belong to."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from referee.answers import Value
from referee.evaluation.context import Context
from referee.evaluation.interface import Evaluates
from referee.units.choices import Choice
from referee.units.draft import Draft

Found = TypeVar("Found")
#: what a run of steps gives out where it must stop; what is sent back is the answer
Going = Generator[Choice, object, None]


class Change(Struct, frozen=True):
    """One fact that changed, and the paragraph that says so."""

    fact: str
    keys: tuple[object, ...]
    old: object
    new: object
    paragraph: str
    #: of what a rule hides from some: who saw what it was, and who sees what it became; None: somebody who plays nobody
    saw: tuple[str | None, ...] | None = None
    seen: tuple[str | None, ...] | None = None

    def witnesses(self) -> dict[str, Value]:
        """The same as it is stored; nothing of what is always open, or hidden from the same."""
        return {} if self.saw is None or self.seen is None else {"saw": list(self.saw), "seen": list(self.seen)}


class Runs(Protocol):
    """A run: it reads what must be known, writes, and lets happen what follows."""

    depth: int
    unordered: bool  #: whether nobody knows the order of what is shuffled in this run
    asks: bool  #: whether there is somebody to tell what comes up of a pile
    quiet: bool  #: while a state is set up nothing is triggered
    unbegun: bool  #: while the game is set up it cannot be over
    later: list[tuple[Waits, list[object]]]  #: what was put off till the whole action is done

    @property
    def ctx(self) -> Context:
        """The evaluation of the state as it is now."""

    @property
    def draft(self) -> Draft:
        """The state as it is now."""

    @property
    def changes(self) -> list[Change]:
        """What has changed, in its order."""

    @property
    def entered(self) -> dict[str, None]:
        """The paragraphs of the effects, procedures and triggers that ran."""

    @property
    def set_here(self) -> set[str]:
        """The facts this run has set."""

    @property
    def stored(self) -> list[tuple[str, tuple[object, ...], object]]:
        """Everything that was written or dropped, in its order."""

    @property
    def stopped(self) -> tuple[str, str | None] | None:
        """The action whose checks stopped it, and through what it was done."""

    @property
    def resting(self) -> dict[object, bool] | None:
        """Which `whenever` rules rest in the state that this run, like others, begins with."""

    # ---- reading ---------------------------------------------------------------------------------------------------

    def known(self, formula: Evaluates, e: list[object]) -> object:
        """A value that must be known now."""

    def found(self, formula: Evaluates, e: list[object]) -> object:
        """A value that may stay unknown."""

    def decided(self, formula: Evaluates, e: list[object]) -> bool:
        """A condition that must be decided now."""

    def read(self, name: str, keys: tuple[object, ...]) -> object:
        """The present value of a fact or value, known or not."""

    def items(self, value: object) -> Sequence[object]:
        """What a loop goes over."""

    def capacity(self, name: str, keys: tuple[object, ...]) -> int | None:
        """How much a place can hold; None without a bound."""

    # ---- writing ---------------------------------------------------------------------------------------------------

    def change(self, name: str, keys: tuple[object, ...], value: object, paragraph: str) -> Going:
        """A statement that writes one fact."""

    def write(
        self, name: str, keys: tuple[object, ...], value: object, paragraph: str, came_from: Sequence[int | None] = ()
    ) -> None:
        """Writes a fact, within its bounds; what watches it waits till the statement is whole.

        `came_from`: of a pile, where each card lay in it before, so that what was shown of it stays known."""

    def settle(self, begun: int) -> Going:
        """A statement is whole: what watches the changes since there were so many happens, then the game may be over."""

    def store(self, name: str, keys: tuple[object, ...], value: object) -> None:
        """Notes a value, without firing anything."""

    def drop(self, name: str, keys: tuple[object, ...]) -> None:
        """Forgets a told value, without firing anything."""

    def trying(self, name: str, keys: tuple[object, ...], value: object, test: Callable[[], Found]) -> Found:
        """Tries a fact's value while a test runs, then takes it back."""

    # ---- going on --------------------------------------------------------------------------------------------------

    def tick(self, where: str) -> None:
        """Counts a step."""

    def deeper(self, where: str) -> None:
        """Guards against rules that call themselves without end."""

    def arguments(self, action: str, args: tuple[object, ...], named: Mapping[str, object]) -> dict[str, object]:
        """The arguments of an action by their names."""

    def calls(
        self, action: str, role: str, given: dict[str, object], exact: bool, *, nested: bool = True
    ) -> Iterator[dict[str, object]]:
        """The legal calls of an action that is offered; not `nested`: the clauses of its classes count too."""

    def deed(self, deed: object, actor: str | None) -> Going:
        """Does what is held as a value."""

    def fire(self, name: str, args: tuple[object, ...]) -> Going:
        """Runs what waits for an event, or for an action or procedure to finish."""

    def reset_scope(self, name: str) -> Going:
        """Facts return to their default when this phase, step, action or procedure begins."""

    def checkpoint(self) -> Going:
        """What was put off, then the `whenever` rules until they rest."""

    def end_game(self, paragraph: str) -> None:
        """The game is over."""


#: written steps: they take the run and a frame
Steps = Callable[[Runs, list[object]], Going]


class Waits(Protocol):
    """What waits for something to happen."""

    @property
    def paragraph(self) -> str:
        """The paragraph it stands under."""

    @property
    def guard(self) -> Evaluates | None:
        """When it counts."""

    @property
    def steps(self) -> Steps:
        """What it does."""
