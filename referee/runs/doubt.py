"""What a run knows and what it does not: a step that may happen writes what may be, one that cannot be carried out leaves it open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import TracebackType
from typing import TYPE_CHECKING, cast

from kb.rules.writes import EVERYTHING
from referee.errors import NOBODY, BudgetError, NeedFact, RefereeError
from referee.evaluation.context import Context
from referee.evaluation.interface import Evaluates
from referee.runs.derived import leave_open
from referee.units.runner import Awaited, Frame, Listens, Turn, Voice
from referee.values import MISSING, SILENT, UNSEEN, Bag, Heap, Leaf, Unknown, join

if TYPE_CHECKING:
    from referee.rules.code import Code
    from referee.units.choices import Choice
    from referee.units.runner import Runs

#: around steps that surely happen
SURE = nullcontext()


class Maybe:
    """Around steps of which nobody knows whether they happen: what they write may be, or may be as it was."""

    __slots__ = ("_behind", "_moment", "_run")

    def __init__(self, run: Runs, behind: tuple[Leaf, ...]) -> None:
        self._run, self._behind = run, behind

    def __enter__(self) -> None:
        run, ctx = self._run, self._run.ctx
        self._moment = (
            run.doubts,
            run.depth,
            run.callers,
            run.frame,
            list(run.later),
            list(run.under_way),
            ctx.via,
            ctx.actor,
            ctx.doing,
            ctx.before,
        )
        run.doubts = tuple(dict.fromkeys((*run.doubts, *self._behind)))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        run, ctx = self._run, self._run.ctx
        if error is None:
            run.doubts = self._moment[0]
            return False
        (
            run.doubts,
            run.depth,
            run.callers,
            run.frame,
            run.later,
            run.under_way,
            ctx.via,
            ctx.actor,
            ctx.doing,
            ctx.before,
        ) = self._moment
        for name in ("@via", "@doing", "@before"):
            ctx.forget(name)
        if isinstance(error, BudgetError) or not isinstance(error, RefereeError):
            return False
        if run.trusting:
            return True  # what cannot be done does not happen
        raise NeedFact(self._behind[0], judging=True, behind=self._behind) from None


def blur(run: Runs, code: Code, need: NeedFact, names: Iterable[str], places: Iterable[Leaf]) -> None:
    """A step stopped for want of a fact: all that it could write is unknown from here on; where that is too much, it stops."""
    if not run.loose or need.judging or need.whole:
        raise need
    written = code.stages.writes.reached({*names, *(name for name, _ in places)})
    if EVERYTHING in written:
        raise need
    leaves: dict[str, list[tuple[object, ...]]] = {}
    for name, keys in places:
        leaves.setdefault(name, []).append(keys)
    if leaves.keys() != written:  # what it sets off may write elsewhere
        leaves = {name: list(code.facts[name].all_keys(run.ctx)) for name in written if name in code.facts}
    for name, (*rest, last) in [(name, found) for name, found in leaves.items() if found]:
        domain = code.facts[name].widest(run.ctx)
        open_ = Unknown(domain.low, domain.high, domain.options, behind=need.behind)
        run.stored.extend([(name, keys, open_) for keys in rest])
        run.draft.store_all(name, rest, open_)
        run.store(name, last, open_)  # by which what hangs on the fact is forgotten
    for name, found in leaves.items():
        if found:
            leave_open(run, code, name, need.behind)


def often(run: Runs, code: Code, behind: tuple[Leaf, ...]) -> Iterator[AbstractContextManager[None]]:
    """Around steps of which nobody knows how often they happen: what they write is unknown, and what they then write too."""
    written: set[Leaf] = set()
    while True:
        begun = len(run.stored)
        yield Maybe(run, behind)
        new = {(name, keys) for name, keys, _ in run.stored[begun:] if name in code.facts} - written
        if not new:
            return
        written |= new
        for name, keys in written:
            domain = code.facts[name].widest(run.ctx)
            run.store(name, keys, Unknown(domain.low, domain.high, domain.options, behind=behind))


def weakened(old: object, new: object, behind: tuple[Leaf, ...]) -> object:
    """What a fact is that may have been written."""
    value = join((old, new))
    if isinstance(value, Unknown):
        return Unknown(value.low, value.high, value.options, behind=(*behind, *value.behind))
    return value


class Knowing:
    """A run, as far as it reads."""

    code: Code
    ctx: Context

    def __init__(self, answers: Sequence[object] = ()) -> None:
        self.answers = list(answers)
        self.taken = 0  #: answers used so far
        self.loose = False  #: whether it goes on where a fact is missing, not knowing what it would have written
        self.heeding = False  #: whether it stops where somebody may answer and nobody says what they do
        self.awaited: Awaited | None = None  #: whose answer it goes on to, whatever others may say before
        self.unheard: NeedFact | None = (
            None  #: what must be told before it is known who may answer, where that was met first
        )
        #: whether only what can be refused counts: what happens by itself afterwards does not
        self.brisk = False
        self.last = False  #: whether only that is asked, and nothing that comes after what is done now can be refused
        self.told_ahead: Callable[[Choice], object] | None = None  #: what is told of a choice beforehand, or MISSING
        self.outright = False  #: whether what is written next does not hang on what it was
        self.trusting = False  #: whether what nobody can judge is taken to be legal: somebody says it is done
        self.doubts: tuple[Leaf, ...] = ()  #: on what hangs whether all this happens
        self.number = 0  #: of the deed that is done, from 1
        self.vague = False  #: whether nobody knows what some of what was written is
        self.met: dict[tuple[str, tuple[object, ...]], int] = {}  #: how often each choice came up
        self.unanswered: tuple[Leaf, ...] = ()  #: choices that nobody made
        self.waived: set[object] = set()  #: `whenever` rules that may have happened
        self.callers: tuple[str, ...] = ()  #: the paragraphs by which that was called which is carried out
        self.rescuing = False  #: whether what is called next is done for want of money
        self.frame = Frame("")  #: what is carried out, with all it relies on
        self.listener: Listens | None = None
        self.worked: list[tuple[Evaluates, list[object]]] = []  #: what the step that is carried out has worked out
        self.heeds = False  #: whether it has read anything that was told or done
        self.turns: list[Turn] = []  #: the ways that were not taken, where somebody listens

    def has_answered(self) -> bool:
        """Whether all answers that were told are used."""
        return self.taken >= len(self.answers)

    def take_foretold(self, value: object) -> None:
        """What needs no asking is told beforehand all the same, with a deed of a case or question: that answer is used."""
        self.taken += self.number > 0 and not self.has_answered() and self.answers[self.taken] == value

    def known(self, formula: Evaluates, e: list[object]) -> object:
        """A value that must be known now."""
        value = self.found(formula, e)
        if type(value) is Unknown:
            self.need(value)
        return value

    def handed(self, formula: Evaluates, e: list[object]) -> object:
        """A value that is handed on: it must be known now, unless the run goes on without."""
        value = self.found(formula, e)
        if type(value) is Unknown:
            if not self.loose:
                self.need(value)
            self.ctx.careful = True
        return value

    def decided(self, formula: Evaluates, e: list[object]) -> bool:
        """A condition that must be decided now; what no rule speaks of does not hold."""
        value = self.found(formula, e)
        if isinstance(value, Unknown):
            self.need(value)
        return value is True

    def weighed(self, formula: Evaluates, e: list[object]) -> bool | Unknown:
        """A condition that must be decided now, unless the run goes on without."""
        value = self.found(formula, e)
        if isinstance(value, Unknown):
            if not self.loose:
                self.need(value)
            return value
        return value is True

    def found(self, formula: Evaluates, e: list[object]) -> object:
        """A value that may stay unknown; where the run goes on without, it carries what it hangs on."""
        ctx = self.ctx
        if not self.loose:
            return formula.open(ctx, e) if UNSEEN in e else formula.now(ctx, e)
        outer, ctx.leaves = ctx.leaves, {}
        book = None if ctx.bare else ctx.open_book()
        try:
            # a local may be a card that nobody has seen, of which plain code knows nothing
            value = formula.open(ctx, e) if UNSEEN in e else formula.now(ctx, e)
        finally:
            page = None if book is None else ctx.keep(book)
            if page is not None:
                self.frame.note(page)
            mine, ctx.leaves = ctx.leaves, outer
            outer.update(mine)
        if self.listener is not None and page is not None:
            self.worked.append((formula, e))
            self.heeds = self.heeds or any(ctx.told(*leaf) is not MISSING for leaf in page[3])
        if type(value) is Unknown and not value.origins():
            held = (leaf for local in e if type(local) is Unknown for leaf in local.origins())
            behind = tuple(dict.fromkeys((*mine, *held)))
            return Unknown(value.low, value.high, value.options, behind=behind or (NOBODY,))
        return value

    def need(self, value: Unknown) -> None:
        """An unknown must be told first: the leaf it came from is asked for."""
        origins = value.origins() or (next(reversed(self.ctx.leaves), NOBODY),)
        wanted_by = next(iter(self.frame.cited)) if origins[0] == NOBODY else ""
        raise NeedFact(origins[0], behind=origins).wanted_by(wanted_by)

    def doubt(self, need: NeedFact) -> Unknown:
        """What stands for a local of which nobody knows what it became."""
        self.ctx.careful = True
        return Unknown(behind=need.behind)

    def kept(self, old: object, new: object) -> object:
        """What a local is that takes a value, perhaps."""
        return weakened(old, new, self.doubts) if self.doubts else new

    def call(self, caller: str, *, shared: bool) -> tuple[str, ...]:
        """Something is called: where several paragraphs call it they say what is done, and it says only how. Who called so far."""
        callers = self.callers
        own = not shared or not caller or self.rescuing
        self.callers, self.rescuing = () if own else (*callers, caller), False
        return callers

    def enter(self, paragraph: str, handed: tuple[Voice, ...] = ()) -> Frame:
        """Steps of a paragraph begin; the frame to go back to."""
        outer = self.frame
        self.frame = Frame(paragraph, outer, handed)
        return outer

    def voices(self, names: Iterable[str]) -> tuple[Voice, ...]:
        """What speaks in the step that is carried out, where somebody listens for what these write or bring about."""
        listener, frame = self.listener, self.frame
        if listener is None or not listener.concerns(frozenset(names)):
            return ()
        own = [voice for formula, e in self.worked for voice in listener.heard(self.ctx, formula, e)]
        return (*own, *frame.handed)

    def turned(self, names: Iterable[str], paragraph: str, *, waits: bool = False) -> None:
        """A way is not taken on which these would be written, called or told of."""
        listener, named = self.listener, frozenset(names)
        if listener is None or (waits and not self.heeds):
            return
        if not named or listener.concerns(named):
            near = not named or not listener.watched.isdisjoint(named)
            self.turns.append(Turn(named, paragraph, self.voices(named), waits, near))

    def said_by(self) -> tuple[str, ...]:
        """The paragraphs that call for what is written, where they say what is done."""
        return self.callers

    # ---- what a loop goes over -------------------------------------------------------------------------------------

    def items(self, value: object) -> tuple[object, ...] | list[object]:
        """What a loop goes over."""
        if value is SILENT:
            return ()
        if isinstance(value, int | Heap):  # a pile of which not all is known
            return self.ctx.turns(value.cards() if isinstance(value, Heap) else self.ctx.unseen_cards(value))
        found = tuple(value) if isinstance(value, Bag) else cast("tuple[object, ...]", value or ())
        return self.ctx.turns(found)

    def ordered(self, keyed: list[tuple[object, object]], down: bool) -> list[object]:
        """Items by their keys."""
        going = [pair for pair in keyed if pair[0] is not None]
        going.sort(key=lambda pair: cast(int, pair[0]), reverse=down)  # what is alike stays in its order
        return [item for _, item in (*going, *(pair for pair in keyed if pair[0] is None))]  # none comes last

    def times(self, most: object) -> range:
        """How often something is repeated."""
        return self.ctx.turns(range(most if isinstance(most, int) else 0))

    def some(self, amount: object) -> bool:
        """Whether there is anything to move."""
        return isinstance(amount, Unknown) or (isinstance(amount, int) and amount > 0)
