"""A word of a text with its class and its place, and a tree of such words."""

from __future__ import annotations

from typing import Any

from grammar.base.records import record

#: what a builder made of a part of a text: of which class it is, only the grammar says
Made = Any
Kids = list[Made]

#: the class of the token after the last one
END = "$END"


class PlacedWord(str):
    """A word as written, with its place."""

    __slots__ = ("column", "line", "type")

    type: str  #: the terminal of the grammar
    line: int
    column: int


class Token(PlacedWord):
    """A word of a card: as the vocabulary calls it, and which characters of the text it stands for."""

    __slots__ = ("end_pos", "start_pos")

    start_pos: int
    end_pos: int

    def __new__(
        cls, type_: str, text: str, line: int = 1, column: int = 1, start_pos: int = 0, end_pos: int = 0
    ) -> Token:
        """A token of this class; where it stands may be left out."""
        made = str.__new__(cls, text)
        made.type = type_
        made.line = line
        made.column = column
        made.start_pos = start_pos
        made.end_pos = end_pos
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return Token, (self.type, str(self), self.line, self.column, self.start_pos, self.end_pos)

    @property
    def value(self) -> str:
        """The text alone."""
        return str(self)

    def again(self, type_: str, text: str) -> Token:
        """Another token at the same place."""
        return Token(type_, text, self.line, self.column, self.start_pos, self.end_pos)


@record
class Tree:
    """A rule of the grammar with its children: trees, tokens, or None for what was left out."""

    data: str
    children: Kids
