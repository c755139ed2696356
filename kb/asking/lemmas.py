"""Stems that are forms of one word although they do not look alike: from dictionaries, kept in files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kb.languages.lines import read_texts

#: written by `python -m tests.bench.lemmas`
FOLDER = Path(__file__).with_name("lemmas")


@cache
def lemmas(lang: str) -> dict[str, tuple[str, ...]]:
    """Stem of a form -> the stems of the words that it may be of; none for what a stemmer sees by itself."""
    path = FOLDER / f"{lang}.toml"
    if not path.is_file():
        return {}
    found: dict[str, tuple[str, ...]] = {}
    known = read_texts(path)
    for own, others in known.items():
        for other in others.split():
            found[other] = (*found.get(other, (other,) if other in known else ()), own)
    return found
