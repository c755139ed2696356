"""The interface in the reader's language: which one, its texts, and the order of its words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from kb.languages.texts import ENGLISH, language, languages, texts

if TYPE_CHECKING:
    from werkzeug.datastructures import LanguageAccept


def translate(lang: str, key: str, **values: object) -> str:
    """A text of the interface with its values filled in."""
    text = texts(lang, "pages")[key]
    return text.format(**values) if values else text


def everywhere(key: str) -> dict[str, str]:
    """A text of the interface in every language."""
    return {lang: translate(lang, key) for lang in languages()}


def names() -> dict[str, str]:
    """What every language calls itself."""
    return {lang: language(lang)["name"] for lang in languages()}


def choose(wanted: str | None, cookie: str | None, accepted: LanguageAccept) -> str:
    """The language: what the address says, else the cookie, else the browser's first that we speak."""
    for said in (wanted, cookie):
        if said and said in languages():
            return said
    return accepted.best_match(languages()) or ENGLISH


@cache
def _order(letters: str) -> Mapping[str, int]:
    return {letter: at for at, letter in enumerate(letters)}


def sort_key(text: str, lang: str) -> tuple[tuple[int, int], ...]:
    """Sorts as the dictionaries of a language do; foreign letters come after its own, signs before."""
    order = _order(language(lang)["letters"])
    key = []
    for letter in text.casefold():
        if letter in order:
            key.append((1, order[letter]))
        elif letter.isalpha():
            key.append((2, ord(letter)))
        elif letter.isalnum() or letter.isspace():
            key.append((0, ord(letter)))
    return tuple(key)


def initial(text: str) -> str:
    """The letter a word is listed under."""
    first = next((letter for letter in text if letter.isalnum()), "#")
    return "#" if first.isdigit() else first.upper()
