"""A game with cards of your own in it: a copy, so that nothing typed ever reaches the game itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grammar import nodes as n
from kb.cards.own import held
from kb.library import Game
from kb.model import Heading, Paragraph, Place, Source, Word
from kb.program import Cited, Program, extended
from web.context import Here
from web.corpus import Volume
from web.crafting import Craft, shown_title
from web.i18n import everywhere
from web.paragraphs import Pages, Shown

#: the source such a card is cited as
OWN = "own"
#: what the copies of a card are counted over: nothing of that name ever begins, so that they are counted to the end
WHOLE = "whole_game"


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


def with_cards(game: Game, crafts: Sequence[Craft]) -> Volume:
    """A volume of its own with these cards in it, all of which somebody plays and no two of one name."""
    prose = game.prose
    source = prose.sources.get("card") or next(iter(prose.sources.values()), None)
    own = Source(OWN, source.rank if source else 0, everywhere("cards.own"))
    program = extended(game.program, [cited for made in crafts for cited in _statements(game, made, own.rank)])
    paragraphs, headings, words = dict(prose.paragraphs), dict(prose.headings), dict(prose.words)
    words.setdefault(WHOLE, Word(WHOLE, everywhere("cards.whole_game"), {}))
    for made in crafts:
        assert made.card is not None
        _list_among_cards(program, game, made)
        identity, place = own_paragraph(game, made), Place("own card", 1)
        titles = dict.fromkeys(prose.languages, shown_title(made.card, made.name))
        paragraphs[identity] = Paragraph(identity, game.id, "", f"{identity}.title", made.meaning, {}, OWN, place)
        headings[f"{identity}.title"] = Heading(f"{identity}.title", 2, titles, "", place)
        words[made.name] = Word(made.name, titles, {})
    sources = {**prose.sources, OWN: own}
    grown = replace(prose, paragraphs=paragraphs, headings=headings, words=words, sources=sources)
    return Volume(replace(game, prose=grown, program=program))


def _statements(game: Game, made: Craft, rank: int) -> list[Cited]:
    """What a card adds to the rules: itself, as often as it has copies, and how it is held."""
    card, lowered, language = made.card, made.lowered, game.card_words
    assert card is not None and lowered is not None and lowered.action is not None and language is not None
    copies = n.Limit(n.Number(card.copies or 1), WHOLE)
    action = replace(lowered.action, clauses=(*lowered.action.clauses, copies))
    nodes = (action, *lowered.others, *held(language, card.kind, made.name))
    return [Cited(node, own_paragraph(game, made), Place("own card", 1), rank) for node in nodes]


def _list_among_cards(program: Program, game: Game, made: Craft) -> None:
    """Adds the card to the kind that lists the cards of its sort."""
    assert made.card is not None
    played = {entry.action for entry in game.cards if entry.kind == made.card.kind}
    for kind, members in game.program.members.items():
        if 2 * len(played.intersection(members)) > max(len(members), len(played)):
            program.members[kind] = (*program.members[kind], made.name)


def own_paragraph(game: Game, made: Craft) -> str:
    """The paragraph that stands for the card's own text."""
    return f"{game.prose.prefix}.card.own_{made.name.removeprefix('card_')}"
