"""What would make a refused action legal: one fact at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from grammar import nodes as n
from kb.rules.reads import names_in
from kb.rules.writes import Writes
from referee.budget import meter
from referee.errors import BudgetError, ImpossibleStateError, RefereeError
from referee.questions.telling import check_always
from referee.units.clauses import Check, Result
from referee.units.deed import SETUP
from referee.values import MISSING, Leaf
from referee.verdict.coherence import Coherence
from referee.verdict.supposition import Supposing

if TYPE_CHECKING:
    from referee.rules.code import Code
    from referee.verdict.inquiry import Inquiry

#: trials for one answer
TRIALS = 120
#: proposals shown
SHOWN = 4
#: trials with facts that the checks do not name themselves: most are far-fetched
FAR = 24
#: values of one fact that are tried
FEW = 8
#: paragraphs that forbid it, beyond which no single fact is looked for
MANY = 4
#: checks that note every fact they read
READING = frozenset(("requires", "forbidden", "cost", "applies"))


def remedies(inquiry: Inquiry, results: list[Result]) -> list[tuple[Leaf, object]]:
    """Changes of one told fact that turn the verdict to yes; settings of the table are never proposed."""
    failed = [r for r in results if r.status == "fail"]
    if not failed or len({r.check.paragraph for r in failed}) > MANY or any(r.check.kind == "course" for r in failed):
        return []
    trials = Trials(inquiry, failed)
    found: list[tuple[Leaf, object]] = []
    left, named = TRIALS, frozenset[str]().union(*(_names(r.check) for r in failed))
    leaves = _candidates(inquiry, failed)
    for leaf in sorted(leaves, key=lambda leaf: leaf[0] not in named):
        if leaf[0] not in named:
            left = min(left, FAR)
        for value in trials.alternatives(leaf) if left > 0 else ():
            if not left:
                return found
            left -= 1
            if trials.mends(leaf, value) and trials.would_be_legal(inquiry, leaf, value):
                found.append((leaf, value))
                break
        if len(found) >= SHOWN or meter().is_low():
            break
    return found


def _candidates(inquiry: Inquiry, failed: list[Result]) -> list[Leaf]:
    """The facts whose change could mend all that fails at once: what a check has not read cannot mend it."""
    leaves = dict.fromkeys(leaf for r in failed for leaf in r.seen)
    for result in failed:
        if result.check.kind in READING and result.element is None:
            seen = set(result.seen)
            leaves = {leaf: None for leaf in leaves if leaf in seen}
    played = changing(inquiry.code)
    return [leaf for leaf in leaves if leaf[0] in played and not _stands(inquiry, leaf)]


def _names(check: Check) -> frozenset[str]:
    """The names that stand in a check."""
    if check.names is None:
        check.names = frozenset(names_in(check.node))
    return check.names


def _stands(inquiry: Inquiry, leaf: Leaf) -> bool:
    """Whether a fact cannot be meant to change: a setting of the table, a whole list, what resets by itself; and what is worked
    out from other facts or from what is printed, unless it was told otherwise."""
    fact = inquiry.code.facts[leaf[0]]
    if fact.node.fixed or fact.node.scope or isinstance(fact.type, n.TypeMany):
        return True
    told = inquiry.context({}, inquiry.rulings).told(*leaf)
    if not fact.node.derived and fact.given is not MISSING:
        return False
    # of what nobody told or assumed no value helps: it is a no whatever it is
    return told is MISSING or (fact.assumed is not None and told == _printed(inquiry, leaf))


def _printed(inquiry: Inquiry, leaf: Leaf) -> object:
    """What would be taken for granted of a fact if nobody had told it."""
    with Supposing(inquiry).that(leaf, MISSING) as ctx:
        return ctx.code.value(ctx, *leaf)


_CHANGING: WeakKeyDictionary[Code, frozenset[str]] = WeakKeyDictionary()


def changing(code: Code) -> frozenset[str]:
    """The facts that change in play: what no action or procedure but the set-up writes is printed, or settled for good."""
    found = _CHANGING.get(code)
    if found is None:
        program = code.program
        writes = Writes(program)
        played = {*program.actions, *program.procedures, *program.events} - writes.reached({SETUP})
        written = writes.reached({*program.actions, *played})
        worked_out = (name for name, fact in code.facts.items() if fact.node.derived)
        moved = {name for name in worked_out if not written.isdisjoint(code.compiler.reads(name) - {name})}
        found = _CHANGING[code] = frozenset((written & code.facts.keys()) | moved)
    return found


class Trials:
    """The checks that fail, tried with other values of a fact."""

    def __init__(self, inquiry: Inquiry, failed: list[Result]) -> None:
        self.supposing = Supposing(inquiry)
        self.rulings = inquiry.rulings
        self.state = replace(inquiry.state, facts=self.supposing.facts)  # as it is supposed at each moment
        # what fails only after something was done cannot be looked at here: doing it decides
        self.failed = [result for result in failed if result.action and self.supposing.status(result) == "fail"]

    def alternatives(self, leaf: Leaf) -> list[object]:
        """Other values of a fact: its few options, or where a number tips a check that fails."""
        ctx = self.supposing.ctx
        now, domain = ctx.told(*leaf), ctx.code.facts[leaf[0]].domain(ctx, leaf[1])
        if domain.options is not None:
            roles = ctx.code.program.members.get(ctx.code.program.roles, ())
            owned = bool(leaf[1]) and now in roles  # what is somebody else's is not to be had for the asking
            others = (None, *roles) if owned else ()
            return [option for option in domain.options if option != now and option not in others][:FEW]
        with self.supposing.that(leaf, MISSING):
            ctx.cuts = {}
            for result in self.failed:
                if leaf in result.seen:
                    self.supposing.status(result)
        cut = ctx.cuts.get(leaf)
        low, high = domain.bounds()
        near = () if cut is None else (cut, cut - 1)
        return [v for v in near if v != now and (low is None or v >= low) and (high is None or v <= high)]

    def mends(self, leaf: Leaf, value: object) -> bool:
        """Whether none of the checks that fail would still fail: looked at before everything else is."""
        with self.supposing.that(leaf, value):
            return not any(self.supposing.status(result) == "fail" for result in self.failed)

    def would_be_legal(self, inquiry: Inquiry, leaf: Leaf, value: object) -> bool:
        """Whether it would be legal, in a state that can be: what always holds goes over much, so it is looked at last."""
        try:
            return inquiry.legal_if(leaf, value) and self._agrees(inquiry, leaf, value) and self._can_be(leaf, value)
        except BudgetError:
            raise
        except RefereeError:
            if self._can_be(leaf, value):
                raise
            return False

    def _agrees(self, inquiry: Inquiry, leaf: Leaf, value: object) -> bool:
        """Whether what is told of a whole stays true of its parts."""
        with self.supposing.that(leaf, value):
            supposed = Coherence(inquiry.code, self.state, self.rulings).at_odds(leaf[0])
        return supposed <= inquiry.coherence.at_odds(leaf[0])

    def _can_be(self, leaf: Leaf, value: object) -> bool:
        with self.supposing.that(leaf, value):
            try:
                check_always(self.supposing.code, self.state, self.rulings, {leaf[0]})
            except ImpossibleStateError:
                return False
            return True
