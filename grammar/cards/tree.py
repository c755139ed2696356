"""The tree of a card: what its sentences say, before anybody asks what they do."""

from __future__ import annotations

from typing import Union

from grammar.base.records import record
from grammar.nodes.place import At as At
from grammar.nodes.place import at_field


@record
class Num:
    """A written number."""

    value: int


@record
class Measure:
    """A quantity of the game by its name, perhaps of somebody."""

    word: str
    of: Bare | None = None
    at: At = at_field()


@record
class Half:
    """Half of an amount, rounded up or down."""

    amount: Amount
    up: bool


@record
class Times:
    """A number times an amount; `twice` is written with its own word."""

    number: int
    amount: Amount
    twice: bool = False


@record
class Plus:
    """A number more than an amount."""

    number: int
    amount: Amount


Amount = Union[Num, Measure, Half, Times, Plus]


@record
class Quant:
    """What stands before a noun: a, your, its, that, each, all, any, this, or how many."""

    kind: str  #: the determiner, or amount, up_to, at_least, any_number, any_n, those_n
    amount: Amount | None = None


@record
class Noun:
    """A noun with its adjectives; each group of adjectives is joined by `or`."""

    quant: Quant | None
    adjectives: tuple[tuple[str, ...], ...]
    word: str
    plural: bool = False
    number: int | None = None
    at: At = at_field()


@record
class Role:
    """One role, or several joined by `and` or `or`."""

    det: Quant | None
    roles: tuple[str, ...]
    joint: str = ""
    at: At = at_field()


@record
class PartOf:
    """`2 of them`, `up to 4 of them`."""

    number: int
    whole: Bare
    up_to: bool = False
    at: At = at_field()


@record
class CountOf:
    """`number of your idle things`."""

    what: Bare
    at: At = at_field()


@record
class Pronoun:
    """you, it, them."""

    word: str
    at: At = at_field()


Head = Union[Noun, Role, PartOf, CountOf]
Bare = Union[Noun, Role, PartOf, CountOf, Pronoun]


@record
class Post:
    """What follows a noun: of, a relation, a qualifier, a participle, a number compared."""

    kind: str  #: of, rel, qual, done, rel_is, rel_min, rel_max
    word: str = ""
    what: Bare | None = None
    number: int | None = None


@record
class Thing:
    """A noun with what follows it."""

    head: Head
    posts: tuple[Post, ...] = ()


@record
class Sum:
    """A bare amount: money of the game, or an amount of something done (`15 provided`)."""

    amount: Amount
    done: str = ""
    at: At = at_field()


NounPhrase = Union[Thing, Sum, Pronoun]


@record
class Objects:
    """One thing or several, joined by `and` or `or`."""

    items: tuple[NounPhrase, ...]
    joint: str = ""


@record
class Flags:
    """One of these conditions of the game holds."""

    words: tuple[str, ...]


@record
class Has:
    """Somebody has something."""

    who: NounPhrase
    what: NounPhrase


@record
class There:
    """Something is there."""

    what: NounPhrase


@record
class IsSo:
    """Something is so: an adjective, a qualifier or a participle."""

    what: NounPhrase
    kind: str  #: adj, qual, done
    word: str


@record
class Relates:
    """It stands in a relation."""

    who: Pronoun
    word: str
    what: Bare


@record
class Reaches:
    """A count is at least an amount."""

    what: NounPhrase
    least: Amount


@record
class Did:
    """`you do`: the sentence before was carried out."""


Condition = Union[Flags, Has, There, IsSo, Relates, Reaches, Did]


@record
class Mod:
    """What follows a verb: a preposition with its things, a price, a limit, a duration."""

    kind: str
    things: Objects | None = None
    amount: Amount | None = None
    word: str = ""  #: the tag, duration or rate
    up: bool | None = None  #: how a half price is rounded
    when: Condition | None = None
    at: At = at_field()


@record
class Phrase:
    """One verb with its objects and what follows."""

    verb: str
    objects: Objects | None
    mods: tuple[Mod, ...] = ()
    at: At = at_field()


@record
class Verbs:
    """One verb phrase, or several joined by `and` (a bundle) or `or` (one of them)."""

    phrases: tuple[Phrase, ...]
    joint: str = ""


@record
class Subject:
    """Who does it, and whether they may, must or cannot."""

    items: tuple[NounPhrase, ...]
    each: bool = False
    modal: str = ""


@record
class Act:
    """Somebody (nobody named: you) does something."""

    subject: Subject | None
    verbs: Verbs


@record
class Unless:
    """An act that somebody may ward off by another."""

    act: Act
    subject: Subject
    verbs: Verbs


@record
class Conditional:
    """`if C, A; otherwise B`."""

    when: Condition
    act: Act
    other: Act | None = None


@record
class ForEach:
    """`for each X, A`."""

    what: NounPhrase
    act: Act


@record
class Holds:
    """A change of a value while the card is in play: larger, smaller, doubled, or as an adjective says."""

    what: NounPhrase
    change: str
    amount: Amount | None = None
    word: str = ""


Step = Union[Act, Unless, Conditional, ForEach, Holds]


@record
class Sentence:
    """Steps up to a full stop; each joined to the one before by `;` or `, then`."""

    steps: tuple[Step, ...]
    joints: tuple[str, ...] = ()
    then: bool = False


@record
class ChooseOne:
    """Options of which one is carried out."""

    options: tuple[tuple[Act, ...], ...]


@record
class Needs:
    """A requirement of the card."""

    when: Condition
    at: At = at_field()


@record
class Lead:
    """What the sentences after it hang on: a label, a time, a trigger, a price."""

    mode: str  #: label, timing, trigger, price, timed_price, paid_trigger
    word: str = ""
    subject: Subject | None = None
    when: Verbs | None = None
    price: Verbs | None = None
    at: At = at_field()


Part = Union[Needs, Lead, Sentence, ChooseOne]


@record
class Card:
    """A card: its kind, title, whose it is, how many copies, and what it says."""

    kind: str
    title: str
    roles: tuple[str, ...]
    copies: int | None
    parts: tuple[Part, ...]
    at: At = at_field()
