"""Fields: where a word may stand in a concept, and what that is worth."""

from __future__ import annotations

from collections.abc import Mapping

from kb.search.analysis import Analysis
from kb.search.concepts import Concept
from kb.search.fold import words

#: part and key -> weight in a score. Parts: title, listed forms, body; keys: the word as written, its stem
WEIGHTS: Mapping[str, float] = {"ts": 2.0, "fs": 1.5, "bs": 1.0, "tw": 1.5, "fw": 1.125, "bw": 0.75}
#: how much the length of a field counts; a term with many forms is not the less meant
LENGTHS: Mapping[str, float] = {"ts": 0.6, "fs": 0.0, "bs": 0.6, "tw": 0.6, "fw": 0.0, "bw": 0.6}


def fields_of(concept: Concept, lang: str, analysis: Analysis) -> dict[str, list[str]]:
    """Give the words and stems in each field of a concept in one language."""
    wording = concept.wordings[lang]
    title, body = words(wording.title), words(wording.body)
    title_stems = [analysis.stem(word, lang) for word in title]
    forms = {word for form in wording.forms for word in words(form)}.difference(title)
    form_stems = {analysis.stem(word, lang) for word in forms}.difference(title_stems)
    return {
        "tw": title,
        "ts": title_stems,
        "fw": sorted(forms),
        "fs": sorted(form_stems),
        "bw": body,
        "bs": [analysis.stem(word, lang) for word in body],
    }
