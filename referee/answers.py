"""What the referee answers, as types: a verdict with everything it rests on, moves, what a deed changed, a choice to make.

Written as JSON they are the shapes of the command line and of the API; their schema is made from here. A field that means
something of its own is described with its type (`Meta`); a name that means the same wherever it stands, once in `web/api/meanings.py`.
"""

from __future__ import (
    annotations,
)  # the types of fields are worked out when a schema is made of them, not at every start

from enum import StrEnum
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

#: a JSON value: nothing, a truth, a number, a name, a list or an object of such. (`Any`, since msgspec knows no recursive alias.)
Value: TypeAlias = Any


#: what is wanted and is no fact: a choice in the middle of a deed, and the members of a kind
CHOICE, MEMBERS = "answer", "members"


class Verdict(StrEnum):
    """What is said to a question."""

    YES = "yes"
    NO = "no"
    DEPENDS = "depends"
    DISPUTED = "disputed"
    SILENT = "silent"
    VALUE = "value"


class Status(StrEnum):
    """What came of one check."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not_applicable"


class Input(StrEnum):
    """How a fact that is still wanted is told."""

    FLAG = "flag"
    CHOICE = "choice"
    NUMBER = "number"


class Record(Struct, frozen=True):
    """The base of all that is answered: never changed once made."""


class Comparison(Record, frozen=True):
    """What a requirement compared: `left` has to stand so to `right`."""

    left: Annotated[Value, Meta(description="what there is")]
    op: Annotated[str, Meta(description="how it has to stand to the other: >=, <=, >, <, is, is not")]
    right: Annotated[Value, Meta(description="what it is compared with; of a price what is asked for")]
    paid: Annotated[Value, Meta(description="what was paid before out of the same purse")]


class Check(Record, frozen=True):
    """One requirement: its text, its result, its numbers and its paragraphs."""

    text: str
    result: Status
    numbers: Annotated[str, Meta(description="the figures that decide it")]
    compared: Annotated[Comparison | None, Meta(description="the same figures one by one")]
    cites: list[str]
    paragraph: str
    element: Annotated[str, Meta(description="the one of several it was tried on")] | UnsetType = UNSET
    lifted_by: Annotated[str, Meta(description="the paragraph that lifts it")] | UnsetType = UNSET


class Derivation(Record, frozen=True):
    """How a value comes about: the sum, and what the figures in it are."""

    text: str
    shown: str
    sum: Annotated[str, Meta(description="the sum with its figures filled in")]
    paragraph: str
    parts: Annotated[list[Derivation], Meta(description="what the figures of the sum are")]


class Option(Record, frozen=True):
    """One of the things a fact can be."""

    value: Value
    text: str


class Need(Record, frozen=True):
    """A fact still wanted: how to tell it, what it can be, and the question to put."""

    fact: Annotated[str, Meta(description="how the fact is told")]
    name: str
    keys: list[Value]
    type: Input
    options: list[Option] | None
    low: int | None
    high: int | None
    question: str
    label: str

    @property
    def is_choice(self) -> bool:
        """Whether it is a choice in the middle of a deed, known by its place in the row of them."""
        return self.name == CHOICE

    @property
    def is_fact(self) -> bool:
        """Whether it can be told: not a choice, and not who else there is."""
        return self.name not in (CHOICE, MEMBERS)


class Reading(Record, frozen=True):
    """One way to read what is in dispute, and where it leads."""

    reading: str
    text: str
    default: bool
    outcome: Value
    shown: str
    cites: list[str]


class Readings(Record, frozen=True):
    """A dispute with its readings."""

    dispute: str
    paragraph: str
    text: str
    strength: str
    default: str
    readings: list[Reading]


class Dispute(Readings, frozen=True):
    """A declared dispute; its text is that of its paragraph."""

    title: str


class Settled(Record, frozen=True):
    """A ruling or an edition that counted."""

    dispute: str
    reading: str
    text: str


class Assumed(Record, frozen=True):
    """An untold fact that was taken as usual."""

    fact: str
    tell: Annotated[str, Meta(description="how to tell it where it is otherwise, without its value")]
    name: str
    keys: list[Value]
    value: Value
    shown: str
    text: Annotated[str, Meta(description="what was taken for granted, as it stands amid a sentence")]


class Remedy(Record, frozen=True):
    """A fact that would make it legal."""

    fact: str
    name: str
    keys: list[Value]
    value: Value
    text: str


class Change(Record, frozen=True):
    """One fact that changes, by which paragraph."""

    fact: str
    name: str
    keys: list[Value]
    old: Value
    new: Value
    shown: str
    paragraph: str


class Citation(Record, frozen=True):
    """A paragraph as it is cited: where it stands in the edition asked for."""

    id: str
    game: str
    edition: str
    section: str
    number: str
    page: str
    printed: str
    unconfirmed: bool
    source: str
    restates: Annotated[str, Meta(description="the paragraph it stands for here, where it says the same")]
    text: str
    wording: Annotated[str, Meta(description="whose words the text is in, and where the original stands")]
    lang: str


class Answer(Record, frozen=True):
    """The answer to a question, with everything it rests on."""

    verdict: Verdict
    value: Value
    shown: str
    sentence: str
    checks: list[Check]
    derivation: Derivation | None
    needs: Annotated[list[Need], Meta(description="facts still wanted, best first, at most eight")]
    hidden: list[str]
    readings: list[Readings]
    settled: list[Settled]
    notes: list[Readings]
    assumed: list[Assumed]
    would_change: Annotated[list[Remedy], Meta(description="what would make it legal")]
    changes: list[Change]
    citations: list[Citation]
    deciding: Annotated[
        int, Meta(description="how many of the citations, from the first, decide; the others are relied on")
    ]
    complete: bool
    refused: Annotated[bool, Meta(description="the no is of a deed behind `after`, not of what is asked")]
    corpus_version: str


class Move(Record, frozen=True):
    """A legal action with its arguments."""

    action: str
    args: dict[str, Value]
    deed: Annotated[str, Meta(description="the same as it is written in a question or deed")]
    text: str
    paragraph: str


class Gap(Record, frozen=True):
    """An action that could not be listed whole, and why."""

    action: str
    text: str


class Moves(Record, frozen=True):
    """Every legal action of a role, and what could not be listed."""

    moves: list[Move]
    begun: Annotated[
        list[Move], Meta(description="calls with some arguments still to choose: list the rest with `action`")
    ]
    more: Annotated[list[Gap], Meta(description="actions with longer lists of steps or amounts than those listed")]
    cut: Annotated[list[Gap], Meta(description="actions of which not every call could be looked at")]
    corpus_version: str


class Choice(Record, frozen=True, omit_defaults=True):
    """Something that somebody must choose, or that must be drawn, before play goes on."""

    kind: Annotated[str, Meta(description="choice, secret, chance, shuffle, offer, duty, answer or reply")]
    name: str
    keys: list[Value]
    by: Value
    paragraph: str
    options: list[Value]
    rests_on: Annotated[list[str], Meta(description="hidden facts that the options come from")] = []
    weights: Annotated[list[int], Meta(description="how likely each option is; none where all are alike")] = []
    answers_to: Annotated[
        dict[str, Value], Meta(description="the deed that is being answered: do, with its arguments, by whom")
    ] = {}
    offered: Annotated[
        list[Value],
        Meta(description="the actions to choose from, with the arguments that are fixed; by: only for these"),
    ] = []
    via: Annotated[str, Meta(description="of an offer or a duty: the action or card through which it is done")] = ""


class Happened(Record, frozen=True):
    """One fact that a deed has set before somebody must choose; it counts once the deed is done."""

    fact: str
    name: str
    keys: list[Value]
    new: Value
    shown: str
    paragraph: str


class Played(Record, frozen=True):
    """What came of a deed: the next state, what changed, and what must be chosen first."""

    state: Annotated[dict[str, Value], Meta(description="facts, and beside them where play stands")]
    changes: list[Change]
    pending: Choice | None
    happened: Annotated[
        list[Happened], Meta(description="what the deed has done before the pending choice, in its order")
    ]
    corpus_version: str


# ---- single things of a game ----------------------------------------------------------------------------------------


class ShownParagraph(Citation, frozen=True):
    """A paragraph as it is cited, and the rule under it."""

    rule: str


class ShownTerm(Record, frozen=True):
    """A term of the glossary."""

    term: str
    game: str
    names: dict[str, str]
    text: str
    aliases: dict[str, list[str]]
    defined: list[str]
    related: list[str]


class ShownAction(Record, frozen=True):
    """An action: what it takes, and the paragraphs that have a say in it."""

    action: str
    game: str
    text: str
    parameters: dict[str, str]
    paragraph: Citation
    checks: list[str]


class Typed(Record, frozen=True):
    """A parameter or a key, and what it can be."""

    name: str
    type: str
    default: Annotated[str, Meta(description="what counts where it is left out; empty: it has to be given")] = ""


class FactShape(Record, frozen=True):
    """A fact that can be told."""

    name: str
    keys: list[str]
    type: str
    hidden: Annotated[
        str, Meta(description="from whom it is hidden: nothing, others, all, or who looks and when: v when v is player")
    ]
    text: str
    paragraph: str


class ActionShape(Record, frozen=True):
    """An action that can be asked about."""

    name: str
    parameters: list[Typed]
    options: Annotated[list[str], Meta(description="flags that may be given by name: immediate = yes")]
    roles: list[str]
    classes: list[str]
    card: bool
    text: str
    paragraph: str


class ProcedureShape(Record, frozen=True):
    """What the rules carry out by themselves: it may stand behind `after`."""

    name: str
    parameters: list[Typed]
    paragraph: str


class ValueShape(Record, frozen=True):
    """A value that can be asked for."""

    name: str
    keys: list[Typed]
    text: Annotated[str, Meta(description="what it is, in words")]


class GameSchema(Record, frozen=True):
    """What a question or a state may be made of."""

    roles: list[str]
    kinds: dict[str, list[str]]
    facts: list[FactShape]
    actions: list[ActionShape]
    procedures: Annotated[
        list[ProcedureShape], Meta(description="what may stand behind `after` beside actions: VALUE after PROCEDURE")
    ]
    values: list[ValueShape]
    corpus_version: str
