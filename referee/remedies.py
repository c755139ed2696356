"""What would make a refused action legal: one fact at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grammar import nodes as n
from kb.reads import names_in
from referee.clauses import Result
from referee.compiler.runtime import Lazy
from referee.context import Context
from referee.judging import Judgement
from referee.values import MISSING, Leaf

if TYPE_CHECKING:
    from referee.actions import ActionCode
    from referee.answers import Value
    from referee.facts import FactCode
    from referee.inquiry import Inquiry

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
    left, named = TRIALS, {name for r in failed for name in names_in(r.check.node)}
    leaves = _candidates(inquiry, failed)
    for leaf in sorted(leaves, key=lambda leaf: leaf[0] not in named):
        if leaf[0] not in named:
            left = min(left, FAR)
        for value in trials.alternatives(leaf) if left > 0 else ():
            if not left:
                return found
            left -= 1
            if trials.mends(leaf, value) and _legal_with(inquiry, leaf, value):
                found.append((leaf, value))
                break
        if len(found) >= SHOWN:
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


def _is_set(fact: FactCode) -> bool:
    """Whether a fact is a setting of the table, or a whole list: neither is proposed."""
    return fact.node.fixed or isinstance(fact.type, n.TypeMany)


class Trials:
    """The checks that fail, looked at again with one fact another: on one copy of the state, what is worked out is kept."""

    def __init__(self, inquiry: Inquiry, failed: list[Result]) -> None:
        self.code = inquiry.code
        self.facts = dict(inquiry.state.facts)
        self.ctx = Context(
            inquiry.code, replace(inquiry.state, facts=self.facts), readings=inquiry.rulings, unseen=inquiry.unseen
        )
        # what fails only after something was done cannot be looked at here: doing it decides
        self.failed = [result for result in failed if result.action and self._status(result) == "fail"]

    @contextmanager
    def _supposed(self, leaf: Leaf, value: object) -> Iterator[Context]:
        """The state with one fact another, or untold."""
        name, ctx = leaf[0], self.ctx
        told = self.facts.get(name, MISSING)
        books = ctx.overrides, ctx.fixed, ctx.fixed_noted
        if name in self.code.computed and not ctx.overrides:
            ctx.overrides, ctx.fixed, ctx.fixed_noted = True, {}, {}
        _put(self.facts, leaf, value)
        ctx.forget(name)
        try:
            yield ctx
        finally:
            if told is MISSING:
                self.facts.pop(name, None)
            else:
                self.facts[name] = told
            ctx.overrides, ctx.fixed, ctx.fixed_noted = books
            ctx.forget(name)

    def _status(self, result: Result) -> str:
        """What a check comes to as the state is supposed now."""
        action = self.code.action(result.action)
        assert result.env is not None
        judgement = Judgement(action, self.ctx, _afresh(action, result.env), nested=False, full=False)
        action.enter(self.ctx, judgement.e)
        return judgement.status(result.check)

    def alternatives(self, leaf: Leaf) -> list[object]:
        """Other values of a fact: its few options, or where a number tips a check that fails."""
        ctx, now = self.ctx, self.ctx.told(*leaf)
        domain = self.code.facts[leaf[0]].domain(ctx, leaf[1])
        if domain.options is not None:
            return [option for option in domain.options if option != now][:FEW]
        with self._supposed(leaf, MISSING):
            ctx.cuts = {}
            for result in self.failed:
                if leaf in result.seen:
                    self._status(result)
        cut = ctx.cuts.get(leaf)
        return [] if cut is None else [v for v in (cut, cut - 1) if v != now]

    def mends(self, leaf: Leaf, value: object) -> bool:
        """Whether none of the checks that fail would still fail: looked at before everything else is."""
        with self._supposed(leaf, value):
            return all(self._status(result) != "fail" for result in self.failed)


def _afresh(action: ActionCode, frame: list[object]) -> list[object]:
    """A frame in which what was worked out on the state as it is no longer counts."""
    e = list(frame)
    for slot, let in action.lets:
        e[slot] = Lazy(let)
    return e


def _legal_with(inquiry: Inquiry, leaf: Leaf, value: object) -> bool:
    """Whether it would be legal if one fact were another."""
    state = inquiry.state
    facts = dict(state.facts)
    _put(facts, leaf, value)
    inquiry.state = replace(state, facts=facts)
    try:
        return inquiry.evaluate({}, inquiry.rulings).value is True
    finally:
        inquiry.state = state


def _put(facts: dict[str, Value], leaf: Leaf, value: object) -> None:
    """Writes one fact; what it lies in is copied on the way, for others share it."""
    name, keys = leaf
    node: dict[object, Value] = facts  # type: ignore[assignment]
    path = (name, *keys)
    for key in path[:-1]:
        inner = node.get(key)
        node[key] = inner = dict(inner) if isinstance(inner, dict) else {}
        node = inner
    if value is MISSING:
        node.pop(path[-1], None)
    else:
        node[path[-1]] = value
