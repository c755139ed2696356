"""Where the cursor stands: in which file, in which part of it, behind which words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.mentions.files import STARTS
from kb.text.fences import fenced
from kb.text.reader import TextFile

_BEGUN = re.compile(r"#?[\w.\-•]*\Z")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file; line and column begin at 1 and count letters."""

    file: TextFile
    line: int
    column: int
    sort: str  #: of the file
    block: str = ""  #: the kind of fenced block it stands in; empty: outside
    first: int = 1  #: the first line of that block

    @property
    def before(self) -> str:
        """What stands before it in its line."""
        lines = self.file.text.split("\n")
        return lines[self.line - 1][: self.column - 1] if self.line <= len(lines) else ""

    @property
    def written(self) -> str:
        """What stands before it in its block, or in the file where it stands in none."""
        lines = self.file.text.split("\n")[self.first - 1 : self.line - 1]
        return "\n".join([*lines, self.before])

    @property
    def start(self) -> str:
        """As what the rule language reads the block; empty where it is none of its blocks."""
        return STARTS.get(self.block, "")

    @property
    def begun(self) -> str:
        """The word that is being typed."""
        found = _BEGUN.search(self.before)
        return found[0] if found else ""


def spot_at(file: TextFile, sort: str, line: int, column: int) -> Spot:
    """A place in a file."""
    if file.path.suffix == ".md":
        for block in fenced(file.text):
            if block.line <= line < block.line + max(len(block.lines), 1):
                return Spot(file, line, column, sort, block.kind, block.line)
    return Spot(file, line, column, sort)
