"""What happens by itself in a run: triggers, what was put off, `whenever` rules, resets and ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from referee.errors import BudgetError, NeedFact
from referee.evaluation import kleene
from referee.rules.triggers import Happenings
from referee.units.runner import Change, Frame, Going, Runs, Waits
from referee.values import MISSING

Found = TypeVar("Found")
#: how often `whenever` rules may fire one after another
RESTLESS = 200


def fire(run: Runs, happenings: Happenings, name: str, args: tuple[object, ...]) -> Going:
    """Runs what waits for an event, or for an action or procedure to finish."""
    for trigger in happenings.triggers(name):
        if trigger.later:
            run.later.append((trigger, trigger.frame(args), run.frame))
        else:
            yield from _trigger(run, trigger, trigger.frame(args), run.frame)


def changed(run: Runs, happenings: Happenings, changes: Sequence[Change]) -> Going:
    """Runs what watches the facts that a statement has changed, now that it is whole; then the game may be over."""
    for change in changes:
        frame = run.frame
        for trigger in happenings.change_triggers(change.fact):
            if trigger.mode != "change" and not _moves(run, trigger.mode, change.old, change.new):
                continue
            e = trigger.match(change.keys)
            if e is None:
                continue
            e[trigger.old], e[trigger.new] = change.old, change.new
            if frame is run.frame:
                frame = Frame(change.paragraph, run.frame)  # what it does is done because of that
                frame.seen[change.fact, change.keys] = None
            if trigger.later:
                run.later.append((trigger, e, frame))
            else:
                yield from _trigger(run, trigger, e, frame)
    if any(change.fact in happenings.watched for change in changes):
        look_at_ends(run, happenings)


def look_at_ends(run: Runs, happenings: Happenings) -> None:
    """Whether the game is over, unless it is still being set up."""
    if run.unbegun or run.together:
        return
    for paragraph, ends in happenings.ends():
        if ends.now(run.ctx, []) is True:  # untold facts of others do not stop a run
            run.end_game(paragraph)


def at_once(run: Runs, happenings: Happenings, items: Iterable[Found]) -> Iterator[Found]:
    """What happens to all of them happens together: whether the game is over is looked at behind the last."""
    begun = len(run.changes)
    run.together += 1
    try:
        yield from items
    finally:
        run.together -= 1
    if any(change.fact in happenings.watched for change in run.changes[begun:]):
        look_at_ends(run, happenings)


def _moves(run: Runs, mode: str, old: object, new: object) -> bool:
    a, b = kleene.rank(run.ctx, old), kleene.rank(run.ctx, new)
    return isinstance(a, int) and isinstance(b, int) and (b > a) == (mode == "raise")


def _trigger(run: Runs, trigger: Waits, e: list[object], cause: Frame) -> Going:
    run.deeper(trigger.paragraph)
    frame, run.frame = run.frame, Frame(trigger.paragraph, cause)
    callers, run.callers = run.callers, ()  # what waits calls for what it does itself, not what it has waited for
    last, run.last = run.last, False
    try:
        holds = True if trigger.guard is None else run.weighed(trigger.guard, e)
        if holds is not False:
            run.entered[trigger.paragraph] = None
            with run.maybe(holds):
                yield from trigger.steps(run, e)
        else:
            run.turned(trigger.names, trigger.paragraph, waits=True)
    except NeedFact as need:
        raise need.wanted_by(trigger.paragraph) from None
    finally:
        run.frame, run.callers, run.last = frame, callers, last
    run.depth -= 1


def reset_scope(run: Runs, happenings: Happenings, name: str) -> Going:
    """Facts that return to their default when this phase, step, action or procedure begins."""
    ctx = run.ctx
    supposed = {leaf[0] for leaf in ctx.split}
    begun = len(run.changes)
    for fact in happenings.scoped(name):
        node = fact.node
        assert node.reset is not None
        plain = node.reset == node.assumed and not node.hidden and fact.name not in supposed
        if plain and fact.name not in ctx.facts:
            continue  # what nobody told is taken to be so anyway
        default = ctx.code.constant(ctx, node.reset)
        for keys in fact.all_keys(ctx):
            now = ctx.told(fact.name, keys)
            if (now is MISSING and plain) or now is default or (type(now) is type(default) and now == default):
                continue
            run.write(fact.name, keys, default, fact.paragraph)
    yield from run.settle(begun)
    used = run.draft.used
    if used:
        run.draft.used = {key: count for key, count in used.items() if not key.startswith(f"{name}|")}


def checkpoint(run: Runs, happenings: Happenings) -> Going:
    """After a whole action or step: what was put off, then the `whenever` rules until they rest."""
    yield from _put_off(run)
    for _ in range(RESTLESS):
        fired = False
        for rule in happenings.whenevers():  # all of them, also after the first
            if rule.rests(run):
                continue
            frame = run.enter(rule.paragraph)
            try:
                items = (None,) if rule.members is None else run.items(run.known(rule.members, []))
                for item, e in zip(items, rule.frames(items), strict=True):
                    holds = run.weighed(rule.test, e)
                    if holds is False or (holds is not True and (rule, item) in run.waived):
                        continue
                    if holds is True:
                        run.entered[rule.paragraph] = None
                    else:
                        run.waived.add((rule, item))  # nobody knows when it would rest
                    with run.maybe(holds):
                        yield from rule.steps(run, e)
                    fired = True
            except NeedFact as need:
                raise need.wanted_by(rule.paragraph) from None
            finally:
                run.frame = frame
        if not fired:
            return
        yield from _put_off(run)
    raise BudgetError("whenever")


def _put_off(run: Runs) -> Going:
    while run.later:
        trigger, e, cause = run.later.pop(0)
        yield from _trigger(run, trigger, e, cause)
