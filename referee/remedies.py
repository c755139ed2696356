"""What would make a refused action legal: one fact at a time."""

from __future__ import annotations

from collections.abc import Mapping
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
            if _mends(inquiry, leaf, value, failed) and _legal_with(inquiry, leaf, value):
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
    untold = replace(inquiry.state, facts=_facts_with(inquiry.state.facts, leaf, MISSING))
    trial = Context(code, untold, readings=inquiry.rulings, unseen=inquiry.unseen)
    deed = inquiry.question.action
    assert deed is not None
    action = code.action(deed.name)
    judgement = Judgement(action, trial, action.bind(trial, action.positional(deed.args, deed.named), deed.by), nested=False, full=True)
    action.enter(trial, judgement.e)
    for result in failed:
        if leaf in result.seen and result.env is not None:
            judgement.e = _afresh(action, result.env)
            judgement.check(result.check, result.element)
    cut = trial.cuts.get(leaf)
    return [] if cut is None else [v for v in (cut, cut - 1) if v != now]


def _mends(inquiry: Inquiry, leaf: Leaf, value: object, failed: list[Result]) -> bool:
    """Whether none of the checks that fail would still fail: looked at before everything else is."""
    state = replace(inquiry.state, facts=_facts_with(inquiry.state.facts, leaf, value))
    trial = Context(inquiry.code, state, readings=inquiry.rulings, unseen=inquiry.unseen)
    deed = inquiry.question.action
    assert deed is not None
    action = inquiry.code.action(deed.name)
    judgement = Judgement(action, trial, action.frame(deed.by), nested=False, full=False)
    action.enter(trial, judgement.e)
    for result in failed:
        if result.env is not None and any(part is result.check for part in action.own_checks):
            judgement.e = _afresh(action, result.env)
            if judgement.check(result.check, result.element).status == "fail":
                return False
    return True


def _afresh(action: ActionCode, frame: list[object]) -> list[object]:
    """A frame in which what was worked out on the state as it is no longer counts."""
    e = list(frame)
    for slot, let in action.lets:
        e[slot] = Lazy(let)
    return e


def _legal_with(inquiry: Inquiry, leaf: Leaf, value: object) -> bool:
    """Whether it would be legal if one fact were another."""
    state = inquiry.state
    inquiry.state = replace(state, facts=_facts_with(state.facts, leaf, value))
    try:
        return inquiry.evaluate({}, inquiry.rulings).value is True
    finally:
        inquiry.state = state


def _facts_with(facts: Mapping[str, Value], leaf: Leaf, value: object) -> dict[str, Value]:
    """The facts with one of them another, or, without a value, untold; what lies beside it is shared."""
    name, keys = leaf
    copy: dict[str, Value] = dict(facts)
    node: dict[object, Value] = copy  # type: ignore[assignment]
    path = (name, *keys)
    for key in path[:-1]:
        inner = node.get(key)
        node[key] = inner = dict(inner) if isinstance(inner, dict) else {}
        node = inner
    if value is MISSING:
        node.pop(path[-1], None)
    else:
        node[path[-1]] = value
    return copy
