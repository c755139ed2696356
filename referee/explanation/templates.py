"""A text with places in it: put together once for a rule, filled in for every question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import urandom

from referee.runtime.functions import Lazy

#: stands before and after the number of a place; nobody can write it into a text of a game or of a card
_MARK = f"\0{urandom(8).hex()}\0"


def place(number: int) -> str:
    """A place, as it stands in the text that a template is made of."""
    return f"{_MARK}{number}{_MARK}"


class Template:
    """What is the same for every question stands in it as text, local values are filled in."""

    __slots__ = ("_begin", "_parts")

    def __init__(self, text: str, places: Sequence[tuple[int, str]]) -> None:
        """`places`: where each value lies in a frame, and what is said instead where it is not bound."""
        self._begin, *rest = text.split(_MARK)
        #: the slot, what is said without a value, and the text up to the next place
        self._parts = tuple((*places[int(number)], after) for number, after in zip(rest[::2], rest[1::2], strict=True))

    def filled(self, said: Callable[[object], str], env: Sequence[object] | None) -> str:
        """The text for one frame; `said` puts a value into words."""
        text = self._begin
        for slot, alone, after in self._parts:
            value = None if env is None else env[slot]
            text += (alone if value is None or type(value) is Lazy else said(value)) + after
        return text
