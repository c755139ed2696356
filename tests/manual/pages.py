"""A page of the docs as its blocks: what is shown, under which heading, and what is said below it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.support.places import ROOT

DOCS = ROOT / "docs"
LANGUAGE = "language.md"
RECIPES = "recipes.md"
#: the line above the list of the sections of the reference
CONTENTS = "**What is where.**"
#: the heading above all forms, at the end of the recipes
FORMS = "## All forms"

_HEADING = re.compile(r"^(#{2,3}) (.+)$")
_FENCE = re.compile(r"^(`{3,})([a-z]+) ?(.*)$")


@dataclass(frozen=True)
class Block:
    """A fenced block: what kind it is, what else stands behind its fence, and the quotation below it."""

    kind: str
    name: str
    text: str
    line: int
    said: str


@dataclass(frozen=True)
class Section:
    """What stands under one heading, down to the next of any level."""

    level: int
    title: str
    blocks: tuple[Block, ...]

    def texts(self, kind: str) -> list[str]:
        """The blocks of a kind."""
        return [block.text for block in self.blocks if block.kind == kind]


def page(name: str) -> str:
    """The text of a page."""
    return (DOCS / name).read_text("utf-8")


def sections(text: str) -> list[Section]:
    """The page in order; what stands above its first heading belongs to none and is left out."""
    found: list[Section] = []
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        heading, fence = _HEADING.match(lines[at]), _FENCE.match(lines[at])
        if heading:
            found.append(Section(len(heading[1]), heading[2], ()))
        elif fence:
            end = lines.index(fence[1], at + 1)
            block = Block(fence[2], fence[3], "\n".join(lines[at + 1 : end]), at + 2, _quotation(lines, end + 1))
            found[-1] = Section(found[-1].level, found[-1].title, (*found[-1].blocks, block))
            at = end
        at += 1
    return found


def _quotation(lines: list[str], at: int) -> str:
    """The quotation behind a block, on one line; nothing where something else stands there."""
    while at < len(lines) and not lines[at]:
        at += 1
    said = []
    while at < len(lines) and lines[at].startswith(">"):
        said.append(lines[at].removeprefix(">").strip())
        at += 1
    return " ".join(said)


def listed(found: list[Section]) -> str:
    """The sections as links, a line for each chapter."""
    lines: list[str] = []
    for section in found:
        link = f"[{section.title}](#{anchor(section.title)})"
        if section.level == 2:
            lines.append(f"* {link}")
        else:
            lines[-1] += f"{':' if ':' not in lines[-1].partition('](')[2].partition(')')[2] else ' ·'} {link}"
    return "\n".join(lines)


def forms(found: list[Section]) -> str:
    """All forms of the reference on one page, a block for each chapter."""
    blocks: list[str] = []
    for section in found:
        if section.level == 2:
            blocks.append(f"**{section.title}**")
        blocks += [f"```text\n{form}\n```" for form in section.texts("grammar")]
    filled = [
        block
        for at, block in enumerate(blocks)
        if block.startswith("```") or (blocks[at + 1 : at + 2] and blocks[at + 1].startswith("```"))
    ]
    return "\n\n".join(filled).replace("\n```\n\n```text\n", "\n")


def anchor(title: str) -> str:
    """How a heading is linked to."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
