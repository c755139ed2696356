"""What can be found: one document a concept and language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["term", "paragraph", "action", "card", "dispute"]
KINDS: tuple[Kind, ...] = ("term", "paragraph", "action", "card", "dispute")


@dataclass(frozen=True, slots=True)
class Document:
    """A concept in one language; documents of the same game, kind and id are one result."""

    game: str
    kind: Kind
    id: str
    lang: str
    title: str
    body: str  #: plain text
    pages: Mapping[str, str] = field(default_factory=dict)  #: edition -> page
    number: str = ""  #: as printed in the book
    forms: tuple[str, ...] = ()  #: other words for the title, and its inflections
    weight: float = 1.0
    defines: tuple[str, ...] = ()  #: ids of the terms of the same game that it defines
