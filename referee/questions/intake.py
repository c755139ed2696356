"""Facts of a whole state taken in at once where they plainly fit; what does not is read one by one, which tells why."""

from __future__ import annotations

from collections.abc import Callable, Collection

from grammar import nodes as n
from referee.evaluation.context import Context
from referee.evaluation.domains import fits
from referee.rules.facts import FactCode
from referee.values import MISSING, freeze

#: whether values surely are of a type; many are looked at together
Test = Callable[[Collection[object]], bool]
#: the members a key must be among; None where every key will do
Members = frozenset[str] | None
#: what stands for itself, in JSON and in the rules
_PLAIN = frozenset((int, str, bool, type(None)))
_NAMES = frozenset((str, type(None)))
_FLAG, _NUMBER = frozenset((bool,)), frozenset((int,))


class Intake:
    """Takes in the facts of one state."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._members: dict[str, Members] = {}

    def taken(self, fact: FactCode, value: object) -> object:
        """A fact's values by their keys as the rules read them; MISSING where one of them needs a closer look."""
        test = self._test(fact.type)
        if not fact.keys:
            frozen = freeze(value)
            return frozen if test((frozen,)) else MISSING
        return _node(value, tuple(map(self._of_kind, fact.keys)), test)

    def _of_kind(self, kind: str) -> Members:
        if kind not in self._members:
            ctx = self._ctx
            known = kind in ctx.code.program.kinds and ctx.is_complete(kind)
            self._members[kind] = frozenset(ctx.members(kind)) if known else None
        return self._members[kind]

    def _test(self, type_: n.Type | None) -> Test:
        if isinstance(type_, n.TypeFlag):
            return _are_flags
        if isinstance(type_, n.TypeNumber):
            return _are_numbers
        if isinstance(type_, n.TypeRange):
            return _are_within(type_)
        ctx = self._ctx
        members = self._of_kind(type_.name) if isinstance(type_, n.TypeName) else None
        if isinstance(type_, n.TypeName) and members is not None:
            known = members | {None} if type_.optional else members
            return lambda values: (
                (_NAMES.issuperset(map(type, values)) and known.issuperset(values))
                or all(fits(ctx, type_, value) for value in values)
            )
        return lambda values: all(fits(ctx, type_, value) for value in values)


def _node(value: object, keys: tuple[Members, ...], test: Test) -> object:
    if not isinstance(value, dict) or not value or not (keys[0] is None or keys[0].issuperset(value)):
        return MISSING
    rest = keys[1:]
    found: dict[object, object] = {}
    if rest:
        for key, inner in value.items():
            item = found[key] = _node(inner, rest, test)
            if item is MISSING:
                return MISSING
        return found
    if _PLAIN.issuperset(map(type, value.values())):
        found = dict(value)
    else:
        found = {key: inner if type(inner) in _PLAIN else freeze(inner) for key, inner in value.items()}
    return found if test(found.values()) else MISSING


def _are_flags(values: Collection[object]) -> bool:
    return _FLAG.issuperset(map(type, values))


def _are_numbers(values: Collection[object]) -> bool:
    return _NUMBER.issuperset(map(type, values))


def _are_within(type_: n.TypeRange) -> Test:
    if not isinstance(type_.high, n.Number):  # a worked-out end may read any other fact
        return lambda _: False
    low, high = type_.low, type_.high.value
    return lambda values: _are_numbers(values) and low <= min(values) and max(values) <= high  # type: ignore[type-var,operator]
