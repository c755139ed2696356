"""What is known while a card is read: what was named, chosen and done, and the fault that ends the reading."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from grammar import nodes as n
from grammar.cards import tree as t
from grammar.unparse import expression as shown
from kb.cards.choices import Param
from kb.cards.rules import ACTOR
from kb.cards.templates import Filling, Holes, MisfitError, Template
from kb.cards.words import CardWords

Tree = TypeVar("Tree")

#: how long a count of what was done may grow, as a text
LONGEST_COUNT = 2_000


class CardFault(Exception):
    """A card that reads well but cannot be carried out: where, why, and what to write instead."""

    def __init__(self, at: t.At, message: str, cure: str = "") -> None:
        super().__init__(message)
        self.at, self.message, self.cure = at, message, cure


@dataclass(frozen=True, slots=True)
class Referent:
    """Something the card has named: what it is called in the rules, and as what it may be taken up again."""

    expr: n.Expr
    kinds: frozenset[str]
    sentence: int
    many: bool = False  #: a set of them


@dataclass(slots=True)
class Value:
    """A noun phrase in its frame: its kinds, how many, what it is in the rules."""

    kinds: frozenset[str]
    expr: Filling = ()  #: empty when it has no name of its own, several where things are joined
    number: n.Expr | None = None  #: none when the text names none
    most: n.Expr | None = None  #: upper end of a free number
    free: bool = False  #: the number is a choice
    owner: Filling = ()
    owned_by: tuple[str, ...] = ()  #: the kinds of things or roles it can belong to
    noun: str = ""
    adjectives: tuple[str, ...] = ()  #: those that nothing but the frame can take up


@dataclass(frozen=True, slots=True)
class Spread:
    """An act done for each of several things: under which name, of what, and which of them."""

    name: str
    among: n.Expr
    kinds: frozenset[str]
    test: n.Expr | None = None


@dataclass(slots=True)
class Scene:
    """What is known while a card is read: who acts, what was named, what was chosen, what was done."""

    words: CardWords
    card: str
    roles: tuple[str, ...] = ()
    you: n.Expr = ACTOR  #: whoever has the card
    actor: n.Expr = ACTOR  #: who acts in this sentence
    params: list[Param] = field(default_factory=list)
    shared: list[Param] = field(default_factory=list)  #: choices of the branch not taken: the same choice is asked once
    checks: list[n.Clause] = field(default_factory=list)  #: clauses that choices bring along
    named: list[Referent] = field(default_factory=list)
    done: dict[str, n.Expr] = field(default_factory=dict)  #: participle [+ adjective] -> how many
    groups: dict[str, tuple[str, Template[n.Expr]]] = field(
        default_factory=dict
    )  #: participle -> where it was done, how many at each {x}
    times: n.Expr | None = None  #: how many there are of what a sentence is said for
    sentence: int = 0
    optional: bool = False  #: inside `may` or one of several options: choices need not be made
    spread: list[Spread] = field(default_factory=list)  #: what the act being read is done for, one by one

    def copy(self) -> Scene:
        """The same scene, to go back to."""
        return replace(
            self, params=list(self.params), shared=list(self.shared), checks=list(self.checks), named=list(self.named),
            done=dict(self.done), groups=dict(self.groups), spread=list(self.spread),
        )  # fmt: skip

    def has_done(self, what: str, amount: n.Expr, at: t.At) -> None:
        """Remember how many were done."""
        if len(shown(amount)) > LONGEST_COUNT:
            raise CardFault(at, "what the card has done is counted in too many steps", "Split the card.")
        self.done[what] = amount


def fill(template: Template[Tree], holes: Holes, at: t.At) -> Tree:
    """A template with its holes filled; what cannot stand in a hole is told at the card's word."""
    try:
        return template.fill(holes)
    except MisfitError as error:
        raise CardFault(at, f"the words do not fit their frame: {error}", "Name one thing by its name.") from None


def one(filling: Filling, at: t.At) -> n.Expr:
    """The one thing named here."""
    if not isinstance(filling, tuple):
        return filling
    what = "several stand where one is expected" if filling else "nothing is named here that could be told apart"
    raise CardFault(at, what, "Name one.")
