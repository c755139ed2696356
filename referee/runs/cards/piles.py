"""Cards between piles: each is taken from where it lies, and lies where it is put; what somebody was shown goes with its place.

A pile is known as its cards in their order, some of them perhaps unseen; as what it holds in an order nobody knows (Heap); or by
its number alone.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import cast

from referee.books import Glimpse
from referee.errors import NeedFact, RuleFaultError, WrongValueError
from referee.evaluation.interface import BY_RULE
from referee.evaluation.sight import Veil
from referee.notation import literal, tell_text
from referee.rules.code import code_behind
from referee.runs.cards.faces import Cards, Pile, asked, cards_of, size_of
from referee.runs.decisions import answer_to
from referee.runs.derived import counted_on
from referee.units.choices import Choice
from referee.units.places import PlaceKey
from referee.units.runner import Going, Runs
from referee.values import UNSEEN, Deed, Heap, Leaf, Unknown, freeze

#: the answer to a shuffle that counts for all that follow in the same deed: nobody knows the order
ALL = "shuffled"


def pile_of(run: Runs, name: str, keys: tuple[object, ...]) -> Pile:
    """What is known of a pile."""
    value = run.read(name, keys)
    if isinstance(value, Unknown):
        run.need(value if value.origins() else Unknown(leaf=(name, keys)))
    if isinstance(value, int):
        run.ctx.unseen_cards(value)  # which must not be too many
        return value
    return value if isinstance(value, Heap) else tuple(cast("Cards", value or ()))


def size_bounds(run: Runs, pile: PlaceKey) -> tuple[int, int | None]:
    """How many cards lie in a pile at least, and at most where that is known."""
    value = run.read(*pile)
    if not isinstance(value, Unknown):
        number = size_of(value if isinstance(value, int | Heap) else tuple(cast("Cards", value or ())))
        return number, number
    low, high = value.bounds()
    return low or 0, high


def _hold(run: Runs, pile: PlaceKey, old: Unknown, step: int, behind: tuple[Leaf, ...]) -> None:
    """A pile of which only so much is known as of what it was: so many cards more or fewer."""
    low, high = old.bounds()
    low, high = max(0, (low or 0) + step), None if high is None else max(0, high + step)
    if old.leaf == pile:
        run.store(*pile, Unknown(low, high, None, pile, old.shift + step))
    else:
        run.store(*pile, Unknown(low, high, behind=behind))


def _lay(run: Runs, pile: PlaceKey, cards: Cards, where: str, paragraph: str, place: int | None = None) -> None:
    """Cards come to lie on top of a pile, under it, at a place of it, or, where nobody knows its order, anywhere in it."""
    if not cards:
        return
    try:
        known = pile_of(run, *pile)
    except NeedFact as need:
        _unsure(run, need, pile, more=cards)
        return
    if isinstance(known, Heap) and where == "into" and place is None:
        run.write(*pile, _mixed((*known.cards(), *cards)), paragraph)
        return
    held = cards_of(known)
    stay, new = range(len(held)), [None] * len(cards)
    above = len(held) if where == "under" else 0 if place is None else place - 1
    if not 0 <= above <= len(held):
        raise RuleFaultError(
            f"a card is to be put at place {place} of {tell_text(pile)}, which has places from 1 to {len(held) + 1} for it",
            paragraph,
        )
    laid = (*held[:above], *cards, *held[above:])
    run.write(*pile, laid, paragraph, [*stay[:above], *new, *stay[above:]])


def _unsure(run: Runs, need: NeedFact, pile: PlaceKey, more: Cards = (), fewer: Cards = ()) -> None:
    """Nobody knows what lies in a pile now; but a number that was told of it counts on, and so does how much at least lies there."""
    counting = counted_on(run, code_behind(run.ctx), pile, more, fewer) if run.loose and not run.doubts else []
    old = run.read(*pile)
    run.blur(need, places=(pile,))
    if not run.doubts and isinstance(old, Unknown):
        _hold(run, pile, old, len(more) - len(fewer), need.behind)
    for making in counting:
        run.store(making.name, making.keys, making.told)


def _leave(run: Runs, pile: PlaceKey, held: Cards, gone: Sequence[int], paragraph: str) -> None:
    """Cards at some places leave a pile."""
    stay = [at for at in range(len(held)) if at not in gone]
    run.write(*pile, tuple(held[at] for at in stay), paragraph, stay)


def _mixed(cards: Cards) -> Pile:
    """Cards in an order nobody knows; where some are unseen only their number is left."""
    return len(cards) if UNSEEN in cards else Heap.of(cards) if cards else ()


def draw(run: Runs, amount: int, source: PlaceKey, target: PlaceKey, paragraph: str) -> Generator[Choice, object, int]:
    """Takes cards from the top of one pile to another; fewer if there are fewer: how many were missing.

    What comes up in the open has to be told; what is drawn unseen by somebody stays unseen until it is told."""
    least, most = size_bounds(run, source) if run.loose else (0, 0)
    if least != most and 0 < amount <= least:  # what is left nobody knows, but so many are there
        _take_some(run, source, amount, paragraph)
        _lay(run, target, (UNSEEN,) * amount, "under", paragraph)
        return 0
    left = pile_of(run, *source)
    number = min(max(0, amount), size_of(left))
    openly = run.asks and is_open(run, target)
    drawn: list[object] = []
    while len(drawn) < number:
        card, left = _upper(left, number - len(drawn))
        if card == UNSEEN and openly:
            card = yield from asked(run, source, paragraph, drawn)
            left = left.without(card) if isinstance(left, Heap) else left
        elif card == UNSEEN and isinstance(left, Heap):
            left = size_of(left) - 1
        drawn.append(card)
    if drawn:
        stay = range(number, number + size_of(left)) if isinstance(left, tuple) else ()
        run.write(*source, left, paragraph, stay)
        _lay(run, target, tuple(drawn), "under", paragraph)
    return max(0, amount) - len(drawn)


def _upper(pile: Pile, wanted: int) -> tuple[object, Pile]:
    """The uppermost card and what is left below it; of an order nobody knows it is known only if it must be drawn anyhow."""
    if isinstance(pile, tuple):
        return pile[0], pile[1:]
    if isinstance(pile, int):
        return UNSEEN, pile - 1
    if len(pile) > 1 and wanted < size_of(pile):
        return UNSEEN, pile
    card = next(iter(pile))
    return card, pile.without(card) or ()


def is_open(run: Runs, pile: PlaceKey) -> bool:
    """Whether everybody sees what comes to lie in a pile."""
    info = run.ctx.code.facts[pile[0]]
    if info.hidden == BY_RULE:
        return not Veil(run.ctx.code, run.draft, run.ctx.readings).hides(info, pile[1], None)
    return not info.hidden


def _take_some(run: Runs, pile: PlaceKey, amount: int, paragraph: str) -> None:
    """So many cards leave a pile of which only the bounds of its number are known."""
    value = run.read(*pile)
    assert isinstance(value, Unknown)
    low, high = value.bounds()
    rest = None if high is None else max(0, high - amount)
    run.write(*pile, Unknown(max(0, (low or 0) - amount), rest, behind=value.origins()), paragraph)


def move_some(
    run: Runs, amount: Unknown, sources: list[PlaceKey | None], targets: list[PlaceKey | None], paragraph: str
) -> None:
    """Cards by a number nobody knows: a pile that is moved whole is empty then, of others the bounds of their number are known."""
    behind, (fewest, most) = amount.origins(), amount.bounds()
    for place in sources:
        if place is None:
            continue
        low, high = size_bounds(run, place)
        whole = amount.leaf == place and not amount.shift
        rest = () if whole else Unknown(0 if most is None else max(0, low - most), high, behind=behind)
        run.write(*place, rest, paragraph)
    target = next((place for place in targets if place is not None), None)
    if target is not None:
        low, high = size_bounds(run, target)
        top = None if high is None or most is None else high + most
        run.write(*target, Unknown(low + max(0, fewest or 0), top, behind=behind), paragraph)


def move_cards(
    run: Runs, amount: int, sources: list[PlaceKey | None], targets: list[PlaceKey | None], paragraph: str, up_to: bool
) -> None:
    """Cards by number: the lowest ones of a pile, for the rule names none."""
    left = amount
    target = next((place for place in targets if place is not None), None)
    for place in sources:
        if place is None or left == 0:
            break
        try:
            known = pile_of(run, *place)
        except NeedFact as need:
            if not run.loose:
                raise
            least, _ = size_bounds(run, place)
            if up_to and least < left:
                move_some(run, Unknown(least, left, behind=need.behind), [place], [target], paragraph)
            else:  # what is told to be done can be done
                _unsure(run, need, place, fewer=(UNSEEN,) * left)
                if target is not None:
                    _lay(run, target, (UNSEEN,) * left, "on", paragraph)
            return
        held = known.cards() if isinstance(known, Heap) and left >= size_of(known) else cards_of(known)
        part = held[-left:]
        _leave(run, place, held, range(len(held) - len(part), len(held)), paragraph)
        left -= len(part)
        if target is not None:
            _lay(run, target, part, "on", paragraph)
    if left and not up_to:
        raise RuleFaultError(f"{amount} cards are to be taken, but {amount - left} are there", paragraph)


def put(
    run: Runs, what: object, where: str, pile: PlaceKey, source: PlaceKey | None, paragraph: str, nth: int | None = None, place: int | None = None,
) -> None:  # fmt: skip
    """Puts cards on, under or into a pile, or at a place of it, taking them from another, at their place where that is named, or
    else from wherever they lie."""
    if isinstance(what, int | Heap) and source is not None:  # a whole pile of which not all is known
        run.write(*source, (), paragraph)
        _pour(run, what, where, pile, paragraph)
        return
    listed = what if isinstance(what, tuple) and not isinstance(what, Deed) else () if what is None else (what,)
    for card in listed:
        if source is not None:
            _take_from(run, card, source, paragraph, nth)
        elif card != UNSEEN:
            _take_out(run, card, paragraph)
        elif run.unseen_from is not None:
            _take_from(run, card, run.unseen_from, paragraph)
    _lay(run, pile, listed, where, paragraph, place)


def _pour(run: Runs, cards: int | Heap, where: str, pile: PlaceKey, paragraph: str) -> None:
    """A whole pile comes to lie on another; what it holds stays known where nothing else lies there."""
    try:
        there = size_of(pile_of(run, *pile))
    except NeedFact as need:
        run.blur(need, places=(pile,))
        return
    if not there:
        run.write(*pile, cards, paragraph)
    else:
        known = cards.cards() if isinstance(cards, Heap) and where == "into" else cards_of(cards)
        _lay(run, pile, known, where, paragraph)


def _take_from(run: Runs, card: object, pile: PlaceKey, paragraph: str, nth: int | None = None) -> None:
    """One card leaves the pile it is said to lie in, perhaps at a place; where the faces of some are not known, it is one of those."""
    try:
        known = pile_of(run, *pile)
    except NeedFact as need:
        _unsure(run, need, pile, fewer=(card,))
        return
    if isinstance(known, Heap) and (card in known or card == UNSEEN):
        rest = size_of(known) - 1 if card == UNSEEN else known.without(card)
        run.write(*pile, rest or (), paragraph)
        return
    held = () if isinstance(known, Heap) else cards_of(known)
    at = next((held.index(face) for face in (card, UNSEEN) if face in held), None)
    if nth is not None and held[nth - 1] in (card, UNSEEN):
        at = nth - 1
    if at is None:
        raise RuleFaultError(
            f"{literal(card)} is to be taken from {tell_text(pile)}, and does not lie there", paragraph
        )
    _leave(run, pile, held, (at,), paragraph)


def _take_out(run: Runs, card: object, paragraph: str) -> None:
    """A card leaves the pile it lies in; one that lies in several must be said to come from one of them."""
    found = [
        (pile, keys) for pile in run.ctx.code.piles for keys in run.ctx.code.facts[pile].all_keys(run.ctx)
        if isinstance(held := run.ctx.told(pile, keys), tuple | Heap) and card in held
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
    """A pile in a new order, which somebody tells, or which nobody knows; cards whose order nobody knows need none."""
    if run.loose and isinstance(run.read(name, keys), Unknown):
        return  # the same cards, and nobody knew which lay where
    cards = pile_of(run, name, keys)
    run.draft.shift(name, keys, ())
    if not isinstance(cards, tuple) or len(cards) < 2 or set(cards) == {UNSEEN}:
        return
    if run.unordered:
        yield from run.change(name, keys, _mixed(cards), paragraph)
        return
    choice = Choice("shuffle", name, keys, None, None, paragraph, lambda: iter([cards]), rests_on=(name,))
    order = freeze((yield from answer_to(run, choice, always=True)))
    if order is None or order == ALL or isinstance(order, Unknown):  # the same cards, and nobody knows which lies where
        run.unordered = order == ALL
        yield from run.change(name, keys, _mixed(cards), paragraph)
        return
    if not isinstance(order, tuple) or sorted(map(str, order)) != sorted(map(str, cards)):
        wanted = f"a new order of the same {len(cards)} cards, from the top: [card, card, …], or none: nobody knows it"
        raise WrongValueError(f"The order of {tell_text((name, keys))}", order, wanted)
    yield from run.change(name, keys, order, paragraph)


def disclose(run: Runs, amount: object, name: str, keys: tuple[object, ...], to: object) -> None:
    """Shows what a fact is now, or the uppermost cards of a pile, to somebody or to several."""
    viewers = to if isinstance(to, tuple) else () if to is None else (to,)
    cards: tuple[int, ...] | None = None
    if name in run.ctx.code.piles:
        pile = pile_of(run, name, keys)
        number = len(pile) if isinstance(pile, tuple) else 0
        cards = tuple(range(number if amount is None else min(number, max(0, cast(int, amount)))))
    shown = tuple(Glimpse(cast(str, viewer), name, keys, cards) for viewer in viewers if cards != ())
    run.draft.glimpses += tuple(glimpse for glimpse in shown if glimpse not in run.draft.glimpses)
