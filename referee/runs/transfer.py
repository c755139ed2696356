"""Moving amounts between places: drained in order, filled up to their bounds, conserved."""

from __future__ import annotations

from typing import cast

from referee.errors import NOBODY, NeedFact, RuleFaultError
from referee.evaluation import kleene
from referee.runs.cards.piles import move_cards, move_some
from referee.units.places import PlaceKey, open_places
from referee.units.runner import Runs
from referee.values import Heap, Leaf, Unknown


def _opened(run: Runs, places: list[PlaceKey | None]) -> list[PlaceKey | None]:
    found = open_places(run.ctx, places)
    if found is None:
        raise NeedFact(next(reversed(run.ctx.leaves), NOBODY))
    return found


def total_of(run: Runs, source: list[PlaceKey | None]) -> object:
    """What lies in a source; None when it is never empty."""
    amount: object = 0
    for place in _opened(run, source):
        if place is None:
            return None
        amount = kleene.add(amount, _held(run, place))
    return amount


def covered(run: Runs, source: list[PlaceKey | None], amount: object) -> object:
    """Whether so much lies in a source; what is not known carries what it hangs on."""
    total = total_of(run, source)
    enough = True if total is None else kleene.at_least(run.ctx, total, amount)
    if not isinstance(enough, Unknown):
        return enough
    if not run.loose:
        run.need(total if isinstance(total, Unknown) else cast(Unknown, amount))
    return Unknown(options=enough.options, behind=origins_of(total, amount))


def _held(run: Runs, place: PlaceKey) -> int | Unknown:
    """How much lies in a place; it must be known unless the run goes on without."""
    value = run.read(*place)
    if isinstance(value, Unknown):
        if not run.loose:
            run.need(value if value.origins() else Unknown(leaf=place))
        low, high = value.bounds()
        return Unknown(0 if low is None else max(low, 0), high, None, value.leaf, value.shift, value.behind)
    if isinstance(value, Heap):
        return len(value.cards())
    return len(value) if isinstance(value, tuple) else int(cast(int, value or 0))


def move(
    run: Runs, amount: object, source: list[PlaceKey | None], target: list[PlaceKey | None], paragraph: str, up_to: bool
) -> None:
    """Takes from the sources in order and puts into the targets in order."""
    sources, targets = _opened(run, source), _opened(run, target)
    if any(place is not None and place[0] in run.ctx.code.piles for place in sources):
        if isinstance(amount, Unknown) and run.loose:
            move_some(run, amount, sources, targets, paragraph)
            return
        if isinstance(amount, Unknown):
            run.need(amount)
        move_cards(run, cast(int, amount), sources, targets, paragraph, up_to)
        return
    left = amount
    taken: list[tuple[PlaceKey, object]] = []
    for place in sources:
        if place is None:
            left = 0
            break
        part = _taken(run, left, _held(run, place), sure=not up_to and place is sources[-1])
        if part != 0:
            taken.append((place, part))
            left = kleene.subtract(left, part) if part is not left else 0
        if left == 0:
            break
    if left != 0 and not up_to and kleene.at_least(run.ctx, 0, left) is False:
        there = kleene.subtract(amount, left)
        raise RuleFaultError(f"{amount} are to be taken, but {there} are there", paragraph)
    for place, part in taken:
        rest = kleene.subtract(_held(run, place), part)
        if isinstance(rest, Unknown):
            low, high = rest.bounds()
            rest = Unknown(0 if low is None else max(low, 0), high, None, rest.leaf, rest.shift, origins_of(rest, part))
        run.write(*place, rest, paragraph)
    _fill(run, amount if left == 0 else kleene.subtract(amount, left), targets, paragraph)


def _taken(run: Runs, left: object, held: int | Unknown, *, sure: bool) -> object:
    """What is taken of a place: no more than lies there; `sure`: the rest is to be found there, where that can be."""
    enough = kleene.at_least(run.ctx, held, left)
    if enough is True or (sure and enough is not False):
        return left
    if enough is False:
        return held
    if not run.loose:
        run.need(held if isinstance(held, Unknown) else cast(Unknown, left))
    return _some_of(run, left, held)


def _some_of(run: Runs, amount: object, other: object) -> object:
    """The smaller of two numbers of which nobody knows which it is."""
    least = kleene.extreme(run.ctx, [amount, other], largest=False)
    if not isinstance(least, Unknown):
        return least
    return Unknown(*least.bounds(), behind=origins_of(amount, other))


def origins_of(*values: object) -> tuple[Leaf, ...]:
    """What unknowns hang on."""
    return tuple(dict.fromkeys(leaf for value in values if isinstance(value, Unknown) for leaf in value.origins()))


def _fill(run: Runs, amount: object, targets: list[PlaceKey | None], paragraph: str) -> None:
    for place in targets:
        if amount == 0 or place is None:
            return
        held, top = _held(run, place), _capacity(run, place)
        info, last = run.ctx.code.facts.get(place[0]), place is targets[-1]
        part = amount if top is None else _room(run, amount, held, top, last)
        if part != 0:
            new = kleene.add(held, part)
            if isinstance(new, Unknown) and not new.origins():
                new = Unknown(new.low, new.high, behind=origins_of(new, held, part))
            run.write(*place, new, paragraph)
            amount = 0 if part is amount else kleene.subtract(amount, part)
        if amount != 0 and info is not None and info.node.clamped and last:
            return
    if amount != 0:
        raise RuleFaultError(f"there is no room for {amount} more", paragraph)


def _capacity(run: Runs, place: PlaceKey) -> int | None:
    """How much a place can hold; None without a bound."""
    info = run.ctx.code.facts.get(place[0])
    return None if info is None else info.bound(run.ctx, place[1])


def _room(run: Runs, amount: object, held: int | Unknown, top: int, last: bool) -> object:
    """What of an amount goes into a place that holds so much at most; into the last goes all, where that can be."""
    room = kleene.extreme(run.ctx, [0, kleene.subtract(top, held)], largest=True)
    enough = kleene.at_least(run.ctx, kleene.subtract(top, amount), held)
    if enough is True or (last and enough is not False):
        return amount
    if enough is False and not isinstance(room, Unknown):
        return room
    if not run.loose:
        run.need(held if isinstance(held, Unknown) else cast(Unknown, amount))
    return _some_of(
        run, amount, room if not isinstance(room, Unknown) else Unknown(*room.bounds(), behind=origins_of(held))
    )
