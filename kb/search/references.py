"""Queries that say where to look: an id, a printed number, a page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.languages.texts import languages, texts
from kb.search.concepts import Concept
from kb.search.fold import fold

_ID = re.compile(r"[a-z][a-z0-9_]*(?:[._][a-z0-9_]+)+")
_LANGUAGES = languages()


def _any(words: str) -> str:
    return "|".join(words.split())


_BEFORE_PAGE = "|".join(f"({_any(texts(lang, 'search')['page'])})" for lang in _LANGUAGES)
_PAGE = re.compile(rf"(?<!\w)(?:{_BEFORE_PAGE})\.?\s*(?P<page>\d{{1,3}})(?!\w|[.,]\d)", re.IGNORECASE)
_MARKS = " ".join(["§+ № \\#", *(texts(lang, "search")["paragraph"] for lang in _LANGUAGES)])
_MARK = rf"(?:(?:{_any(_MARKS)})\.?\s*)"
_DECIMAL = re.compile(rf"(?<![\w.]){_MARK}?(\w?\d+(?:[.,]\d+)+\w?)\.?(?!\w)", re.IGNORECASE)
_WHOLE = re.compile(rf"\s*{_MARK}?(\w{{0,2}}\d+\w?)\.?\s*", re.IGNORECASE)
_PAGES = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")
#: a longer range of pages is a slip of the pen
_LONGEST_RANGE = 9


@dataclass(frozen=True, slots=True)
class Reference:
    """Where a query says to look, and the words it has besides."""

    kind: Literal["id", "number", "page"]
    ordinals: tuple[int, ...]
    rest: str


class PrintedPlaces:
    """Concepts by id, by printed number and by page."""

    def __init__(self, data: Mapping[str, list[str]]) -> None:
        self._ids: dict[str, list[int]] = {}
        self._numbers: dict[str, list[int]] = {}
        self._pages: dict[str, list[tuple[str, int]]] = {}
        for ordinal, identity in enumerate(data["ids"]):
            self._ids.setdefault(identity, []).append(ordinal)
        for ordinal, number in enumerate(data["numbers"]):
            if number:
                self._numbers.setdefault(number, []).append(ordinal)
        for ordinal, pages in enumerate(data["pages"]):
            for entry in pages.split():
                page, edition = entry.split("/")
                self._pages.setdefault(page, []).append((edition, ordinal))

    def read(self, text: str) -> Reference | None:
        """Read a reference out of a query, if it holds one that leads somewhere."""
        return self._by_id(text) or self._by_page(text) or self._by_number(text)

    def _by_id(self, text: str) -> Reference | None:
        identity = text.strip().lower()
        if not _ID.fullmatch(identity):
            return None
        found = self._ids.get(identity) or self._below(self._ids, identity)
        return Reference("id", tuple(found), "") if found else None

    def _by_page(self, text: str) -> Reference | None:
        match = _PAGE.search(text)
        entries = self._pages.get(str(int(match["page"]))) if match else None
        if not match or not entries:
            return None
        lang = next(lang for group, lang in enumerate(_LANGUAGES, 1) if match[group])
        ordered = sorted(entries, key=lambda entry: (not entry[0].startswith(lang), entry[1]))
        ordinals = dict.fromkeys(ordinal for _, ordinal in ordered)
        return Reference("page", tuple(ordinals), text[: match.start()] + " " + text[match.end() :])

    def _by_number(self, text: str) -> Reference | None:
        match = _DECIMAL.search(text) or _WHOLE.fullmatch(text)
        if not match:
            return None
        number = _number(match[1])
        found = [*self._numbers.get(number, ()), *self._below(self._numbers, number)]
        rest = text[: match.start()] + " " + text[match.end() :]
        return Reference("number", tuple(found), rest) if found else None

    @staticmethod
    def _below(table: dict[str, list[int]], start: str) -> list[int]:
        return [ordinal for key, found in table.items() if key.startswith(f"{start}.") for ordinal in found]


def shelf_data(concepts: Sequence[Concept]) -> dict[str, list[str]]:
    """Give where concepts stand for the index on disk; pages as page/edition, with spaces."""
    return {
        "ids": [concept.id for concept in concepts],
        "numbers": [_number(concept.number) for concept in concepts],
        "pages": [
            " ".join(f"{page}/{edition}" for edition, pages in concept.pages.items() for page in _each_page(pages))
            for concept in concepts
        ],
    }


def _number(written: str) -> str:
    return ".".join(fold(part) for part in re.split(r"[.,]", written) if part)


def _each_page(written: str) -> list[str]:
    pages: list[str] = []
    for match in _PAGES.finditer(written):
        first, last = int(match[1]), int(match[2] or match[1])
        pages += [str(page) for page in range(first, min(last, first + _LONGEST_RANGE) + 1)]
    return pages
