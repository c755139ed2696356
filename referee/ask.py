"""The one public question: may somebody do this, or what is this value, on what was told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from grammar import nodes as n
from referee.clauses import Result
from referee.code import Code
from referee.context import BUDGET, Context, hides, view
from referee.errors import NeedChoice, NeedFact
from referee.judging import verdict_of
from referee.performing import IllegalActionError
from referee.question import Deeds, Question, Situation
from referee.remedies import remedies
from referee.run import Change, GameEnded, Run
from referee.scope import SLOTS, Scope
from referee.split import Cell, Evaluation, Exploration, best_question, explore
from referee.values import SILENT, Leaf, Unknown, is_known, join

#: answers to choices are leaves of this name, numbered in the order they come up
ANSWER = "answer"
#: assumptions, and other values of each, that are tried to see whether they matter
ASSUMPTIONS = 40
FEW = 4


@dataclass(slots=True)
class Answer:
    """Everything the referee found; `explain` puts it into words."""

    question: Question
    verdict: str  #: yes, no, depends, disputed, silent, value
    value: Any = None
    results: list[Result] = field(default_factory=list)
    cites: list[str] = field(default_factory=list)
    needs: list[Leaf] = field(default_factory=list)
    domains: dict[Leaf, Unknown] = field(default_factory=dict)
    hidden: list[Leaf] = field(default_factory=list)
    disputes: dict[str, dict[str, Any]] = field(default_factory=dict)  #: dispute -> reading -> outcome
    places: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)  #: of readings that name none
    settled: dict[str, str] = field(default_factory=dict)  #: rulings and editions that counted
    notes: list[str] = field(default_factory=list)  #: weak disputes that were consulted
    assumed: dict[Leaf, Any] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    would_change: list[tuple[Leaf, Any]] = field(default_factory=list)
    whatever: list[Leaf] = field(default_factory=list)  #: untold facts that turned out not to matter
    complete: bool = True
    situation: Situation | None = None
    choices: dict[Leaf, Any] = field(default_factory=dict)
    outcomes: list[tuple[dict[Leaf, Any], Any]] = field(default_factory=list)


class Asker:
    """Answers one question."""

    def __init__(self, code: Code, question: Question, situation: Situation, viewer: str | None) -> None:
        self.code = code
        self.question = question
        self.situation = situation
        self.viewer = viewer
        self.state, self.unseen = view(code, situation.state, viewer)
        self.body = None if question.action is not None else code.expressions.compile(question.body, Scope())
        self.choices: dict[Leaf, Any] = {}
        self.chosen: dict[Leaf, Any] = {}  #: the choices of the case that is shown, when any gives the same
        self.last_run: Run | None = None  #: what a run judged before it stopped counts too

    # ---- one evaluation --------------------------------------------------------------------------------------------

    def evaluate(self, split: Mapping[Leaf, Any], readings: Mapping[str, str]) -> Evaluation:
        """The value in one case."""
        ctx, _, value = self.look(split, readings)
        return Evaluation(value, ctx.leaves, ctx.cuts, ctx.touched, BUDGET - ctx.budget)

    def look(self, split: Mapping[Leaf, Any], readings: Mapping[str, str]) -> tuple[Context, list[Result], Any]:
        """One case in full: its context, its checks and its value."""
        ctx = Context(self.code, self.state, readings=readings, split=split, unseen=self.unseen)
        ctx.actor = self.question.actor
        try:
            if self.question.after:
                ctx = self._after(ctx, split, readings)
            if self.question.action is not None:
                return self._judge(ctx, self.question.action, split, readings)
            assert self.body is not None
            return ctx, [], self.body(ctx, [None] * SLOTS)
        except NeedFact as need:
            ctx.leaves.setdefault(need.leaf, self.domain(ctx, need.leaf))
            return ctx, need.results, Unknown(leaf=need.leaf)
        except IllegalActionError as illegal:
            return ctx, illegal.results, False

    def domain(self, ctx: Context, leaf: Leaf) -> Unknown:
        """The domain of a leaf met in an effect."""
        if leaf in self.choices:
            return Unknown(options=tuple(self.choices[leaf]), leaf=leaf)
        if leaf in ctx.split:
            value = ctx.split[leaf]
            return value if isinstance(value, Unknown) else Unknown(options=(value,))
        fact = self.code.facts.get(leaf[0])
        return fact.domain(ctx, leaf[1]) if fact is not None else Unknown()

    def _run(self, split: Mapping[Leaf, Any], readings: Mapping[str, str], deeds: list[Deeds]) -> Run:
        """Runs deeds one after another; a missing choice becomes a leaf that can be split."""
        answers: list[Any] = [a for deed in deeds for a in deed.answers]
        while (ANSWER, (len(answers),)) in split:
            answers.append(split[(ANSWER, (len(answers),))])
        run = Run(self.code, self.state, unseen=self.unseen, readings=readings, split=split, answers=tuple(answers))
        self.last_run = run
        try:
            for deed in deeds:
                if deed.name in self.code.program.procedures:
                    run.procedure(deed.name, deed.args)
                else:
                    action = self.code.action(deed.name)
                    run.perform(deed.name, action.positional(deed.args, deed.named), deed.by)
                run.checkpoint()
        except GameEnded:
            pass
        except NeedChoice as need:
            leaf = (ANSWER, (len(answers),))
            if need.choice.kind == "offer":  # what nobody says is done is not done
                return self._run({**split, leaf: None}, readings, deeds)
            options = []
            for option in need.choice.options():
                options.append(option)
                if len(options) > 40:
                    break
            self.choices[leaf] = options
            self.situation_choice(leaf, need.choice)
            raise NeedFact(leaf) from None
        return run

    def situation_choice(self, leaf: Leaf, choice: Any) -> None:
        """Remembers what a choice leaf stands for."""
        self.choice_info = {**getattr(self, "choice_info", {}), leaf: choice}

    def _after(self, ctx: Context, split: Mapping[Leaf, Any], readings: Mapping[str, str]) -> Context:
        """The state after the deeds; what it read on the way counts as read by the question."""
        try:
            run = self._run(split, readings, self.question.after)
        except NeedFact as need:
            assert self.last_run is not None
            ctx.leaves.setdefault(need.leaf, self.domain(ctx, need.leaf))
            ctx.cuts.update(self.last_run.ctx.cuts)
            raise
        after = Context(self.code, run.state, readings=readings, split=split, unseen=self.unseen)
        after.actor = self.question.actor
        after.touched.update(run.ctx.touched)
        after.assumed.update(run.ctx.assumed)
        after.cites.update(dict.fromkeys(c.paragraph for c in run.changes))
        after.cites.update(run.entered)
        after.cites.update(run.ctx.cites)
        self.changes = run.changes
        return after

    def _judge(
        self, ctx: Context, deed: Deeds, split: Mapping[Leaf, Any], readings: Mapping[str, str]
    ) -> tuple[Context, list[Result], Any]:
        action = self.code.action(deed.name)
        env = action.bind(ctx, action.positional(deed.args, deed.named), deed.by)
        results = action.judge(ctx, env)
        results += self.code.course.judge(ctx, action, env)
        value = verdict_of(results)
        if value is True and action.needs_trial:
            value = self._try_out(ctx, deed, split, readings, results)
        return ctx, results, value

    def _try_out(
        self, ctx: Context, deed: Deeds, split: Mapping[Leaf, Any], readings: Mapping[str, str], results: list[Result]
    ) -> Any:
        """Some checks show only when it is done: those on the state after, and those of actions that its effects do."""
        try:
            run = self._run(split, readings, [*self.question.after, deed])
        except IllegalActionError as illegal:
            results += illegal.results
            return False
        except NeedFact as need:
            assert self.last_run is not None
            results += self.last_run.nested
            if need.judging:
                need.results = results
                ctx.cuts.update(self.last_run.ctx.cuts)  # where the missing fact would tip a check of the run
                raise
            return True
        results += run.nested
        return True

    # ---- the answer ------------------------------------------------------------------------------------------------

    def answer(self, *, brief: bool = False) -> Answer:
        """Explores all cases and sums them up; `brief` leaves out what only a reader needs."""
        rulings = self.situation.rulings
        exploration = explore(self.evaluate, rulings, self.code.readings, lambda d: self.code.strength(d) == "weak")
        answer = Answer(self.question, "depends", situation=self.situation, complete=exploration.complete)
        ctx, results, value = self._show(exploration, rulings)
        answer.results, answer.cites = results, self._cites(ctx, results, value)
        answer.assumed = {} if brief else self._telling(ctx.assumed, value)
        answer.changes = getattr(self, "changes", [])
        answer.domains = exploration.leaves
        answer.choices = getattr(self, "choice_info", {})
        answer.settled = {d: r for d, r in rulings.items() if d in exploration.touched}
        answer.notes = [d for d in exploration.touched if self.code.strength(d) == "weak"]
        self._verdict(answer, exploration, value)
        matters = exploration.matters()
        answer.whatever = [leaf for leaf in exploration.leaves if leaf not in matters]
        if answer.verdict == "no" and self.question.action is not None and not brief:
            answer.would_change = remedies(self, results)
        return answer

    def _telling(self, assumed: Mapping[Leaf, Any], value: Any) -> dict[Leaf, Any]:
        """The assumptions the answer hangs on: without them it could be another."""
        found: dict[Leaf, Any] = {}
        ctx = Context(self.code, self.state, unseen=self.unseen)
        facts = self.code.facts
        leaves = [leaf for leaf in assumed if leaf[0] in facts]
        leaves.sort(key=lambda leaf: not facts[leaf[0]].node.derived)  # a whole before its parts
        for leaf in leaves[:ASSUMPTIONS]:
            taken, domain = assumed[leaf], facts[leaf[0]].domain(ctx, leaf[1])
            low, high = domain.bounds()
            top = high if high is not None else _well_above(taken)
            others = domain.options if domain.options is not None else (low, top)
            for other in [o for o in others if o is not None or domain.options is not None][:FEW]:
                if other == taken and isinstance(other, bool) == isinstance(taken, bool):
                    continue
                if not _alike(self.evaluate({**self.chosen, leaf: other}, self.situation.rulings).value, value):
                    found[leaf] = taken
                    break
        return found

    def _show(self, exploration: Exploration, rulings: Mapping[str, str]) -> tuple[Context, list[Result], Any]:
        """The evaluation to show: with everything assumed that the first case assumes, when all cases agree."""
        if isinstance(exploration.tree, Cell):
            ctx, results, value = self.look({}, rulings)
            while isinstance(value, Unknown) and value.leaf in self.choices and value.leaf not in self.chosen:
                self.chosen[value.leaf] = self.choices[value.leaf][0]
                ctx, results, value = self.look(self.chosen, rulings)
            if isinstance(value, Unknown) and not exploration.tree.open:
                value = exploration.tree.value
                for result in results:
                    if result.status == "unknown" and value is True:
                        result.status = "pass"
            return ctx, results, value
        return self.look({}, rulings)

    def _cites(self, ctx: Context, results: list[Result], value: Any) -> list[str]:
        """A no is cited by what fails, anything else by all that counted, what is still open before the rest."""
        cites: dict[str, None] = {}
        if isinstance(value, Unknown):
            cites.update(dict.fromkeys(r.check.paragraph for r in results if r.status == "unknown"))
        if value is not False and self.question.action is not None:
            own = self.code.action(self.question.action.name)
            cites.update(
                dict.fromkeys(
                    r.check.paragraph for r in results if r.check in own.own_checks and r.status != "not_applicable"
                )
            )
            cites.update(dict.fromkeys(r.check.paragraph for r in results if r.status != "not_applicable"))
        if value is False and results:
            failed = [r for r in results if r.status in ("fail", "silent") or r.check.kind == "applies"]
            # checks that exclude each other decide together, though none of them fails alone
            for result in failed or [r for r in results if r.status == "unknown"]:
                cites.update(dict.fromkeys(result.cites))
        elif results:
            for result in results:
                if result.status != "not_applicable":
                    cites.update(dict.fromkeys(result.cites))
                if result.lifted_by:
                    cites[result.lifted_by] = None
        if self.question.action is None:
            cites.update(dict.fromkeys(p for p in self._own_paragraphs() if p in ctx.cites))
        cites.update(ctx.cites if not results or value is not False else {})
        if self.question.action is not None and value is not False:
            cites.setdefault(self.code.action(self.question.action.name).paragraph, None)
        return [c for c in cites if c]

    def _own_paragraphs(self) -> list[str]:
        """The paragraphs that define what is asked for: they are cited before what they rely on."""
        body = self.question.body
        name = body.id if isinstance(body, n.Name) else body.name if isinstance(body, n.Call) else ""
        info = self.code.program.values.get(name)
        return [cited.paragraph for cited in info.clauses] if info is not None else []

    def _places(self, answer: Answer) -> None:
        """Readings that name no place of their own (editions) are cited by what they alone rely on."""
        for dispute, outcomes in answer.disputes.items():
            cited: dict[str, list[str]] = {}
            for reading in outcomes:
                if self.code.places(dispute, reading):
                    continue
                ctx, results, value = self.look({}, {**self.situation.rulings, dispute: reading})
                cited[reading] = self._cites(ctx, results, value)
            for reading, cites in cited.items():
                others = {c for other, found in cited.items() if other != reading for c in found}
                answer.places[(dispute, reading)] = tuple(c for c in cites if c not in others)
                answer.cites += [c for c in answer.places[(dispute, reading)] if c not in answer.cites]

    def _verdict(self, answer: Answer, exploration: Exploration, shown: Any) -> None:
        cells = list(exploration.cells())
        disputed: dict[str, dict[str, Any]] = {}
        strengths = set()
        for _, cell in cells:
            alone = {readings[0] for readings, _ in cell.differing() if len(readings) == 1}
            for readings, value in cell.differing():
                if len(readings) > 1 and alone & set(readings):
                    continue  # one of them does it alone; the others are not to blame
                for dispute, reading in readings:
                    disputed.setdefault(dispute, {})[reading] = value
                    disputed[dispute].setdefault(self.code.default_reading(dispute), cell.value)
                    strengths.add(self.code.strength(dispute))
        if len(cells) == 1:
            for dispute, outcomes in disputed.items():
                for reading in self.code.readings(dispute):
                    outcomes.setdefault(reading, cells[0][1].value)
        answer.disputes = disputed
        self._places(answer)
        for dispute, outcomes in disputed.items():
            for reading in outcomes:
                for place in self.code.places(dispute, reading):
                    if place not in answer.cites:
                        answer.cites.append(place)
        answer.outcomes = [(assumed, cell.value) for assumed, cell in cells]
        if len(cells) == 1 and not cells[0][1].open:
            cell = cells[0][1]
            answer.value = cell.value
            if not cell.differing():
                answer.verdict = _word(cell.value, self.question.action is not None)
            else:
                answer.verdict = "disputed" if "dispute" in strengths else "depends"
            return
        values = [cell.value for _, cell in cells]
        answer.value = join(values) if not isinstance(shown, Unknown) or len(cells) > 1 else shown
        everywhere = all(cell.differing() and not cell.open for _, cell in cells)
        # by the usual reading no fact matters, by another one some do: then it is the reading that decides
        settled = is_known(answer.value) and not any(cell.open for _, cell in cells)
        if (everywhere or settled) and disputed:
            answer.verdict = "disputed" if "dispute" in strengths else "depends"
        ask = best_question(exploration, lambda leaf: not self._is_hidden(leaf))
        answer.needs = ask
        answer.hidden = [leaf for leaf in exploration.matters() if self._is_hidden(leaf)]

    def _is_hidden(self, leaf: Leaf) -> bool:
        fact = self.code.facts.get(leaf[0])
        if fact is None or not fact.hidden:
            return False
        return self.viewer is None or hides(fact, self.situation.state, self.viewer, leaf[1])


def _well_above(taken: Any) -> int | None:
    """A number clearly above the one taken for granted, for what has no upper end; a pile counts by its cards."""
    size = len(taken) if isinstance(taken, tuple) else taken
    return size + 10 if isinstance(size, int) and not isinstance(size, bool) else None


def _alike(a: Any, b: Any) -> bool:
    """The same value, or just as little known."""
    if isinstance(a, Unknown) and isinstance(b, Unknown):
        return (a.bounds(), a.options) == (b.bounds(), b.options)
    return bool(a == b)


def _word(value: Any, is_action: bool) -> str:
    if value is SILENT:
        return "silent"
    if value is True:
        return "yes"
    if value is False:
        return "no"
    return "value"


def ask(
    code: Code, question: Question, situation: Situation, viewer: str | None = None, *, brief: bool = False
) -> Answer:
    """Answers a question; pure: the same corpus, state and question give the same answer."""
    return Asker(code, question, situation, viewer).answer(brief=brief)
