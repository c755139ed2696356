"""A text with places in it: put together once for a rule, filled in for every question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import urandom

from referee.explanation.words.said import Said
from referee.runtime.functions import Lazy
from referee.values import Unknown

#: stands before and after the number of a place; nobody can write it into a text of a game or of a card
_MARK = f"\0{urandom(8).hex()}\0"


class Places:
    """The places of one text: which value stands there, how it is asked for, what is said without it."""

    def __init__(self) -> None:
        self.found: list[tuple[int, Said, str]] = []

    def at(self, slot: int, alone: Said) -> Place:
        """What a value will be filled in for."""
        return Place(self, slot, alone)


class Place(Said):
    """A value that is not known yet: wherever it is said, the text has a mark."""

    __slots__ = ("alone", "places", "slot")

    def __init__(self, places: Places, slot: int, alone: Said) -> None:
        super().__init__("")
        self.places, self.slot, self.alone = places, slot, alone

    def form(self, asked: str = "") -> str:
        """A mark, which remembers what was asked for."""
        self.places.found.append((self.slot, self.alone, asked))
        return f"{_MARK}{len(self.places.found) - 1}{_MARK}"


class Template:
    """What is the same for every question stands in it as text, local values are filled in."""

    __slots__ = ("_begin", "_parts")

    def __init__(self, text: str, places: Places) -> None:
        self._begin, *rest = text.split(_MARK)
        #: the slot, what is said without a value, how it is asked for, and the text up to the next place
        self._parts = tuple(
            (*places.found[int(number)], after) for number, after in zip(rest[::2], rest[1::2], strict=True)
        )

    def filled(self, said: Callable[[object], Said], env: Sequence[object] | None) -> str:
        """The text for one frame; `said` puts a value into words."""
        text = self._begin
        for slot, alone, asked, after in self._parts:
            value = None if env is None else env[slot]
            text += (alone if value is None or type(value) is Lazy or _is_open(value) else said(value)).form(
                asked
            ) + after
        return text


def _is_open(value: object) -> bool:
    """Whether it is a list of which some are not known: it is called by its name."""
    return isinstance(value, tuple) and any(isinstance(item, Unknown) and item.options is None for item in value)
