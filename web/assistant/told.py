"""An answer as an assistant is told it: a text to quote, and the cited paragraphs as links with their addresses."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

import msgspec

from referee.answers import Answer, Citation
from referee.service import phrase
from web.api.shapes import ParagraphInfo

SCHEME = "paragraf"


def resource_of(game: str, paragraph: str, lang: str = "") -> str:
    """The address of a paragraph as a resource."""
    return f"{SCHEME}://{game}/{quote(paragraph, safe='')}" + (f"?lang={lang}" if lang else "")


def parts_of(resource: str) -> tuple[str, str, str]:
    """Game, paragraph and language of a resource's address; empty where it is none."""
    try:
        parts = urlsplit(resource)
    except ValueError:
        return "", "", ""
    if parts.scheme != SCHEME:
        return "", "", ""
    return parts.netloc, unquote(parts.path.removeprefix("/")), parse_qs(parts.query).get("lang", [""])[0]


def page_of(site: str, game: str, paragraph: str) -> str:
    """The page of a paragraph; its resource where no site is known."""
    return f"{site}/g/{game}/p/{quote(paragraph, safe='')}" if site else resource_of(game, paragraph)


def deciding(data: dict[str, Any]) -> list[Citation]:
    """The paragraphs that decide an answer; an answer that hangs on something has at least one to begin with."""
    found = msgspec.convert(data.get("citations", []), list[Citation])
    return found[: max(1, data.get("deciding", 0))]


def place(citation: Citation) -> str:
    """Where a paragraph stands in its book: section, number and page."""
    page = phrase("page", citation.lang, citation.page) if citation.page else ""
    return ", ".join(part for part in (citation.section, citation.number, page) if part) or citation.id


def text_of(data: dict[str, Any], site: str) -> str:
    """The answer to a question as lines: sentence, what is still wanted, where it stands. Of anything else its data."""
    if "verdict" not in data:
        return msgspec.json.encode(data).decode()
    answer = msgspec.convert(data, Answer)
    lines = [f"{answer.verdict}: {answer.sentence}"]
    lines += [f"wanted: {need.question} [{need.fact}]" for need in answer.needs]
    for item in answer.readings:
        lines += [f"reading: {item.text} ({item.dispute}={each.reading}): {each.shown}" for each in item.readings]
    lines += [f"would change it: {remedy.text}" for remedy in answer.would_change]
    shown = deciding(data)
    lines += [f"[{each.id}] {place(each)}: {each.text} <{page_of(site, each.game, each.id)}>" for each in shown]
    if rest := answer.citations[len(shown) :]:
        lines.append(f"relied on too: {', '.join(each.id for each in rest)}")
    return "\n".join(lines)


def paragraph_text(data: dict[str, Any], site: str) -> str:
    """A paragraph as a resource: where it stands, what it says, its address."""
    found = msgspec.convert(data, ParagraphInfo)
    page = phrase("page", found.lang, found.page) if found.page else ""
    where = ", ".join(part for part in (found.section, found.number, page) if part)
    return f"{where}\n\n{found.text}\n\n{page_of(site, found.game, found.id)}\n".lstrip("\n")
