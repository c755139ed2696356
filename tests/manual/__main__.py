"""Writes into the language reference what `paragraf check` says to its mistakes; then read the difference."""

from __future__ import annotations

import tempfile
from pathlib import Path
from textwrap import wrap

from tests.manual.market import answer, base
from tests.manual.pages import DOCS, page, sections


def main() -> None:
    """Puts each answer below its mistake, in place of the quotation that stands there."""
    text = page("language.md")
    lines: list[str] = text.splitlines()
    found = sections(text)
    for section in reversed(found):
        for block in reversed([each for each in section.blocks if each.kind == "wrong"]):
            with tempfile.TemporaryDirectory() as folder:
                said = answer(Path(folder) / "market", base(found), section, block)
            begin = lines.index("```", block.line) + 2
            end = begin
            while end < len(lines) and lines[end].startswith(">"):
                end += 1
            lines[begin:end] = [f"> {line}" for line in wrap(said or "NOTHING", 150, break_on_hyphens=False)]
    (DOCS / "language.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
