"""A game with cards of your own in it: a copy, so that nothing typed ever reaches the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.library import Game
from kb.model.entities import Paragraph
from referee.service import Captions, OwnCard
from referee.service.game import graft
from referee.service.game.graft import OWN, WHOLE
from web.context import Here
from web.corpus import Volume
from web.crafting import Craft, shown_title
from web.i18n import everywhere
from web.paragraphs import Pages, Shown

__all__ = ["WHOLE", "OwnPages", "own_card", "with_cards"]


class OwnPages(Pages):
    """Paragraphs of a game among which cards of your own have no page in the corpus."""

    def __init__(self, volume: Volume, now: Here, home: str) -> None:
        super().__init__(volume, now)
        self.home = home  #: the page that shows them

    def is_own(self, identity: str) -> bool:
        """Whether it is a card of your own."""
        paragraph = self.volume.game.paragraph(identity)
        return paragraph is not None and paragraph.source == OWN

    def url(self, identity: str) -> str:
        """A card of your own stands where it is kept."""
        return f"{self.home}#{identity}" if self.is_own(identity) else super().url(identity)

    def label(self, paragraph: Paragraph) -> str:
        """A card of your own has no number; it is called what it is."""
        return self.now.t("cards.own") if paragraph.source == OWN else super().label(paragraph)

    def brief(self, identity: str) -> Shown:
        """What it is called says where it comes from."""
        shown = super().brief(identity)
        return replace(shown, source="") if self.is_own(identity) else shown


def own_card(made: Craft) -> OwnCard:
    """A card without a fault that somebody plays, as it is grafted on a game."""
    card = made.card
    assert card is not None and made.lowered is not None
    return OwnCard(made.name, card.kind, shown_title(card, made.name), card.copies or 1, made.meaning, made.lowered)


def with_cards(game: Game, crafts: Sequence[Craft], kin: Volume | None = None) -> Volume:
    """A volume of its own with these cards in it, all of which somebody plays and no two of one name; `kin`: that of the game."""
    captions = Captions(everywhere("cards.own"), everywhere("cards.whole_game"))
    return Volume(graft.with_cards(game, [own_card(made) for made in crafts], captions), kin=kin)
