"""A deed judged on what is seen, before it is carried out on all there is: refused, asking for more, or hanging on what is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from referee.answers import Value
from referee.errors import NeedFact, NoDeedError, RefereeError
from referee.evaluation.context import Context
from referee.questions.question import read_question
from referee.rules.judgement import verdict_of
from referee.runs.run import Run
from referee.units.deed import GameEnded, IllegalActionError
from referee.values import MAYBE, Leaf, Unknown, thaw

if TYPE_CHECKING:
    from referee.questions.telling import Situation
    from referee.rules.code import Code
    from referee.units.clauses import Result


class Foreseen(Struct, frozen=True):
    """A deed that what is seen does not forbid, and the unseen facts that decide whether it is legal."""

    action: str
    args: Mapping[str, Value] = {}
    hangs_on: tuple[Leaf, ...] = ()


def foresee(code: Code, situation: Situation, deed: str, actor: str | None) -> Foreseen:
    """Judges a deed; an illegal one raises, by what is seen of it alone."""
    asked = read_question(code, deed, situation, actor).action
    if asked is None:
        raise NoDeedError(deed, code.program.procedures)
    action = code.action(asked.name)
    ctx = Context(code, situation.state, readings=situation.rulings, explains=True)  # what a check reads must be noted
    ctx.actor = actor
    args = action.positional(asked.args, asked.named)
    e = action.bind(ctx, args, actor)
    results = [*action.judge(ctx, e, nested=situation.state.nested), *code.course.judge(ctx, action, e)]
    verdict = verdict_of(results)
    if verdict is True and action.needs_trial:
        results, verdict = _tried(code, situation, asked.name, args, actor)
    if verdict is not True and not isinstance(verdict, Unknown):
        raise IllegalActionError(asked.name, results)
    return Foreseen(asked.name, thaw(args), () if verdict is True else _unseen(results, situation.state.unseen))


def _tried(
    code: Code, situation: Situation, name: str, args: dict[str, object], actor: str | None
) -> tuple[list[Result], object]:
    """What shows only when it is done: checks on the state after it, and of the actions that its effects do."""
    run = Run(code, situation.state, readings=situation.rulings)
    try:
        run.go(run.perform(name, dict(args), actor, nested=situation.state.nested))
    except IllegalActionError as illegal:
        return illegal.results, verdict_of(illegal.results)
    except NeedFact as need:
        return run.nested, MAYBE if need.judging else True
    except (GameEnded, RefereeError):
        pass  # whatever else stops it is told when it is carried out
    return run.nested, True


def _unseen(results: Iterable[Result], unseen: frozenset[Leaf]) -> tuple[Leaf, ...]:
    found = (leaf for r in results if r.status == "unknown" for leaf in (*r.leaves, *r.seen))
    return tuple(dict.fromkeys(leaf for leaf in found if leaf in unseen))
