"""What would make a refused action legal: one fact at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grammar import nodes as n
from kb.reads import names_in
from referee.clauses import Result
from referee.context import Context
from referee.draft import Draft
from referee.judging import Judgement
from referee.state import State
from referee.values import Leaf

if TYPE_CHECKING:
    from referee.inquiry import Inquiry

#: trials for one answer
TRIALS = 120
#: proposals shown
SHOWN = 4
#: values of one fact that are tried
FEW = 8
#: paragraphs that forbid it, beyond which no single fact is looked for
MANY = 4


def remedies(inquiry: Inquiry, results: list[Result]) -> list[tuple[Leaf, object]]:
    """Changes of one told fact that turn the verdict to yes; settings of the table are never proposed."""
    code, deed = inquiry.code, inquiry.question.action
    assert deed is not None
    failed = [r for r in results if r.status == "fail"]
    if not failed or len({r.check.paragraph for r in failed}) > MANY:
        return []
    ctx = inquiry.context({}, inquiry.rulings)
    concerned = {name for r in failed for name in names_in(r.check.node)}
    leaves = sorted({leaf: None for r in failed for leaf in r.seen}, key=lambda leaf: leaf[0] not in concerned)
    found: list[tuple[Leaf, object]] = []
    trials = 0
    for leaf in leaves:
        if trials >= TRIALS or len(found) >= SHOWN:
            break
        fact = code.facts.get(leaf[0])
        if fact is None or fact.node.fixed or isinstance(fact.type, n.TypeMany):
            continue
        for value in _alternatives(inquiry, ctx, leaf, failed):
            trials += 1
            if _legal_with(inquiry, leaf, value):
                found.append((leaf, value))
                break
            if trials >= TRIALS:
                break
    return found


def _alternatives(inquiry: Inquiry, ctx: Context, leaf: Leaf, failed: list[Result]) -> list[object]:
    """Other values of a fact: its few options, or where a number tips a check that fails."""
    code = inquiry.code
    domain = code.facts[leaf[0]].domain(ctx, leaf[1])
    now = ctx.told(*leaf)
    if domain.options is not None:
        return [option for option in domain.options if option != now][:FEW]
    trial = Context(code, _without(inquiry.state, leaf), readings=inquiry.rulings, unseen=inquiry.unseen)
    deed = inquiry.question.action
    assert deed is not None
    action = code.action(deed.name)
    judgement = Judgement(action, trial, action.bind(trial, action.positional(deed.args, deed.named), deed.by), nested=False, full=True)
    action.enter(trial, judgement.e)
    for result in failed:
        if leaf in result.seen and result.env is not None:
            judgement.e = list(result.env)
            judgement.check(result.check, result.element)
    cut = trial.cuts.get(leaf)
    return [] if cut is None else [v for v in (cut, cut - 1) if v != now]


def _legal_with(inquiry: Inquiry, leaf: Leaf, value: object) -> bool:
    state = inquiry.state
    inquiry.state = _without(state, leaf)
    try:
        return inquiry.evaluate({leaf: value}, inquiry.rulings).value is True
    finally:
        inquiry.state = state


def _without(state: State, leaf: Leaf) -> State:
    """The state with one fact untold."""
    name, keys = leaf
    if name not in state.facts:
        return state
    draft = Draft(state)
    draft.drop(name, keys)
    return draft.made()
