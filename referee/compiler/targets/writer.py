"""Source text, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Writer:
    """Lines of Python with their depth; fresh names for what is worked out on the way."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0
        self._temps = 0

    def line(self, text: str) -> None:
        """One line at the present depth."""
        self.lines.append(" " * self._depth + text)

    def temp(self) -> str:
        """A fresh local name."""
        self._temps += 1
        return f"t{self._temps}"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """What stands under a head, which ends in a colon."""
        self.line(head)
        self._depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self._depth -= 1

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """Lines that are collected apart, at the present depth, to be placed by the caller."""
        kept, self.lines = self.lines, []
        yield self.lines
        self.lines = kept

    def text(self) -> str:
        """Everything written."""
        return "\n".join(self.lines) + "\n"
