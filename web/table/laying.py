"""Cards laid out and filled at once: whose they are, who stands in their slots, and what is left of what they are filled from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from kb.board.layout import Layout, Part
from referee.service import Field, Option, Words, fact_text
from referee.state import State
from web.table.board.picture import Picture
from web.table.fields import Fields

#: cards that may be laid out at once beside those that are there
ADDED = 40


@dataclass(frozen=True, slots=True)
class Lay:
    """Cards that can be laid out, several at once: whose they are, and by whom their slots are filled."""

    cards: tuple[Option, ...]
    whose: Field | None
    filled: Field | None


class Laying:
    """Lays cards out at one table."""

    def __init__(self, words: Words, picture: Picture, seen: State, fields: Fields) -> None:
        self._words, self._picture, self._seen, self._fields = words, picture, seen, fields
        self._layout: Layout = picture.layout

    def lay(self, part: Part, there: Iterable[str]) -> Lay | None:
        """What can be laid out beside the cards that are there."""
        if part.shape != "cards":
            return None
        known = frozenset(there)
        cards = tuple(
            Option(each, self._words.value(each)) for each in self._picture.members(part.kind) if each not in known
        )
        cards = tuple(sorted(cards, key=lambda card: card.text.casefold()))  # to be found by name
        slots = part.slots[0] if len(part.slots) > 1 else ""
        return Lay(cards, self._fields.few(part.under), self._fields.few(slots)) if cards else None

    def laid(self, cards: Iterable[str], whose: str, filled: str) -> dict[str, str]:
        """The facts that cards laid out at once tell."""
        told: dict[str, str] = {}
        known = {
            each: part
            for area in self._layout.areas
            for part in area.parts
            if part.shape == "cards"
            for each in self._picture.members(part.kind)
        }
        listed = [card for card in islice(cards, ADDED) if card in known]
        if whose:
            told |= {fact_text(known[card].under, (card,)): whose for card in listed if known[card].under}
        return told | (self.filled((card, filled) for card in listed) if filled else {})

    def stands(self, part: Part, each: str) -> str:
        """Who stands in all slots of a card, each with what it asks for; nothing where they differ."""
        seats = self._picture.painter.seats(part, each)
        now = {self._seen.fact(part.slots[0], each, slot) for slot in seats}
        as_asked = all(self._seen.fact(part.slots[1], each, slot) == asked for slot, asked in seats.items())
        whose = now.pop() if len(now) == 1 else None
        return whose if isinstance(whose, str) and as_asked else ""

    def filled(self, cards: Iterable[tuple[str, str]]) -> dict[str, str]:
        """The facts that cards filled at once tell: the first slot fact by whom, the second by what the slot asks for, and what is
        left of the stock they are filled from."""
        told: dict[str, str] = {}
        taken: Counter[tuple[str, str, str]] = Counter()
        for card, whose in cards:
            for part in (part for area in self._layout.areas for part in area.parts if len(part.slots) > 1):
                if card in self._picture.members(part.kind):
                    if whose == self.stands(part, card):
                        break  # it was marked so: what is told slot by slot counts
                    for slot, asked in self._picture.painter.seats(part, card).items():
                        sort = asked if isinstance(asked, str) else "none"
                        told[fact_text(part.slots[0], (card, slot))] = whose
                        told[fact_text(part.slots[1], (card, slot))] = sort if whose != "none" else "none"
                        before = self._seen.fact(part.slots[0], card, slot), self._seen.fact(part.slots[1], card, slot)
                        if part.stock and before != (whose, sort):
                            taken[part.stock, whose, sort] += 1
                            taken[part.stock, str(before[0]), str(before[1])] -= 1
                    break
        for (stock, whose, sort), number in taken.items():
            left = self._seen.fact(stock, whose, sort)
            if isinstance(left, int) and number:
                # a table told by hand need not add up: where more stand on cards than there were, none are left
                told[fact_text(stock, (whose, sort))] = str(max(0, left - number))
        return told
