"""The own cards of tables: read, and put into a copy of their game. The copies last used are kept, since compiling takes time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from flask import Flask, current_app

from referee.service import working
from referee.service.game.graft import WHOLE
from referee.state import State
from web.base.recent import Recent
from web.cards.craft import Craft, craft, shown_title
from web.cards.graft import own_card, with_cards
from web.game.volume import Volume
from web.store.secret import mark_of

#: copies that are remembered, and cards that were read
MOST, MOST_CRAFTS = 8, 512


@dataclass(frozen=True, slots=True)
class KeptCard:
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


Grown = tuple[Volume, tuple[KeptCard, ...]]


class CardShelf:
    """Games with the own cards of tables in them."""

    def __init__(self, most: int = MOST) -> None:
        self._grown: Recent[tuple[str, str, tuple[str, ...]], Grown] = Recent(most)
        self._crafts: Recent[tuple[str, str, str], Craft] = Recent(MOST_CRAFTS)

    def grown(self, volume: Volume, texts: tuple[str, ...], read: Mapping[str, Craft] | None = None) -> Grown:
        """A game with these cards, and each card as it was read; those that cannot be read count for nothing.

        `read`: cards that were read just now, by their text."""
        if not texts:
            return volume, ()
        key = (volume.id, volume.game.version, texts)
        found = self._grown.find(key)
        if found is None:  # two who come at once both make it; either serves, and nobody waits for another's cards
            found = self._grow(volume, texts, read or {})
        return self._grown.keep(key, found)

    def craft(self, volume: Volume, text: str) -> Craft:
        """A card as it is read, remembered for the next who bring it."""
        key = (volume.id, volume.game.version, text)
        made = self._crafts.find(key)
        if made is None:
            with working() as meter:
                meter.check()
                made = craft(volume.game, text)
        return self._crafts.keep(key, made)

    def _grow(self, volume: Volume, texts: tuple[str, ...], read: Mapping[str, Craft]) -> Grown:
        if volume.game.card_words is None:  # the game had a card language when they were kept
            return volume, tuple(KeptCard(text, Craft(), "") for text in texts)
        crafts = [read.get(text) or self.craft(volume, text) for text in texts]
        return _with(volume, texts, crafts)


def init_app(app: Flask) -> None:
    """One shelf for the app."""
    app.extensions["paragraf-shelf"] = CardShelf()


def shelf() -> CardShelf:
    """The shelf of this app."""
    return cast(CardShelf, current_app.extensions["paragraf-shelf"])


def _with(volume: Volume, texts: tuple[str, ...], crafts: list[Craft]) -> Grown:
    kept: list[KeptCard] = []
    for text, made in zip(texts, crafts, strict=True):
        counts = made.action is not None and made.name not in {card.name for card in kept}
        kept.append(KeptCard(text, made, own_card(made).paragraph(volume.game) if counts else ""))
    return with_cards(volume.game, [card.made for card in kept if card.paragraph], volume), tuple(kept)
