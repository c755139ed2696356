"""What somebody says is done, carried out case by case: where it leads, and what can be said where it is refused or cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.answers import CHOICE
from referee.errors import (
    BudgetError,
    NeedFact,
    RefereeError,
    RuleFaultError,
    Settled,
    SilentRuleError,
    SurplusAnswersError,
    WrongAnswerError,
)
from referee.evaluation.context import Context
from referee.evaluation.past import Past
from referee.state import Held, State
from referee.units.choices import Choice
from referee.units.clauses import Result
from referee.units.deed import SETUP, Deeds, GameEnded, IllegalActionError
from referee.units.runner import Change, Turn
from referee.values import MISSING, SILENT, Leaf, Unknown
from referee.verdict.deduction import taken_wrongly
from referee.verdict.reasons.voices import NARROW, PLAIN, Listener, special
from referee.verdict.split import IMPOSSIBLE, REFUSED
from referee.verdict.supposition import put

if TYPE_CHECKING:
    from grammar import nodes as n
    from referee.rules.actions import ActionCode
    from referee.rules.code import Code
    from referee.runs.run import Run
    from referee.verdict.inquiry import Inquiry, Look

#: options of a choice that are split
OPTIONS = 41

Readings = Mapping[str, str]
#: the state after it, what changed, and where it could not be told to its end: what that comes to, with the checks that refuse it
Told = tuple[Context, list[Change], object, list[Result]]


class Story:
    """The deeds of one question."""

    def __init__(self, code: Code, begun: Held) -> None:
        """`begun`: the state before anything is supposed of it. The inquiry it belongs to comes with each call: two that held each
        other would be garbage that somebody has to look for."""
        self.code = code
        self.choices: dict[Leaf, list[object]] = {}  #: what nobody chose -> what it can be
        self.choice_info: dict[Leaf, Choice] = {}
        self.refusal: tuple[Context, list[Result]] | None = None  #: a case in which it is refused, where it stopped
        self.last: Run | None = None  #: what a run judged before it stopped counts too
        self._broken: RefereeError | None = None  # why a case cannot be carried out
        self._listener: Listener | None = None
        self._resting: dict[object, bool] = {}  # `whenever` rules that rest in the state
        self._begun = begun

    def told(self, inquiry: Inquiry, ctx: Context, readings: Readings) -> Told:
        """The state after the deeds in a case; what it read on the way counts as read by the question."""
        asked = inquiry.question
        try:
            run = self.run(inquiry, ctx, readings, asked.after, explains=ctx.explains)
        except IllegalActionError as illegal:
            taken = taken_wrongly(self.code, self._stopped(ctx), illegal.results)
            if taken and not taken <= inquiry.unseen:
                return self._anew(inquiry, ctx, readings, taken)
            self.refusal = self.refusal or (self._stopped(ctx), illegal.results)
            return ctx, [], REFUSED, illegal.results
        except BudgetError:
            raise
        except SilentRuleError:
            return ctx, [], SILENT, []
        except SurplusAnswersError as surplus:
            if not ctx.split:
                raise
            return self._impossible(inquiry, ctx, readings, surplus)
        except WrongAnswerError as wrong:
            if not ctx.split and self.last is not None and not self.last.vague:
                raise  # no other case could take it for what it is
            return self._impossible(inquiry, ctx, readings, wrong)
        except RefereeError as broken:
            return self._impossible(inquiry, ctx, readings, broken)
        after = Context(self.code, run.draft, readings=readings, split=ctx.split, unseen=inquiry.unseen)
        after.careful, after.explains = run.ctx.careful, ctx.explains
        after.missing, after.trial, after.origin = inquiry.missing, run, run.ctx.origin
        after.work = self.spent()
        after.actor, after.begun, after.renewed = asked.actor, run.ctx.begun, run.ctx.renewed
        after.before = ctx  # what a question says is before, is before all that is done
        after.cuts.update(run.ctx.cuts)
        after.touched.update(run.ctx.touched)
        after.assumed.update(run.ctx.assumed)
        return after, run.changes, None, []

    def _impossible(self, inquiry: Inquiry, ctx: Context, readings: Readings, broken: RefereeError) -> Told:
        """A case that cannot be carried out: what is told counts more than what is assumed, and some other may; what is fixed for the
        whole game, such as which parts of it are in play, no deed makes another."""
        assert self.last is not None
        facts = self.code.facts
        assumed = frozenset(
            [leaf for leaf in self.last.ctx.assumed if leaf[0] not in facts or not facts[leaf[0]].node.fixed]
        )
        if not assumed <= inquiry.unseen:
            return self._anew(inquiry, ctx, readings, assumed)
        self._broken = self._broken or broken
        ctx.work = self.spent()
        return ctx, [], IMPOSSIBLE, []

    def _anew(self, inquiry: Inquiry, ctx: Context, readings: Readings, assumed: frozenset[Leaf]) -> Told:
        """The same case with these no longer taken for granted."""
        inquiry.unseen |= assumed
        fresh = inquiry.context(ctx.split, readings)
        fresh.explains = ctx.explains
        return self.told(inquiry, fresh, readings)

    def _stopped(self, ctx: Context) -> Context:
        """The state in which the last run stopped."""
        ctx.work = self.spent()
        return ctx if self.last is None else self.last.ctx

    def spent(self) -> int:
        """What the last run has taken."""
        run = self.last
        return 0 if run is None else run.ctx.work + run.steps + len(run.stored)

    def fault(self, deeds: list[Deeds]) -> str:
        """The paragraph by which a procedure cannot be carried out; of actions that are legal and cannot be, the rules are at fault."""
        broken, procedures = self._broken, self.code.program.procedures
        assert broken is not None
        if isinstance(broken, RuleFaultError) and any(deed.name in procedures for deed in deeds):
            return broken.paragraph
        raise broken

    # ---- carried out -----------------------------------------------------------------------------------------------

    def run(
        self,
        inquiry: Inquiry,
        ctx: Context,
        readings: Readings,
        deeds: list[Deeds],
        *,
        explains: bool,
        judged: Deeds | None = None,
    ) -> Run:
        """Runs deeds one after another in a case; a missing choice becomes a leaf that can be split."""
        from referee.runs.deeds import run_deeds  # most answers need no run
        from referee.runs.run import Run

        split, missing = {leaf: _named(leaf, value) for leaf, value in ctx.split.items()}, inquiry.missing
        state = self._supposed(inquiry.state, split)
        run = Run(self.code, state, readings=readings, split=split, unseen=inquiry.unseen, explains=explains)
        run.ctx.explains, run.loose, run.ctx.missing = explains, True, missing
        run.ctx.opened = inquiry.opened
        # what a trial relies on plain code notes too; of a story every step is told
        run.ctx.careful = (explains and judged is not deeds[0]) or Unknown in map(type, split.values())
        run.told_ahead = lambda choice: self._told_ahead(inquiry, run, choice)
        run.granted, run.ctx.bare = judged is deeds[0], not explains
        run.brisk = run.last = run.granted  # whether it is legal is all that is asked
        resting = readings == inquiry.rulings and inquiry.state is self._begun and not split
        run.resting = self._resting if resting else None
        run.former = ctx.past
        if inquiry.question.after and ctx.state is inquiry.state:
            ctx.past = None  # another case was worked out behind what is done, and here nothing is done yet
        if explains and judged is None:
            run.listener = self._listening(inquiry.question.body)
        if ctx.state is inquiry.state:
            narrowed = tuple(leaf for leaf, value in split.items() if isinstance(value, Unknown))
            run.ctx.ground = Past(ctx, narrowed)  # of these a run knows more: where they come from
            run.ctx.written.add("@doing")
        run.ctx.origin = origin = Context(self.code, run.draft.made(), readings=readings, split=split)
        origin.missing = missing
        ctx.trial = self.last = run
        try:
            following = inquiry.question.action if judged is None and not inquiry.question.during else None
            choice = run.go(run_deeds(run, deeds, judged, following))
            while choice is not None:
                choice = run.answer(self._chosen(inquiry, run, choice))
        except (GameEnded, Settled):
            pass
        finally:
            missing.update({leaf: domain for leaf, domain in run.ctx.leaves.items() if "." in leaf[0]})
            run.told_ahead = None
            run.ctx.ground = None  # what it took from there it has kept: case and run need not hold each other
        return run

    def no_room(self, action: ActionCode, env: list[object], results: list[Result]) -> list[Result]:
        """That the turn in which the deeds end has no room left for what is asked; what else fails for want of another turn weighs no more."""
        from referee.runs.deeds import no_room

        found = [] if self.last is None else no_room(self.last, action, env)
        if found:
            turn = {fact.name for fact in self.code.happenings.scoped(self.code.course.turn_of(action.name))}
            for result in results:
                result.passing = any(name in turn for name, _ in result.seen)
            found[0].passing = True
        return found

    def later(self) -> list[Result]:
        """That some of the deeds are done in a later turn, once for each who does them."""
        return [] if self.last is None else list(self.last.later_turns.values())

    def _listening(self, body: n.Expr) -> Listener:
        """Who listens to what is asked for, in every case the same."""
        if self._listener is None:
            self._listener = Listener(self.code, body)
        return self._listener

    def _supposed(self, state: State, split: Mapping[Leaf, object]) -> State:
        """The state with what a case supposes of it told: what is made of it then follows what is done."""
        facts = dict(state.facts)
        for leaf, value in split.items():
            pile = leaf[0] in self.code.piles and leaf[0] in facts and not isinstance(value, Unknown)
            if pile or self.code.has_value(leaf[0], len(leaf[1])):
                put(facts, leaf, value)
        return replace(state, facts=facts)

    def _chosen(self, inquiry: Inquiry, run: Run, choice: Choice) -> object:
        """The answer to a choice in a case: what nobody chose is unknown."""
        key = (choice.name, (run.number, *choice.keys))
        met = run.met[key] = run.met.get(key, 0) + 1
        leaf = (CHOICE, (run.number, choice.name, *choice.keys, met))
        if leaf in run.ctx.split:
            return run.ctx.split[leaf]
        options = self._options(run, choice)
        if len(options) == 1:
            return options[0]  # a choice of one is no choice
        self.choices[leaf] = options
        self.choice_info[leaf] = choice
        run.unanswered = (*run.unanswered, leaf)
        found = inquiry.missing[leaf] = Unknown(options=tuple(options) or None, leaf=leaf)
        return found

    def _options(self, run: Run, choice: Choice) -> list[object]:
        """What can be chosen; of calls only those can be listed of which all is known."""
        try:
            return list(islice(choice.options(), OPTIONS))
        except NeedFact:
            if choice.kind != "duty" or not run.vague:
                raise
            return []

    def _told_ahead(self, inquiry: Inquiry, run: Run, choice: Choice) -> object:
        """What is told of a fact that all choose in secret: it can only be what they choose, for whatever it was is gone then."""
        if choice.kind != "secret" or choice.name in run.set_here:
            return MISSING
        told = inquiry.context({}, {}).told(choice.name, choice.keys)
        return MISSING if told is None else told  # nothing is what it holds before anything is chosen


def _named(leaf: Leaf, value: object) -> object:
    """What a case supposes of a fact or argument; where that is only a part of what it can be, with what it is."""
    return Unknown(value.low, value.high, value.options, leaf) if isinstance(value, Unknown) else value


def said(code: Code, deeds: list[Deeds], look: Look) -> list[str]:
    """The paragraphs that made what was asked for what it is, the last first; where nothing changed it, what kept it and what was done."""
    changes = relevant(code, look)
    made = [paragraph for change in changes for paragraph in _made_by(code, change)]
    if any(change.old != change.new for change in changes):
        return made
    program = code.program
    names = {name for name, _ in (*look.ctx.seen, *look.ctx.worked_out())}
    resting = [cited.paragraph for cited in program.whenevers if names & code.stages.writes.named(cited.node.steps)]
    done = [
        program.procedures[deed.name].paragraph if deed.name in program.procedures else code.action(deed.name).paragraph
        for deed in reversed(deeds)
        if code.is_known_call(deed.name)
    ]
    begun = [] if code.is_known_call(SETUP) or all(deed.name != SETUP for deed in deeds) else sorted(names)
    starts = [cited.paragraph for name in begun for cited in program.starts.get(name, ())]
    return [*_went_elsewhere(look, names), *_kept_by(look), *made, *resting, *done[:1], *starts]


def _went_elsewhere(look: Look, names: set[str]) -> list[str]:
    """Why what was done changed the same of somebody else: the narrow paragraphs on whose it is."""
    elsewhere = [each for each in _written(look) if each.fact in names and each.old != each.new]
    return [voice.paragraph for change in reversed(elsewhere) for voice in change.why if voice.weight > PLAIN]


def _made_by(code: Code, change: Change) -> Iterator[str]:
    """What a change is owed to: what is special in its value, what speaks of this case where the
    statement speaks of another, what calls for it, the statement."""
    yield from special(change.why)
    others = code.program.values
    for voice in change.why:
        if voice.weight == NARROW and any(c.paragraph == change.paragraph for c in others[voice.name].clauses):
            yield voice.paragraph
    yield from change.said_by[:1]
    yield change.paragraph


def _kept_by(look: Look) -> list[str]:
    """By what nothing was written of these: what cancelled a deed, what makes that a way is not taken which would have written it,
    what says that nothing is done, what waits and did not happen."""
    run = _run_of(look)
    if run is None:
        return []
    turns = list(reversed(run.turns))  # the last first
    turns.sort(key=_remoteness)
    return [*reversed(run.stops), *(paragraph for turn in turns for paragraph in _turned_by(turn))]


def _remoteness(turn: Turn) -> tuple[bool, bool, bool, bool]:
    """How little a way that was not taken tells: least what waits; a bare “nothing” less than what narrowly speaks against a way."""
    told = turn.near or any(voice.weight > PLAIN for voice in turn.why)
    return not told, turn.waits, not turn.names, not turn.near


def _turned_by(turn: Turn) -> Iterator[str]:
    """What speaks against a way, the narrowest first, and where it stands; of what waits that, and of what leads there by others only the first."""
    if turn.waits and turn.near:
        yield turn.paragraph
    for voice in sorted(turn.why, key=lambda voice: -voice.weight):
        if turn.near or voice.weight > PLAIN:
            yield voice.paragraph
    if turn.near:
        yield turn.paragraph


def relevant(code: Code, look: Look) -> list[Change]:
    """What was written of what the answer has read, the last first."""
    seen = {*look.ctx.seen, *look.ctx.worked_out(), *(leaf for result in look.results for leaf in result.seen)}
    names = {name for name, _ in seen}
    return [
        change
        for change in reversed(_written(look))
        if (change.fact, change.keys) in seen or not names.isdisjoint(code.happenings.readers(change.fact))
    ]


def _written(look: Look) -> list[Change]:
    run = _run_of(look)
    return look.changes if run is None else run.written


def _run_of(look: Look) -> Run | None:
    """The run by which a case was told."""
    from referee.runs.run import Run

    run = look.ctx.trial
    return run if isinstance(run, Run) else None


def relied_on(code: Code, look: Look) -> list[str]:
    """What these changes rely on, and what could have refused what was done; where nothing changed, all that happened."""
    changes = _behind(code, look, relevant(code, look))
    found = [paragraph for change in changes for paragraph in (change.paragraph, *change.said_by, *change.cites)]
    run = _run_of(look)
    if run is None:
        return found
    if not changes:
        found += [*run.entered, *run.ctx.cites]
    passed = [result for result in run.judged if result.status in ("pass", "lifted") and result.action]
    found += [r.check.paragraph for r in passed if r.check in code.action(r.action).own_checks]
    return found if look.results == [] else [*found, *run.entered]


def _behind(code: Code, look: Look, changes: list[Change]) -> list[Change]:
    """Changes, and those of what was read for them, each after what it led to."""
    wanted = {id(change) for change in changes}
    reads: set[Leaf] = set()
    found = []
    for change in reversed(_written(look)):
        if id(change) in wanted or (change.fact, change.keys) in reads:
            found.append(change)
            reads |= change.reads
    return found
