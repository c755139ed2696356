"""From which number on everything surely fails: so that a parameter without an end can be listed whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.rules.judgement import Judgement
from referee.runtime.functions import STUMBLES
from referee.values import Unknown

if TYPE_CHECKING:
    from referee.runs.listing import Listing

#: where an end is looked for
ENDS = (5, 13)


class Tails:
    """Looks for the ends of one listing's parameters, by judging all higher numbers at once."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing

    def end(self, param: str, holding: Callable[[Unknown], object], most: int) -> int | None:
        """A number from which on whatever holds it is refused; None where none up to `most` surely is."""
        return next((end for end in (*ENDS, most) if self.refuses(param, holding(Unknown(end, None)))), None)

    def refuses(self, param: str, value: object) -> bool:
        """Whether every value that this one stands for fails, with the arguments bound so far."""
        listing = self.listing
        slot = listing.action.scope.slots[param]
        outer, listing.e[slot] = listing.e[slot], value
        listing.refresh()
        try:
            return self._own(param) or self._passed_on(param)
        except STUMBLES:
            return False
        finally:
            listing.e[slot] = outer
            listing.refresh()

    def _own(self, param: str) -> bool:
        listing = self.listing
        bound = listing.bound | {param}
        parts = [part for needs, part in listing.ahead.reading(param, listing.nested) if needs <= bound]
        frame = list(listing.e)
        listing.action.enter(listing.ctx, frame)
        judgement = Judgement(listing.action, listing.ctx, frame, nested=listing.nested, full=False)
        return bool(parts) and judgement.refuse(parts)

    def _passed_on(self, param: str) -> bool:
        listing = self.listing
        bound = listing.bound | {param}
        return any(
            lifted.surely_fails(listing.ctx, list(listing.e), listing.role, listing.action.name)
            for lifted in listing.lifted
            if param in lifted.needs and lifted.needs <= bound and not lifted.after
        )
