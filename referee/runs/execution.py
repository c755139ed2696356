"""Doing an action: judged, paid, carried out, finished."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from grammar import nodes as n
from referee.errors import NOBODY, NeedFact, Settled, WrongValueError
from referee.evaluation.context import Context
from referee.evaluation.past import Past
from referee.rules.actions import LAST, PAY
from referee.rules.judgement import verdict_of
from referee.runs.windows import open_windows
from referee.units.choices import Choice
from referee.units.clauses import Check, CostCode, EachCode, EffectCode, OptionCode, Part, Result
from referee.units.deed import IllegalActionError
from referee.units.places import resolve
from referee.units.runner import Going, Steps
from referee.values import Deed, Unknown

if TYPE_CHECKING:
    from referee.rules.actions import ActionCode
    from referee.rules.code import Code
    from referee.runs.run import Run


#: an effect, and the steps that are done in its place before everything stops
Until = tuple[EffectCode, Steps]


def perform(run: Run, code: Code, name: str, args: dict[str, object], actor: str | None, nested: bool) -> Going:
    """Does an action; an illegal one raises and changes nothing outside."""
    run.deeper(name)
    ctx = run.ctx
    action = code.action(name)
    outer_via, outer_before, outer_actor, outer_doing = ctx.via, ctx.before, ctx.actor, ctx.doing
    if not nested and code.uses_before:
        ctx.before = Context(code, run.draft.made(), readings=ctx.readings, split=ctx.split)
        ctx.forget("@before")
    e = _bound(run, action, args, actor, nested)
    last, run.last = run.last and code.endings.is_open(action, nested=nested), False
    if run.granted:
        run.granted = False
        action.enter(ctx, e)
    else:
        _require_legal(run, action, e, nested)
    run.performed[name] = None
    depth, doubts, frame, answered = run.depth, run.doubts, run.frame, len(run.under_way)
    try:
        run.enter(action.paragraph)
        is_done = yield from enact(run, code, action, e, nested, last=last)
        run.frame = frame
    except NeedFact as need:
        run.blur(need, (name,))
        run.depth, run.doubts, run.frame = depth, doubts, frame
        del run.under_way[answered:]
        is_done = True
    ctx.via = outer_via
    ctx.forget("@via")
    if is_done:
        _after(run, action, e)
    if not nested:
        _count(run, action, e)
    ctx.actor, ctx.doing = outer_actor, outer_doing
    ctx.forget("@doing")
    run.depth -= 1
    if is_done:  # what it sets off may look back too
        values = tuple(e[action.scope.slots[p]] for p in action.params)
        yield from run.fire(name, (*values, actor))
    if ctx.before is not outer_before:
        ctx.before = outer_before
        ctx.forget("@before")


def respond(run: Run, code: Code, deed: Deed, who: str) -> Going:
    """An answer is a deed of its own: the clauses of its classes count, and so do its limits."""
    results, run.results = run.results, []
    yield from perform(run, code, deed[0], dict(deed[1]), who, nested=False)
    run.nested += run.results
    run.results = results


def through(code: Code, name: str, via: str | None, nested: bool) -> str:
    """Through what an action does others: a card all the way down, otherwise the action next above."""
    return name if code.is_card(name) or not nested or via is None or not code.is_card(via) else via


def enact(
    run: Run, code: Code, action: ActionCode, e: list[object], nested: bool, until: Until | None = None, *, last: bool = False,
) -> Generator[Choice, object, bool]:  # fmt: skip
    """What is paid and done of an action that is legal, unless an answer cancels it; `until`: no further than to a place in one
    of its effects; `last`: no further than to what can be refused. Whether it was done."""
    ctx, outer_via, name = run.ctx, run.ctx.via, action.name
    final = code.endings.final(action, nested=nested) if last else None
    if last and final is None:
        raise Settled
    yield from run.reset_scope(name)
    inner_via = through(code, name, outer_via, nested)
    ctx.via = name if not nested or code.is_card(name) else outer_via
    own = (action.parts, action.stages)
    groups = [own] if nested else [(action.class_parts, action.class_stages), own]
    for parts, stages in groups:
        if stages is None or PAY in stages:
            yield from _pay(run, parts, e)
    for slot in (n.ONCE, "", *action.slots, LAST):
        if slot == "" and not (yield from open_windows(run, code.windows.of(action, after=False), action, e)):
            return False
        for parts, stages in groups if slot in (n.ONCE, "", LAST) else (own,):
            if stages is None or slot in stages:
                if (yield from _effects(run, action, parts, e, slot, inner_via, until, final)):
                    return True
    yield from open_windows(run, code.windows.of(action, after=True), action, e)
    return True


def _bound(run: Run, action: ActionCode, args: dict[str, object], actor: str | None, nested: bool) -> list[object]:
    try:
        e = action.bind(run.ctx, args, actor)
    except WrongValueError:
        if not nested:
            raise
        # an effect that hands on an argument that cannot be (nothing was chosen, say) makes the whole illegal
        check = Check("size", action.paragraph, None, None, action.node, action.scope)
        raise IllegalActionError(action.name, [Result(check, "fail", None, (action.paragraph,))]) from None
    if Unknown in map(type, e):
        run.ctx.careful = True
    return e


def _require_legal(run: Run, action: ActionCode, e: list[object], nested: bool) -> None:
    """Refuses what the checks forbid; a check that hangs on an untold fact asks for it."""
    legal: object = None if run.explains else action.legal(run.ctx, e, nested=nested)
    if legal is True:
        return
    if legal is False and run.ctx.bare:
        raise IllegalActionError(action.name, [])
    _take_over(run, action)
    results = action.judge(run.ctx, e, nested=nested, full=not run.ctx.bare)
    if nested:
        run.nested += results
    else:
        run.results = results
        run.judged += results
    legal = verdict_of(results)
    if legal is True or (run.trusting and isinstance(legal, Unknown)):
        run.stopped = None
        return
    if isinstance(legal, Unknown):
        leaves = (leaf for r in results if r.status == "unknown" for leaf in r.leaves)
        handed = (leaf for local in e if type(local) is Unknown for leaf in local.origins())  # as what it is done with
        raise NeedFact(next(chain(leaves, handed, reversed(run.ctx.leaves)), NOBODY), judging=True)
    raise IllegalActionError(action.name, results)


def _take_over(run: Run, action: ActionCode) -> None:
    """What the trial of the case before has worked out, if it came here by the same way: what it wrote is the same."""
    ctx, former = run.ctx, run.former
    action.stand(ctx)
    run.stopped = (action.name, ctx.via)
    trial = None if former is None else former.ctx.trial
    if former is not None and trial is not None and trial.stopped == run.stopped and trial.stored == run.stored:
        ctx.past = Past(trial.ctx, former.leaves, former.disputes)


def _pay(run: Run, parts: list[Part], e: list[object]) -> Going:
    for part in _each(run, parts, e):
        if isinstance(part, Check) and part.cost is not None:
            holds = True if part.guard is None else run.weighed(part.guard, e)
            if holds is not False:
                try:
                    with run.maybe(holds):
                        yield from _cost(run, part, part.cost, e)
                except NeedFact as need:
                    run.blur(need, run.code.stages.writes.named((part.node,)))


def _cost(run: Run, part: Check, cost: CostCode, e: list[object]) -> Going:
    amount = run.handed(cost.amount, e)
    if run.some(amount):
        source, target = resolve(run.ctx, e, cost.source), resolve(run.ctx, e, cost.target)
        if source is None or target is None:
            raise NeedFact(next(reversed(run.ctx.leaves), NOBODY))
        yield from run.move(amount, source, target, part.paragraph, False)


def _effects(
    run: Run,
    action: ActionCode,
    parts: list[Part],
    e: list[object],
    slot: str,
    via: str,
    until: Until | None,
    final: Part | None,
) -> Generator[Choice, object, bool]:
    """Effects of one slot, or those that come last. Whether the place was reached where it was to stop."""
    for part in _each(run, parts, e):
        if isinstance(part, EffectCode):
            node = part.node
            if (LAST if node.last else node.slot) != slot:
                continue
            if part.run is None:
                action.write_effects()
            assert part.run is not None
            run.entered[part.paragraph] = None
            outer, frame = _pass(run.ctx, via), run.frame
            if not isinstance(node.step, n.Let):  # what a name stands for counts wherever it is read
                run.enter(part.paragraph)
            run.tick(action.name)
            if until is not None and until[0] is part:
                yield from until[1](run, e)
                return True
            run.last = part is final
            yield from part.run(run, e)
            if part is final:
                raise Settled
            run.frame = frame
            _pass(run.ctx, outer)
    return False


def _pass(ctx: Context, via: str | None) -> str | None:
    """From here on things are done through this, and values may read that; what it was before."""
    outer, ctx.via = ctx.via, via
    if outer != via:
        ctx.forget("@via")
    return outer


def _each(run: Run, parts: list[Part], e: list[object]) -> Iterator[Part]:
    """The clauses that count now, element by element."""
    for part in parts:
        if isinstance(part, EachCode):
            for element in run.items(run.known(part.members, e)):
                e[part.slot] = element
                counts = True if part.test is None else run.weighed(part.test, e)
                if counts is not False:
                    with run.maybe(counts):
                        for inner in _each(run, part.parts, e):
                            e[part.slot] = element
                            yield inner
        elif isinstance(part, OptionCode):
            if e[part.slot] is True:
                yield from _each(run, part.parts, e)
        else:
            yield part


def _after(run: Run, action: ActionCode, e: list[object]) -> None:
    failed = []
    for part in [*action.class_parts, *action.parts]:
        if isinstance(part, Check) and part.kind == "after":
            assert part.body is not None
            try:
                if part.guard is not None and not run.decided(part.guard, e):
                    continue
                holds = run.decided(part.body, e) or _is_lifted(run, part, e)
            except NeedFact as need:
                if run.trusting:
                    continue
                raise NeedFact(need.leaf, judging=True, behind=need.behind) from None
            if not holds:
                failed.append(Result(part, "fail", None, (part.paragraph,), (), list(e)))
    if failed:
        raise IllegalActionError(action.name, failed)


def _is_lifted(run: Run, check: Check, e: list[object]) -> bool:
    for paragraph, guard, _ in check.lifts:
        if guard is None or run.decided(guard, e):
            run.entered[paragraph] = None
            return True
    return False


def _count(run: Run, action: ActionCode, e: list[object]) -> None:
    for limit in action.limits:
        used, key = run.draft.used, action.limit_key(limit, e)
        run.draft.used = {**used, key: used.get(key, 0) + 1}
