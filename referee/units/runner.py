"""What steps, choices and transfers ask of the run they belong to."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from msgspec import Struct

from referee.answers import Value
from referee.books import Window
from referee.errors import NeedFact
from referee.evaluation.context import Context
from referee.evaluation.interface import Evaluates
from referee.evaluation.notebook import Page
from referee.units.choices import Choice
from referee.units.draft import Draft
from referee.values import Deed, Leaf, Unknown

Found = TypeVar("Found")
#: what a run of steps gives out where it must stop; what is sent back is the answer
Going = Generator[Choice, object, None]


class Voice(Struct, frozen=True):
    """A paragraph that speaks of a case: as part of which definition, how narrowly, and how far below the expression."""

    paragraph: str
    name: str
    weight: int
    depth: int


class Change(Struct, frozen=True):
    """One fact that changed, and the paragraph that says so."""

    fact: str
    keys: tuple[object, ...]
    old: object
    new: object
    paragraph: str
    said_by: tuple[str, ...] = ()  #: the paragraphs that call for it, where this one says only how it is done
    cites: tuple[str, ...] = ()  #: what the steps rely on that say so, where that was noted
    reads: frozenset[Leaf] = frozenset()  #: the facts they have read
    why: tuple[Voice, ...] = ()  #: what speaks in the new value, where somebody listens
    grown: bool = False  #: whether it is made of what the fact was: so much more, fewer cards
    #: of what a rule hides from some: who saw what it was, and who sees what it became; None: somebody who plays nobody
    saw: tuple[str | None, ...] | None = None
    seen: tuple[str | None, ...] | None = None

    def witnesses(self) -> dict[str, Value]:
        """The same as it is stored; nothing of what is always open, or hidden from the same."""
        return {} if self.saw is None or self.seen is None else {"saw": list(self.saw), "seen": list(self.seen)}


class Turn(Struct, frozen=True):
    """A way that was not taken: what was not written for it, and by which paragraphs."""

    names: frozenset[
        str
    ]  #: what is written, called and told of on it; nothing where a paragraph says that nothing is done
    paragraph: str  #: where it stands
    why: tuple[Voice, ...] = ()  #: what speaks in its condition
    waits: bool = False  #: whether it waits for something to happen
    near: bool = True  #: whether what is asked for would be written there itself


class Listens(Protocol):
    """Somebody who wants to know which paragraphs speak of what is asked for."""

    @property
    def watched(self) -> frozenset[str]:
        """The facts behind what is asked for."""

    def concerns(self, names: frozenset[str]) -> bool:
        """Whether these are, or may bring about a change of, such a fact."""

    def heard(self, ctx: Context, formula: Evaluates, e: list[object]) -> list[Voice]:
        """The paragraphs that speak in a formula."""


class Frame:
    """Steps that are carried out: what they rely on and have read, and the steps that brought them about."""

    __slots__ = ("cited", "handed", "outer", "seen")

    def __init__(self, paragraph: str, outer: Frame | None = None, handed: tuple[Voice, ...] = ()) -> None:
        self.outer = outer
        self.handed = handed  #: what speaks in the arguments they were called with
        self.cited: dict[str, None] = {paragraph: None}
        self.seen: dict[Leaf, None] = {}

    def note(self, page: Page) -> None:
        """What was read and relied on for one of the steps."""
        self.cited.update(page[0])
        self.seen.update(page[3])

    def all(self) -> tuple[tuple[str, ...], frozenset[Leaf]]:
        """All that the steps rely on and have read, the innermost first."""
        cited, seen = dict(self.cited), dict(self.seen)
        outer = self.outer
        while outer is not None:
            cited.update(outer.cited)
            seen.update(outer.seen)
            outer = outer.outer
        return tuple(paragraph for paragraph in cited if paragraph), frozenset(seen)


class UnderWay(Struct):
    """A deed that others may answer now; `cancelled`: it is not done."""

    name: str
    args: dict[str, object]
    actor: str | None
    cancelled: bool = False


class Awaited(Struct):
    """Somebody's answer that a run goes on to, as if nobody else answered before."""

    action: str
    by: str
    passed: Window | None = None  #: the first window in which the action answers, but not theirs


class Runs(Protocol):
    """A run: it reads what must be known, writes, and lets happen what follows."""

    depth: int
    unordered: bool  #: whether nobody knows the order of what is shuffled in this run
    asks: bool  #: whether there is somebody to tell what comes up of a pile
    unseen_from: (
        tuple[str, tuple[object, ...]] | None
    )  #: the pile of a card that was chosen without its face being told
    quiet: bool  #: while a state is set up nothing is triggered
    unbegun: bool  #: while the game is set up it cannot be over
    together: int  #: loops under way that are one statement each: behind the outermost the game may be over
    loose: bool  #: whether it goes on where a fact is missing
    heeding: bool  #: whether it stops where somebody may answer and nobody says what they do
    awaited: Awaited | None  #: whose answer the run goes on to, whatever others may say before
    unheard: NeedFact | None  #: what must be told before it is known who may answer, where that was met first
    last: bool  #: whether only that counts which can be refused, and nothing that comes after what is done now can be
    told_ahead: Callable[[Choice], object] | None  #: what is told of a choice beforehand, or MISSING
    outright: bool  #: whether what is written next does not hang on what it was
    trusting: bool  #: whether what nobody can judge is taken to be legal
    callers: tuple[str, ...]  #: the paragraphs by which that was called which is carried out
    doubts: tuple[Leaf, ...]  #: on what hangs whether all this happens
    frame: Frame  #: what is carried out, with all it relies on
    waived: set[object]  #: `whenever` rules that may have happened
    under_way: list[UnderWay]  #: deeds that others may answer now
    stops: list[str]  #: the paragraphs by which deeds were cancelled
    later: list[tuple[Waits, list[object], Frame]]  #: what was put off till the whole action is done

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
    def written(self) -> list[Change]:
        """The same, with what was written and stayed as it was."""

    def voices(self, names: Iterable[str]) -> tuple[Voice, ...]:
        """What speaks in the step that is carried out, where somebody listens for what these write or bring about."""

    def turned(self, names: Iterable[str], paragraph: str, *, waits: bool = False) -> None:
        """A way is not taken on which these would be written, called or told of."""

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

    def weighed(self, formula: Evaluates, e: list[object]) -> bool | Unknown:
        """A condition that must be decided now, unless the run goes on without."""

    def maybe(self, holds: object) -> AbstractContextManager[None]:
        """Around steps that happen where something holds; nobody may know whether it does."""

    def blur(self, need: NeedFact, names: Iterable[str] = (), places: Iterable[Leaf] = ()) -> None:
        """A step stopped for want of a fact: what it could write is unknown, where the run goes on without.

        `names`: what it writes to or calls; `places`: the facts with their keys, where it writes nothing but them."""

    def need(self, value: Unknown) -> None:
        """An unknown must be told first."""

    def enter(self, paragraph: str, handed: tuple[Voice, ...] = ()) -> Frame:
        """Steps of a paragraph begin; the frame to go back to."""

    def said_by(self) -> tuple[str, ...]:
        """The paragraphs that call for what is written, where they say what is done."""

    def has_answered(self) -> bool:
        """Whether all answers that were told are used."""

    def take_foretold(self, value: object) -> None:
        """What needs no asking is told beforehand all the same: that answer is used."""

    def read(self, name: str, keys: tuple[object, ...]) -> object:
        """The present value of a fact or value, known or not."""

    def items(self, value: object) -> Sequence[object]:
        """What a loop goes over."""

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

    def respond(self, deed: Deed, who: str) -> Going:
        """An answer: a deed of its own inside the one that it answers."""

    def deed(self, deed: object, actor: str | None) -> Going:
        """Does what is held as a value."""

    def fire(self, name: str, args: tuple[object, ...]) -> Going:
        """Runs what waits for an event, or for an action or procedure to finish."""

    def reset_scope(self, name: str) -> Going:
        """Facts return to their default when this phase, step, action or procedure begins."""

    def checkpoint(self) -> Going:
        """What was put off, then the `whenever` rules until they rest."""

    def at_once(self, items: Iterable[Found]) -> Iterator[Found]:
        """What a loop goes over that is one statement: only behind it the game may be over."""

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

    @property
    def names(self) -> frozenset[str]:
        """What it would write, call and tell of."""
