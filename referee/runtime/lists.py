"""Lists and piles in written code: what is in them, what a loop goes over; cards that nobody has seen are in no list for sure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.errors import Untold
from referee.evaluation import kleene
from referee.runtime.figures import known
from referee.values import MAYBE, SILENT, UNKNOWN, UNSEEN, Bag, Heap, Unknown

if TYPE_CHECKING:
    from referee.evaluation.context import Context

#: members of a list that are looked through without being counted
FEW = 64
#: what written code calls by name
CALLED = ("same", "among", "items_of", "laid", "held", "given", "look_up", "o_laid", "o_among", "o_drawn", "filtered")


def same(left: object, right: object) -> bool:
    """Equality that tells 1 from yes."""
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)


def among(x: Context, value: object, items: object) -> bool:
    """Membership in a list; a face nobody has seen could be the one."""
    seen = items if isinstance(items, tuple) else ()
    if not isinstance(items, tuple):
        items = items_of(x, items)
    assert isinstance(items, Sequence)
    if len(items) > FEW:
        x.turns(items)
    if isinstance(value, str):
        if value in items:
            return True
    elif any(same(value, item) for item in items):
        return True
    if UNSEEN in seen or value == UNSEEN:
        raise Untold
    return False


def items_of(x: Context, value: object) -> Sequence[object]:
    """What a loop goes over; of cards that nobody has seen plain code knows nothing."""
    if isinstance(value, tuple):
        if UNSEEN in value:
            raise Untold
        return value
    if isinstance(value, range):
        return value
    if value is None or (type(value) is int and not value):
        return ()
    if isinstance(value, Bag):
        return value.cards() if isinstance(value, Heap) else tuple(value)
    raise Untold


def laid(value: object) -> object:
    """What lies in an order; of a pile whose order nobody knows plain code does not know what comes first."""
    if isinstance(value, Heap) and len(value) > 1:
        raise Untold
    return value


def held(holder: object, key: object) -> object:
    """What a local holds at a key, where both are known."""
    if type(holder) is Bag:
        value = holder.get(key, 0)  # type: ignore[call-overload]
        if type(value) is int:
            return value
    return known(look_up(holder, key))


def given(holder: object, members: Sequence[object]) -> Sequence[object]:
    """The members on which some of a basket falls, in their order."""
    return tuple([member for member in members if member in holder]) if type(holder) is Bag else members


def look_up(holder: object, key: object) -> object:
    """A local holding amounts (absent: 0), a record, or a list (from 1)."""
    if type(holder) is Bag and type(key) is str:
        return holder.get(key, 0)
    if isinstance(holder, Unknown) or isinstance(key, Unknown):
        return UNKNOWN
    if isinstance(holder, Heap) and isinstance(key, int):
        return Unknown(options=tuple(holder)) if 0 < key <= len(holder.cards()) else None
    if isinstance(holder, Bag):
        return holder.get(key, 0)  # type: ignore[call-overload]
    if isinstance(holder, tuple) and isinstance(key, int):
        return holder[key - 1] if 0 < key <= len(holder) else None
    if isinstance(holder, int) and isinstance(key, int):  # a pile told by its number
        return UNSEEN if 0 < key <= holder else None
    return None if holder is None else SILENT


def o_laid(value: object) -> object:
    """The same in open code."""
    return UNKNOWN if isinstance(value, Heap) and len(value) > 1 else value


def o_drawn(items: object) -> tuple[object, Sequence[object]]:
    """What a filter goes over, and what of it may not be there at all."""
    if not isinstance(items, Unknown) or items.possible is None:
        return items, ()
    return items.possible, [item for item in items.possible if item not in items.sure]


def filtered(x: Context, sure: list[object], possible: list[object] | None) -> object:
    """The list of those that fulfil a condition; `possible`: with those of which that is not known, where there are any."""
    return x.whole_list(tuple(sure)) if possible is None else Unknown(sure=tuple(sure), possible=tuple(possible))


def o_among(x: Context, value: object, items: object, kind: str, negated: bool, fact: str = "") -> object:
    """Membership in what may be unknown, unseen or incomplete; `fact`: whose value it is, which may be a pile."""
    if items is SILENT:
        return SILENT
    result: object = MAYBE
    if isinstance(items, Unknown):
        result = _in_doubtful(x, value, items)
        if result is MAYBE and type(value) is str and fact in x.code.piles and x.lies_in_a_pile(value):
            result = False  # a card that is there once lies in that one
    else:
        result = False
        listed = x.each(items)
        named = type(value) is str and value != UNSEEN and Unknown not in map(type, listed)
        if named:  # a member among members: mostly many
            result = value in listed
        for item in () if named else listed:
            found = kleene.equal(x, value, item)
            if found is True:
                result = True
                break
            if found is not False:
                result = MAYBE
        if result is MAYBE and isinstance(value, Unknown) and value.options:
            known_ones = [item for item in listed if not isinstance(item, Unknown)]
            if len(known_ones) == len(listed) and all(option in known_ones for option in value.options):
                result = True
        if result is False and "?" in listed and not x.lies_in_a_pile(value):
            result = MAYBE  # a face nobody has seen
        if result is False and kind and not x.is_complete(kind):
            result = MAYBE
    return kleene.negate(result) if negated else result


def _in_doubtful(x: Context, value: object, items: Unknown) -> object:
    """Membership in a list of which some members are in doubt: of the others it is known."""
    possible = items.possible
    if possible is None or isinstance(value, Unknown | Bag) or value is SILENT or value == UNSEEN:
        return MAYBE
    if any(same(value, item) for item in items.sure):
        return True
    open_ = UNSEEN in possible or any(isinstance(item, Unknown) or same(value, item) for item in possible)
    return MAYBE if open_ else False
