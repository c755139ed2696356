"""What a run has written: every fact within its bounds, and what one statement changes as one whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.errors import RuleFaultError
from referee.runs.bounds import bounded
from referee.runs.derived import renew, told_of
from referee.runs.doubt import weakened
from referee.units.runner import Change
from referee.values import MISSING

if TYPE_CHECKING:
    from referee.rules.code import Code
    from referee.rules.facts import FactCode
    from referee.units.runner import Runs


def write(run: Runs, code: Code, name: str, keys: tuple[object, ...], value: object, paragraph: str) -> None:
    """Writes a fact, within its bounds, and notes the change; what watches it waits till the statement is whole."""
    info = code.facts.get(name)
    if info is None:
        raise RuleFaultError(f"“{name}” is not a fact and cannot be changed", paragraph)
    if None in keys:
        return  # what belongs to nobody is not kept
    value = bounded(run.ctx, info, keys, value, paragraph)
    old = _old(run, info, keys)
    if run.doubts:
        was = code.value(run.ctx, name, keys) if old is MISSING else old
        value = weakened(was, value, run.doubts)
    cites, reads = run.frame.all() if run.loose else ((), frozenset())
    change = Change(name, keys, None if old is MISSING else old, value, paragraph, run.said_by(), cites, reads)
    run.written.append(change)
    if old is value or (type(old) is type(value) and old == value):
        run.store(name, keys, value)
        return
    makings = [] if run.quiet or not run.ctx.overrides else told_of(run, code, name, keys)
    run.store(name, keys, value)
    run.set_here.add(name)
    if makings:
        renew(run, code, makings)
    run.changes.append(change)


def _old(run: Runs, info: FactCode, keys: tuple[object, ...]) -> object:
    """The value before; of what is overwritten nothing is assumed."""
    ctx, name = run.ctx, info.name
    old = ctx.told(name, keys)
    if old is MISSING:
        old = ctx.split.get((name, keys), MISSING)
        if old is MISSING and not info.node.derived:
            assumed = dict(ctx.assumed)
            old = ctx.fact(name, keys)
            ctx.assumed = assumed
    return old


def gathered(changes: list[Change], begun: int) -> list[Change]:
    """What one statement has changed since the list was so long, each place once; what came back to its old value has not."""
    made = changes[begun:]
    if len(made) < 2:
        return made
    places: dict[tuple[str, tuple[object, ...]], Change] = {}
    for change in made:
        first = places.get((change.fact, change.keys))
        old = change.old if first is None else first.old
        places[change.fact, change.keys] = replace(change, old=old)
    if len(places) < len(made):
        made = changes[begun:] = [
            change for change in places.values() if type(change.old) is not type(change.new) or change.old != change.new
        ]
    return made
