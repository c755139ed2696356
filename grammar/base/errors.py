"""What can be wrong with a text of the rule language, said so that the writer can mend it."""

from __future__ import annotations


class SyntaxProblemError(Exception):
    """A text that cannot be read: where, why, and what to write instead."""

    def __init__(self, line: int, column: int, message: str, cure: str, source: str = "") -> None:
        super().__init__(line, column, message, cure, source)
        self.line = line
        self.column = column
        self.message = message
        self.cure = cure
        self.source = source

    def __str__(self) -> str:
        """The message with the offending line and a caret under the place."""
        lines = self.source.splitlines()
        shown = ""
        if 0 < self.line <= len(lines):
            shown = f"\n    {lines[self.line - 1]}\n    {' ' * (self.column - 1)}^"
        return f"line {self.line}, column {self.column}: {self.message}{shown}\n{self.cure}"
