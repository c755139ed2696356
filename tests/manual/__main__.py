"""Writes into the manual what is answered to its mistakes and its commands; then read the difference."""

from __future__ import annotations

import tempfile
from pathlib import Path
from textwrap import wrap

from tests.manual.market import answer, base
from tests.manual.pages import CONTENTS, DOCS, FORMS, LANGUAGE, RECIPES, Block, forms, listed, page, sections
from tests.manual.tutorial import PAGE, carry_out, steps


def mistakes(name: str) -> None:
    """Puts each answer below its mistake, in place of the quotation that stands there."""
    text = page(name)
    lines = text.splitlines()
    found = sections(text)
    for section in reversed(found):
        for block in reversed([each for each in section.blocks if each.kind == "wrong"]):
            with tempfile.TemporaryDirectory() as folder:
                said = answer(Path(folder) / "market", base(found), section, block)
            begin = lines.index("```", block.line) + 2
            end = begin
            while end < len(lines) and lines[end].startswith(">"):
                end += 1
            lines[begin:end] = [f"> {line}" for line in wrap(said or "?", 150, break_on_hyphens=False)]
    (DOCS / name).write_text("\n".join(lines) + "\n", "utf-8")


def contents() -> None:
    """Puts the list of its sections at the head of the reference."""
    text = page(LANGUAGE)
    head, mark, rest = text.partition(CONTENTS)
    _, closing, after = rest.partition("\n\n**")
    (DOCS / LANGUAGE).write_text(f"{head}{mark}\n\n{listed(sections(text))}{closing}{after}", "utf-8")


def all_forms() -> None:
    """Puts the forms of the reference at the end of the recipes."""
    head, mark, rest = page(RECIPES).partition(FORMS)
    said = rest.partition("\n\n**")[0].rstrip()
    (DOCS / RECIPES).write_text(f"{head}{mark}{said}\n\n{forms(sections(page(LANGUAGE)))}\n", "utf-8")


def tutorial() -> None:
    """Puts what the commands print behind them."""
    lines = page(PAGE).splitlines()
    printed: list[tuple[Block, list[str]]] = []
    with tempfile.TemporaryDirectory() as folder:
        for block in (block for step in steps() for block in step.blocks):
            said = "\n".join(f"{line}\n{found}" for line, found in carry_out(block, Path(folder), "magpies"))
            if said:
                printed.append((block, said.splitlines()))
    for block, found in reversed(printed):
        lines[block.line - 1 : lines.index("```", block.line - 1)] = found
    (DOCS / PAGE).write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    contents()
    mistakes(LANGUAGE)
    mistakes(RECIPES)
    all_forms()
    tutorial()
