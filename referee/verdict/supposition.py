"""The checks of an answer looked at again with one fact another: on one copy of the state, what is worked out is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.evaluation.context import Context
from referee.rules.judgement import Judgement
from referee.runtime.functions import Lazy
from referee.units.clauses import Result
from referee.values import MISSING, Leaf

if TYPE_CHECKING:
    from referee.answers import Value
    from referee.rules.actions import ActionCode
    from referee.verdict.inquiry import Inquiry


class Supposing:
    """A state in which one fact at a time is supposed to be another."""

    def __init__(self, inquiry: Inquiry) -> None:
        self.code = inquiry.code
        self.inquiry = inquiry
        self.facts = dict(inquiry.state.facts)
        self.ctx = inquiry.context({}, inquiry.rulings)
        self.ctx.state = replace(inquiry.state, facts=self.facts)
        self.ctx.facts = self.facts
        if inquiry.shown is not None:
            self.ctx.doing = inquiry.shown.doing

    @contextmanager
    def that(self, leaf: Leaf, value: object) -> Iterator[Context]:
        """The state with one fact another, or untold."""
        name, ctx = leaf[0], self.ctx
        told = self.facts.get(name, MISSING)
        books = ctx.overrides, ctx.fixed, ctx.fixed_noted
        if name in self.code.computed and not ctx.overrides:
            ctx.overrides, ctx.fixed, ctx.fixed_noted = True, {}, {}
        put(self.facts, leaf, value)
        ctx.forget(name)
        ctx.past = self.inquiry.differing(leaf)
        try:
            yield ctx
        finally:
            if told is MISSING:
                self.facts.pop(name, None)
            else:
                self.facts[name] = told
            ctx.overrides, ctx.fixed, ctx.fixed_noted = books
            ctx.forget(name)

    @contextmanager
    def nothing_of(self, leaves: Sequence[Leaf]) -> Iterator[Context]:
        """The state in which nothing is assumed of some untold facts."""
        ctx, names = self.ctx, {leaf[0] for leaf in leaves}
        unseen, ctx.unseen = ctx.unseen, ctx.unseen.union(leaves)
        for name in names:
            ctx.forget(name)
        ctx.past = self.inquiry.differing(*leaves)
        try:
            yield ctx
        finally:
            ctx.unseen = unseen
            for name in names:
                ctx.forget(name)

    def status(self, result: Result) -> str:
        """What a check comes to as the state is supposed now."""
        action = self.code.action(result.action)
        assert result.env is not None
        judgement = Judgement(action, self.ctx, _afresh(action, result.env), nested=False, full=False)
        action.enter(self.ctx, judgement.e)
        return judgement.status(result.check)


def _afresh(action: ActionCode, frame: list[object]) -> list[object]:
    """A frame in which what was worked out on the state as it is no longer counts."""
    e = list(frame)
    for slot, let in action.lets:
        e[slot] = Lazy(let)
    return e


def put(facts: dict[str, Value], leaf: Leaf, value: object) -> None:
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
