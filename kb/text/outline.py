"""Markdown chapters as headings and paragraphs with their attributes and rule blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from grammar.base.records import record, replace
from kb.model.entities import Block, Place
from kb.model.problems import Problem, problem
from kb.text.attributes import Attributes, at_end, missing_id, read_attributes
from kb.text.fences import FENCE, end_of

_HEADING = re.compile(r"^(#{1,6})[ \t]+(.*)$")
_HTML = re.compile(r"</?[a-zA-Z][^<>]*>|<!--")

#: the deepest heading of a chapter
DEEPEST = 3


@record
class RawHeading:
    """A heading as written."""

    level: int
    title: str
    attributes: Attributes
    place: Place


@record
class RawParagraph:
    """A paragraph as written, with the rule blocks under it."""

    text: str
    attributes: Attributes
    place: Place
    blocks: tuple[Block, ...] = ()


@record
class Outline:
    """One chapter file: its items in reading order and what is wrong with it."""

    items: tuple[RawHeading | RawParagraph, ...]
    problems: tuple[Problem, ...]


def read_outline(text: str, file: str, editions: Iterable[str] = ()) -> Outline:
    """Read a chapter; faults are collected and what can be read is kept."""
    walk = _Walk(file, text.split("\n"), frozenset(editions))
    walk.run()
    return Outline(tuple(walk.items), tuple(walk.problems))


class _Walk:
    """One pass over the lines of a chapter."""

    def __init__(self, file: str, lines: list[str], editions: frozenset[str]) -> None:
        self.file, self.lines, self.editions = file, lines, editions
        self.items: list[RawHeading | RawParagraph] = []
        self.problems: list[Problem] = []
        self.pending: list[str] = []
        self.owner: Literal["none", "paragraph", "unreadable"] = "none"  # of a rule block that comes now
        self.at = 0

    def run(self) -> None:
        """Read all lines."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if not line.strip():
                self._end_unmarked(self.at - 1)
            elif line[0] in "`~" and (fence := FENCE.match(line)):
                self._end_unmarked(self.at - 1)
                self._block(fence[1], fence[2])
            elif line[0] == "#" and (heading := _HEADING.match(line)):
                self._end_unmarked(self.at - 1)
                self._heading(len(heading[1]), line, heading.start(2))
            else:
                self._prose(line)
        self._end_unmarked(self.at)
        self._check_chapter()

    def _check_chapter(self) -> None:
        first = self.items[0] if self.items else None
        chapters = [item for item in self.items if isinstance(item, RawHeading) and item.level == 1]
        if not isinstance(first, RawHeading) or first.level != 1:
            message = "The file does not begin with a # heading that has an id."
            self.problems.append(problem("HEAD-CHAPTER", Place(self.file, 1), message))
        for extra in chapters[1:]:
            message = f"{extra.title!r} is a second # heading; a file is one chapter."
            self.problems.append(problem("HEAD-CHAPTER", extra.place, message, "Write ##, or move it to its own file."))

    def _place(self, column: int = 1, line: int = 0) -> Place:
        return Place(self.file, line or self.at, column)

    def _heading(self, level: int, line: str, start: int) -> None:
        place = self._place()
        if level > DEEPEST:
            self.problems.append(problem("HEAD-LEVEL", place, f"{'#' * level} is too deep."))
            level = DEEPEST
        self.owner = "none"
        found = at_end(line)
        if found is None:
            self.problems.append(missing_id(line, place, "heading"))
            return
        attributes = read_attributes(found[1], self._place(line.rfind("{") + 1), self.editions, self.problems)
        if attributes:
            self.items.append(RawHeading(level, found[0][start:].strip(), attributes, place))

    def _prose(self, line: str) -> None:
        found = at_end(line)
        if found is None:
            self.pending.append(line.rstrip())
            return
        before, inside = found
        alone = not before.strip()
        if not alone:
            self.pending.append(before)
        place = self._place(line=self.at - len(self.pending) + (0 if alone else 1))
        text = "\n".join(self.pending)
        self.pending = []
        self.owner = "unreadable"
        attributes = read_attributes(inside, self._place(line.rfind("{") + 1), self.editions, self.problems)
        if not text.strip():
            self.problems.append(problem("PARA-EMPTY", self._place(), f"{{{inside}}} has no text before it."))
        elif attributes:
            self.owner = "paragraph"
            self.items.append(RawParagraph(text, attributes, place))
            self._check_html(text, place)
        if self.at < len(self.lines) and self._goes_on(self.lines[self.at]):
            self.problems.append(
                problem("PARA-BLANK", self._place(line=self.at + 1), "A new text begins right under the attributes.")
            )

    def _goes_on(self, line: str) -> bool:
        return bool(line.strip()) and not FENCE.match(line) and not _HEADING.match(line)

    def _check_html(self, text: str, place: Place) -> None:
        if "<" not in text:
            return
        for offset, line in enumerate(text.split("\n")):
            if found := _HTML.search(line):
                where = Place(self.file, place.line + offset, found.start() + 1)
                self.problems.append(problem("MARK-HTML", where, f"{found[0]!r} is HTML."))

    def _end_unmarked(self, last_line: int) -> None:
        if not self.pending:
            return
        self.problems.append(missing_id(self.pending[-1], self._place(line=last_line), "paragraph"))
        self.pending = []
        self.owner = "unreadable"

    def _block(self, fence: str, kind: str) -> None:
        opened = self.at
        body = self._block_lines(fence)
        if kind != "rule":
            message = f"{fence}{kind} opens a block of another kind than rule."
            self.problems.append(problem("BLOCK-KIND", self._place(line=opened), message))
            return
        above = self.items[-1] if self.items else None
        if self.owner == "paragraph" and isinstance(above, RawParagraph):
            block = Block("\n".join(body), Place(self.file, opened + 1))
            self.items[-1] = replace(above, blocks=(*above.blocks, block))
        elif self.owner == "none":
            message = "This rule block does not follow a paragraph."
            self.problems.append(problem("BLOCK-ORPHAN", self._place(line=opened), message))

    def _block_lines(self, fence: str) -> list[str]:
        opened = self.at
        end, closed = end_of(self.lines, opened, fence)
        self.at = end + closed
        if not closed:
            self.problems.append(problem("BLOCK-OPEN", self._place(line=opened), f"{fence} is never closed."))
        return self.lines[opened:end]
