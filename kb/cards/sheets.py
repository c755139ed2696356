"""The card files of a game cut into headings, once for everybody who asks what stands in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.model.entities import Block, Place
from kb.model.problems import Problem, problem
from kb.text.reader import TextFile

_HEADING = re.compile(
    r"^(#{1,2})[ \t]+(.*?)[ \t]*\{#([a-z0-9_.]+)((?:[ \t]+[a-z]+=[^\s}]+|[ \t]+unconfirmed)*)\}[ \t]*$"
)
_FENCE = re.compile(r"^```(\w*)")
_TITLE = re.compile(r"^(note )?([a-z]{2})( ours)?: (.+)$")


@dataclass(slots=True)
class RawCard:
    """A heading of a card file with what stands under it."""

    level: int
    title: str
    id: str
    attributes: dict[str, str]
    place: Place
    card: Block | None = None
    blocks: tuple[Block, ...] = ()
    note: str = ""
    titles: tuple[tuple[str, str], ...] = ()
    ours: tuple[str, ...] = ()  #: the languages whose title no edition prints
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Sheets:
    """All card files: of each its headings; the first one speaks for the others."""

    sheets: tuple[tuple[RawCard, ...], ...]
    problems: tuple[Problem, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The headings and the paragraphs under them."""
        headings = {raw.id for sheet in self.sheets for raw in sheet}
        return frozenset(headings | {f"{identity}.text" for identity in headings})


def cut_sheets(files: Iterable[TextFile]) -> Sheets:
    """Cuts card files into their headings."""
    problems: list[Problem] = []
    return Sheets(tuple(tuple(_cut(file.text, file.name, problems)) for file in files), tuple(problems))


def _cut(text: str, file: str, problems: list[Problem]) -> Iterator[RawCard]:
    """The headings of one file, each with its blocks and its note."""
    raw: RawCard | None = None
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        place = Place(file, at)
        if heading := _HEADING.match(line):
            if raw is not None:
                yield raw
            parts = (part.partition("=") for part in heading[4].split())
            raw = RawCard(len(heading[1]), heading[2], heading[3], {key: value for key, _, value in parts}, place)
        elif line.startswith("#"):
            problems.append(
                problem("ID-MISSING", place, f"The heading {line[:40]!r} has no id.", "Write {#id copies=1} behind it.")
            )
        elif fence := _FENCE.match(line):
            first = at
            while at < len(lines) and lines[at].rstrip() != "```":
                at += 1
            block = Block("\n".join(lines[first:at]), Place(file, first + 1))
            at += 1
            if raw is None or fence[1] not in ("card", "rule"):
                problems.append(
                    problem(
                        "BLOCK-KIND", place, f"```{fence[1]} stands outside a card.", "Open it with ```card or ```rule."
                    )
                )
            elif fence[1] == "card":
                raw.card = block
            else:
                raw.blocks = (*raw.blocks, block)
        elif raw is not None and (title := _TITLE.match(line)):
            if title[1]:
                raw.notes = (*raw.notes, (title[2], title[4]))
            else:
                raw.titles = (*raw.titles, (title[2], title[4]))
                raw.ours += (title[2],) if title[3] else ()
        elif line.strip() and raw is not None:
            raw.note = f"{raw.note} {line.strip()}".strip()
    if raw is not None:
        yield raw
