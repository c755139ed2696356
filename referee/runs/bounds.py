"""Where a fact's value ends: clamped facts stop there, others must not be driven beyond."""

from __future__ import annotations

from grammar import nodes as n
from kb.rules.program import Program
from referee.errors import RuleFaultError, TooLargeError
from referee.evaluation.context import Context
from referee.rules.facts import FactCode
from referee.state import LARGEST
from referee.values import Unknown


def bounded(ctx: Context, fact: FactCode, keys: tuple[object, ...], value: object, paragraph: str) -> object:
    """A value that a fact is to take, within its range; beyond it the rule is at fault, unless the fact is clamped."""
    type_ = fact.type
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        raise TooLargeError("a number of more than twelve digits", LARGEST)
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
    return Unknown(low, high, value.options, value.leaf, value.shift, value.behind)


def on_scale(program: Program, value: str, by: int) -> str:
    """A member of a scale, so many steps on; the ends of the scale hold."""
    for members in program.members.values():
        if value in members and value in program.order:
            return members[max(0, min(members.index(value) + by, len(members) - 1))]
    return value
