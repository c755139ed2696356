"""What a pile can hold of which only the number is told, or some cards: every way to fill it, where there are few."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, islice, product
from typing import TYPE_CHECKING

from grammar import nodes as n
from referee.values import UNSEEN, Heap, Leaf, Unknown

if TYPE_CHECKING:
    from referee.evaluation.context import Context

#: ways that are gone through one by one
MOST = 24
#: cards of a pile that are filled in: whoever tells of more is not asked what they may be, for a number typed may be any
HELD = 200


def fillings(ctx: Context, leaf: Leaf, value: object) -> Unknown:
    """The unseen faces of a pile as something that can be split: all ways if they are few, else what lies on top, if that is."""
    type_ = ctx.code.facts[leaf[0]].node.type
    kind = type_.kind if isinstance(type_, n.TypeMany) else ""
    if not kind or not ctx.is_complete(kind) or isinstance(value, Heap) or _cards_of(value) > HELD:
        return Unknown(leaf=leaf)
    cards = ctx.members(kind)
    for ways in (_ways(value, cards), _tops(value, cards)):
        found = tuple(islice(ways, MOST + 1))
        if 0 < len(found) <= MOST:
            return Unknown(options=found, leaf=leaf)
    return Unknown(leaf=leaf)


def _cards_of(value: object) -> int:
    """How many cards a told pile has."""
    return value if isinstance(value, int) else len(value) if isinstance(value, tuple) else 0


def _ways(value: object, cards: tuple[str, ...]) -> Iterator[object]:
    """Of a number what it may hold in no order; of cards some of which are seen each face that the others may have."""
    if isinstance(value, int):
        yield from map(Heap.of, combinations_with_replacement(cards, value))
    elif isinstance(value, tuple):
        yield from product(*(cards if card == UNSEEN else (card,) for card in value))


def _tops(value: object, cards: tuple[str, ...]) -> Iterator[object]:
    """What lies on top of cards nobody has seen: some card does, whichever it is."""
    if isinstance(value, int):
        yield from ((card, *(UNSEEN,) * (value - 1)) for card in cards)


def supposed(told: Mapping[str, object], piles: tuple[str, ...], split: Mapping[Leaf, object]) -> dict[Leaf, object]:
    """What a case supposes of piles of which something else is told: it counts instead."""
    return {
        leaf: value
        for leaf, value in split.items()
        if leaf[0] in piles and leaf[0] in told and not isinstance(value, Unknown)
    }
