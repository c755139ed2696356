"""Case files: headings as in the chapters they belong to, fenced `case` blocks under them; read only when wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grammar import nodes as n
from grammar.base.errors import SyntaxProblemError
from grammar.base.records import record
from grammar.rules.parse import parse_cases
from kb.cases.expansion import facts_of, written_out
from kb.games.game import Game
from kb.model.entities import WORKED_OUT, Place

if TYPE_CHECKING:
    from kb.model.problems import Problem

#: a block, or a heading; a block that is never closed reaches to the end
_PARTS = re.compile(r"^```case[^\n]*\n(.*?)(^```|\Z)|^(#{1,6})[ \t]+([^\n]*)$", re.MULTILINE | re.DOTALL)
_BEGINNING = re.compile(r'^[ \t]*(?:(?:case|and)[ \t]+"|but\b)', re.MULTILINE)
_TITLE = re.compile(r'\b(?:case|but|and|situation)[ \t]+"([^"\n]*)"')


@record
class CaseHeading:
    """A heading of a case file; its id is the one of the chapter or section that its cases are about."""

    id: str
    level: int
    title: str
    by: str  #: from what the cases under it were worked out, where it is said here or above
    place: Place


@record
class PlacedCase:
    """A case written out, where it stands, under which heading, and from what it was worked out."""

    node: n.Case
    place: Place
    heading: str = ""
    by: str = WORKED_OUT[0]


@record
class CaseFile:
    """A case file as read."""

    name: str
    headings: tuple[CaseHeading, ...]
    cases: tuple[PlacedCase, ...]
    problems: tuple[Problem, ...]


def case_files(game: Game) -> tuple[CaseFile, ...]:
    """The case files of a game."""
    return tuple(read_case_file(name, text) for name, text in game.prose.cases)


def cases_of(game: Game) -> tuple[tuple[PlacedCase, ...], tuple[Problem, ...]]:
    """The cases of a game and what could not be read of them."""
    files = case_files(game)
    return tuple(case for file in files for case in file.cases), tuple(p for file in files for p in file.problems)


def read_cases(name: str, text: str, problems: list[Problem]) -> Iterator[PlacedCase]:
    """The cases of a Markdown file, from wherever."""
    file = read_case_file(name, text)
    problems += file.problems
    yield from file.cases


def count_cases(text: str) -> int:
    """How many cases a file holds, without reading them: each begins a line."""
    return sum(len(_BEGINNING.findall(match[1])) for match in _PARTS.finditer(text) if match[1] is not None)


def read_case_file(name: str, text: str) -> CaseFile:
    """Reads a case file; what can be read is kept."""
    reading = _Reading(name)
    line, end = 1, 0
    for match in _PARTS.finditer(text):
        line, end = line + text.count("\n", end, match.start()), match.start()
        if match[1] is None:
            reading.heading(len(match[3]), match[4], line)
            continue
        if not match[2]:
            reading.report("BLOCK-OPEN", line, "``` is never closed.")
        reading.block(match[1], line + 1)
    reading.end()
    return CaseFile(name, tuple(reading.headings), tuple(reading.cases), tuple(reading.problems))


class _Reading:
    """What was read of a file so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.headings: list[CaseHeading] = []
        self.cases: list[PlacedCase] = []
        self.problems: list[Problem] = []
        self._situations: dict[str, tuple[n.Given, ...]] = {}
        self._unused: dict[str, int] = {}  #: situations nobody started from, and their lines

    def report(self, code: str, line: int, message: str, cure: str = "", column: int = 1) -> None:
        """Collects a problem."""
        from kb.model.problems import problem  # only a mistake needs it

        self.problems.append(problem(code, Place(self.name, line, column), message, cure))

    def heading(self, level: int, text: str, line: int) -> None:
        """A heading; without an id it is only prose."""
        from kb.text.attributes import at_end, read_attributes  # a case alone does without

        if (found := at_end(text)) is None:
            return
        title, inside = found
        place = Place(self.name, line, level + 1 + text.index("{#") + 1)
        attributes = read_attributes(inside, place, frozenset(), self.problems)
        if attributes is None:
            return
        above = next((each.by for each in reversed(self.headings) if each.level < level), "")
        for other in attributes.names:
            if other != "by":
                self.report("ATTR-UNKNOWN", line, f"“{other}” is no attribute of a heading of cases.", "Remove it.")
        by = attributes.values.get("by", above)
        self.headings.append(CaseHeading(attributes.id, level, title, by, Place(self.name, line)))

    def block(self, text: str, first: int) -> None:
        """A block of cases, whose first line has this number."""
        try:
            parsed = parse_cases(text)
        except SyntaxProblemError as error:
            before = "\n".join(text.split("\n")[: error.line])
            titles = _TITLE.findall(before)
            named = f"{titles[-1]}: " if titles else ""
            self.report("CASE-SYNTAX", first + error.line - 1, f"{named}{error.message}.", error.cure, error.column)
            return
        for node in parsed:
            self._starts(node, first + node.at[0] - 1)
            if isinstance(node, n.Situation):
                self._situation(node, first + node.at[0] - 1)
            elif all(
                start in self._situations for start in node.starts
            ):  # facts that are missing would decide otherwise
                for case in written_out(node, self._situations):
                    self._case(case, first + case.at[0] - 1)

    def _starts(self, node: n.Situation | n.WrittenCase, line: int) -> None:
        """What it starts from must be told above."""
        for start in node.starts:
            self._unused.pop(start, None)
            if start not in self._situations:
                from kb.model.problems import did_you_mean  # only a mistake needs it

                title = node.title if isinstance(node, n.Situation) else node.case.title
                cure = did_you_mean(start, self._situations)
                self.report("CASE-SITUATION", line, f"{title}: no situation “{start}” is told above.", cure)

    def _situation(self, node: n.Situation, line: int) -> None:
        if node.title in self._situations:
            self.report("CASE-SITUATION", line, f"A situation “{node.title}” is told above already.", "Rename one.")
        self._situations[node.title] = facts_of(node.starts, node.given, self._situations)
        self._unused[node.title] = line

    def _case(self, node: n.Case, line: int) -> None:
        heading = self.headings[-1] if self.headings else None
        by = node.by or (heading.by if heading is not None else "") or WORKED_OUT[0]
        if node.by and node.by not in WORKED_OUT:
            cure = f"Write one of: {', '.join(WORKED_OUT)}."
            self.report("ATTR-VALUE", line, f"{node.title}: nothing is known as “from {node.by}”.", cure)
        self.cases.append(PlacedCase(node, Place(self.name, line), heading.id if heading is not None else "", by))

    def end(self) -> None:
        """What was told for nothing."""
        for title, line in self._unused.items():
            self.report("CASE-SITUATION", line, f"No case starts from the situation “{title}”.", "Remove it.")
