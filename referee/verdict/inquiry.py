"""One question on one state: what it comes to in a case, by plain code first, and what is to be shown of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from referee.errors import BudgetError, NeedFact, RuleFaultError, SilentRuleError
from referee.evaluation.context import Context
from referee.evaluation.holding import supposed
from referee.evaluation.members import own_names
from referee.evaluation.past import Past
from referee.evaluation.scope import Scope
from referee.evaluation.sight import view
from referee.rules.judgement import verdict_of
from referee.runtime.functions import STUMBLES, Lazy
from referee.units.clauses import Result
from referee.units.deed import Deeds, IllegalActionError
from referee.units.runner import Change
from referee.values import SILENT, UNKNOWN, UNSEEN, Leaf, Unknown
from referee.verdict.coherence import Coherence
from referee.verdict.deduction import Deduction
from referee.verdict.likeness import likeness
from referee.verdict.split import IMPOSSIBLE, Evaluation
from referee.verdict.story import Story
from referee.verdict.supposition import put, unassumed

#: how often more is assumed again, to see on what a story hangs
LAYERS = 4

if TYPE_CHECKING:
    from referee.questions.question import Question
    from referee.questions.telling import Situation
    from referee.rules.actions import ActionCode
    from referee.rules.code import Code
    from referee.state import State
    from referee.units.formula import Formula

Split = Mapping[Leaf, object]
Readings = Mapping[str, str]


class Look(Struct):
    """One case in full: its value, its checks, and everything it relied on."""

    ctx: Context
    results: list[Result]
    value: object
    changes: list[Change] = field(default_factory=list)
    certain: bool = False  #: whether no reading can change the value
    alike: bool = False  #: whether other cases may be found to be alike

    def found(self) -> Evaluation:
        """What the case split takes from it: where a check fails that consults no reading, none can change that."""
        ctx = self.ctx
        touched = {} if self.certain else ctx.touched
        like = partial(likeness, self) if self.alike else None
        return Evaluation(self.value, ctx.leaves, ctx.cuts, touched, ctx.work, ctx, ctx.hanging, like)


class Undecided(NeedFact):
    """Whether it is legal hangs on a fact that a trial missed."""

    def __init__(self, need: NeedFact, results: list[Result]) -> None:
        super().__init__(need.leaf, judging=True, behind=need.behind)
        self.results = results  #: what was judged before


class Inquiry:
    """Evaluates one question; the state is what the asker may see of it."""

    def __init__(self, code: Code, question: Question, situation: Situation, viewer: str | None) -> None:
        self.code = code
        self.question = question
        self.rulings = situation.rulings
        self.viewer = viewer
        self.state, self.unseen = view(code, situation.state, viewer, situation.rulings)
        self._seen = self.state  # before anything is supposed of it
        self.body = None if question.action is not None else self._formula(situation)
        self._frame: list[object] | None = None  # of what is asked about, where nothing of it is missing
        self._untold: set[str] = set()  # facts that were missing in the cases so far
        self.missing: dict[Leaf, Unknown] = {}  #: what is missing, and what it can be
        self.opened: frozenset[str] = frozenset()  #: derived facts of which nothing is assumed for a while
        self.shown: Context | None = None  # the case that is shown, all of it explained
        self.story = Story(code, self.state)
        self.coherence = Coherence(code, self.state, self.rulings)
        self.deduction = Deduction()
        self._independent = self._is_independent()

    def _formula(self, situation: Situation) -> Formula:
        """A value that is asked for; members that came with the question may stand in it."""
        return self.code.formula(self.question.body, Scope(), own_names(situation.state))

    def _is_independent(self) -> bool:
        """Whether the checks of what is asked about are all that counts, each for itself."""
        deed = self.question.action
        if deed is None or self.question.after or self.coherence.binds:
            return False
        action = self.code.action(deed.name)
        return not action.needs_trial and not action.lets

    # ---- by plain code ---------------------------------------------------------------------------------------------

    def evaluate(self, split: Split, readings: Readings, past: Past | None = None) -> Evaluation:
        """The value in one case, with what it found missing; `past`: of a case from which it differs in little."""
        ctx = self.context(split, readings, past)
        if self.coherence.excludes(split, readings):
            return Evaluation(IMPOSSIBLE, {}, {}, {}, ctx=ctx)
        if not self.question.after and Unknown not in map(type, split.values()):
            ctx.baffled = past is not None and past.baffles()
            found = None if ctx.baffled else self._plainly(ctx, readings)
            if found is not None:
                return found
            ctx.baffled = True
        look = self._look(ctx, split, readings)
        look.alike = ctx.tracking
        return look.found()

    def _plainly(self, ctx: Context, readings: Readings) -> Evaluation | None:
        """The value where all that the checks hang on is known; None where it is not."""
        question = self.question
        if self.body is not None:
            try:
                value = self.body.told(ctx, [])
            except STUMBLES:
                return None
            if value == UNSEEN:  # a card that nobody has seen is no answer
                return None
            return Evaluation(value, {}, {}, ctx.touched, ctx=ctx)
        assert question.action is not None
        action = self.code.action(question.action.name)
        touched, ctx.touched = ctx.touched, {}
        legal = self.legal(ctx, action, question.action)
        if legal is None or (legal is False and ctx.touched):  # which check it is, plain code cannot tell
            ctx.touched, ctx.leaves = touched, {}
            return None
        if legal and action.needs_trial:
            return self._tried(ctx, readings, question.action)
        return Evaluation(legal, {}, {}, ctx.touched, ctx=ctx)

    def legal(self, ctx: Context, action: ActionCode, deed: Deeds) -> bool | None:
        """Whether every check allows it, and the course; None where plain code cannot tell."""
        e = self._bound(ctx, action, deed)
        legal = action.legal_as_assumed(ctx, e, nested=ctx.state.nested)
        if legal is not True:
            return legal
        course = verdict_of(self.code.course.judge(ctx, action, e))
        return course if isinstance(course, bool) else None

    def _bound(self, ctx: Context, action: ActionCode, deed: Deeds) -> list[object]:
        """The frame of what is asked about; where nothing of it is missing it is the same in every case."""
        if self._frame is not None and self.state is self._seen:
            e = list(self._frame)
            for slot, formula in action.lets:
                e[slot] = Lazy(formula)
            return e
        e = action.bind(ctx, action.positional(deed.args, deed.named), deed.by)
        if not ctx.split and deed.by is not None and Unknown not in map(type, e):
            self._frame = list(e)
        return e

    def _tried(self, ctx: Context, readings: Readings, deed: Deeds) -> Evaluation:
        """Whether what every check allows can be carried out, or on which untold fact that hangs."""
        value: object = True
        try:
            self.story.run(self, ctx, readings, [deed], explains=False, judged=deed)
        except (IllegalActionError, SilentRuleError) as error:
            value = SILENT if isinstance(error, SilentRuleError) else False
        except RuleFaultError:
            if not ctx.split:
                raise
            value = IMPOSSIBLE
        except NeedFact as need:
            need.rest()
            assert self.story.last is not None
            leaves = {leaf: self.domain(ctx, leaf) for leaf in need.behind}
            self._untold.update(leaf[0] for leaf in leaves)
            cuts = {**self.story.last.ctx.cuts}  # where the missing fact would tip a check of the run
            return Evaluation(Unknown(leaf=need.leaf), leaves, cuts, ctx.touched, self.story.spent(), ctx)
        return Evaluation(value, {}, {}, ctx.touched, self.story.spent(), ctx)

    def legal_if(self, leaf: Leaf, value: object) -> bool:
        """Whether it would be legal if one told fact were another."""
        state, deduction = self.state, self.deduction
        facts = dict(state.facts)
        put(facts, leaf, value)
        self.state, self.deduction = replace(state, facts=facts), Deduction()
        try:
            return self.evaluate({}, self.rulings, self.differing(leaf)).value is True
        finally:
            self.state, self.deduction = state, deduction

    def hanging_on(
        self, assumed: frozenset[Leaf], split: Split, value: object
    ) -> tuple[frozenset[Leaf], frozenset[Leaf]]:
        """Of what a story assumes, all on which its answer may hang: what it reads where none of it is assumed. A story may stop at
        the first thing that nobody knows: what lies behind is seen once that is assumed again. And of these the last that were met."""
        found: frozenset[Leaf] = frozenset()
        last: frozenset[Leaf] = frozenset()
        for _ in range(LAYERS):
            try:
                case = self._without(assumed - found, split)
            except BudgetError:  # where nobody knows so much, too much may happen
                return found, last
            if not isinstance(case.value, Unknown):
                beyond = frozenset() if case.ctx is None else case.ctx.assumed.keys() - assumed
                if case.value != value or not beyond:
                    return (found, last) if case.value == value else (assumed, last)
                assumed |= beyond  # it may hang on several together: what is assumed where the first are open
            else:
                more = (assumed - found) & case.leaves.keys()
                if not more:
                    break
                found, last = found | more, more
        return found, last

    def _without(self, assumed: frozenset[Leaf], split: Split) -> Evaluation:
        """The case in which these are not assumed."""
        seen, self.unseen = self.unseen, self.unseen | assumed
        try:
            return self.evaluate(split, self.rulings)
        finally:
            self.unseen = seen

    def differing(self, *leaves: Leaf) -> Past | None:
        """What is known of the case that is shown, where some facts are others."""
        piles = self.code.piles  # from what is assumed of one, all is taken away that lies in another
        if self.shown is None:
            return None
        for name, _ in leaves:
            if name in piles:
                return None
        return Past(self.shown, leaves)

    def context(self, split: Split, readings: Readings, past: Past | None = None) -> Context:
        """The state in one case."""
        known = {**self.deduction.known, **split} if self.deduction.known else split
        ctx = Context(self.code, self._filled(split), readings=readings, split=known, unseen=self.unseen)
        ctx.actor = self.question.actor
        ctx.untold = self._untold
        ctx.missing = self.missing
        ctx.opened = self.opened
        if past is not None:
            ctx.past, ctx.doing = past, past.ctx.doing
        # what is noted of plain code too, so that cases that hang on the same can be found
        ctx.tracking = bool(split) and self._independent and readings == self.rulings
        return ctx

    def _filled(self, split: Split) -> State:
        """The state; with the cards of a pile, where a case supposes which they are and only their number is told."""
        cards = supposed(self.state.facts, self.code.piles, split) if split else {}
        if not cards:
            return self.state
        facts = dict(self.state.facts)
        for leaf, value in cards.items():
            put(facts, leaf, value)
        return replace(self.state, facts=facts)

    # ---- in full ---------------------------------------------------------------------------------------------------

    def concludes(self, look: Look) -> bool:
        """Whether what is told leaves anything no choice that this case has found missing: then it is another case."""
        if not self.coherence.binds:
            return False
        run = self.story.last
        return self.deduction.conclude(self.coherence, [*look.ctx.leaves, *(run.ctx.seen if run is not None else ())])

    def look(self, split: Split, readings: Readings, past: Past | None = None, *, explains: bool = True) -> Look:
        """One case by open code: every check, every citation."""
        ctx = self.context(split, readings, past)
        ctx.explains = explains
        look = self._look(ctx, split, readings)
        if explains and readings == self.rulings and look.ctx is ctx:
            self.shown = ctx
        return look

    def _look(self, ctx: Context, split: Split, readings: Readings) -> Look:
        look = self._looked(ctx, split, readings)
        if look.ctx.leaves:
            self._untold.update([leaf[0] for leaf in look.ctx.leaves])
        return look

    def under(self, dispute: str, reading: str) -> Look:
        """The case in which nothing is supposed, under another reading."""
        past = None if self.shown is None or self.shown.split else Past(self.shown, disputes=(dispute,))
        return self.look({}, {**self.rulings, dispute: reading}, past)

    def _looked(self, ctx: Context, split: Split, readings: Readings) -> Look:
        explains = ctx.explains
        changes: list[Change] = []
        try:
            if self.question.after:
                ctx, changes, value, results = self.story.told(self, ctx, readings)
                if value is not None:
                    return Look(ctx, results, value)
            if self.question.action is not None:
                results, value = self._judge(ctx, self.question.action, split, readings, explains)
                certain = value is False and not self.question.after and self._fails_plainly(results)
                return Look(ctx, results, value, changes, certain)
            assert self.body is not None
            found = self.body.open(ctx, [])
            return Look(ctx, [], UNKNOWN if found == UNSEEN else found, changes)
        except NeedFact as need:
            need.rest()
            for leaf in need.behind:
                ctx.leaves.setdefault(leaf, self.domain(ctx, leaf))
            ctx.hanging = {**dict.fromkeys(need.behind), **_arguments(ctx)}
            return Look(ctx, need.results if isinstance(need, Undecided) else [], Unknown(leaf=need.leaf), changes)
        except IllegalActionError as illegal:
            return Look(ctx, illegal.results, False, changes)

    def _fails_plainly(self, results: list[Result]) -> bool:
        """Whether a check of the action itself fails that consults no reading."""
        assert self.question.action is not None
        own = self.code.action(self.question.action.name).own_checks
        for result in results:
            if result.status == "fail" and not result.contested and result.element is None and result.check in own:
                return True
        return False

    def domain(self, ctx: Context, leaf: Leaf) -> Unknown:
        """The domain of a leaf met in an effect."""
        if leaf in self.story.choices:
            return Unknown(options=tuple(self.story.choices[leaf]) or None, leaf=leaf)
        if leaf in ctx.split:
            value = ctx.split[leaf]
            return value if isinstance(value, Unknown) else Unknown(options=(value,))
        fact = self.code.facts.get(leaf[0])
        return fact.domain(ctx, leaf[1]) if fact is not None else self.missing.get(leaf, Unknown())

    def _judge(
        self, ctx: Context, deed: Deeds, split: Split, readings: Readings, explains: bool
    ) -> tuple[list[Result], object]:
        action = self.code.action(deed.name)
        e = self._bound(ctx, action, deed)
        results = action.judge(ctx, e, nested=ctx.state.nested, full=explains)
        if self.question.after:
            ctx.unassumed = partial(unassumed, self.story, self, readings)
        results += self.code.course.judge(ctx, action, e, done=bool(self.question.after))
        ctx.unassumed = None
        if self.question.after:
            results += self.story.no_room(action, e, results)
        value = verdict_of(results)
        if explains and value is True:
            results += self.code.course.set_aside(ctx, action, e)
        if action.needs_trial:
            if ctx.hanging is not None:  # what is missing cannot be handed on to what it does
                ctx.hanging.update(_arguments(ctx))
            if value is True:
                value = self._try_out(ctx, deed, split, readings, results, explains)
        return results, value

    def _try_out(
        self, ctx: Context, deed: Deeds, split: Split, readings: Readings, results: list[Result], explains: bool
    ) -> object:
        """Some checks show only when it is done: those on the state after, and those of actions that its effects do."""
        try:
            deeds = [*self.question.after, deed]
            run = self.story.run(self, ctx, readings, deeds, explains=explains, judged=deed)
        except IllegalActionError as illegal:
            self._note_trial(ctx)
            results += illegal.results
            return False
        except SilentRuleError:
            self._note_trial(ctx)
            return SILENT
        except RuleFaultError:
            if not split:
                raise
            return IMPOSSIBLE
        except NeedFact as need:
            need.rest()
            assert self.story.last is not None
            self._note_trial(ctx)
            results += self.story.last.nested
            ctx.cuts.update(self.story.last.ctx.cuts)  # where the missing fact would tip a check of the run
            raise Undecided(need, results) from None
        self._note_trial(ctx)
        results += run.nested
        return True

    def _note_trial(self, ctx: Context) -> None:
        """What a trial read may change its outcome."""
        assert self.story.last is not None
        tried = self.story.last.ctx
        ctx.note_beside((tried.cites, tried.touched, tried.assumed, tried.seen))


def _arguments(ctx: Context) -> dict[Leaf, None]:
    """The arguments that are missing."""
    return {leaf: None for leaf in ctx.leaves if "." in leaf[0]}
