"""A run of effects on a copy of the state: what it changes, by which paragraph, and where it must stop and ask.

A run is resumable: its steps are generators that yield a Choice where somebody must choose, and go on with the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, TypeVar, cast

from referee.errors import BudgetError, NeedFact, RuleFaultError, SilentRuleError
from referee.evaluation.context import Context
from referee.evaluation.interface import Evaluates
from referee.notation import literal
from referee.runs.cards.faces import is_covered, turn_up
from referee.runs.cards.piles import disclose, draw, is_open, put, shuffle
from referee.runs.decisions import choose, offer
from referee.runs.doubt import SURE, Knowing, Maybe, blur, often
from referee.runs.execution import perform, respond
from referee.runs.ledger import gathered, shifted, write
from referee.runs.reactions import at_once, changed, checkpoint, fire, reset_scope
from referee.runs.secrets import choose_each
from referee.runs.transfer import covered, move
from referee.runs.windows import cancel, window
from referee.state import Course, Held
from referee.units.choices import Choice, ChooseCode, EachChooseCode, OfferCode, WindowCode
from referee.units.clauses import Result
from referee.units.deed import GameEnded
from referee.units.draft import Draft
from referee.units.runner import Change, Frame, Going, UnderWay, Waits
from referee.values import MISSING, SILENT, UNSEEN, Bag, Deed, Leaf, Unknown, freeze

if TYPE_CHECKING:
    from referee.evaluation.past import Past
    from referee.rules.code import Code
    from referee.units.places import PlaceKey

Found = TypeVar("Found")
#: steps one run may take
LONGEST = 60_000
#: what one of them counts for on the meter of the request
STEP = 4
#: how deep rules may call one another, and how deep where nobody knows whether any of it happens
DEEPEST, DOUBTFUL = 60, 14


class Run(Knowing):
    """Carries out steps; raises NeedFact where a fact is missing, and stops where a choice has no answer yet."""

    def __init__(
        self,
        code: Code,
        state: Held,
        *,
        readings: Mapping[str, str] | None = None,
        split: Mapping[Leaf, object] | None = None,
        answers: tuple[object, ...] = (),
        unseen: frozenset[Leaf] = frozenset(),
        explains: bool = True,
        asks: bool = False,
    ) -> None:
        self.code = code
        self.asks, self.unordered = asks, False  #: whether what comes up can be told; whether shuffles are in no order
        self.unseen_from: PlaceKey | None = None  #: the pile of a card that was chosen without its face being told
        self.draft = Draft(state)
        self.ctx = Context(code, self.draft, readings=readings, split=split, unseen=unseen)
        self.ctx.begun = state
        self.changes: list[Change] = []
        self.written: list[Change] = []  #: the same, with what was written and stayed as it was
        self.later: list[tuple[Waits, list[object], Frame]] = []
        self.steps = self.depth = self.together = 0  #: `together`: loops under way that are one statement each
        self.explains = self.ctx.careful = explains  #: whether every check and citation is noted
        self.granted = False  #: whether what is done first was found legal before
        super().__init__(answers)
        self.turn: Course | None = None  #: of a story without a course: the turn that goes on
        self.later_turns: dict[str, Result] = {}  #: who does what it had no room for in a later one
        self.quiet = self.unbegun = False  #: while a state is set up: nothing is triggered, and the game cannot be over
        self.results: list[Result] = []
        self.judged: list[Result] = []  #: checks of the deeds one after another
        self.nested: list[Result] = []  #: checks of actions done by effects
        self.set_here: set[str] = set()  #: facts this run has set
        self.stored: list[tuple[str, tuple[object, ...], object]] = []  #: everything that was written or dropped
        #: the action whose checks stopped it, and through what it was done
        self.stopped: tuple[str, str | None] | None = None
        self.former: Past | None = None  #: the case that the one tried out here was made from
        #: `whenever` rules -> whether they rest where several runs begin
        self.resting: dict[object, bool] | None = None
        self.entered: dict[str, None] = {}  #: paragraphs of the effects, procedures and triggers that ran
        self.performed: dict[str, None] = {}  #: the actions that were done
        self.events: list[tuple[str, tuple[object, ...], str]] = []  #: what happened, for explanations
        self.under_way: list[UnderWay] = []  #: deeds that others may answer now, the outermost first
        self.stops: list[str] = []  #: the paragraphs by which deeds were cancelled
        self._going: Generator[Choice, object, object] | None = None

    # ---- going and stopping ----------------------------------------------------------------------------------------

    def go(self, going: Generator[Choice, object, object]) -> Choice | None:
        """Runs steps until they end or need an answer that was not given."""
        self._going = going
        return self._advance(lambda: next(going))

    def answer(self, value: object) -> Choice | None:
        """Goes on where the run stopped."""
        going = self._going
        assert going is not None
        self.answers.append(value)
        self.taken += 1
        return self._advance(lambda: going.send(value))

    def _advance(self, first: Callable[[], Choice]) -> Choice | None:
        going = self._going
        assert going is not None
        try:
            choice = first()
            while self.taken < len(self.answers):
                self.taken += 1
                choice = going.send(self.answers[self.taken - 1])
        except StopIteration:
            self._going = None
            return None
        return choice

    def tick(self, where: str) -> None:
        """Counts a step."""
        self.steps += 1
        self.worked, self.heeds = [], False
        if self.steps > LONGEST:
            raise BudgetError(where)
        self.ctx.meter.spend(STEP)

    def deeper(self, where: str) -> None:
        """Guards against rules that call themselves without end."""
        self.depth += 1
        if (self.doubts or self.unanswered) and (self.depth > DOUBTFUL or self.steps > LONGEST // 20):
            behind = (*self.doubts, *self.unanswered)
            raise NeedFact(behind[0], behind=behind)
        if self.depth > DEEPEST:
            raise BudgetError(where)
        self.tick(where)

    # ---- values ----------------------------------------------------------------------------------------------------

    def learn(
        self, way: Callable[[Evaluates, list[object]], object], formula: Evaluates, e: list[object], paragraph: str, to: PlaceKey | None = None,
    ) -> Generator[Choice, object, object]:  # fmt: skip
        """A value by one of these ways; in play unseen cards it hangs on are turned up first, but not on the way to a hidden pile."""
        if self.asks and (to is None or is_open(self, to)):
            yield from turn_up(self, formula, e, paragraph)
        return UNSEEN if to is not None and is_covered(self.found(formula, e)) else way(formula, e)

    def maybe(self, holds: object) -> AbstractContextManager[None]:
        """Around steps that happen where something holds; nobody may know whether it does."""
        return Maybe(self, holds.origins()) if isinstance(holds, Unknown) else SURE

    def blur(self, need: NeedFact, names: Iterable[str] = (), places: Iterable[Leaf] = ()) -> None:
        """A step stopped for want of a fact: what it could write is unknown, where the run goes on without."""
        blur(self, self.code, need, names, places)

    def read(self, name: str, keys: tuple[object, ...]) -> object:
        """The present value of a fact or value, known or not."""
        return self.code.lookup.now(self.ctx, name, keys)

    # ---- writing ---------------------------------------------------------------------------------------------------

    def set(self, name: str, keys: tuple[object, ...], value: object, paragraph: str) -> Going:
        """`set`: a fact takes a value."""
        if value is SILENT:
            raise SilentRuleError(name, paragraph)
        self.outright = True
        yield from self.change(name, keys, value, paragraph)

    def shift(self, name: str, keys: tuple[object, ...], by: object, sign: int, paragraph: str) -> Going:
        """`raise` and `lower`: a number, or a member of a scale, moves."""
        if by is SILENT:
            raise SilentRuleError(name, paragraph)
        if type(by) is not Unknown and by == 0:
            self.turned((name,), paragraph)
            return
        yield from self.change(name, keys, self.shifted(self.read(name, keys), by, sign), paragraph)

    def shifted(self, old: object, by: object, sign: int) -> object:
        """A number, or a member of a scale, so much further up or down."""
        return shifted(self.code.program, old, by, sign)

    def change(self, name: str, keys: tuple[object, ...], value: object, paragraph: str) -> Going:
        """A statement that writes one fact."""
        begun = len(self.changes)
        write(self, self.code, name, keys, value, paragraph)
        yield from self.settle(begun)

    def write(
        self, name: str, keys: tuple[object, ...], value: object, paragraph: str, came_from: Sequence[int | None] = ()
    ) -> None:
        """Writes a fact, within its bounds; what watches it waits till the statement is whole."""
        write(self, self.code, name, keys, value, paragraph, came_from)

    def settle(self, begun: int) -> Going:
        """A statement is whole: what watches what it wrote happens, then the game may be over."""
        made = gathered(self.changes, begun)
        if made and not self.quiet:
            yield from changed(self, self.code.happenings, made)

    def store(self, name: str, keys: tuple[object, ...], value: object) -> None:
        """Notes a value, without firing anything."""
        ctx = self.ctx
        self.stored.append((name, keys, value))
        ctx.forget(name)
        if type(value) is Unknown:
            ctx.careful = self.vague = True
        if name in self.code.computed:
            ctx.overrides = True
        self.draft.store(name, keys, value)

    def drop(self, name: str, keys: tuple[object, ...]) -> None:
        """Forgets a told value, without firing anything."""
        self.stored.append((name, keys, MISSING))
        self.ctx.forget(name)
        self.draft.drop(name, keys)

    def trying(self, name: str, keys: tuple[object, ...], value: object, test: Callable[[], Found]) -> Found:
        """Tries a fact's value while a test runs, then takes it back."""
        old = self.ctx.told(name, keys)
        self.store(name, keys, value)
        try:
            return test()
        finally:
            if old is MISSING:
                self.drop(name, keys)
            else:
                self.store(name, keys, old)

    # ---- what the steps do -----------------------------------------------------------------------------------------

    def move(
        self, amount: object, source: list[PlaceKey | None], target: list[PlaceKey | None], paragraph: str, up_to: bool
    ) -> Going:
        """`move`, `pay` and costs."""
        begun = len(self.changes)
        move(self, amount, source, target, paragraph, up_to)
        yield from self.settle(begun)

    def covers(self, source: list[PlaceKey | None], amount: object) -> object:
        """Whether a payment can be made; a source that is never empty covers all."""
        return covered(self, source, amount)

    def rescued(self, covered: object) -> Iterator[AbstractContextManager[None]]:
        """Around what is done for want of money: once, or where nobody knows how often till it writes nothing new."""
        self.rescuing = True
        if isinstance(covered, Unknown):
            yield from often(self, self.code, covered.origins())
        else:
            yield SURE

    def put(self, what: object, where: str, pile: PlaceKey, source: PlaceKey | None, paragraph: str, *at: int | None) -> Going:  # fmt: skip
        """`put`: cards on, under or into a pile; `at`: the place where they lie, and that where they come to lie."""
        begun = len(self.changes)
        put(self, what, where, pile, source, paragraph, *at)
        yield from self.settle(begun)

    def draw(
        self, amount: object, source: PlaceKey, target: PlaceKey, paragraph: str
    ) -> Generator[Choice, object, int]:
        """`draw`: from the top of one pile to another; how many were missing."""
        begun = len(self.changes)
        missing = yield from draw(self, cast(int, amount), source, target, paragraph)
        yield from self.settle(begun)
        return missing

    def disclose(self, amount: object, name: str, keys: tuple[object, ...], to: object) -> None:
        """`disclose`: somebody is shown what is hidden from them."""
        disclose(self, amount, name, keys, to)

    def shuffle(self, name: str, keys: tuple[object, ...], paragraph: str) -> Going:
        """`shuffle`: somebody tells the new order."""
        yield from shuffle(self, name, keys, paragraph)

    def choose(self, code: ChooseCode, e: list[object]) -> Going:
        """`choose` and `random`."""
        yield from choose(self, code, e)

    def choose_each(self, code: EachChooseCode, e: list[object]) -> Going:
        """`secretly choose … by each`."""
        yield from choose_each(self, code, e)

    def offer(self, code: OfferCode, e: list[object]) -> Going:
        """`offer` and `oblige`."""
        yield from offer(self, code, e)

    def window(self, code: WindowCode, e: list[object]) -> Generator[Choice, object, bool]:
        """`answered by` and `followed by`: whether somebody answers."""
        return (yield from window(self, code, e))

    def respond(self, deed: Deed, who: str) -> Going:
        """An answer: a deed of its own inside the one that it answers."""
        yield from respond(self, self.code, deed, who)

    def cancel(self, paragraph: str) -> None:
        """`cancel`: what is being answered is not done."""
        cancel(self, paragraph)

    def emit(self, name: str, args: tuple[object, ...], paragraph: str) -> Going:
        """`emit`: what waits for the event happens."""
        self.events.append((name, args, paragraph))
        yield from self.fire(name, args)

    def action(
        self, name: str, args: tuple[object, ...], named: dict[str, object], actor: object, caller: str = ""
    ) -> Going:
        """`do` of an action."""
        given = self.arguments(name, args, named)
        callers = self.call(caller, shared=True)
        yield from self.perform(name, given, cast(str | None, actor), nested=True)
        self.callers = callers

    def deed(self, deed: object, actor: str | None) -> Going:
        """`do` of what is held as a value."""
        if isinstance(deed, Bag) and "do" in deed:
            deed = freeze({"do": deed["do"], "with": dict(cast(Bag, deed.get("with", {})))})
        if isinstance(deed, Unknown):
            self.need(deed)
        if not isinstance(deed, Deed):
            raise RuleFaultError(f"{literal(deed)} is not an action", "")
        name, args = deed
        if name in self.code.program.procedures:
            yield from self.procedure(name, tuple(value for _, value in args))
        else:
            yield from self.perform(name, dict(args), actor, nested=True)

    def perform(self, name: str, args: dict[str, object], actor: str | None, *, nested: bool = False) -> Going:
        """Does an action: judged, paid, carried out, finished."""
        yield from perform(self, self.code, name, args, actor, nested)

    def procedure(self, name: str, args: tuple[object, ...], caller: str = "") -> Going:
        """Runs a procedure, or what replaces it."""
        callers = self.callers
        if caller != self.code.program.procedures[name].paragraph:  # else it is a part of what calls it
            self.call(caller, shared=self.code.happenings.is_shared(name))
        handed = self.voices((name,))
        self.deeper(name)
        depth, frame = self.depth, self.enter(self.code.program.procedures[name].paragraph, handed)
        try:
            yield from self.reset_scope(name)
            for trigger in self.code.happenings.replacements(name):
                e = trigger.frame(args)
                if trigger.guard is None or self.decided(trigger.guard, e):
                    self.entered[trigger.paragraph] = None
                    yield from trigger.steps(self, e)
                    break
            else:
                self.entered[self.code.program.procedures[name].paragraph] = None
                compiled = self.code.happenings.procedure(name)
                yield from compiled.steps(self, compiled.bind(self.ctx, args))
        except NeedFact as need:
            self.blur(need, (name,))
            self.depth = depth
        self.callers, self.frame = callers, frame
        self.depth -= 1
        yield from self.fire(name, args)

    def at_once(self, items: Iterable[Found]) -> Iterator[Found]:
        """What a loop goes over that is one statement: only behind it the game may be over."""
        return at_once(self, self.code.happenings, items)

    def end_game(self, paragraph: str) -> None:
        """The game is over."""
        if self.doubts:
            raise NeedFact(self.doubts[0], whole=True, behind=self.doubts)
        self.draft.over = True
        self.ctx.forget("@over")
        self.changes.append(Change("over", (), False, True, paragraph))
        raise GameEnded

    def arguments(self, action: str, args: tuple[object, ...], named: Mapping[str, object]) -> dict[str, object]:
        """The arguments of an action by their names."""
        return self.code.action(action).positional(args, named)

    def calls(
        self, action: str, role: str, given: dict[str, object], exact: bool, *, nested: bool = True
    ) -> Iterator[dict[str, object]]:
        """The legal calls of an action that is offered; not `nested`: the clauses of its classes count too."""
        from referee.runs.listing import OFFERED, Listing  # which tries what it lists on runs of its own

        return Listing(
            self.ctx, self.code.action(action), role, given, nested=nested, exact=exact, work=OFFERED
        ).calls()

    # ---- what happens by itself ------------------------------------------------------------------------------------

    def fire(self, name: str, args: tuple[object, ...]) -> Going:
        """Runs what waits for an event, or for an action or procedure to finish."""
        yield from fire(self, self.code.happenings, name, args)

    def reset_scope(self, name: str) -> Going:
        """Facts that return to their default when this phase, step, action or procedure begins."""
        yield from reset_scope(self, self.code.happenings, name)

    def checkpoint(self) -> Going:
        """After a whole action or step: what was put off, then the `whenever` rules until they rest."""
        yield from checkpoint(self, self.code.happenings)
