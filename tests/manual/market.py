"""The small game that the examples of the language reference belong to: made from the page, examined like any game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from kb.cases import read_cases
from kb.model.problems import Problem
from tests.manual.pages import Block, Section
from web.author.examination import Examined, examine

MANIFEST = """prefix = "m"
languages = ["en"]
players = [2, 3]
[title]
en = "Market"
[editions.first]
title = "First printing"
lang = "en"
[editions.second]
title = "Second printing"
lang = "en"
[sources.rulebook]
rank = 10
title = { en = "Rulebook" }
"""
_PARAGRAPH = re.compile(r"^-- #(m\.[a-z0-9.]+)$")


def market(folder: Path, rules: Iterable[str], cases: Iterable[str] = ()) -> Examined:
    """The game of some blocks of rules, and what `paragraf check` says of it and of some cases."""
    under: dict[str, list[str]] = {}
    for block in rules:
        for identity, text in _paragraphs(block):
            under.setdefault(identity, []).append(f"```rule\n{text}\n```\n")
    chapter = "\n".join(
        ["# Market {#m.all}\n", "## Rules {#m.rules}\n"]
        + [line for identity, blocks in under.items() for line in (f"Paragraph. {{#{identity}}}\n", *blocks)]
    )
    for name, text in {"game.toml": MANIFEST, "terms.toml": "", "rules/01-market.md": chapter}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    extra: list[Problem] = []
    read = [case for number, block in enumerate(cases) for case in read_cases(f"{number}.md", _case_file(block), extra)]
    return examine(folder, None, read, extra)


def base(pages: list[Section]) -> str:
    """The rules that all examples share: the first block of rules of the page."""
    return next(text for section in pages for text in section.texts("rule"))


def _case_file(block: str) -> str:
    return f"# Market {{#m.all}}\n\n## Rules {{#m.rules}}\n\n```case\n{block}\n```\n"


def _paragraphs(block: str) -> list[tuple[str, str]]:
    """A block by the comments in it that name the paragraph its rules stand under; without one it is #m.1."""
    found: list[tuple[str, list[str]]] = [("m.1", [])]
    for line in block.splitlines():
        named = _PARAGRAPH.match(line)
        if named:
            found.append((named[1], []))
        else:
            found[-1][1].append(line)
    return [(identity, "\n".join(lines)) for identity, lines in found if "".join(lines).strip()]


def answer(folder: Path, shared: str, section: Section, wrong: Block) -> str:
    """What `paragraf check` says to a mistake; one in a case is made with the rules of its section."""
    in_case = wrong.name == "case"
    rules = [shared, *(section.texts("rule") if in_case else [wrong.text])]
    found = market(folder, rules, [wrong.text] if in_case else [])
    return " ".join(f"`{each.code}` {each.message} {each.cure}" for each in grave(found))


def grave(found: Examined) -> list[Problem]:
    """Errors and warnings: a market of which an example uses only a part is told of by notices."""
    return [each for each in found.problems if each.severity != "notice"]
