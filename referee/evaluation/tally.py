"""What an evaluation goes over and puts together, counted on the meter of its request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from referee.budget import LONGEST, Meter
from referee.errors import TooLargeError
from referee.values import UNSEEN, Heap

#: what a loop goes over
Items = TypeVar("Items", bound=Sequence[object])


class Counting:
    """Counts on a meter: what is gone over and what is put together; nothing else is known of an evaluation here."""

    __slots__ = ()
    meter: Meter

    def turns(self, items: Items) -> Items:
        """What a loop goes over, counted before the first of it is looked at."""
        found = self.meter
        found.left -= len(items)
        if found.left < 0:
            found.look()
        return items

    def listed(self, items: range) -> tuple[int, ...]:
        """Numbers as a list."""
        if len(items) > LONGEST:
            raise TooLargeError("list", LONGEST, len(items))
        return tuple(self.turns(items))

    def whole_list(self, items: tuple[object, ...]) -> tuple[object, ...]:
        """A list that was put together, unless it is longer than any of a game."""
        if len(items) > LONGEST:
            raise TooLargeError("list", LONGEST, len(items))
        return items

    def unseen_cards(self, number: int) -> tuple[str, ...]:
        """A pile told by its number."""
        return (UNSEEN,) * len(self.listed(range(number)))

    def each(self, value: object) -> Sequence[object]:
        """What open code goes over; a pile told by its number holds unseen cards."""
        if type(value) is int:
            return self.unseen_cards(value)
        if isinstance(value, Heap):
            return self.turns(value.cards())
        items: Sequence[object] = value or ()  # type: ignore[assignment]
        found = self.meter
        found.left -= len(items)
        if found.left < 0:
            found.look()
        return items
