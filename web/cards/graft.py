"""A game with cards of your own in it: a copy, so that nothing typed ever reaches the game itself."""

from __future__ import annotations

from collections.abc import Sequence

from kb.library import Game
from referee.service import Captions, OwnCard
from referee.service.game import graft
from web.base.interface import everywhere
from web.cards.craft import Craft, shown_title
from web.game.volume import Volume


def own_card(made: Craft) -> OwnCard:
    """A card without a fault that somebody plays, as it is grafted on a game."""
    card = made.card
    assert card is not None and made.lowered is not None
    return OwnCard(made.name, card.kind, shown_title(card, made.name), card.copies or 1, made.meaning, made.lowered)


def with_cards(game: Game, crafts: Sequence[Craft], kin: Volume | None = None) -> Volume:
    """A volume of its own with these cards in it, all of which somebody plays and no two of one name; `kin`: that of the game."""
    captions = Captions(everywhere("cards.own"), everywhere("cards.whole_game"))
    return Volume(graft.with_cards(game, [own_card(made) for made in crafts], captions), kin=kin)
