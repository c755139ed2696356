"""Cards that belong to one table: what a kind of cards says in `own` about playing a card that lies in nobody's hand."""

from __future__ import annotations

from grammar import nodes as n
from kb.cards.language.dictionary import CardWords


def held(words: CardWords, kind: str, name: str) -> tuple[n.Statement, ...]:
    """The statements by which the card of that name is played as if it were held; none when its kind says nothing."""
    said = words.meanings.statements.get(("KIND", kind, "own"))
    return said.fill({"card": n.Name(name)}) if said is not None else ()
