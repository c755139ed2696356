"""The own cards of tables: read, and put into a copy of their game. The copies last used are kept, since compiling takes time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from referee.state import State
from web.corpus import Volume
from web.crafting import Craft, craft, shown_title
from web.growing import WHOLE, own_card, with_cards
from web.store import mark_of

#: copies that are remembered
MOST = 16


@dataclass(frozen=True, slots=True)
class Kept:
    """One own card of a table."""

    text: str  #: as it was typed
    made: Craft
    paragraph: str  #: what it is cited as; empty when it counts for nothing

    @property
    def mark(self) -> str:
        """What tells it apart from the other cards of its table."""
        return mark_of(self.text)

    @property
    def name(self) -> str:
        """The name of its action; empty when it cannot be read any more."""
        return self.made.name

    @property
    def title(self) -> str:
        """What it is called, in every language."""
        card = self.made.card
        return shown_title(card, self.made.name) if card is not None else self.text.split("\n", 1)[0][:80]

    @property
    def fault(self) -> str:
        """Why it counts for nothing; empty when it counts."""
        if self.paragraph:
            return ""
        for error in self.made.errors:
            return f"line {error['line']}, column {error['column']}: {error['message']}. {error['cure']}"
        if self.made.card is None:
            return "the game has no card language."
        return "another card has its title." if self.made.action is not None else "no player plays cards of its kind."

    def played(self, state: State) -> bool:
        """Whether it was played in what led to this state: its copies are counted there."""
        return state.used_up(WHOLE, self.name)


Grown = tuple[Volume, tuple[Kept, ...]]


class Shelf:
    """Games with the own cards of tables in them."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._grown: OrderedDict[tuple[str, str, tuple[str, ...]], Grown] = OrderedDict()

    def grown(self, volume: Volume, texts: tuple[str, ...], read: Mapping[str, Craft] | None = None) -> Grown:
        """A game with these cards, and each card as it was read; those that cannot be read count for nothing.

        `read`: cards that were read just now, by their text."""
        if not texts:
            return volume, ()
        key = (volume.id, volume.game.version, texts)
        with self._lock:
            found = self._grown.pop(key, None)
            if found is None:
                found = _grow(volume, texts, read or {})
            self._grown[key] = found
            while len(self._grown) > self._most:
                self._grown.popitem(last=False)
        return found


def _grow(volume: Volume, texts: tuple[str, ...], read: Mapping[str, Craft]) -> Grown:
    kept: list[Kept] = []
    if volume.game.card_words is None:  # the game had a card language when they were kept
        return volume, tuple(Kept(text, Craft(), "") for text in texts)
    for text in texts:
        made = read.get(text) or craft(volume.game, text)
        counts = made.action is not None and made.name not in {card.name for card in kept}
        kept.append(Kept(text, made, own_card(made).paragraph(volume.game) if counts else ""))
    return with_cards(volume.game, [card.made for card in kept if card.paragraph], volume), tuple(kept)
