"""Documents made of a game's prose: its terms and its paragraphs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping

from kb.languages.texts import spoken
from kb.search.documents import Document
from kb.text.glossary import inflections
from kb.text.markup import plain_text
from kb.text.prose import GameProse

#: text that carries no rule of its own comes after text that does
_BY_NORULE: Mapping[str, float] = {
    "example": 0.9,
    "component": 0.95,
    "flavour": 0.8,
    "advice": 0.9,
    "reference": 0.85,
}
#: what being cited twice as often adds; more than a little made the ranking worse
_CITED = 0.02


def documents_from_prose(prose: GameProse) -> Iterator[Document]:
    """Give a document for each term and paragraph in each language it is written in."""
    yield from _terms(prose)
    yield from _paragraphs(prose)


def _terms(prose: GameProse) -> Iterator[Document]:
    for term in prose.terms.values():
        for lang, name in term.names.items():
            forms = (*term.aliases.get(lang, ()), *inflections(term, lang, prose.forms.get(lang, {})))
            body = plain_text(term.text.get(lang, ""))
            yield Document(prose.id, "term", term.id, lang, name, body, forms=forms)


def _paragraphs(prose: GameProse) -> Iterator[Document]:
    defines: dict[str, list[str]] = {}
    for term in prose.terms.values():
        for identity in term.defined:
            defines.setdefault(identity, []).append(term.id)
    cited = Counter(
        other
        for paragraph in prose.paragraphs.values()
        for other in (*paragraph.see, *paragraph.restates, *paragraph.clarifies)
    )
    for paragraph in prose.paragraphs.values():
        heading = prose.headings.get(paragraph.section)
        weight = _BY_NORULE.get(paragraph.norule, 1.0)
        weight *= _cited(cited[paragraph.id] + len(defines.get(paragraph.id, ())))
        for lang, text in paragraph.text.items():
            title = spoken(heading.title, lang) if heading else ""
            yield Document(
                game=prose.id,
                kind="paragraph",
                id=paragraph.id,
                lang=lang,
                title=title,
                body=plain_text(text),
                pages=paragraph.pages,
                number=paragraph.number,
                weight=weight,
                defines=tuple(defines.get(paragraph.id, ())),
            )


def _cited(times: int) -> float:
    """Give the weight of what is cited so often."""
    return 1 + _CITED * math.log2(1 + times)
