"""Paragraphs of a game among which cards of your own stand: cited like the others, shown where they are kept."""

from __future__ import annotations

from dataclasses import replace

from kb.model.entities import Paragraph
from referee.service.game.graft import OWN
from web.game.quotes import Quotes, Shown
from web.game.reader import Reader
from web.game.volume import Volume


class OwnQuotes(Quotes):
    """Paragraphs of a game among which cards of your own have no page in the corpus."""

    def __init__(self, volume: Volume, reader: Reader, home: str) -> None:
        super().__init__(volume, reader)
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
        return self.reader.t("cards.own") if paragraph.source == OWN else super().label(paragraph)

    def section(self, paragraph: Paragraph) -> str:
        """And it stands nowhere."""
        return "" if paragraph.source == OWN else super().section(paragraph)

    def brief(self, identity: str) -> Shown:
        """What it is called says where it comes from."""
        shown = super().brief(identity)
        return replace(shown, source="") if self.is_own(identity) else shown
