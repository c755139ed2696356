"""What would make an illegal action legal: one changed fact or argument at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from kb.reads import names_in
from referee.clauses import Result
from referee.context import MISSING, Context
from referee.values import Leaf, Unknown

if TYPE_CHECKING:
    from referee.ask import Asker

#: trials for one answer
TRIALS = 120
#: proposals shown
SHOWN = 4


class Recorder(Context):
    """A context that remembers which told facts were read."""

    __slots__ = ("seen",)
    seen: dict[Leaf, None]

    def fact(self, name: str, keys: tuple[Any, ...]) -> Any:
        """Reads as usual and takes a note."""
        self.seen[(name, keys)] = None
        return super().fact(name, keys)

    def told(self, name: str, keys: tuple[Any, ...]) -> Any:
        """Told derived values count as facts too."""
        value = super().told(name, keys)
        if value is not MISSING:
            self.seen[(name, keys)] = None
        return value


def remedies(asker: Asker, results: list[Result]) -> list[tuple[Leaf, Any]]:
    """Changes of one told fact that turn the verdict to yes; settings of the table are never proposed."""
    code, question = asker.code, asker.question
    assert question.action is not None
    failed = [r for r in results if r.status == "fail"]
    if not failed or len({r.check.paragraph for r in failed}) > 4:
        return []
    ctx = Recorder(code, asker.state, readings=asker.situation.rulings, unseen=asker.unseen)
    ctx.seen = {}
    action = code.action(question.action.name)
    env = action.bind(ctx, action.positional(question.action.args, question.action.named), question.action.by)
    action.judge(ctx, env)
    concerned = {name for r in failed for name in names_in(r.check.node)}
    leaves = sorted(ctx.seen, key=lambda leaf: leaf[0] not in concerned)
    found: list[tuple[Leaf, Any]] = []
    trials = 0
    for leaf in leaves:
        if trials >= TRIALS or len(found) >= SHOWN:
            break
        fact = code.facts.get(leaf[0])
        if fact is None or fact.node.fixed or isinstance(fact.type, n.TypeMany):
            continue
        for value in _alternatives(asker, ctx, leaf):
            trials += 1
            if _legal_with(asker, leaf, value):
                found.append((leaf, value))
                break
            if trials >= TRIALS:
                break
    return found


def _alternatives(asker: Asker, ctx: Context, leaf: Leaf) -> list[Any]:
    domain = asker.code.facts[leaf[0]].domain(ctx, leaf[1])
    now = ctx.told(*leaf)
    if domain.options is not None:
        return [option for option in domain.options if option != now][:8]
    trial = Context(
        asker.code, _without(asker.state, leaf), readings=asker.situation.rulings, unseen=asker.unseen
    )
    question = asker.question.action
    assert question is not None
    action = asker.code.action(question.name)
    env = action.bind(trial, action.positional(question.args, question.named), question.by)
    action.judge(trial, env)
    cut = trial.cuts.get(leaf)
    return [] if cut is None else [v for v in (cut, cut - 1) if v != now]


def _legal_with(asker: Asker, leaf: Leaf, value: Any) -> bool:
    state = asker.state
    asker.state = _without(state, leaf)
    try:
        _, _, legal = asker.look({leaf: value}, asker.situation.rulings)
    finally:
        asker.state = state
    return not isinstance(legal, Unknown) and legal is True


def _without(state: dict[str, Any], leaf: Leaf) -> dict[str, Any]:
    """The state with one fact untold."""
    name, keys = leaf
    if name not in state:
        return state
    copy = dict(state)
    if not keys:
        del copy[name]
        return copy
    node = copy[name] = dict(copy[name])
    for key in keys[:-1]:
        if key not in node:
            return copy
        node[key] = dict(node[key])
        node = node[key]
    node.pop(keys[-1], None)
    return copy
