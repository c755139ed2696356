"""Phrases of the explainer in every language: words come from the corpus, sentences from `kb/languages`, which alone reads files."""

from __future__ import annotations

from kb.languages.texts import texts


def phrase(key: str, lang: str, *values: object) -> str:
    """A phrase with its values filled in; English where a language lacks it."""
    text = texts(lang, "answers")[key]
    return text.format(*values) if values else text
