"""Where a fact's value ends: clamped facts stop there, others must not be driven beyond."""

from __future__ import annotations

from grammar import nodes as n
from kb.rules.program import Program
from referee.errors import RuleFaultError, TooLargeError
from referee.evaluation import kleene
from referee.evaluation.context import Context
from referee.rules.facts import FactCode
from referee.values import Unknown
from referee.written import LARGEST


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
    elif isinstance(value, Unknown) and fact.clamped:
        low, high = value.bounds()
        top = fact.bound(ctx, keys)
        low = type_.low if low is None else max(low, type_.low)
        high = top if high is None or (top is not None and high > top) else high
        return Unknown(low, high, None, value.leaf, value.shift)
    return value


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
    return kleene.add(old, by) if sign > 0 else kleene.subtract(old, by)
