"""What a run does not know: a step that may happen writes what may be, and one that cannot be carried out leaves open what it writes."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from types import TracebackType
from typing import TYPE_CHECKING

from kb.rules.writes import EVERYTHING
from referee.errors import BudgetError, NeedFact, RefereeError
from referee.runs.derived import leave_open
from referee.values import Leaf, Unknown, join

if TYPE_CHECKING:
    from referee.rules.code import Code
    from referee.units.runner import Runs

#: around steps that surely happen
SURE = nullcontext()


class Maybe:
    """Around steps of which nobody knows whether they happen: what they write may be, or may be as it was."""

    __slots__ = ("_behind", "_moment", "_run")

    def __init__(self, run: Runs, behind: tuple[Leaf, ...]) -> None:
        self._run, self._behind = run, behind

    def __enter__(self) -> None:
        run, ctx = self._run, self._run.ctx
        self._moment = (
            run.doubts,
            run.depth,
            run.callers,
            run.frame,
            list(run.later),
            ctx.via,
            ctx.actor,
            ctx.doing,
            ctx.before,
        )
        run.doubts = tuple(dict.fromkeys((*run.doubts, *self._behind)))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        run, ctx = self._run, self._run.ctx
        if error is None:
            run.doubts = self._moment[0]
            return False
        run.doubts, run.depth, run.callers, run.frame, run.later, ctx.via, ctx.actor, ctx.doing, ctx.before = (
            self._moment
        )
        for name in ("@via", "@doing", "@before"):
            ctx.forget(name)
        if isinstance(error, BudgetError) or not isinstance(error, RefereeError):
            return False
        if run.trusting:
            return True  # what cannot be done does not happen
        raise NeedFact(self._behind[0], judging=True, behind=self._behind) from None


def blur(run: Runs, code: Code, need: NeedFact, names: Iterable[str]) -> None:
    """A step stopped for want of a fact: all that it could write is unknown from here on; where that is too much, it stops."""
    if not run.loose or need.judging or need.whole:
        raise need
    written = code.stages.writes.reached(set(names))
    if EVERYTHING in written:
        raise need
    facts, ctx = code.facts, run.ctx
    for name in written:
        fact = facts.get(name)
        if fact is None:
            continue
        for keys in fact.all_keys(ctx):
            domain = fact.domain(ctx, keys)
            run.store(name, keys, Unknown(domain.low, domain.high, domain.options, behind=need.behind))
        leave_open(run, code, name, need.behind)


def weakened(old: object, new: object, behind: tuple[Leaf, ...]) -> object:
    """What a fact is that may have been written."""
    value = join((old, new))
    if isinstance(value, Unknown):
        return Unknown(value.low, value.high, value.options, behind=(*behind, *value.behind))
    return value
