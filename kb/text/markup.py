"""Paragraph Markdown as safe HTML: no raw HTML, no foreign schemes, terms linked."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the converter is slow to import, and a plain text needs none of it
    from kb.text.converter import Url
    from kb.text.termlinks import TermFinder

MARKED = re.compile(r"\[\[\s*([\w.-]+)\s*(?:\|([^\]\n]+))?\]\]")
#: patterns of those who render, compiled when somebody does
_LIST = r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\S"
_CONTROL = r"[\x00-\x08\x0b-\x1f\x7f]"


def marked_terms(text: str) -> Iterator[str]:
    """Give the term ids linked with [[…]] in a text."""
    if "[[" in text:
        for match in MARKED.finditer(text):
            yield match[1]


def plain_text(text: str) -> str:
    """Give a Markdown text without its marks, on one line; for search and short quotes."""
    text = MARKED.sub(lambda match: match[2] or match[1].replace("_", " "), text)
    text = re.sub(r"^[ \t]*(?:[-*+]|#+|>)[ \t]+|^[ \t]*\|?[ \t:|-]+\|?[ \t]*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\*\*|__|`|(?<!\w)[*_]|[*_](?!\w)", "", text.replace("|", " "))
    return " ".join(text.split())


def render(
    text: str,
    finder: TermFinder | None = None,
    url: Url | None = None,
    skip: Collection[str] = (),
    home: Collection[str] = (),
) -> str:
    """Turn a paragraph into HTML; each term is linked at its first mention, those in `skip` not at all; `home`: those it helps to define."""
    from kb.text.converter import converter

    links = converter(MARKED.pattern)
    links.finder, links.url, links.skip, links.home = finder, url, set(skip), frozenset(home)
    try:
        return links.markdown.reset().convert(_spaced(re.sub(_CONTROL, "", text)))
    except RecursionError:
        import html

        return f"<p>{html.escape(text)}</p>"
    finally:
        links.finder, links.url, links.skip, links.home = None, None, set(), frozenset()


def _spaced(text: str) -> str:
    """Put the blank lines before lists and tables that Markdown wants and the corpus does not write."""
    lines: list[str] = []
    inside = ""
    for line in text.split("\n"):
        kind = "list" if re.match(_LIST, line) else "table" if line.lstrip().startswith("|") else ""
        continued = inside == "list" and line[:1] in (" ", "\t")
        if kind and kind != inside and lines and lines[-1].strip() and not continued:
            lines.append("")
        if not continued:
            inside = kind
        lines.append(line)
    return "\n".join(lines)
