"""Choices a run stops at, and the steps that lead to them, compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from grammar import nodes as n
from referee.books import Window
from referee.evaluation.interface import Evaluates


class Choice(Struct):
    """Somebody must choose, or something must be drawn, before the run can go on."""

    kind: str  #: choice, secret, chance, shuffle, offer, duty, answer
    name: str
    keys: tuple[object, ...]
    by: object
    type: n.Type | None
    paragraph: str
    options: Callable[[], Iterator[object]]
    sure: Callable[[], Iterator[object]] | None = None  #: the options that were tried out, where that takes time
    rests_on: tuple[str, ...] = ()  #: hidden facts that the options come from
    window: Window | None = None  #: what is being answered
    weights: Callable[[], list[int]] | None = None  #: how likely each option is, where they are not all alike


class Span(Struct, frozen=True):
    """The compiled ends of a range, or the sizes of a list."""

    low: Evaluates | None
    high: Evaluates | None


class OfMember(Struct, frozen=True):
    """What is said of one member: in a frame in which it is bound."""

    slot: int
    says: Evaluates
    kind: str = ""  #: of which kind it must be; empty: any that is chosen


class Limits(Struct, frozen=True):
    """What the condition of a choice says of single members."""

    elements: tuple[OfMember, ...] = ()  #: what must hold of each that is in a set
    tops: tuple[OfMember, ...] = ()  #: how much may fall on a key
    within: tuple[Evaluates, ...] = ()  #: among what it must be
    pile: tuple[str, tuple[Evaluates, ...]] | None = None  #: the pile it must lie in, where nothing else is asked of it


class ChooseCode(Struct, frozen=True):
    """A compiled `choose` or `random`."""

    name: str
    keys: tuple[Evaluates, ...]
    type: n.Type
    span: Span
    by: Evaluates | None
    test: Evaluates | None
    otherwise: Evaluates | None
    slot: int  #: where the value stands that is tried, and, of a local, where it stays
    local: bool
    chance: bool
    paragraph: str
    limits: Limits = Limits()
    rests_on: tuple[str, ...] = ()  #: hidden facts that its options come from
    weight: Evaluates | None = None  #: how likely the value is that is tried


class EachChooseCode(Struct, frozen=True):
    """A compiled `secretly choose … by each`."""

    name: str
    keys: tuple[Evaluates, ...]
    type: n.Type
    span: Span
    members: Evaluates
    slot: int
    paragraph: str
    rests_on: tuple[str, ...] = ()  #: hidden facts that its options come from
    test: Evaluates | None = None
    otherwise: Evaluates | None = None
    tried: int = 0  #: where the value stands that is tried


class OfferedCode(Struct, frozen=True):
    """An action that is offered, with the arguments that are fixed, or a class of actions."""

    name: str
    actions: tuple[str, ...]  #: itself, or those of the class
    args: tuple[Evaluates, ...]
    named: tuple[tuple[str, Evaluates], ...]
    held: Evaluates | None = None  #: where what is offered is held as a value


class OfferCode(Struct, frozen=True):
    """A compiled `offer` or `oblige`."""

    offers: tuple[OfferedCode, ...]
    to: Evaluates
    must: bool
    paragraph: str
    rests_on: tuple[str, ...] = ()  #: hidden facts that decide what can be done of it


class WindowCode(Struct, frozen=True):
    """A compiled `answered by` or `followed by`: who may answer, in which order, how."""

    order: str
    slot: int  #: where the one who is asked stands
    members: Evaluates
    among: Evaluates  #: whether the one who stands there is one of them
    test: Evaluates | None
    offers: tuple[OfferedCode, ...]
    paragraph: str
    rests_on: tuple[str, ...] = ()
    must: bool = False  #: whether whoever can has to answer


def splits(total: int, tops: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to split a total over places that hold at most so much each."""
    if not tops:
        if total == 0:
            yield ()
        return
    if len(tops) == 1:
        if total <= tops[0]:
            yield (total,)
        return
    rest_top = sum(tops[1:])
    for first in range(min(total, tops[0]), max(0, total - rest_top) - 1, -1):
        for rest in splits(total - first, tops[1:]):
            yield (first, *rest)
