"""Paragraph Markdown as safe HTML: no raw HTML, no foreign schemes, terms linked."""

from __future__ import annotations

import html
import re
import threading
import xml.etree.ElementTree as etree
from collections.abc import Callable, Collection, Iterator

import markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor

from kb.termlinks import TermFinder

Url = Callable[[str], str]  #: term id -> address

_MARKED = re.compile(r"\[\[\s*([\w.-]+)\s*(?:\|([^\]\n]+))?\]\]")
_LIST = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\S")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_SAFE_LINK = re.compile(r"(?:https?://|/(?!/)|#|\?)", re.IGNORECASE)
_UNLINKED = frozenset({"a", "code", "pre"})

#: parts of Markdown that let HTML, pictures or addresses of other kinds through
_REMOVED = (
    ("preprocessors", "html_block"),
    ("inlinePatterns", "html"),
    ("inlinePatterns", "image_link"),
    ("inlinePatterns", "image_reference"),
    ("inlinePatterns", "short_image_ref"),
    ("inlinePatterns", "reference"),
    ("inlinePatterns", "short_reference"),
    ("inlinePatterns", "automail"),
)


def marked_terms(text: str) -> Iterator[str]:
    """Give the term ids linked with [[…]] in a text."""
    if "[[" in text:
        for match in _MARKED.finditer(text):
            yield match[1]


def plain_text(text: str) -> str:
    """Give a Markdown text without its marks, on one line; for search and short quotes."""
    text = _MARKED.sub(lambda match: match[2] or match[1].replace("_", " "), text)
    text = re.sub(r"^[ \t]*(?:[-*+]|#+|>)[ \t]+|^[ \t]*\|?[ \t:|-]+\|?[ \t]*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\*\*|__|`|(?<!\w)[*_]|[*_](?!\w)", "", text.replace("|", " "))
    return " ".join(text.split())


def render(text: str, finder: TermFinder | None = None, url: Url | None = None, skip: Collection[str] = ()) -> str:
    """Turn a paragraph into HTML; each term is linked at its first mention, those in `skip` not at all."""
    links = _links()
    links.finder, links.url, links.skip = finder, url, set(skip)
    try:
        return links.markdown.reset().convert(_spaced(_CONTROL.sub("", text)))
    except RecursionError:
        return f"<p>{html.escape(text)}</p>"
    finally:
        links.finder, links.url, links.skip = None, None, set()


class _Links:
    """A converter of one thread, and the terms of the text it is converting."""

    def __init__(self) -> None:
        self.finder: TermFinder | None = None
        self.url: Url | None = None
        self.skip: set[str] = set()
        self.markdown = markdown.Markdown(
            extensions=["tables", "sane_lists", _Safe(self)], output_format="html", tab_length=2
        )

    def element(self, term: str, text: str) -> etree.Element:
        """Make the link to a term."""
        link = etree.Element("a", {"class": "term", "href": self.url(term) if self.url else ""})
        link.text = text
        return link


_local = threading.local()


def _links() -> _Links:
    links: _Links | None = getattr(_local, "links", None)
    if links is None:
        links = _local.links = _Links()
    return links


class _Safe(Extension):
    """Takes out what is not safe and puts the term links in."""

    def __init__(self, links: _Links) -> None:
        super().__init__()
        self.links = links

    def extendMarkdown(self, md: markdown.Markdown) -> None:
        for registry, name in _REMOVED:
            getattr(md, registry).deregister(name)
        md.parser.blockprocessors.deregister("code")
        md.parser.blockprocessors.deregister("reference")
        md.inlinePatterns.register(_MarkedTerm(self.links), "marked_term", 185)
        md.treeprocessors.register(_SafeLinks(md), "safe_links", 15)
        md.treeprocessors.register(_FoundTerms(self.links), "found_terms", 12)


class _MarkedTerm(InlineProcessor):
    """[[term]] and [[term|words]] as links."""

    def __init__(self, links: _Links) -> None:
        super().__init__(_MARKED.pattern)
        self.links = links

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[etree.Element | str, int, int]:  # type: ignore[override]
        finder, term = self.links.finder, m[1]
        known = finder is not None and term in finder.names
        text = (m[2] or (finder.names[term] if finder and known else term.replace("_", " "))).strip()
        if not known or not self.links.url or term in self.links.skip:
            return text, m.start(0), m.end(0)
        self.links.skip.add(term)
        return self.links.element(term, text), m.start(0), m.end(0)


class _SafeLinks(Treeprocessor):
    """Drops the address of a link that is neither http nor of this site."""

    def run(self, root: etree.Element) -> None:
        for element in root.iter("a"):
            if not _SAFE_LINK.match(element.get("href", "").strip()):
                element.attrib.pop("href", None)


class _FoundTerms(Treeprocessor):
    """Links terms that are written without marks."""

    def __init__(self, links: _Links) -> None:
        super().__init__()
        self.links = links

    def run(self, root: etree.Element) -> None:
        if self.links.finder and self.links.url:
            self._walk(root, self.links.finder)

    def _walk(self, element: etree.Element, finder: TermFinder) -> None:
        if element.tag in _UNLINKED:
            return
        children = list(element)
        inserted = 0
        if element.text:
            element.text, links = self._split(str(element.text), finder)
            for place, link in enumerate(links):
                element.insert(place, link)
            inserted += len(links)
        for position, child in enumerate(children):
            self._walk(child, finder)
            if child.tail:
                child.tail, links = self._split(child.tail, finder)
                for place, link in enumerate(links):
                    element.insert(position + inserted + 1 + place, link)
                inserted += len(links)

    def _split(self, text: str, finder: TermFinder) -> tuple[str, list[etree.Element]]:
        """Cut a text into what stands before the first term, and the links with what follows each."""
        spans = []
        for span in finder.find(text):
            if span.term not in self.links.skip:
                self.links.skip.add(span.term)
                spans.append(span)
        if not spans:
            return text, []
        links: list[etree.Element] = []
        for span, following in zip(spans, [*(span.start for span in spans[1:]), len(text)], strict=True):
            link = self.links.element(span.term, text[span.start : span.end])
            link.tail = text[span.end : following]
            links.append(link)
        return text[: spans[0].start], links


def _spaced(text: str) -> str:
    """Put the blank lines before lists and tables that Markdown wants and the corpus does not write."""
    lines: list[str] = []
    inside = ""
    for line in text.split("\n"):
        kind = "list" if _LIST.match(line) else "table" if line.lstrip().startswith("|") else ""
        continued = inside == "list" and line[:1] in (" ", "\t")
        if kind and kind != inside and lines and lines[-1].strip() and not continued:
            lines.append("")
        if not continued:
            inside = kind
        lines.append(line)
    return "\n".join(lines)
