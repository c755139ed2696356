"""What an expression can evaluate to: a known value, an unknown with what is known of it, or silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar

from referee.answers import Value
from referee.notation import call_text, literal

#: the types of options that are all numbers
NUMBERS = {int}


class Unknown:
    """Not told. `low`/`high` bound a number, `options` lists the finite possibilities, `leaf` is the fact itself.

    `shift` is what arithmetic has added to the leaf since, so that a comparison can tell where the leaf must be cut.
    `behind`: what it hangs on where it is none of these itself, for whoever wants to ask.
    `sure`/`possible` bound a list: what is in it in any case, and what may be; without `possible` anything may.
    """

    __slots__ = ("behind", "high", "leaf", "low", "options", "possible", "shift", "sure")

    def __init__(
        self,
        low: int | None = None,
        high: int | None = None,
        options: tuple[object, ...] | None = None,
        leaf: Leaf | None = None,
        shift: int = 0,
        behind: tuple[Leaf, ...] = (),
        sure: tuple[object, ...] = (),
        possible: tuple[object, ...] | None = None,
    ) -> None:
        self.low, self.high, self.options, self.leaf, self.shift, self.behind = low, high, options, leaf, shift, behind
        self.sure, self.possible = sure, possible

    def __bool__(self) -> bool:
        raise TypeError("an unknown is neither true nor false")

    def __repr__(self) -> str:
        if self.options is not None:
            return f"Unknown{list(self.options)}"
        return f"Unknown({self.low}..{self.high})" if self.low is not None or self.high is not None else "Unknown"

    def __str__(self) -> str:
        """What it may be, as a sentence tells it."""
        if self.options is not None:
            return " or ".join(map(literal, self.options))
        low, high = ("" if end is None else str(end) for end in (self.low, self.high))
        return f"{low}..{high}" if low or high else "open"

    def bounds(self) -> tuple[int | None, int | None]:
        """The interval, taken from the options when they are numbers."""
        options = self.options
        if options and type(options[0]) is int and set(map(type, options)) == NUMBERS:
            numbers: tuple[int, ...] = options  # type: ignore[assignment]
            return min(numbers), max(numbers)
        return self.low, self.high

    def origins(self) -> tuple[Leaf, ...]:
        """What to ask for to know it."""
        return (self.leaf,) if self.leaf is not None else self.behind


Leaf = tuple[str, tuple[object, ...]]  #: a fact and its keys

#: a card of a pile that nobody has seen
UNSEEN = "?"
#: what is not there, where None is a value
MISSING = object()
UNKNOWN = Unknown()
MAYBE = Unknown(options=(True, False))


class Silent:
    """No clause speaks: the rules give no value."""

    _only: Silent | None = None

    def __new__(cls) -> Silent:
        """There is only one silence."""
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __repr__(self) -> str:
        return "Silent"

    def __str__(self) -> str:
        return "silent"

    def __bool__(self) -> bool:
        raise TypeError("silence is neither true nor false")


SILENT = Silent()


class Bag(dict[str, object]):
    """Amounts by key, or a record: a dict that can be an argument (hashable, not changed once made)."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class Heap(Bag):
    """The cards of a pile in an order nobody knows: how many there are of each."""

    __hash__ = Bag.__hash__

    @classmethod
    def of(cls, cards: Iterable[object]) -> Heap:
        """Cards whose order is lost."""
        return cls(Counter(map(str, cards)))

    def cards(self) -> tuple[str, ...]:
        """Every card, as often as it is there; their order means nothing."""
        return tuple(Counter(self).elements())

    def without(self, card: object) -> Heap:
        """One card fewer."""
        return Heap.of(tuple((Counter(self.cards()) - Counter([str(card)])).elements()))


class Page(dict[object, object]):
    """What is remembered of one value for all questions; it is begun anew when questions have filled it."""

    MOST: ClassVar[int] = 2_000

    def __setitem__(self, key: object, value: object) -> None:
        if len(self) >= self.MOST:
            self.clear()
        super().__setitem__(key, value)


class Deed(tuple[str, tuple[tuple[str, object], ...]]):
    """An action with its arguments as a value: (name, ((parameter, value), …)). Without arguments it equals its bare name,
    as which `via` and `this_action` tell it."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self[0] == other and not self[1] if isinstance(other, str) else tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self) if self[1] else hash(self[0])

    def __str__(self) -> str:
        return call_text(self[0], dict(self[1]))


def freeze(value: object) -> object:
    """JSON shapes as values: lists become tuples, mappings become bags, {"do": …, "with": …} an action."""
    if isinstance(value, list | tuple) and not isinstance(value, Deed):
        return tuple(freeze(item) for item in value)
    if isinstance(value, dict) and set(value) == {"do", "with"}:
        return Deed((value["do"], tuple((key, freeze(item)) for key, item in value["with"].items())))
    if isinstance(value, dict) and not isinstance(value, Bag):
        return Bag({str(key): freeze(item) for key, item in value.items()})
    return value


def thaw(value: object) -> Value:
    """Values as JSON shapes."""
    if isinstance(value, Deed):
        return {"do": value[0], "with": {key: thaw(item) for key, item in value[1]}}
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    if isinstance(value, dict):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, Unknown):
        low, high = value.bounds()
        return {"low": low, "high": high} if value.options is None else {"options": thaw(value.options)}
    if isinstance(value, Silent):
        return None
    return value


def is_known(value: object) -> bool:
    """Whether it is neither unknown nor silent."""
    return not isinstance(value, Unknown | Silent)


def join(values: Iterable[object]) -> object:
    """The one value they all are, or an unknown that covers them."""
    options: list[object] = []
    low: int | None = None
    high: int | None = None
    bottom = top = finite = True  # whether each end is known of all
    any_silent = False
    for value in values:
        if isinstance(value, Silent):
            any_silent = True
            continue
        if isinstance(value, Unknown):
            if value.options is not None:
                options.extend(o for o in value.options if o not in options)
            else:
                finite = False
            b_low, b_high = value.bounds()
        else:
            if not _among(value, options):
                options.append(value)
            b_low = b_high = value if isinstance(value, int) and not isinstance(value, bool) else None
        if b_low is None:
            bottom = False
        elif low is None or b_low < low:
            low = b_low
        if b_high is None:
            top = False
        elif high is None or b_high > high:
            high = b_high
    if any_silent:
        return SILENT if not options and finite else UNKNOWN
    low, high = low if bottom else None, high if top else None
    if finite and len(options) == 1:
        return options[0]
    if finite and len(options) <= 64:
        return Unknown(low, high, tuple(options))
    return UNKNOWN if low is None and high is None else Unknown(low, high)


def _among(value: object, options: list[object]) -> bool:
    """Membership that tells 1 from yes."""
    return any(option == value and isinstance(option, bool) == isinstance(value, bool) for option in options)


def known_whole(value: object) -> object:
    """A list or amounts as it is handed on; unknown as a whole where a part of it is, since nothing says what it comes to."""
    parts: Iterable[object] = value.values() if isinstance(value, Bag) else value if type(value) is tuple else ()
    open_ = [part for part in parts if isinstance(part, Unknown)]
    return Unknown(behind=tuple(leaf for part in open_ for leaf in part.origins())) if open_ else value
