"""What a run has written: every fact within its bounds, and what one statement changes as one whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grammar import nodes as n
from kb.rules.program import Program
from referee.errors import RuleFaultError, TooLargeError
from referee.evaluation import kleene
from referee.evaluation.context import Context
from referee.evaluation.interface import BY_RULE
from referee.evaluation.sight import Veil
from referee.runs.derived import renew, told_of
from referee.runs.doubt import weakened
from referee.units.runner import Change
from referee.values import MISSING, Unknown
from referee.written import LARGEST

if TYPE_CHECKING:
    from referee.rules.code import Code
    from referee.rules.facts import FactCode
    from referee.units.runner import Runs


def write(
    run: Runs, code: Code, name: str, keys: tuple[object, ...], value: object, paragraph: str, came_from: Sequence[int | None] = (),
) -> None:  # fmt: skip
    """Writes a fact, within its bounds, and notes the change; what watches it waits till the statement is whole."""
    info = code.facts.get(name)
    if info is None:
        raise RuleFaultError(f"“{name}” is not a fact and cannot be changed", paragraph)
    if None in keys:
        return  # what belongs to nobody is not kept
    value = bounded(run.ctx, info, keys, value, paragraph)
    run.draft.shift(name, keys, came_from)
    old = _old(run, info, keys)
    if run.doubts:
        was = code.value(run.ctx, name, keys) if old is MISSING else old
        value = weakened(was, value, run.doubts)
    cites, reads = run.frame.all() if run.loose and not run.ctx.bare else ((), frozenset())
    why = run.voices((name,))
    change = Change(name, keys, None if old is MISSING else old, value, paragraph, run.said_by(), cites, reads, why)
    run.written.append(change)
    run.ctx.renewed.discard(name)
    if old is value or (type(old) is type(value) and old == value):
        run.store(name, keys, value)
        return
    by_rule = info.hidden == BY_RULE
    saw = Veil(code, run.draft, run.ctx.readings).seen_by(info, keys) if by_rule else None
    makings = [] if run.quiet or not run.ctx.overrides else told_of(run, code, name, keys)
    told = run.ctx.told(name, keys)
    run.store(name, keys, value)
    run.set_here.add(name)
    if makings:
        renew(run, code, makings, (name, keys), told)
    seen = Veil(code, run.draft, run.ctx.readings).seen_by(info, keys) if by_rule else None
    run.changes.append(replace(change, saw=saw, seen=seen) if by_rule else change)


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
        places[change.fact, change.keys] = change if first is None else replace(change, old=first.old, saw=first.saw)
    if len(places) < len(made):
        made = changes[begun:] = [
            change for change in places.values() if type(change.old) is not type(change.new) or change.old != change.new
        ]
    return made


# ---- within its bounds ---------------------------------------------------------------------------------------------


def bounded(ctx: Context, fact: FactCode, keys: tuple[object, ...], value: object, paragraph: str) -> object:
    """A value that a fact is to take, within its range; beyond it the rule is at fault, unless the fact is clamped."""
    type_ = fact.type
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        raise TooLargeError("number", LARGEST)
    if not isinstance(type_, n.TypeRange):
        return value
    if isinstance(value, int):
        top = fact.bound(ctx, keys)
        if fact.clamped:
            return max(type_.low, value if top is None else min(value, top))
        if value < type_.low or (top is not None and value > top):
            where = f"{fact.name}({', '.join(map(str, keys))})" if keys else fact.name
            raise RuleFaultError(f"{where} would become {value}, outside {type_.low}..{top}", paragraph)
    elif isinstance(value, Unknown):
        return _within(fact, value, type_.low, fact.bound(ctx, keys), paragraph)
    return value


def _within(fact: FactCode, value: Unknown, least: int, most: int | None, paragraph: str) -> object:
    """An unknown held to a range: what is clamped no longer moves with the fact it came from, of the rest no more can be."""
    bottom, top = value.bounds()
    low = least if bottom is None else max(bottom, least)
    high = most if top is None else top if most is None else min(top, most)
    if high is not None and low > high:
        if not fact.clamped:
            raise RuleFaultError(f"{fact.name} would leave {least}..{most}", paragraph)
        low = high = least if top is not None and top < least else high
    if low == high:
        return low
    if fact.clamped and ((bottom is None or bottom < least) or (most is not None and (top is None or top > most))):
        return Unknown(low, high, behind=value.origins())
    if value.leaf is not None and not fact.clamped:
        return value  # it moves with the fact it came from
    return Unknown(low, high, value.options, value.leaf, value.shift, value.behind)


def on_scale(program: Program, value: str, by: int) -> str:
    """A member of a scale, so many steps on; the ends of the scale hold."""
    for members in program.members.values():
        if value in members and value in program.order:
            return members[max(0, min(members.index(value) + by, len(members) - 1))]
    return value


def shifted(program: Program, old: object, by: object, sign: int) -> object:
    """A number, or a member of a scale, so much further up or down."""
    if isinstance(old, str) and isinstance(by, int):
        return on_scale(program, old, sign * by)
    new = kleene.add(old, by) if sign > 0 else kleene.subtract(old, by)
    if isinstance(new, Unknown) and not new.origins():
        made = [leaf for each in (old, by) if isinstance(each, Unknown) for leaf in each.origins()]
        return Unknown(new.low, new.high, new.options, behind=tuple(dict.fromkeys(made)))
    return new
