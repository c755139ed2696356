"""Functions every game may use: sizes, neighbours in a ring or scale, lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from referee.evaluation import kleene
from referee.values import MAYBE, SILENT, UNKNOWN, UNSEEN, Bag, Deed, Heap, Unknown

if TYPE_CHECKING:
    from referee.evaluation.context import Context


class Builtin(Struct, frozen=True):
    """A function of the language: how many arguments it takes and what it does, for the reference."""

    arity: int
    run: Callable[..., object]
    says: str


def _open(value: object) -> bool:
    return value is SILENT or isinstance(value, Unknown)


def _size(ctx: Context, value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        return value  # a pile of which only the number is known
    if _open(value):
        if not isinstance(value, Unknown):
            return Unknown(0, None)
        more = len(value.sure) if ctx.raw and value.leaf is not None else 0
        low, high = value.bounds()  # of a pile: how many cards lie in it at least and at most
        return Unknown(max(more, low or 0), high, None, value.leaf, more + value.shift)
    if isinstance(value, Bag):
        total: object = 0
        for amount in value.values():
            total = kleene.add(total, amount) if isinstance(amount, int | Unknown) else total
        return total
    return 0 if value is None else len(value)  # type: ignore[arg-type]


def _face(value: object, place: int) -> object:
    """The card at one end of a pile, perhaps one that nobody has seen; where nobody knows the order, any that it holds."""
    if _open(value):
        return UNKNOWN
    if isinstance(value, Heap) and value:
        return next(iter(value)) if len(value) == 1 else Unknown(options=tuple(value))
    if isinstance(value, int):
        return UNSEEN if value else None
    return _items(value)[place] if value else None


def _top(ctx: Context, value: object) -> object:
    return _face(value, 0)


def _items(value: object) -> tuple[object, ...]:
    """What stands in a list or pile."""
    return value.cards() if isinstance(value, Heap) else value or ()  # type: ignore[return-value]


def _bottom(ctx: Context, value: object) -> object:
    return _face(value, -1)


def _ring(ctx: Context) -> object:
    """Those at the table, in seating order: the roles, or the value `seated` if the game defines it."""
    if ctx.code.has_value("seated", 0):
        return ctx.code.value(ctx, "seated", ())
    return ctx.members(ctx.code.program.roles)


def _turned(ctx: Context, start: object, after: bool) -> object:
    ring = _ring(ctx)
    if _open(start) or _open(ring):  # who sits next depends on who is at the table
        return UNKNOWN
    seats = _items(ring)
    if start not in seats:
        return ring
    at = seats.index(start)
    order = seats[at:] + seats[:at]
    return order[1:] if after else order


def _left_of(ctx: Context, who: object) -> object:
    if _open(who):
        return UNKNOWN
    order = _turned(ctx, who, after=True)
    if _open(order):
        return UNKNOWN
    return _items(order)[0] if order else who


def _right_of(ctx: Context, who: object) -> object:
    if _open(who):
        return UNKNOWN
    order = _turned(ctx, who, after=True)
    if _open(order):
        return UNKNOWN
    return _items(order)[-1] if order else who


def _neighbour(ctx: Context, value: object, step: int) -> object:
    if _open(value) or value == UNSEEN:
        return UNKNOWN
    for cited in ctx.code.program.kinds.values():
        members = ctx.code.program.members.get(cited.node.name, ())
        if cited.node.shape in ("scale", "roles") and value in members:
            at = members.index(value) + step
            return members[at] if 0 <= at < len(members) else None
    return None


def _position(ctx: Context, value: object) -> object:
    if _open(value) or value == UNSEEN:
        return UNKNOWN
    name = value[0] if isinstance(value, Deed) and not value[1] else value
    return ctx.code.positions.get(name) if isinstance(name, str) else None


def _without(ctx: Context, items: object, value: object) -> object:
    if _open(items) or _open(value):
        return UNKNOWN
    gone = value if isinstance(value, tuple) else (value,)
    if isinstance(items, int):  # a pile told by its number only shrinks
        return max(0, items - len(gone))
    if isinstance(items, Heap):
        return Heap.of(tuple((Counter(items.cards()) - Counter(map(str, gone))).elements()))
    rest = list(_items(items))
    ctx.meter.spend(len(rest) * len(gone) // 16)  # what is not there is looked for to the end
    for item in gone:
        if item in rest:
            rest.remove(item)
    return tuple(rest)


def _including(ctx: Context, items: object, value: object) -> object:
    if _open(items) or _open(value):
        return UNKNOWN
    if isinstance(items, int) or isinstance(value, int):
        return kleene.add(_size(ctx, items), _size(ctx, value) if isinstance(value, tuple | int) else 1)
    more = value if isinstance(value, tuple) else (value,)
    if isinstance(items, Heap):
        return Heap.of((*items.cards(), *more))
    return kleene.add(_items(items), more)


def _counted(pile: Unknown, card: object) -> Unknown:
    """How often a card lies in a pile that nobody told, with what has come to it since (`sure`)."""
    more = pile.sure.count(card)
    # a number of its own, which nobody can ask for: only by how much it moves is looked at
    return Unknown(more, None, None, None if pile.leaf is None else ("how_many", (card, *pile.leaf)), more)


def _how_many(ctx: Context, value: object, items: object) -> object:
    if _open(items):
        return _counted(items, value) if ctx.raw and isinstance(items, Unknown) else Unknown(0, None)
    if isinstance(items, int) and items:
        return Unknown(0, items)  # a pile of which only the number is known
    if _open(value) or value == UNSEEN:
        return Unknown(0, len(_items(items)))
    listed = ctx.turns(_items(items))
    sure, unseen = sum(1 for item in listed if item == value), listed.count(UNSEEN)
    return Unknown(sure, sure + unseen) if unseen else sure


def _different(ctx: Context, items: object) -> object:
    if _open(items) or (isinstance(items, int) and items):  # of a pile only the number is known
        return UNKNOWN
    return tuple(dict.fromkeys(ctx.turns(_items(items))))


def _card_at(ctx: Context, value: object, place: object) -> object:
    if _open(place):
        return UNKNOWN
    size = _size(ctx, value)
    within = isinstance(place, int) and isinstance(size, int) and 0 < place <= size
    return UNKNOWN if _open(value) else _face(value, cast(int, place) - 1) if within else None


def _seen(ctx: Context, card: object) -> object:
    """Of a pile that was not told it is not known; of one told without its order it is not seen."""
    if card is None or card == UNSEEN or (isinstance(card, Unknown) and card.options is not None and card.leaf is None):
        return False
    return MAYBE if _open(card) else True


def _via(ctx: Context) -> object:
    return ctx.via


def _this_action(ctx: Context) -> object:
    return ctx.doing


def _current_step(ctx: Context) -> object:
    return UNKNOWN if ctx.state.course is None else ctx.state.course.step


def _current_player(ctx: Context) -> object:
    if ctx.state.course is None:
        return UNKNOWN if ctx.state.mover is None else ctx.state.mover
    return ctx.state.course.who


def _over(ctx: Context) -> object:
    return ctx.state.over


BUILTINS: dict[str, Builtin] = {
    "size": Builtin(1, _size, "how many there are in a list or pile; the sum of amounts"),
    "top": Builtin(1, _top, "the uppermost card of a pile, or none"),
    "bottom": Builtin(1, _bottom, "the lowest card of a pile, or none"),
    "left_of": Builtin(1, _left_of, "the next one clockwise at the table"),
    "right_of": Builtin(1, _right_of, "the next one counter-clockwise"),
    "clockwise_from": Builtin(1, lambda ctx, who: _turned(ctx, who, after=False), "everybody, beginning with who"),
    "clockwise_after": Builtin(
        1, lambda ctx, who: _turned(ctx, who, after=True), "everybody else, beginning left of who"
    ),
    "next": Builtin(1, lambda ctx, value: _neighbour(ctx, value, 1), "the following member of a scale, or none"),
    "previous": Builtin(1, lambda ctx, value: _neighbour(ctx, value, -1), "the member of a scale before, or none"),
    "position": Builtin(1, _position, "the place of a member in its kind, from 1"),
    "without": Builtin(2, _without, "a list less an item (once) or less the items of a list"),
    "including": Builtin(2, _including, "a list with an item or a list added"),
    "how_many": Builtin(2, _how_many, "how often a value stands in a list"),
    "different": Builtin(1, _different, "a list without repetitions"),
    "card_at": Builtin(2, _card_at, "the card of a pile at a place, from the top, or none"),
    "seen": Builtin(1, _seen, "whether the face of a card is known: of a pile told by its number no card is seen"),
    "via": Builtin(0, _via, "the card or action through which this one is done, or none"),
    "this_action": Builtin(0, _this_action, "the action being judged or done, or none"),
    "current_step": Builtin(0, _current_step, "the step of the course the table is in"),
    "current_player": Builtin(0, _current_player, "whose turn it is in this step"),
    "over": Builtin(0, _over, "whether the game is over"),
}
