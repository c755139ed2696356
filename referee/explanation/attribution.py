"""What is said of a paragraph's wording: that it is ours, and where the original stands."""

from __future__ import annotations

from kb.model.entities import GameProse, Paragraph
from referee.explanation.words.phrases import phrase


def attribution(prose: GameProse, paragraph: Paragraph, edition: str, lang: str) -> str:
    """Whose words a paragraph is in; empty where it is the original: a game without a printed book, a card of a table's own."""
    if not prose.editions or paragraph.source not in prose.sources:
        return ""
    if paragraph.printed:
        return phrase(f"wording.{paragraph.printed}", lang)
    page = paragraph.pages.get(edition, "")
    place = ", ".join(part for part in (paragraph.number, phrase("page", lang, page) if page else "") if part)
    return phrase("wording.place", lang, place) if place else phrase("wording", lang)
