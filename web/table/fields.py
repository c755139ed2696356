"""What a form of the board asks for in a field: of those who act only those who play, or have something of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kb.board.layout import Look
from referee.service import Field, Option, Referee, Words
from referee.state import State
from web.table.board.picture import Picture

#: options that lie open
FEW = 5


class Fields:
    """The fields of one form; each is made once."""

    def __init__(self, referee: Referee, words: Words, picture: Picture, seen: State) -> None:
        self._referee, self._words, self._picture, self._seen = referee, words, picture, seen
        self._made: dict[str, Field] = {}
        self._away = frozenset(referee.roles) - frozenset(picture.members(referee.game.program.roles))

    def field(self, name: str) -> Field:
        """The field of a fact, without those who do not play and are named by none of its values."""
        if name not in self._made:
            field = self._referee.fact_field(name, self._words.lang)
            away = self._away - frozenset(_named(self._seen.facts.get(name))) if self._away else self._away
            options = tuple(Option(each.value, self._sign(each)) for each in field.options if each.value not in away)
            self._made[name] = replace(field, options=options)
        return self._made[name]

    def few(self, name: str) -> Field | None:
        """A fact that is told by one tap, if it is one."""
        field = self.field(name) if name else None
        return field if field is not None and field.shape == "choice" and len(field.options) <= FEW else None

    def _sign(self, option: Option) -> str:
        """A member of a scale by its sign where it has nothing but that, else by its name."""
        look = self._picture.layout.looks.get(option.value)
        return look.sign if look is not None and look.sign and look == Look(sign=look.sign) else option.text


def _named(value: Any) -> Iterator[str]:
    """The members that the values of a fact name."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _named(inner)
    elif isinstance(value, str):
        yield value
