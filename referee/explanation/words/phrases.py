"""Phrases of the explainer in every language: words come from the corpus, sentences from `kb/languages`, which alone reads files."""

from __future__ import annotations

from kb.languages.texts import texts
from referee.explanation.words.said import Figure, Finished, Said, fill


def phrase(key: str, lang: str, *values: object) -> str:
    """A phrase with its values filled in; English where a language lacks it."""
    text = texts(lang, "answers")[key]
    return fill(text, [_said(value, lang) for value in values]) if values else text


def line(key: str, lang: str, *values: object) -> str:
    """What a command says of its own accord, likewise."""
    text = texts(lang, "terminal")[key]
    return fill(text, [_said(value, lang) for value in values]) if values else text


def _said(value: object, lang: str) -> Said:
    if isinstance(value, Said):
        return value
    return Figure(value, lang) if isinstance(value, int) and not isinstance(value, bool) else Finished(str(value), lang)
