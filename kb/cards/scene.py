"""What is known while a card is read: what was named, chosen and done, and the fault that ends the reading."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from grammar.cards import tree as t
from kb.cards.choices import Param
from kb.cards.words import CardWords


class CardFault(Exception):
    """A card that reads well but cannot be carried out: where, why, and what to write instead."""

    def __init__(self, at: t.At, message: str, cure: str = "") -> None:
        super().__init__(message)
        self.at, self.message, self.cure = at, message, cure


@dataclass(frozen=True, slots=True)
class Referent:
    """Something the card has named: what it is called in the rules, and as what it may be taken up again."""

    expr: str
    kinds: frozenset[str]
    sentence: int
    many: bool = False  #: a set of them


@dataclass(slots=True)
class Value:
    """A noun phrase in its frame: its kinds, how many, what it is in the rules."""

    kinds: frozenset[str]
    expr: str = ""
    number: str = ""  #: an expression, empty when the text names none
    most: str = ""  #: upper end of a free number
    free: bool = False  #: the number is a choice
    owner: str = ""
    owned_by: tuple[str, ...] = ()  #: the kinds of things or roles it can belong to
    noun: str = ""
    adjectives: tuple[str, ...] = ()  #: those that nothing but the frame can take up


@dataclass(frozen=True, slots=True)
class Spread:
    """An act done for each of several things: under which name, of what, and which of them."""

    name: str
    among: str
    kinds: frozenset[str]
    test: str = ""


@dataclass(slots=True)
class Scene:
    """What is known while a card is read: who acts, what was named, what was chosen, what was done."""

    words: CardWords
    card: str
    roles: tuple[str, ...] = ()
    you: str = "actor"  #: whoever has the card
    actor: str = "actor"  #: who acts in this sentence
    params: list[Param] = field(default_factory=list)
    shared: list[Param] = field(default_factory=list)  #: choices of the branch not taken: the same choice is asked once
    checks: list[str] = field(default_factory=list)  #: clauses that choices bring along
    named: list[Referent] = field(default_factory=list)
    done: dict[str, str] = field(default_factory=dict)  #: participle [+ adjective] -> how many
    groups: dict[str, tuple[str, str]] = field(default_factory=dict)  #: participle -> where it was done, how many at each {x}
    times: str = ""  #: how many there are of what a sentence is said for
    sentence: int = 0
    optional: bool = False  #: inside `may` or one of several options: choices need not be made
    spread: list[Spread] = field(default_factory=list)  #: what the act being read is done for, one by one

    def copy(self) -> Scene:
        """The same scene, to go back to."""
        return replace(
            self, params=list(self.params), shared=list(self.shared), checks=list(self.checks), named=list(self.named),
            done=dict(self.done), groups=dict(self.groups), spread=list(self.spread),
        )  # fmt: skip


_HOLE = re.compile(r"\{([a-z_]+)\}")


def fill(template: str, holes: dict[str, str]) -> str:
    """A template with its holes filled; what is no hole stays."""
    return _HOLE.sub(lambda found: holes.get(found[1], found[0]), template)
