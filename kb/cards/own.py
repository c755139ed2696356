"""Cards that belong to one table: what a kind of cards says in `own` about playing a card that lies in nobody's hand."""

from __future__ import annotations

from collections.abc import Iterator

from grammar import nodes as n
from grammar.errors import SyntaxProblemError
from grammar.parse import parse_rules
from kb.cards.words import CardWords
from kb.model import Place
from kb.problems import Problem, problem


def held(words: CardWords, kind: str, name: str) -> tuple[n.Statement, ...]:
    """The statements by which the card of that name is played as if it were held; none when its kind says nothing."""
    text = str(words.vocabulary.said("KIND", kind, "own", ""))
    return parse_rules(text.replace("{card}", name)) if text else ()


def own_faults(words: CardWords, file: str) -> Iterator[Problem]:
    """CARD-WORD: kinds whose `own` is no rule."""
    for cls, kind in words.vocabulary.entries:
        if cls == "KIND":
            try:
                held(words, kind, "card_of_ours")
            except SyntaxProblemError as error:
                message = f"“own” of kind.{kind} is no rule: line {error.line}: {error.message}."
                yield problem("CARD-WORD", Place(file, 1), message, error.cure)
