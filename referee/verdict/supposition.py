"""The checks of an answer looked at again with one fact another: on one copy of the state, what is worked out is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from referee.errors import BudgetError, RefereeError
from referee.evaluation.context import Context
from referee.rules.judgement import Judgement
from referee.runtime.functions import Lazy
from referee.units.clauses import Result
from referee.values import MISSING, Leaf

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from referee.answers import Value
    from referee.rules.actions import ActionCode
    from referee.rules.code import Code
    from referee.state import Held
    from referee.verdict.inquiry import Inquiry
    from referee.verdict.story import Story


class Supposed:
    """While it lasts, one fact is another, or untold."""

    __slots__ = ("_books", "_leaf", "_of", "_told", "_value")

    _told: object
    _books: tuple[bool, dict[str, dict[object, object]], dict[str, dict[object, object]]]

    def __init__(self, of: Supposing, leaf: Leaf, value: object) -> None:
        self._of, self._leaf, self._value = of, leaf, value

    def __enter__(self) -> Context:
        of, name = self._of, self._leaf[0]
        ctx, facts = of.ctx, of.facts
        self._told = facts.get(name, MISSING)
        self._books = ctx.overrides, ctx.fixed, ctx.fixed_noted
        if name in of.code.computed:
            ctx.overrides = True
            if name in of.code.defined:
                ctx.fixed, ctx.fixed_noted = {}, {}
        put(facts, self._leaf, self._value)
        ctx.forget(name)
        ctx.past = of.inquiry.differing(self._leaf)
        return ctx

    def __exit__(self, *error: object) -> None:
        of, name = self._of, self._leaf[0]
        if self._told is MISSING:
            of.facts.pop(name, None)
        else:
            of.facts[name] = cast("Value", self._told)
        ctx = of.ctx
        ctx.overrides, ctx.fixed, ctx.fixed_noted = self._books
        ctx.forget(name)


class Opened:
    """While it lasts, nobody knows some facts, nor what is made of them."""

    __slots__ = ("_domains", "_of")

    def __init__(self, of: Supposing, domains: dict[Leaf, object]) -> None:
        self._of, self._domains = of, domains

    def __enter__(self) -> Context:
        of, leaves = self._of, self._domains
        ctx = of.ctx
        ctx.split.update(leaves)
        for name in dict.fromkeys(name for name, _ in leaves):
            ctx.forget(name)
        ctx.past = of.inquiry.differing(*leaves)
        ctx.opened = made_of(of.code, leaves)
        return ctx

    def __exit__(self, *error: object) -> None:
        ctx = self._of.ctx
        ctx.opened = frozenset()
        for leaf in self._domains:
            del ctx.split[leaf]
            ctx.forget(leaf[0])


class Supposing:
    """A state in which one fact at a time is supposed to be another."""

    def __init__(self, inquiry: Inquiry) -> None:
        self.code = inquiry.code
        self.inquiry = inquiry
        self.facts = dict(inquiry.state.facts)
        self.ctx = inquiry.context({}, inquiry.rulings)
        self.ctx.state = replace(inquiry.state, facts=self.facts)
        self.ctx.facts = self.facts
        #: frames -> what looks at their checks; the frame is kept too: as long as it is, no other has its place
        self._frames: dict[int, tuple[list[object], ActionCode, Judgement]] = {}
        if inquiry.shown is not None:
            self.ctx.doing = inquiry.shown.doing

    def that(self, leaf: Leaf, value: object) -> Supposed:
        """The state with one fact another, or untold."""
        return Supposed(self, leaf, value)

    def opened(self, *leaves: Leaf) -> Opened:
        """The state with some facts as if nothing were assumed of them."""
        facts = self.code.facts
        return Opened(self, {leaf: facts[leaf[0]].domain(self.ctx, leaf[1]) for leaf in leaves})

    def status(self, result: Result) -> str:
        """What a check comes to as the state is supposed now."""
        env = result.env
        assert env is not None
        found = self._frames.get(id(env))
        if found is None:
            action = self.code.action(result.action)
            judgement = Judgement(action, self.ctx, list(env), nested=False, full=False)
            found = self._frames[id(env)] = (env, action, judgement)
        _, action, judgement = found
        _afresh(action, judgement, env)
        action.enter(self.ctx, judgement.e)
        judgement.open = (
            judgement.careful or result.status == "unknown"
        )  # what plain code could not tell, it mostly cannot now
        return judgement.status(result.check)


def _afresh(action: ActionCode, judgement: Judgement, frame: list[object]) -> None:
    """A frame in which what was worked out on the state as it is no longer counts."""
    judgement.e[:] = frame
    judgement.spent = {}
    for slot, let in action.lets:
        judgement.e[slot] = Lazy(let)


def made_of(code: Code, opened: Iterable[Leaf]) -> frozenset[str]:
    """What is made of facts that are opened: were something assumed of the whole, it would not be left open."""
    return frozenset().union(*(code.happenings.readers(name) for name in dict.fromkeys(name for name, _ in opened)))


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


def unassumed(story: Story, inquiry: Inquiry, readings: Mapping[str, str]) -> Held | None:
    """The state after the deeds where nothing is assumed; None where they cannot be carried out without."""
    last, unseen = story.last, inquiry.unseen
    assumed = frozenset[Leaf]() if last is None else frozenset(last.ctx.assumed)
    try:
        while True:
            inquiry.unseen |= assumed
            run = story.run(inquiry, inquiry.context({}, readings), readings, inquiry.question.after, explains=False)
            assumed = frozenset(run.ctx.assumed)
            if assumed <= inquiry.unseen:
                return run.draft
    except BudgetError:
        raise
    except RefereeError:
        return None
    finally:
        story.last, inquiry.unseen = last, unseen
