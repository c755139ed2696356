"""The converter of Markdown that lets no HTML, no pictures and no foreign addresses through, and links terms."""

from __future__ import annotations

import re
import threading
import xml.etree.ElementTree as etree
from collections.abc import Callable

import markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor

from kb.text.termlinks import TermFinder

Url = Callable[[str], str]  #: term id -> address

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


class Links:
    """A converter of one thread, and the terms of the text it is converting."""

    def __init__(self, marked: str) -> None:
        """`marked`: how a linked term is written."""
        self.marked = marked
        self.finder: TermFinder | None = None
        self.url: Url | None = None
        self.skip: set[str] = set()
        self.home: frozenset[str] = frozenset()  #: the terms that ordinary words may mean here
        self.markdown = markdown.Markdown(
            extensions=["tables", "sane_lists", _Safe(self)], output_format="html", tab_length=2
        )

    def element(self, term: str, text: str) -> etree.Element:
        """Make the link to a term."""
        link = etree.Element("a", {"class": "term", "href": self.url(term) if self.url else ""})
        link.text = text
        return link


_local = threading.local()


def converter(marked: str) -> Links:
    """The converter of this thread."""
    links: Links | None = getattr(_local, "links", None)
    if links is None:
        links = _local.links = Links(marked)
    return links


class _Safe(Extension):
    """Takes out what is not safe and puts the term links in."""

    def __init__(self, links: Links) -> None:
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

    def __init__(self, links: Links) -> None:
        super().__init__(links.marked)
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

    def __init__(self, links: Links) -> None:
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
            if span.term not in self.links.skip and (not span.ordinary or span.term in self.links.home):
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
