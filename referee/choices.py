"""Choices a run stops at, and the options of a type."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from grammar import nodes as n
from referee.domains import describe, upper_bound
from referee.scope import Scope
from referee.values import Bag, Unknown

if TYPE_CHECKING:
    from referee.run import Run

#: options tried when a rule leaves very many
MOST = 20_000


@dataclass(slots=True)
class Choice:
    """Somebody must choose, or something must be drawn, before the run can go on."""

    kind: str  #: choice, secret, chance, shuffle, offer, duty
    name: str
    keys: tuple[Any, ...]
    by: Any
    type: n.Type | None
    paragraph: str
    options: Callable[[], Iterator[Any]]
    sure: Callable[[], Iterator[Any]] | None = None  #: the options that were tried out, where that takes time


def enumerate_type(
    run: Run, type_: n.Type, env: list[Any], scope: Scope, good: Callable[[Any], bool] | None
) -> Callable[[], Iterator[Any]]:
    """The options of a type that pass a test, lazily, in a fixed order."""

    def options() -> Iterator[Any]:
        for tried, option in enumerate(_members(run, type_, env, scope)):
            if tried > MOST:
                return
            if good is None or good(option):
                yield option

    return options


def _members(run: Run, type_: n.Type, env: list[Any], scope: Scope) -> Iterator[Any]:
    if isinstance(type_, n.TypeFlag):
        yield from (False, True)
    elif isinstance(type_, n.TypeRange):
        high = _bound(run, type_, env, scope)
        yield from range(type_.low, high + 1)
    elif isinstance(type_, n.TypeNumber):
        yield from range(200)
    elif isinstance(type_, n.TypeEnum):
        yield from type_.members
    elif isinstance(type_, n.TypeName):
        if type_.optional:
            yield None
        yield from run.ctx.members(type_.name)
    else:
        yield from _many(run, type_, env, scope)


def _bound(run: Run, type_: n.TypeRange, env: list[Any], scope: Scope) -> int:
    if isinstance(type_.high, n.Number):
        return type_.high.value
    value = run.value(run.code.expressions.compile(type_.high, scope), env)
    if isinstance(value, Unknown) or not isinstance(value, int):
        return upper_bound(run.ctx, type_) or type_.low
    return value


def _sizes(run: Run, type_: n.TypeMany, env: list[Any], scope: Scope) -> tuple[int, int] | None:
    """The least and the greatest size, where the type names them."""
    if type_.least is None or type_.most is None:
        return None
    compile_ = run.code.expressions.compile
    return run.value(compile_(type_.least, scope), env), run.value(compile_(type_.most, scope), env)


def within(run: Run, type_: n.Type, env: list[Any], scope: Scope, value: Any) -> bool:
    """Whether an answer keeps the ends of its range, or its size, as they are at this moment."""
    if isinstance(type_, n.TypeRange):
        return value in range(type_.low, _bound(run, type_, env, scope) + 1)
    sizes = _sizes(run, type_, env, scope) if isinstance(type_, n.TypeMany) else None
    return sizes is None or sizes[0] <= _size(value) <= sizes[1]


def wanted(run: Run, type_: n.Type, env: list[Any], scope: Scope) -> str:
    """What an answer must be, in plain words; bounds may name locals, so they are worked out here."""
    if isinstance(type_, n.TypeRange):
        return f"a number from {type_.low} to {_bound(run, type_, env, scope)}"
    sizes = _sizes(run, type_, env, scope) if isinstance(type_, n.TypeMany) else None
    if sizes is None:
        return describe(run.ctx, type_)
    least, most = sizes
    return f"{describe(run.ctx, type_)}, {least if least == most else f'{least} to {most}'} in all"


def _size(value: Any) -> int:
    return sum(value.values()) if isinstance(value, Bag) else len(value)


def _many(run: Run, type_: n.TypeMany, env: list[Any], scope: Scope) -> Iterator[Any]:
    members = run.ctx.members(type_.kind)
    least, most = _sizes(run, type_, env, scope) or (0, len(members))
    if type_.shape == "amounts":
        for total in range(least, most + 1):
            for split in splits(total, [total] * len(members)):
                yield Bag({key: amount for key, amount in zip(members, split, strict=True) if amount})
    else:
        for size in range(least, min(most, len(members)) + 1):
            yield from combinations(members, size)


def splits(total: int, tops: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to split a total over places that hold at most so much each."""
    if not tops:
        if total == 0:
            yield ()
        return
    if len(tops) == 1:
        if total <= tops[0]:
            yield (total,)
        return
    rest_top = sum(tops[1:])
    for first in range(min(total, tops[0]), max(0, total - rest_top) - 1, -1):
        for rest in splits(total - first, tops[1:]):
            yield (first, *rest)
