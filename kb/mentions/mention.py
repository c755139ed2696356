"""A place where something of a game is named, and how a file says what stands in it."""

from __future__ import annotations

from grammar.base.records import record

#: what is named: name (of the rule language), paragraph, term, source, or local; and its name
Thing = tuple[str, str]


@record
class Mention:
    """A stretch of one line; line and column begin at 1 and count letters."""

    thing: Thing
    line: int
    column: int
    length: int
    declares: bool = False

    def covers(self, line: int, column: int) -> bool:
        """Whether a place is inside, or right behind it."""
        return self.line == line and self.column <= column <= self.column + self.length
