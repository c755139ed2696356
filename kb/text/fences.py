"""Fenced blocks of Markdown: where one opens, and where it ends although nobody closed it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grammar.base.records import record
from kb.text.attributes import at_end

FENCE = re.compile(r"^(```+|~~~+)[ \t]*(\S*)")


@record
class Fenced:
    """A fenced block: its kind, the number of its first line (from 1), and its lines."""

    kind: str
    line: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """What stands in it."""
        return "\n".join(self.lines)


def end_of(lines: Sequence[str], opened: int, fence: str) -> tuple[int, bool]:
    """Where the block that begins at a line (counted from 0) ends, and whether it is closed there."""
    for index in range(opened, len(lines)):
        line = lines[index]
        if line.rstrip() == fence:
            return index, True
        if (line[:1] in ("`", "~") and FENCE.match(line)) or at_end(line) is not None:
            return (
                index,
                False,
            )  # prose or another block begins: better to lose the end of one rule than the rest of the chapter
    return len(lines), False


def fenced(text: str) -> Iterator[Fenced]:
    """The blocks of a text."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        found = FENCE.match(lines[at]) if lines[at][:1] in ("`", "~") else None
        at += 1
        if found is not None:
            end, closed = end_of(lines, at, found[1])
            yield Fenced(found[2], at + 1, tuple(lines[at:end]))
            at = end + closed
