"""Moving amounts and cards between places: drained in order, filled up to their bounds, conserved."""

from __future__ import annotations

from typing import cast

from referee.errors import NeedFact, RuleFaultError, WrongValueError
from referee.notation import tell_text
from referee.runs.decisions import answer_to
from referee.units.choices import Choice
from referee.units.places import PlaceKey, open_places
from referee.units.runner import Going, Runs
from referee.values import Unknown, freeze


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
        _move_cards(run, amount, sources, targets, paragraph, up_to)
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


# ---- cards ---------------------------------------------------------------------------------------------------------


def pile_of(run: Runs, name: str, keys: tuple[object, ...]) -> tuple[object, ...]:
    """The cards of a pile; a pile told only by its number holds unseen cards."""
    value = run.read(name, keys)
    if isinstance(value, Unknown):
        raise NeedFact(value.leaf or (name, keys))
    if isinstance(value, int):
        return run.ctx.unseen_cards(value)
    return tuple(cast("tuple[object, ...]", value or ()))


def draw(run: Runs, amount: int, source: PlaceKey, target: PlaceKey, paragraph: str) -> None:
    """Takes cards from the top of one pile to another; fewer if there are fewer."""
    cards = pile_of(run, *source)[: max(0, amount)]
    if cards:
        run.write(source[0], source[1], pile_of(run, *source)[len(cards) :], paragraph)
        run.write(target[0], target[1], pile_of(run, *target) + cards, paragraph)


def _move_cards(
    run: Runs, amount: int, sources: list[PlaceKey | None], targets: list[PlaceKey | None], paragraph: str, up_to: bool
) -> None:
    """Cards by number: the last ones of a hand unless the rule names them."""
    left = amount
    for place in sources:
        if place is None or left == 0:
            break
        cards = pile_of(run, *place)
        part = cards[-left:] if left < len(cards) else cards
        run.write(place[0], place[1], cards[: len(cards) - len(part)], paragraph)
        left -= len(part)
        for target in targets:
            if target is not None:
                run.write(target[0], target[1], part + pile_of(run, *target), paragraph)
                break
    if left and not up_to:
        raise RuleFaultError(f"{amount} cards are to be taken, but {amount - left} are there", paragraph)


def put(run: Runs, cards: tuple[object, ...], where: str, name: str, keys: tuple[object, ...], paragraph: str) -> None:
    """Puts cards on, under or into a pile, taking them from wherever they lie."""
    for card in cards:
        if card != "?":
            _take_out(run, card, paragraph)
    held = pile_of(run, name, keys)
    run.write(name, keys, held + cards if where == "under" else cards + held, paragraph)


def _take_out(run: Runs, card: object, paragraph: str) -> None:
    for pile in run.ctx.code.piles:
        for keys in run.ctx.code.facts[pile].all_keys(run.ctx):
            held = run.ctx.told(pile, keys)
            if isinstance(held, tuple) and card in held:
                rest = list(held)
                rest.remove(card)
                run.write(pile, keys, tuple(rest), paragraph)
                return


def shuffle(run: Runs, name: str, keys: tuple[object, ...], paragraph: str) -> Going:
    """A pile in a new order, which somebody tells; unseen cards need none."""
    cards = pile_of(run, name, keys)
    if len(cards) < 2 or set(cards) == {"?"}:
        return
    choice = Choice("shuffle", name, keys, None, None, paragraph, lambda: iter([cards]), rests_on=(name,))
    order = freeze((yield from answer_to(choice, always=True)))
    if not isinstance(order, tuple) or sorted(map(str, order)) != sorted(map(str, cards)):
        wanted = f"a new order of the same {len(cards)} cards, from the top: [card, card, …]"
        raise WrongValueError(f"The order of {tell_text((name, keys))}", order, wanted)
    yield from run.change(name, keys, order, paragraph)
