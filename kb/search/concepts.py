"""Concepts: the documents of one id joined over their languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kb.search.documents import Document, Kind


@dataclass(frozen=True, slots=True)
class ConceptWording:
    """A concept in one language."""

    title: str
    body: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing that can be found, in every language it is written in."""

    game: str
    kind: Kind
    id: str
    wordings: Mapping[str, ConceptWording]
    pages: Mapping[str, str]
    number: str
    weight: float
    defines: tuple[str, ...]
    leads: bool  #: the first paragraph under its heading, or no paragraph

    def wording(self, lang: str) -> tuple[str, ConceptWording]:
        """Give the wording in a language, else in English, else in any."""
        for choice in (lang, "en"):
            if choice in self.wordings:
                return choice, self.wordings[choice]
        return next(iter(self.wordings.items()))

    def to_json(self) -> list[Any]:
        """Give plain values for the index on disk."""
        wordings = {lang: [each.title, each.body, each.forms] for lang, each in self.wordings.items()}
        rest = [dict(self.pages), self.number, self.weight, self.defines, self.leads]
        return [self.game, self.kind, self.id, wordings, *rest]

    @classmethod
    def from_json(cls, values: list[Any]) -> Concept:
        """Take what `to_json` gave."""
        game, kind, identity, wordings, pages, number, weight, defines, leads = values
        texts = {lang: ConceptWording(title, body, tuple(forms)) for lang, (title, body, forms) in wordings.items()}
        return cls(game, kind, identity, texts, pages, number, weight, tuple(defines), leads)


def concepts_from_documents(documents: Iterable[Document]) -> tuple[Concept, ...]:
    """Join documents of the same game, kind and id, in the order they come."""
    groups: dict[tuple[str, str, str], list[Document]] = {}
    for document in documents:
        groups.setdefault((document.game, document.kind, document.id), []).append(document)
    led: set[tuple[str, str]] = set()
    concepts: list[Concept] = []
    for group in groups.values():
        first = group[0]
        heading = (first.game, first.title)
        leads = first.kind != "paragraph" or heading not in led
        if first.kind == "paragraph":
            led.add(heading)
        concepts.append(
            Concept(
                game=first.game,
                kind=first.kind,
                id=first.id,
                wordings={each.lang: ConceptWording(each.title, each.body, each.forms) for each in group},
                pages=first.pages,
                number=first.number,
                weight=max(each.weight for each in group),
                defines=first.defines,
                leads=leads,
            )
        )
    return tuple(concepts)
