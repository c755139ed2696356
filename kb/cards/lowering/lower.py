"""A card's tree -> statements of the rule language: an action, what waits beside it, or data of the game."""

from __future__ import annotations

from dataclasses import dataclass

from grammar import nodes as n
from grammar.cards import tree as t
from kb.cards.language.dictionary import CardWords
from kb.cards.language.templates import open_holes
from kb.cards.lowering.expectations import Expectations, split_waiting
from kb.cards.lowering.members import member_statements
from kb.cards.lowering.scene import CardFault
from kb.cards.lowering.sentences import Lowering


@dataclass(frozen=True, slots=True)
class Lowered:
    """What a card became: the action, and what it changes about others."""

    action: n.Action | None  #: none for a card that is data of the game
    others: tuple[n.Statement, ...]

    @property
    def statements(self) -> tuple[n.Statement, ...]:
        """All of it."""
        return self.others if self.action is None else (self.action, *self.others)


def lower(words: CardWords, name: str, roles: tuple[str, ...], kind: str, parts: tuple[t.Part, ...]) -> Lowered:
    """The statements of a card; raises CardFault where its words do not fit."""
    words = words.of_kind(kind)
    if words.vocabulary.said("KIND", kind, "member"):
        lowered = Lowered(None, member_statements(words, name, roles, kind, parts))
    else:
        lowered = _played(words, name, roles, kind, parts)
    for hole in open_holes(lowered.statements):
        raise CardFault((1, 1), f"nothing on the card says what {{{hole}}} is, which its words ask for", "Name it.")
    return lowered


def _played(words: CardWords, name: str, roles: tuple[str, ...], kind: str, parts: tuple[t.Part, ...]) -> Lowered:
    """A card that somebody plays."""
    now, groups = split_waiting(parts)
    lowering = Lowering(words, name, roles)
    clauses = lowering.parts(now)
    if groups:
        waiting = Expectations(lambda own: Lowering(words, own, roles), name, kind)
        for group in groups:
            waiting.group(group)
        clauses += waiting.enters(groups[0].heading.at)
        lowering.others += waiting.statements
    class_ = str(words.vocabulary.said("KIND", kind, "as", ""))
    return Lowered(lowering.action(clauses, [], class_), tuple(lowering.others))
