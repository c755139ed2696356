"""What a file is made of, for an outline: headings with what is declared under them, cases, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.mentions.index import Index
from kb.mentions.prose import prose_lines
from kb.mentions.tables import toml_words
from kb.text.attributes import at_end
from kb.text.reader import TextFile

_HEADING = re.compile(r"^(#{1,6})[ \t]+(.*)$")
_CASE = re.compile(r'^[ \t]*(?:case|but|and|situation)[ \t]+"([^"\n]*)"', re.MULTILINE)


@dataclass(slots=True)
class OutlineEntry:
    """A line of the outline, with what stands under it; lines and columns begin at 1."""

    name: str
    sort: str  #: heading, case, table, or what is declared
    line: int
    column: int
    length: int
    last: int  #: the last line that belongs to it
    detail: str = ""
    level: int = 9
    inside: list[OutlineEntry] = field(default_factory=list)


def symbols_of(index: Index, file: TextFile) -> list[OutlineEntry]:
    """The outline of a file."""
    last = file.text.count("\n") + 1
    top: list[OutlineEntry] = []
    open_: list[OutlineEntry] = []
    for entry in sorted(_flat(index, file), key=lambda each: (each.line, each.column)):
        while open_ and open_[-1].level >= entry.level:
            open_.pop()
        (open_[-1].inside if open_ else top).append(entry)
        if entry.sort == "heading":
            open_.append(entry)
    _close(top, last)
    return top


def _close(entries: list[OutlineEntry], last: int) -> None:
    """A heading goes on until the next one."""
    for at, entry in enumerate(entries):
        if entry.sort == "heading":
            entry.last = entries[at + 1].line - 1 if at + 1 < len(entries) else last
            _close(entry.inside, entry.last)


def _flat(index: Index, file: TextFile) -> Iterator[OutlineEntry]:
    if file.path.suffix == ".toml":
        line = at = 0
        for word in toml_words(file.text):
            line += file.text.count("\n", at, word.offset)
            at = word.offset
            if word.part == "table":
                column = word.offset - file.text.rfind("\n", 0, word.offset)
                yield OutlineEntry(word.said, "table", line + 1, column, len(word.said), line + 1)
        return
    for number, text in prose_lines(file.text):
        if heading := _HEADING.match(text):
            found = at_end(text)
            title, detail = (found[0], f"#{found[1].split()[0][1:]}") if found else (text, "")
            title = title[heading.start(2) :].strip() or heading[2]
            yield OutlineEntry(
                title, "heading", number, heading.start(2) + 1, len(title), number, detail, len(heading[1])
            )
    for case in _CASE.finditer(file.text):
        number = file.text.count("\n", 0, case.start(1)) + 1
        column = case.start(1) - file.text.rfind("\n", 0, case.start(1))
        yield OutlineEntry(case[1], "case", number, column, len(case[1]), number)
    part = index.files.get(file.name)
    for named in part.words if part is not None else ():
        if named.declares and named.sort not in ("local", "member", "slot"):
            yield OutlineEntry(named.text, named.sort, named.line, named.column, len(named.text), named.line)
