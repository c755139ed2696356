"""The values a parameter may take while the arguments before it are bound: what surely fails alone is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from grammar import nodes as n
from referee.evaluation.domains import upper_bound
from referee.runs.tails import Tails
from referee.runtime.functions import STUMBLES
from referee.values import MISSING, Bag, Deed, Unknown

if TYPE_CHECKING:
    from referee.rules.delegation import Lifted
    from referee.runs.listing import Listing

#: numbers tried for one parameter without an end
NUMBERS = 40
#: amounts tried where a type names no size
BASKET = 40
#: things put into one basket in a flat list
TOGETHER = 12
#: steps of a list that are put together in a flat list
STEPS = 3
#: how long a list may be where nothing says so
LONGEST = 12


#: a list or basket of one element, and the element -> whether it does not surely fail
ElementTest = Callable[[object, object], bool]
#: the parameters a test reads, the test, and the fields of a record that it reads if these are all
Applicable = tuple[frozenset[str], ElementTest, frozenset[str] | None]


class Candidates:
    """The candidates of one listing's parameters."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.ctx, self.action, self.e = listing.ctx, listing.action, listing.e
        self.code, self.ahead = listing.code, listing.ahead
        self.tails = Tails(listing)

    def of(self, param: n.Param) -> Iterator[object]:
        """The default first, then everything else of the type."""
        default: object = MISSING
        if param.default is not None:
            defaults = self.listing.defaults
            if param.name not in defaults:
                defaults[param.name] = self.code.constant(self.ctx, param.default)
            default = defaults[param.name]
            yield default
        for value in self._values(param, param.type):
            if value != default or isinstance(value, bool) != isinstance(default, bool):
                yield value

    def _values(self, param: n.Param, type_: n.Type | None) -> Iterator[object]:
        if type_ is None or isinstance(type_, n.TypeNumber):
            yield from self._numbers(param)
        elif isinstance(type_, n.TypeFlag):
            yield from (False, True)
        elif isinstance(type_, n.TypeRange):
            yield from range(type_.low, self._top(type_) + 1)
        elif isinstance(type_, n.TypeEnum):
            yield from type_.members
        elif isinstance(type_, n.TypeName):
            if type_.name in self.code.program.classes:
                yield from self.deeds(type_.name)
                return
            if type_.optional:
                yield None
            yield from self.ctx.members(type_.name)
        elif type_.shape == "amounts":
            yield from self._baskets(param, type_)
        else:
            yield from self._lists(param, type_)

    def _numbers(self, param: n.Param) -> Iterator[object]:
        """Numbers without an end, up to where all higher ones surely fail."""
        end = self.tails.end(param.name, lambda higher: higher, NUMBERS)
        if end is None or not self.tails.refuses(param.name, Unknown(None, -1)):
            self.listing.cut = True  # not all can be tried
        yield from range(NUMBERS if end is None else end)

    # ---- ends and sizes --------------------------------------------------------------------------------------------

    def _top(self, type_: n.TypeRange) -> int:
        if isinstance(type_.high, n.Number):
            return type_.high.value
        top = self._size(type_.high, upper_bound(self.ctx, type_) or NUMBERS)
        if top - type_.low > 10 * NUMBERS:
            self.listing.cut = True
            return type_.low + 10 * NUMBERS
        return top

    def _size(self, expr: n.Expr, default: int) -> int:
        value = self.ahead.formula(expr).now(self.ctx, self.e)
        if isinstance(value, Unknown):
            return value.bounds()[1] or default
        return value if isinstance(value, int) else default

    # ---- amounts ---------------------------------------------------------------------------------------------------

    def _baskets(self, param: n.Param, type_: n.TypeMany) -> Iterator[object]:
        """Amounts of one key alone, and, put together, of several; amounts of a key that fail alone are left out."""
        listing = self.listing
        least = 0 if type_.least is None else self._size(type_.least, 0)
        most = BASKET if type_.most is None else self._size(type_.most, BASKET)
        if most > BASKET:  # a told number may be any: what it would take is not tried
            most, listing.cut = BASKET, True
        checks = [check for _, check, _ in self._applicable(param)]
        steady = [check for check in self.ahead.element_checks(param.name).each if check.needs <= listing.bound]
        keys = [
            key for key in self.ctx.members(type_.kind) if all(check.admits(self.ctx, self.e, key) for check in steady)
        ]
        fitting: dict[str, list[int]] = {}
        for key in keys:
            end = self._end(param, key, keys, most) if type_.most is None else None
            top = most + 1 if end is None else end
            amounts = [amount for amount in range(1, top) if self._passes(param, Bag({key: amount}), checks, key)]
            if amounts:
                fitting[key] = amounts
            if type_.most is None and end is None and most in amounts:
                listing.cut = True  # without an end not all can be tried
        if least == 0:
            yield Bag()
        if not listing.deep:
            listing.more = listing.more or len(fitting) > 1
            yield from (Bag({key: amount}) for key, amounts in fitting.items() for amount in amounts if amount >= least)
            return
        keys = list(fitting)
        if type_.most is None and sum(max(amounts) for amounts in fitting.values()) > TOGETHER:
            listing.cut = True
        for total in range(max(1, least), min(most, TOGETHER) + 1 if type_.most is None else most + 1):
            yield from (Bag(dict(split)) for split in _split(total, keys, fitting))

    def _end(self, param: n.Param, key: str, keys: list[str], most: int) -> int | None:
        """How much of one key surely is too much, whatever falls on the others."""
        rest = Unknown(0, None)
        others = {other: rest for other in keys if other != key}
        return self.tails.end(param.name, lambda higher: Bag({**others, key: higher}), most + 1)

    # ---- lists -----------------------------------------------------------------------------------------------------

    def _lists(self, param: n.Param, type_: n.TypeMany) -> Iterator[object]:
        listing = self.listing
        steps = type_.kind in self.code.program.classes
        items: list[object] = list(self.deeds(type_.kind)) if steps else self._elements(type_.kind)
        items = self._passing(param, items)
        least = max(0, 0 if type_.least is None else self._size(type_.least, 0))
        most = len(items) if type_.most is None else self._size(type_.most, len(items))
        if least > LONGEST:
            listing.cut = True
            return
        if type_.shape == "list" and type_.most is None and items:
            most = max(most, LONGEST)  # the same may stand in it several times
        if type_.shape != "list":
            for size in range(least, min(most, len(items)) + 1):
                if self._fits_size(param, size):
                    yield from combinations(items, size)
            return
        deepest = max(1, least) if steps and not listing.deep else STEPS
        if most > deepest and items:
            longer = range(deepest + 1, min(most, LONGEST) + 1)
            further = steps or any(self._fits_size(param, size) for size in longer)
            listing.more = listing.more or further  # it may go on: that is looked at when this much is taken
            listing.cut = listing.cut or (further and listing.deep)
        for size in range(least, min(most, deepest) + 1):
            if self._fits_size(param, size):
                yield from _ascending(items, size)

    def _elements(self, kind: str) -> list[object]:
        declared = self.code.program.kinds.get(kind)
        if declared is not None and declared.node.fields:
            return self.listing.once(("records", kind), lambda: list(self._records(declared.node.fields)))
        return list(self.ctx.members(kind))

    def _records(
        self, fields: tuple[n.Param, ...], begun: Mapping[str, object] = MappingProxyType({})
    ) -> Iterator[object]:
        """Every record with these fields behind those that were begun."""
        if not fields:
            yield Bag(begun)
            return
        field, *rest = fields
        if isinstance(field.type, n.TypeName):
            for member in self.ctx.members(field.type.name):
                yield from self._records(tuple(rest), {**begun, field.name: member})

    def deeds(self, class_name: str) -> list[object]:
        """The actions of a class that are legal now, listed once for a state."""
        listing = self.listing

        def made() -> list[object]:
            return [
                Deed((name, tuple(call.items())))
                for name in self.code.program.actions
                if class_name in self.code.classes_of(name)
                for call in listing.nested_calls(name)
            ]

        return listing.once(("deeds", class_name, listing.role), made)

    # ---- single elements -------------------------------------------------------------------------------------------

    def _applicable(self, param: n.Param) -> list[Applicable]:
        """The checks of single elements whose other parameters are bound, own ones and those of what is passed on, each with
        the parameters it reads: those that read the fewest first."""
        listing, bound = self.listing, self.listing.bound
        found: list[Applicable] = [
            (check.needs, partial(check.passes, self.ctx, self.e), check.fields)
            for check in self.ahead.element_checks(param.name).each
            if check.needs <= bound
        ]
        for lifted in listing.lifted:
            needs = lifted.needs - {param.name}
            if param.name in lifted.needs and needs <= bound:
                inner = lifted.over_elements(param.name)
                if inner is not None:
                    found.append((needs, partial(self._unrefused, inner), None))
        return sorted(found, key=lambda each: len(each[0]))

    def _passing(self, param: n.Param, items: list[object]) -> list[object]:
        """The elements that do not fail alone. What a check leaves over is kept for all that bind what it reads alike."""
        listing, slots = self.listing, self.action.scope.slots
        read: set[str] = set()
        for index, (needs, check, fields) in enumerate(self._applicable(param)):
            read |= needs
            values = tuple((name, self.e[slots[name]]) for name in sorted(read))
            key = ("passing", self.action.name, param.name, listing.role, frozenset(listing.bound), index, values)
            before = items
            items = listing.once(key, partial(self._filtered, param, before, check, fields))
        return items

    def _filtered(
        self, param: n.Param, items: list[object], check: ElementTest, fields: frozenset[str] | None
    ) -> list[object]:
        """The elements that pass a test; records that are alike in what it reads are judged once."""
        if fields is None:
            return [item for item in items if self._passes(param, (item,), [check], item)]
        judged: dict[object, bool] = {}
        found: list[object] = []
        for item in items:
            alike = tuple([item.get(name) for name in fields]) if isinstance(item, Bag) else item
            if alike not in judged:
                judged[alike] = self._passes(param, (item,), [check], item)
            if judged[alike]:
                found.append(item)
        return found

    def _unrefused(self, lifted: Lifted, value: object, item: object) -> bool:
        return not self.listing.refuses(lifted)

    def _passes(self, param: n.Param, value: object, checks: list[ElementTest], item: object) -> bool:
        slot = self.action.scope.slots[param.name]
        outer, self.e[slot] = self.e[slot], value
        self.listing.refresh()
        try:
            return all(check(value, item) for check in checks)
        finally:
            self.e[slot] = outer

    def _fits_size(self, param: n.Param, size: int) -> bool:
        """Whether a list of this size does not surely fail, whatever stands in it."""
        listing, bound = self.listing, self.listing.bound
        slot = self.action.scope.slots[param.name]
        outer, self.e[slot] = self.e[slot], ("?",) * size
        listing.refresh()
        try:
            for needs, holds in self.ahead.element_checks(param.name).size:
                try:
                    if needs <= bound and not holds(self.ctx, self.e):
                        return False
                except STUMBLES:
                    continue
            for lifted in listing.lifted:
                if param.name in lifted.needs and lifted.needs - {param.name} <= bound:
                    inner = lifted.over_size(param.name)
                    if inner is not None and listing.refuses(inner):
                        return False
            return True
        finally:
            self.e[slot] = outer


def _split(total: int, keys: list[str], fitting: dict[str, list[int]]) -> Iterator[tuple[tuple[str, int], ...]]:
    """All ways to split a total over keys, each with one of its amounts or none."""
    if total == 0:
        yield ()
        return
    if not keys:
        return
    first, rest = keys[0], keys[1:]
    for amount in reversed(fitting[first]):
        if amount <= total:
            yield from (((first, amount), *others) for others in _split(total - amount, rest, fitting))
    yield from _split(total, rest, fitting)


def _ascending(items: list[object], size: int) -> Iterator[tuple[object, ...]]:
    """Lists in ascending order of their items, which may repeat: the same steps in another order are the same move."""
    for chosen in combinations(range(len(items) + size - 1), size):
        yield tuple(items[at - index] for index, at in enumerate(chosen))
