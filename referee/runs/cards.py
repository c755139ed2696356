"""Cards between piles: each is taken from where it lies, and lies where it is put; what somebody was shown goes with its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from referee.books import Glimpse
from referee.errors import RuleFaultError, WrongValueError
from referee.notation import literal, tell_text
from referee.runs.decisions import answer_to
from referee.units.choices import Choice
from referee.units.places import PlaceKey
from referee.units.runner import Going, Runs
from referee.values import UNSEEN, Unknown, freeze

Cards = tuple[object, ...]


def pile_of(run: Runs, name: str, keys: tuple[object, ...]) -> Cards:
    """The cards of a pile; a pile told only by its number holds unseen cards."""
    value = run.read(name, keys)
    if isinstance(value, Unknown):
        run.need(value if value.origins() else Unknown(leaf=(name, keys)))
    if isinstance(value, int):
        return run.ctx.unseen_cards(value)
    return tuple(cast("Cards", value or ()))


def _lay(run: Runs, pile: PlaceKey, cards: Cards, where: str, paragraph: str) -> None:
    """Cards come to lie on top of a pile or under it."""
    held = pile_of(run, *pile)
    stay, new = range(len(held)), [None] * len(cards)
    if where == "under":
        run.write(*pile, held + cards, paragraph, [*stay, *new])
    else:
        run.write(*pile, cards + held, paragraph, [*new, *stay])


def _leave(run: Runs, pile: PlaceKey, held: Cards, gone: Sequence[int], paragraph: str) -> None:
    """Cards at some places leave a pile."""
    stay = [at for at in range(len(held)) if at not in gone]
    run.write(*pile, tuple(held[at] for at in stay), paragraph, stay)


def draw(run: Runs, amount: int, source: PlaceKey, target: PlaceKey, paragraph: str) -> int:
    """Takes cards from the top of one pile to another; fewer if there are fewer: how many were missing."""
    amount = max(0, amount)
    held = pile_of(run, *source)
    cards = held[:amount]
    if cards:
        _leave(run, source, held, range(len(cards)), paragraph)
        _lay(run, target, cards, "under", paragraph)
    return amount - len(cards)


def move_cards(
    run: Runs, amount: int, sources: list[PlaceKey | None], targets: list[PlaceKey | None], paragraph: str, up_to: bool
) -> None:
    """Cards by number: the lowest ones of a pile, for the rule names none."""
    left = amount
    target = next((place for place in targets if place is not None), None)
    for place in sources:
        if place is None or left == 0:
            break
        held = pile_of(run, *place)
        part = held[-left:]
        _leave(run, place, held, range(len(held) - len(part), len(held)), paragraph)
        left -= len(part)
        if target is not None:
            _lay(run, target, part, "on", paragraph)
    if left and not up_to:
        raise RuleFaultError(f"{amount} cards are to be taken, but {amount - left} are there", paragraph)


def put(run: Runs, cards: Cards, where: str, pile: PlaceKey, source: PlaceKey | None, paragraph: str) -> None:
    """Puts cards on, under or into a pile, taking them from another, or else from wherever they lie."""
    for card in cards:
        if source is not None:
            _take_from(run, card, source, paragraph)
        elif card != UNSEEN:
            _take_out(run, card, paragraph)
    _lay(run, pile, cards, where, paragraph)


def _take_from(run: Runs, card: object, pile: PlaceKey, paragraph: str) -> None:
    """One card leaves the pile it is said to lie in; where the faces of some are not known, it is one of those."""
    held = pile_of(run, *pile)
    at = next((held.index(face) for face in (card, UNSEEN) if face in held), None)
    if at is None:
        raise RuleFaultError(
            f"{literal(card)} is to be taken from {tell_text(pile)}, and does not lie there", paragraph
        )
    _leave(run, pile, held, (at,), paragraph)


def _take_out(run: Runs, card: object, paragraph: str) -> None:
    """A card leaves the pile it lies in; one that lies in several must be said to come from one of them."""
    found = [
        (pile, keys) for pile in run.ctx.code.piles for keys in run.ctx.code.facts[pile].all_keys(run.ctx)
        if isinstance(held := run.ctx.told(pile, keys), tuple) and card in held
    ]  # fmt: skip
    if len(found) > 1:
        one, other = (tell_text(pile) for pile in found[:2])
        raise RuleFaultError(
            f"{literal(card)} lies in {one} and in {other}; the rule must say from where: put … from {one} on …",
            paragraph,
        )
    if found:
        _take_from(run, card, found[0], paragraph)


def shuffle(run: Runs, name: str, keys: tuple[object, ...], paragraph: str) -> Going:
    """A pile in a new order, which somebody tells; unseen cards need none."""
    cards = pile_of(run, name, keys)
    run.draft.shift(name, keys, ())
    if len(cards) < 2 or set(cards) == {UNSEEN}:
        return
    choice = Choice("shuffle", name, keys, None, None, paragraph, lambda: iter([cards]), rests_on=(name,))
    order = freeze((yield from answer_to(choice, always=True)))
    if isinstance(order, Unknown):
        order = len(cards)  # the same cards, and nobody knows which lies where
    elif not isinstance(order, tuple) or sorted(map(str, order)) != sorted(map(str, cards)):
        wanted = f"a new order of the same {len(cards)} cards, from the top: [card, card, …]"
        raise WrongValueError(f"The order of {tell_text((name, keys))}", order, wanted)
    yield from run.change(name, keys, order, paragraph)


def disclose(run: Runs, amount: object, name: str, keys: tuple[object, ...], to: object) -> None:
    """Shows what a fact is now, or the uppermost cards of a pile, to somebody or to several."""
    viewers = to if isinstance(to, tuple) else () if to is None else (to,)
    cards: tuple[int, ...] | None = None
    if name in run.ctx.code.piles:
        number = len(pile_of(run, name, keys))
        cards = tuple(range(number if amount is None else min(number, max(0, cast(int, amount)))))
    shown = tuple(Glimpse(cast(str, viewer), name, keys, cards) for viewer in viewers if cards != ())
    run.draft.glimpses += tuple(glimpse for glimpse in shown if glimpse not in run.draft.glimpses)
