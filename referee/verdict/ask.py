"""The one public question: may somebody do this, or what is this value, on what was told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from kb.rules.reads import faces_read, reads_of
from referee.evaluation.context import Context
from referee.evaluation.sight import Veil, told_leaves
from referee.units.choices import Choice
from referee.units.clauses import Result
from referee.units.runner import Change
from referee.values import SILENT, UNKNOWN, UNSEEN, Leaf, Unknown, is_known, join
from referee.verdict.assumptions import telling
from referee.verdict.citations import ordered, relied_on
from referee.verdict.coherence import Coherence
from referee.verdict.inquiry import Inquiry, Look
from referee.verdict.needs import best_question
from referee.verdict.split import (
    IMPOSSIBLE,
    REFUSED,
    STORY_BUDGET,
    WORK_BUDGET,
    Cell,
    Dropped,
    Exploration,
    explore,
)
from referee.verdict.vacuous import without_the_vacuous

if TYPE_CHECKING:
    from referee.questions.question import Question
    from referee.questions.telling import Situation
    from referee.rules.code import Code


class Finding(Struct):
    """Everything the referee found; `explain` puts it into words."""

    question: Question
    verdict: str  #: yes, no, depends, disputed, silent, value
    value: object = None
    results: list[Result] = field(default_factory=list)
    cites: list[str] = field(default_factory=list)  #: as they are told
    deciding: int = 0  #: so many of them, from the first, decide
    needs: list[Leaf] = field(default_factory=list)
    domains: dict[Leaf, Unknown] = field(default_factory=dict)
    meant: dict[Leaf, tuple[str, str]] = field(default_factory=dict)  #: of missing keys of a value what they are
    hidden: list[Leaf] = field(default_factory=list)
    faces: frozenset[str] = frozenset()  #: piles of which the cards matter, not only their number
    disputes: dict[str, dict[str, object]] = field(default_factory=dict)  #: dispute -> reading -> outcome
    places: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)  #: where readings stand
    settled: dict[str, str] = field(default_factory=dict)  #: rulings and editions that counted
    notes: list[str] = field(default_factory=list)  #: weak disputes that were consulted
    assumed: dict[Leaf, object] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    would_change: list[tuple[Leaf, object]] = field(default_factory=list)
    whatever: list[Leaf] = field(default_factory=list)  #: untold facts that turned out not to matter
    complete: bool = True
    refused: bool = False  #: whether what is told to be done is not legal
    situation: Situation | None = None
    choices: dict[Leaf, Choice] = field(default_factory=dict)
    ctx: Context | None = None  #: the case that is shown, for its numbers


class Asker:
    """Answers one question: the verdict first, then an explanation of the case that is shown."""

    def __init__(self, code: Code, question: Question, situation: Situation, viewer: str | None) -> None:
        self.code = code
        self.question = question
        self.situation = situation
        self.inquiry = Inquiry(code, question, situation, viewer)
        self.chosen: dict[Leaf, object] = {}  #: the choices of the case that is shown, when any gives the same

    def answer(self, *, brief: bool = False) -> Finding:
        """Explores all cases and sums them up; `brief` leaves out what only a reader needs."""
        rulings, inquiry, code = self.situation.rulings, self.inquiry, self.code
        if self.question.unheard is not None:
            return self._unheard(*self.question.unheard)
        look = inquiry.look({}, rulings)
        while isinstance(look.value, Unknown) and inquiry.concludes(look):
            look = inquiry.look({}, rulings)
        exploration = self._explored(look)
        look = self._show(exploration, look, rulings)
        if isinstance(exploration.tree, Cell) and isinstance(exploration.tree.value, Dropped):
            look = self._refused(look, exploration.tree.value)
        touched = exploration.touched | look.ctx.touched
        without_the_vacuous(code, look.ctx, look.results)
        finding = Finding(
            self.question, "depends", situation=self.situation, complete=exploration.complete, ctx=look.ctx
        )
        later = inquiry.story.later() if self.question.after else []
        finding.results = [*look.results, *later]
        open_ = isinstance(look.value, Unknown) and not exploration.complete  # nothing hangs on an assumption yet
        finding.assumed = {} if brief or open_ else telling(inquiry, look, self.chosen)
        found = look.ctx.leaves | exploration.leaves
        # of a pile the cards are asked for, not one of all the ways to fill it
        finding.domains = {
            leaf: Unknown(leaf=leaf) if leaf[0] in code.piles and domain.options is not None else domain
            for leaf, domain in found.items()
        }
        finding.choices = inquiry.story.choice_info
        finding.settled = {d: r for d, r in rulings.items() if d in touched}
        finding.notes = [d for d in touched if code.strength(d) == "weak" and d not in rulings]
        self._verdict(finding, exploration, look.value)
        if finding.verdict != "depends":  # else nobody knows what happens
            finding.changes = [change for change in look.changes if is_known(change.new)]
        # where the rules do not settle it, what leaves it open decides
        contested = finding.verdict == "disputed" or bool(finding.disputes and not finding.needs and not finding.hidden)
        finding.cites, finding.deciding = ordered(code, self.question, look, finding.places, contested, finding.needs)
        finding.cites = list(dict.fromkeys([*finding.cites, *(result.check.paragraph for result in later)]))
        if finding.verdict == "depends" and not finding.needs:  # who may see it is what is to be known
            said = dict.fromkeys(code.program.facts[name].paragraph for name, _ in finding.hidden)
            finding.cites = [*finding.cites, *(each for each in said if each not in finding.cites)]
        if finding.domains:
            matters = exploration.matters()
            finding.whatever = [leaf for leaf in finding.domains if leaf not in matters]
        if finding.verdict == "no" and self.question.action is not None and not brief:
            from referee.verdict.remedies import remedies  # only a no needs it

            finding.would_change = remedies(inquiry, look.results)
        return finding

    def _unheard(self, leaves: tuple[Leaf, ...], paragraph: str) -> Finding:
        """What must be told before it is known in the middle of what it is asked."""
        ctx = self.inquiry.context({}, self.situation.rulings)
        hidden = [leaf for leaf in leaves if self._is_hidden(leaf)]
        return Finding(
            self.question, "depends", UNKNOWN, needs=[leaf for leaf in leaves if leaf not in hidden][:1], hidden=hidden,
            domains={leaf: self.inquiry.domain(ctx, leaf) for leaf in leaves}, situation=self.situation, ctx=ctx,
            cites=[paragraph] if paragraph else [], deciding=1 if paragraph else 0,
        )  # fmt: skip

    def _explored(self, look: Look) -> Exploration:
        """Every case; where what is told leaves none, each told value counts for itself."""
        inquiry, code = self.inquiry, self.code
        while True:
            found = explore(
                inquiry.evaluate,
                look.found(),
                self.situation.rulings,
                code.readings,
                lambda d: code.strength(d) == "weak",
                work=STORY_BUDGET if self.question.after else WORK_BUDGET,
            )
            if not inquiry.coherence.excluded or not isinstance(found.tree, Cell) or found.tree.value is not IMPOSSIBLE:
                return found
            inquiry.coherence = Coherence(code, replace(inquiry.state, facts={}), self.situation.rulings)

    def _refused(self, look: Look, dropped: Dropped) -> Look:
        """The case to show where what is told to be done is refused, or cannot be carried out."""
        story = self.inquiry.story
        if not dropped.refused:
            look.ctx.cite(story.fault(self.question.after))
        elif story.refusal is not None:
            look = Look(story.refusal[0], story.refusal[1], False)
        look.value = False
        return look

    def _show(self, exploration: Exploration, look: Look, rulings: Mapping[str, str]) -> Look:
        """The case to show: with everything assumed that the first case assumes, when all cases agree."""
        if not isinstance(exploration.tree, Cell):
            return look
        choices = self.inquiry.story.choices
        while isinstance(look.value, Unknown):
            leaf = next((leaf for leaf in look.ctx.leaves if choices.get(leaf) and leaf not in self.chosen), None)
            if leaf is None:
                break
            self.chosen[leaf] = choices[leaf][0]
            look = self.inquiry.look(self.chosen, rulings, self.inquiry.differing(leaf))
        if isinstance(look.value, Unknown) and not exploration.tree.open:
            look.value = exploration.tree.value
            undecided = [result for result in look.results if result.status == "unknown"]
            if look.value is True or (look.value is False and len(undecided) == 1):
                for result in undecided:
                    result.status = "pass" if look.value else "fail"
        return look

    def _places(self, disputes: Mapping[str, Mapping[str, object]]) -> dict[tuple[str, str], tuple[str, ...]]:
        """Where each reading stands; one that names no place (an edition) by what it alone relies on, else by what decides."""
        places: dict[tuple[str, str], tuple[str, ...]] = {}
        for dispute, outcomes in disputes.items():
            readings = [
                reading for reading in self.code.readings(dispute) if reading in outcomes
            ]  # the usual one first
            named = {reading: self.code.places(dispute, reading) for reading in readings}
            cited = {
                reading: relied_on(self.code, self.question, self.inquiry.under(dispute, reading))
                for reading, found in named.items()
                if not found
            }
            for reading, found in named.items():
                others = {c for other, theirs in cited.items() if other != reading for c in theirs}
                alone = [c for c in cited.get(reading, ()) if c not in others] or cited.get(reading, [])[:1]
                places[(dispute, reading)] = found or tuple(alone)
        return places

    def _verdict(self, finding: Finding, exploration: Exploration, shown: object) -> None:
        tree = exploration.tree
        if isinstance(tree, Cell) and isinstance(tree.value, Dropped):
            finding.value, finding.verdict, finding.refused = False, "no", True
            return
        if isinstance(tree, Cell) and not tree.open and not tree.deviations:  # one case, and no reading has a say
            finding.value, finding.verdict = tree.value, _word(tree.value)
            return
        cells = list(exploration.cells())
        disputed = self._outcomes([cell for _, cell in cells])
        strengths = {self.code.strength(dispute) for dispute in disputed}
        finding.disputes = disputed
        finding.places = self._places(disputed)
        if len(cells) == 1 and not cells[0][1].open:
            cell = cells[0][1]
            finding.value = cell.value
            if not cell.differing():
                finding.verdict = _word(cell.value)
            else:
                finding.verdict = "disputed" if "dispute" in strengths else "depends"
            return
        values = [cell.value for _, cell in cells]
        finding.value = join(values) if not isinstance(shown, Unknown) or len(cells) > 1 else shown
        everywhere = all(cell.differing() and not cell.open for _, cell in cells)
        # by the usual reading no fact matters, by another one some do: then it is the reading that decides
        settled = is_known(finding.value) and not any(cell.open for _, cell in cells)
        if (everywhere or settled) and disputed:
            finding.verdict = "disputed" if "dispute" in strengths else "depends"
        finding.faces = self._faces(finding)
        secret = [
            leaf for leaf in exploration.matters() if self._is_hidden(leaf) and not self._is_counted(finding, leaf)
        ]
        finding.needs = best_question(exploration, lambda leaf: leaf not in secret)
        finding.hidden = secret
        if not finding.needs and not finding.hidden:
            finding.needs = [leaf for leaf in self._half_told(finding) if not self._is_hidden(leaf)]
        # whoever has told how many cards there are is not asked for that again: what is done turns on which they are
        piles = {leaf[0] for leaf in finding.needs}.intersection(self.code.piles)
        told = {name: dict(told_leaves(self.code.facts[name], self.situation.state)) for name in piles}
        finding.faces |= {leaf[0] for leaf in finding.needs if _is_half(told.get(leaf[0], {}).get(leaf))}

    def _outcomes(self, cells: list[Cell]) -> dict[str, dict[str, object]]:
        """The disputes that have a say, and what each reading comes to over all cases, also those in which it leads nowhere else."""
        blamed: dict[str, None] = {}  #: those that lead elsewhere in some case
        jointly: list[tuple[str, str, object]] = []
        for cell in cells:
            alone = {readings[0] for readings, _ in cell.differing() if len(readings) == 1}
            for readings, value in cell.differing():
                if len(readings) > 1 and alone & set(readings):
                    continue  # one of them does it alone; the others are not to blame
                for dispute, reading in readings:
                    blamed[dispute] = None
                    if len(readings) > 1:
                        jointly.append((dispute, reading, value))
        found = {
            dispute: {reading: join(_read(cells, dispute, reading)) for reading in self.code.readings(dispute)}
            for dispute in blamed
        }
        for dispute, reading, value in jointly:  # with another one it leads elsewhere, and not by itself
            found[dispute][reading] = join((found[dispute][reading], value))
        return found

    def _half_told(self, finding: Finding) -> Iterator[Leaf]:
        """Piles of which only the number is told, or some cards, among those that what is undecided reads: what lies in them
        may settle it."""
        undecided = [result for result in finding.results if result.status == "unknown"]
        parts = self._undecided(finding)
        spoken = {value for result in undecided for value in result.env or () if isinstance(value, str)}
        read = reads_of(self.code.program, parts) & finding.faces
        for name in sorted(read.intersection(self.code.piles)):
            told = [leaf for leaf, value in told_leaves(self.code.facts[name], self.situation.state) if _is_half(value)]
            yield from [leaf for leaf in told if spoken.issuperset(leaf[1])] or told

    def _is_counted(self, finding: Finding, leaf: Leaf) -> bool:
        """Whether only the number of cards in a pile is wanted: that is seen by all, whoever may see the faces."""
        low, _ = finding.domains.get(leaf, UNKNOWN).bounds()
        counted = low is not None and leaf[0] not in finding.faces
        return leaf[0] in self.code.piles and counted and finding.ctx is not None and leaf not in finding.ctx.ends

    def _faces(self, finding: Finding) -> frozenset[str]:
        """The piles of which what is not decided reads the cards; of a check of the rules that is found out once."""
        parts = [result.check.node for result in finding.results if result.status == "unknown"]
        if not parts:
            return faces_read(self.code.program, self.question.body)
        return frozenset().union(*map(self.code.faces_of, parts))

    def _undecided(self, finding: Finding) -> object:
        """What of the question is not decided: some checks of an action, or a value."""
        return tuple(r.check.node for r in finding.results if r.status == "unknown") or self.question.body

    def _is_hidden(self, leaf: Leaf) -> bool:
        fact = self.code.facts.get(leaf[0])
        if fact is None or not fact.hidden:
            return False
        if leaf in self.inquiry.unseen:
            return True
        viewer, state = self.inquiry.viewer, self.situation.state
        if viewer is None:  # who is nobody may tell what they know; a deck nobody does
            return fact.hidden == "all"
        return leaf not in state.told and Veil(self.code, state, self.situation.rulings).hides(fact, leaf[1], viewer)


def _read(cells: list[Cell], dispute: str, reading: str) -> Iterator[object]:
    """What the cases come to by one reading, where it can be."""
    for cell in cells:
        value = dict(cell.deviations).get(((dispute, reading),), cell.value)
        if value is not IMPOSSIBLE:
            yield False if value is REFUSED else value


def _is_half(value: object) -> bool:
    """Whether some cards of a pile are not told."""
    return isinstance(value, int) or (isinstance(value, list | tuple) and UNSEEN in value)


def _word(value: object) -> str:
    if value is SILENT:
        return "silent"
    if value is True:
        return "yes"
    return "no" if value is False else "value"


def ask(
    code: Code, question: Question, situation: Situation, viewer: str | None = None, *, brief: bool = False
) -> Finding:
    """Answers a question; pure: the same corpus, state and question give the same finding."""
    return Asker(code, question, situation, viewer).answer(brief=brief)
