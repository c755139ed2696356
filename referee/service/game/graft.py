"""A game with cards of your own in it: a copy, so that nothing typed ever reaches the game itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grammar import nodes as n
from kb.cards.lowering.lower import Lowered
from kb.cards.own import held
from kb.library import Game
from kb.model.entities import Heading, Paragraph, Place, Source, Word
from kb.rules.program import Cited, Program, extended

#: the source such a card is cited as
OWN = "own"
#: what the copies of a card are counted over: nothing of that name ever begins, so that they are counted to the end
WHOLE = "whole_game"
#: where such a card stands
_PLACE = Place("own card", 1)


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A card of your own, read and without a fault, that somebody plays."""

    name: str  #: of its action
    kind: str
    title: str
    copies: int
    meaning: Mapping[str, str]  #: language -> what it says
    lowered: Lowered

    def paragraph(self, game: Game) -> str:
        """The paragraph that stands for its text."""
        return f"{game.prose.prefix}.card.own_{self.name.removeprefix('card_')}"


@dataclass(frozen=True, slots=True)
class Captions:
    """What the game cannot say by itself: language -> what such a card is called, and the time its copies are counted over."""

    own: Mapping[str, str]
    whole_game: Mapping[str, str]


def with_cards(game: Game, cards: Sequence[OwnCard], captions: Captions) -> Game:
    """A copy of a game with these cards, no two of one name."""
    prose = game.prose
    source = prose.sources.get("card") or next(iter(prose.sources.values()), None)
    own = Source(OWN, source.rank if source else 0, captions.own)
    program = extended(game.program, [cited for card in cards for cited in _statements(game, card, own.rank)])
    paragraphs, headings, words = dict(prose.paragraphs), dict(prose.headings), dict(prose.words)
    words.setdefault(WHOLE, Word(WHOLE, captions.whole_game, {}))
    for card in cards:
        _list_among_cards(program, game, card)
        identity = card.paragraph(game)
        titles = dict.fromkeys(prose.languages, card.title)
        paragraphs[identity] = Paragraph(identity, game.id, "", f"{identity}.title", card.meaning, {}, OWN, _PLACE)
        headings[f"{identity}.title"] = Heading(f"{identity}.title", 2, titles, "", _PLACE)
        words[card.name] = Word(card.name, titles, {})
    sources = {**prose.sources, OWN: own}
    grown = replace(prose, paragraphs=paragraphs, headings=headings, words=words, sources=sources)
    return replace(game, prose=grown, program=program)


def _statements(game: Game, card: OwnCard, rank: int) -> list[Cited]:
    """What a card adds to the rules: itself, as often as it has copies, and how it is held."""
    language, action = game.card_words, card.lowered.action
    assert language is not None and action is not None
    played = replace(action, clauses=(*action.clauses, n.Limit(n.Number(card.copies), WHOLE)))
    nodes = (played, *card.lowered.others, *held(language, card.kind, card.name))
    return [Cited(node, card.paragraph(game), _PLACE, rank) for node in nodes]


def _list_among_cards(program: Program, game: Game, card: OwnCard) -> None:
    """Adds the card to the kind that lists the cards of its sort."""
    played = {entry.action for entry in game.cards if entry.kind == card.kind}
    for kind, members in game.program.members.items():
        if 2 * len(played.intersection(members)) > max(len(members), len(played)):
            program.members[kind] = (*program.members[kind], card.name)
