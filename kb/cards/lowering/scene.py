"""What is known while a card is read: what was named, chosen and done, and the fault that ends the reading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from grammar import nodes as n
from grammar.cards import tree as t
from grammar.rules.unparse import expression as shown
from kb.cards.language.dictionary import CardWords
from kb.cards.language.templates import Filling, Holes, MisfitError, Template, filled
from kb.cards.lowering.choices import CardChoice, with_default
from kb.cards.lowering.pieces import ACTOR

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
    params: list[CardChoice] = field(default_factory=list)
    shared: list[CardChoice] = field(
        default_factory=list
    )  #: choices of the branch not taken: the same choice is asked once
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

    def choose(self, name: str, type_: n.Type, default: n.Expr | None = None) -> n.Name:
        """A new parameter; a name that is taken gets a number."""
        taken = {param.name for param in self.params}
        fresh, count = name, 2
        asked = None
        if self.optional and default is None:
            asked, (type_, default) = type_, with_default(type_)
        for param in self.shared:
            if (param.name, param.type, param.default) == (name, type_, default):
                self.shared.remove(param)
                return n.Name(name)
        while fresh in taken:
            fresh, count = f"{name}_{count}", count + 1
        self.params.append(CardChoice(fresh, type_, default, asked))
        return n.Name(fresh)

    def taken_checks(self) -> list[n.Clause]:
        """What the choices made so far bring along, handed over once."""
        checks, self.checks = self.checks, []
        return checks

    def mention(self, expr: n.Expr, kinds: Iterable[str], *, many: bool = False) -> None:
        """Remember something as named in this sentence."""
        self.named = [old for old in self.named if old.expr != expr]
        self.named.append(Referent(expr, frozenset(kinds), self.sentence, many))

    def refer(self, kinds: frozenset[str] | None, word: str, at: t.At) -> Referent:
        """What a pronoun or `that X` stands for: the last thing named of a fitting kind, each of them where it was several."""
        found = self._last_named(kinds, word, at)
        return Referent(self.distribute(found.expr, found.kinds), found.kinds, found.sentence) if found.many else found

    def _last_named(self, kinds: frozenset[str] | None, word: str, at: t.At) -> Referent:
        fitting = [r for r in self.named if kinds is None or r.kinds & kinds]
        if not fitting:
            what = " or ".join(sorted(kinds)) if kinds else "thing"
            raise CardFault(at, f"“{word}” has nothing to stand for: no {what} was named before", "Name it first.")
        last = max(r.sentence for r in fitting)
        near = [r for r in fitting if r.sentence == last]
        if len(near) > 1 and kinds is not None:  # the one that all its adjectives fit
            near = [r for r in near if kinds <= r.kinds] or near
        if len(near) > 1:
            among = " or ".join(shown(r.expr) for r in near)
            raise CardFault(at, f"“{word}” may stand for {among}", "Name it instead.")
        return near[0]

    def distribute(self, among: n.Expr, kinds: Iterable[str], test: n.Expr | None = None) -> n.Name:
        """The name of each of several things, for whom the act being read is done one by one; {x} in the test."""
        name = "it_" if not self.spread else f"it_{len(self.spread) + 1}"
        each = n.Name(name)
        only = None if test is None else filled(test, {"x": each})
        self.spread.append(Spread(name, among, frozenset(kinds), only))
        self.mention(each, kinds)
        return each

    def distributed(self, clauses: list[n.Clause]) -> list[n.Clause]:
        """The clauses of an act for each of those it is done for; afterwards the whole set can be named again."""
        spread, self.spread = self.spread, []
        for item in reversed(spread):
            outside = [clause for clause in clauses if isinstance(clause, n.Each) and clause.members == item.among]
            inside = tuple(clause for clause in clauses if clause not in outside)
            clauses = [*outside, n.Each(item.name, item.among, item.test, inside)]
            self.named = [r for r in self.named if r.expr != n.Name(item.name)]
            if any(n.Name(param.name) == item.among for param in self.params):
                self.mention(item.among, item.kinds, many=True)
        return clauses


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
