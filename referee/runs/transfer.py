"""Moving amounts between places: drained in order, filled up to their bounds, conserved."""

from __future__ import annotations

from typing import cast

from referee.errors import NeedFact, RuleFaultError
from referee.runs.cards.piles import move_cards
from referee.units.places import PlaceKey, open_places
from referee.units.runner import Runs
from referee.values import Unknown


def _opened(run: Runs, places: list[PlaceKey | None]) -> list[PlaceKey | None]:
    found = open_places(run.ctx, places)
    if found is None:
        raise NeedFact(next(reversed(run.ctx.leaves), ("?", ())))
    return found


def total_of(run: Runs, source: list[PlaceKey | None]) -> int | None:
    """What lies in a source; None when it is never empty."""
    amount = 0
    for place in _opened(run, source):
        if place is None:
            return None
        amount += _known(run, place)
    return amount


def _known(run: Runs, place: PlaceKey) -> int:
    value = run.read(*place)
    if isinstance(value, Unknown):
        raise NeedFact(value.leaf or place)
    return len(value) if isinstance(value, tuple) else int(cast(int, value or 0))


def move(
    run: Runs, amount: int, source: list[PlaceKey | None], target: list[PlaceKey | None], paragraph: str, up_to: bool
) -> None:
    """Takes from the sources in order and puts into the targets in order."""
    sources, targets = _opened(run, source), _opened(run, target)
    if any(place is not None and place[0] in run.ctx.code.piles for place in sources):
        move_cards(run, amount, sources, targets, paragraph, up_to)
        return
    left = amount
    taken: list[tuple[PlaceKey, int]] = []
    for place in sources:
        if place is None:
            left = 0
            break
        part = min(left, _known(run, place))
        if part > 0:
            taken.append((place, part))
            left -= part
        if left == 0:
            break
    if left and not up_to:
        raise RuleFaultError(f"{amount} are to be taken, but {amount - left} are there", paragraph)
    for (name, keys), part in taken:
        run.write(name, keys, _known(run, (name, keys)) - part, paragraph)
    _fill(run, amount - left, targets, paragraph)


def _fill(run: Runs, amount: int, targets: list[PlaceKey | None], paragraph: str) -> None:
    for place in targets:
        if amount == 0 or place is None:
            return
        value = run.read(*place)
        if isinstance(value, Unknown):
            raise NeedFact(value.leaf or place)
        held = int(cast(int, value or 0))
        top = run.capacity(*place)
        part = min(amount, amount if top is None else max(0, top - held))
        if part:
            run.write(place[0], place[1], held + part, paragraph)
            amount -= part
        info = run.ctx.code.facts.get(place[0])
        if amount and info is not None and info.node.clamped and place is targets[-1]:
            return
    if amount:
        raise RuleFaultError(f"there is no room for {amount} more", paragraph)
