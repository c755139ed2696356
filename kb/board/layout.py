"""What a layout is made of: areas in the order of the eye, parts in them, and how members look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grammar.base.records import field, record
from kb.model.entities import Place, Texts

#: what a part may be, and what it shows
SHAPES: Mapping[str, str] = {
    "sections": "a fact of a kind that stands on one of a few steps: a row for each member, a cell for each step",
    "track": "numbers that stop at their ends: a line of spaces with a marker for each member",
    "counters": "numbers: so many tokens, coins or cubes",
    "flags": "what is there or not: a token that lies or does not",
    "choices": "facts that name a member, or none",
    "piles": "cards: how many, and which for those who may see them",
    "cards": "the members of a kind as cards, with what lies on them and stands in their slots",
    "map": "the members of a kind as places joined by paths, with what stands in them",
}
#: colours that everybody tells apart, dark enough for white letters on them; a letter stands in every token besides
COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "brown", "black", "grey", "white")
#: outlines of a token
TOKENS = ("disc", "square", "diamond", "hexagon", "person", "card")
#: columns and rows of a map
REACH = 9


@record
class Look:
    """How a member is drawn: a token with a sign on it."""

    colour: str = "grey"
    sign: str = ""
    token: str = "disc"


@record
class Part:
    """One thing that is drawn."""

    shape: str
    place: Place
    facts: tuple[str, ...] = ()
    title: Texts = field(default_factory=dict)  #: what all of it is called; then each is called by its key alone
    kind: str = ""  #: of cards and maps: whose members
    members: tuple[str, ...] = ()  #: in an area for each member: those that have it; none named, all
    wanted: str = ""  #: of sections: the fact that says where a marker wants to go
    whose: str = ""  #: of sections: whose marker that is
    shown: str = ""  #: of cards: drawn where this fact of theirs says something
    under: str = ""  #: of cards: the fact they are sorted by
    slots: tuple[str, ...] = ()  #: of cards: facts by card and slot
    stock: str = ""  #: of cards: the fact by owner and sort from which slots are filled
    seats: str = ""  #: of cards: the value that says how many slots there are
    prints: tuple[str, ...] = ()  #: of cards and maps: values that never change
    tokens: str = ""  #: of maps: the fact by piece and place
    paths: str = ""  #: of maps: the fact that names the places one comes to from each
    spots: Mapping[str, tuple[int, int]] = field(default_factory=dict)  #: of maps: member -> its column and row
    bare: tuple[str, ...] = ()  #: of cards and maps: facts that go by what they say, without what they are called
    seldom: tuple[
        str, ...
    ] = ()  #: of cards and maps: facts that are seldom told; in a form behind a fold of their card
    up: str = ""  #: of cards: the flag without which one lies face down
    folded: bool = False  #: in a form: seldom told, opened by those who need it

    def drawn(self) -> Iterator[str]:
        """The facts that can be seen in it."""
        yield from self.facts
        yield from self.slots
        yield from (
            name for name in (self.wanted, self.whose, self.shown, self.under, self.up, self.tokens, self.paths) if name
        )


@record
class Area:
    """What belongs together: drawn once, or once for each member of a kind."""

    name: str
    title: Texts
    parts: tuple[Part, ...]
    place: Place
    each: str = ""


@record
class During:
    """What is drawn beside a choice while a fact names something: the parts belong to what it names."""

    fact: str
    title: Texts  #: {0}: what the fact names
    parts: tuple[Part, ...]
    counts: str = ""  #: the value by that and a member of `over`: what is counted so far
    over: str = ""


@record
class Report:
    """What is said of a deed in which a fact has changed."""

    fact: str
    text: Texts  #: {0}, {1}: what the facts say
    facts: tuple[tuple[str, ...], ...]  #: each with its keys


@record
class Face:
    """What is printed on the cards of a kind that have no names of their own: a player knows them by it."""

    kind: str
    text: Texts  #: {0}, {1}: what is printed
    shows: tuple[str, ...]  #: values and columns by card


@record
class Layout:
    """The whole board."""

    areas: tuple[Area, ...]
    looks: Mapping[str, Look] = field(default_factory=dict)
    labels: Mapping[str, Texts] = field(
        default_factory=dict
    )  #: fact -> what it is called where its place says the rest
    amounts: Mapping[str, Texts] = field(default_factory=dict)  #: fact -> so many of it; {0}: the number, with its word
    headline: tuple[Part, ...] = ()  #: the numbers that always stay in sight
    glance: tuple[Part, ...] = ()  #: what is usually told of a table that is under way, in one form
    during: tuple[During, ...] = ()
    reports: tuple[Report, ...] = ()
    faces: tuple[Face, ...] = ()
    plots: tuple[str, ...] = ()  #: facts whose course is plotted besides those of the headline
    rounds: str = ""  #: the fact whose changes part the course of a game
    results: tuple[str, ...] = ()  #: values that say how a game has ended
    counted: str = (
        ""  #: the flag that says that every piece is accounted for: it is no longer so once some are told by hand
    )
    aside: frozenset[str] = frozenset()  #: facts that are no part of the picture

    def drawn(self) -> frozenset[str]:
        """Every fact that can be seen somewhere."""
        parts = [*self.headline, *(part for area in self.areas for part in area.parts)]
        return frozenset(name for part in parts for name in part.drawn())
