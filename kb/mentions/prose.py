"""Ids, attributes and linked terms in the Markdown of a chapter, a translation or a card file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.mentions.mention import Mention
from kb.text.attributes import LISTS, NAMES, at_end
from kb.text.fences import fenced
from kb.text.markup import MARKED

_PART = re.compile(r"\S+")
_ITEM = re.compile(r"[^,]+")


def prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines outside of fenced blocks, numbered from 1."""
    inside = {number for block in fenced(text) for number in range(block.line, block.line + len(block.lines))}
    for number, line in enumerate(text.split("\n"), 1):
        if number not in inside:
            yield number, line


def prose_mentions(text: str, *, original: bool, cards: bool = False) -> Iterator[Mention]:
    """What the prose of a file names; only the `original` declares ids, translations repeat them."""
    for number, line in prose_lines(text):
        for link in MARKED.finditer(line):
            yield Mention(("term", link[1]), number, link.start(1) + 1, len(link[1]))
        found = at_end(line)
        if found is not None:
            yield from _attributes(found[1], number, line.rfind("{#") + 2, original, cards)


def _attributes(inside: str, line: int, column: int, original: bool, cards: bool) -> Iterator[Mention]:
    for index, part in enumerate(_PART.finditer(inside)):
        key, _, value = part[0].partition("=")
        start = column + part.start()
        if index == 0:
            yield Mention(("paragraph", key[1:]), line, start + 1, len(key) - 1, declares=original)
            continue
        start += len(key) + 1
        space = _SPACES.get(key, "") if not cards else _CARD_SPACES.get(key, "")
        if not value:
            continue
        if space:
            for item in _ITEM.finditer(value):
                yield Mention((space, item[0]), line, start + item.start(), len(item[0]))
        elif not cards and key not in NAMES:
            yield Mention(("edition", key), line, start - len(key) - 1, len(key))


#: attribute -> what its values name
_SPACES = {**dict.fromkeys(LISTS, "paragraph"), "source": "source"}
_CARD_SPACES = {"name": "name", "as": "name", "of": "name"}
