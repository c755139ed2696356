"""What would make a refused action legal: one fact at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grammar import nodes as n
from kb.rules.reads import names_in
from referee.budget import meter
from referee.units.clauses import Check, Result
from referee.values import MISSING, Leaf
from referee.verdict.supposition import Supposing

if TYPE_CHECKING:
    from referee.rules.facts import FactCode
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
            if trials.mends(leaf, value) and inquiry.legal_if(leaf, value):
                found.append((leaf, value))
                break
        if len(found) >= SHOWN or meter().is_low():
            break
    return found


def _candidates(inquiry: Inquiry, failed: list[Result]) -> list[Leaf]:
    """The facts whose change could mend all that fails at once: what a check has not read cannot mend it."""
    facts = inquiry.code.facts
    leaves = dict.fromkeys(leaf for r in failed for leaf in r.seen)
    for result in failed:
        if result.check.kind in READING and result.element is None:
            seen = set(result.seen)
            leaves = {leaf: None for leaf in leaves if leaf in seen}
    return [leaf for leaf in leaves if leaf[0] in facts and not _is_set(facts[leaf[0]])]


def _names(check: Check) -> frozenset[str]:
    """The names that stand in a check."""
    if check.names is None:
        check.names = frozenset(names_in(check.node))
    return check.names


def _is_set(fact: FactCode) -> bool:
    """Whether a fact is a setting of the table, or a whole list: neither is proposed."""
    return fact.node.fixed or isinstance(fact.type, n.TypeMany)


class Trials:
    """The checks that fail, tried with other values of a fact."""

    def __init__(self, inquiry: Inquiry, failed: list[Result]) -> None:
        self.supposing = Supposing(inquiry)
        # what fails only after something was done cannot be looked at here: doing it decides
        self.failed = [result for result in failed if result.action and self.supposing.status(result) == "fail"]

    def alternatives(self, leaf: Leaf) -> list[object]:
        """Other values of a fact: its few options, or where a number tips a check that fails."""
        ctx = self.supposing.ctx
        now, domain = ctx.told(*leaf), ctx.code.facts[leaf[0]].domain(ctx, leaf[1])
        if domain.options is not None:
            return [option for option in domain.options if option != now][:FEW]
        with self.supposing.that(leaf, MISSING):
            ctx.cuts = {}
            for result in self.failed:
                if leaf in result.seen:
                    self.supposing.status(result)
        cut = ctx.cuts.get(leaf)
        return [] if cut is None else [v for v in (cut, cut - 1) if v != now]

    def mends(self, leaf: Leaf, value: object) -> bool:
        """Whether none of the checks that fail would still fail: looked at before everything else is."""
        with self.supposing.that(leaf, value):
            return all(self.supposing.status(result) != "fail" for result in self.failed)
