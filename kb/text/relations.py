"""Which terms belong together: those an author relates, and those whose definitions name each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from grammar.base.records import replace
from kb.languages.texts import ENGLISH
from kb.model.entities import Term
from kb.text.forms import FormTable
from kb.text.termlinks import TermFinder

#: a term that more definitions name than this is related to nothing in particular
_NAMED_BY = 10


def with_relations(terms: Mapping[str, Term], table: FormTable, lang: str = ENGLISH) -> dict[str, Term]:
    """The terms with all their relations: what the author wrote, either way round, then what definitions name; `table`: forms of the language."""
    finder = TermFinder(terms.values(), lang, table)
    named = {
        term.id: list(dict.fromkeys(span.term for span in finder.find(term.text.get(lang, ""))))
        for term in terms.values()
    }
    times = Counter(other for found in named.values() for other in found)
    related: dict[str, dict[str, None]] = {
        term.id: dict.fromkeys(other for other in term.related if other in terms) for term in terms.values()
    }
    for term in terms.values():
        for other in term.related:
            related.get(other, {})[term.id] = None
    for identity, found in named.items():
        for other in found:
            related[identity][other] = None
            if times[other] <= _NAMED_BY:
                related[other][identity] = None
    return {
        identity: replace(term, related=tuple(other for other in related[identity] if other != identity))
        for identity, term in terms.items()
    }
