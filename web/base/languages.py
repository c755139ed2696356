"""The language of the interface: chosen by `?ui=`, a cookie or the browser; texts from translations/*.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from werkzeug.datastructures import LanguageAccept

LANGUAGES: Mapping[str, str] = {"en": "English", "pl": "Polski", "uk": "Українська"}
DEFAULT = "en"

#: the letters of each language in its own order
_LETTERS = {
    "en": "abcdefghijklmnopqrstuvwxyz",
    "pl": "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
}


@cache
def texts(lang: str) -> Mapping[str, str]:
    """All texts of one language, by dotted key."""
    import tomllib  # the command line has no texts of its own

    path = Path(__file__).parent.parent / "translations" / f"{lang}.toml"
    return dict(_flat("", tomllib.loads(path.read_text("utf-8"))))


def _flat(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        name = f"{prefix}{key}"
        found += _flat(f"{name}.", value) if isinstance(value, dict) else [(name, str(value))]
    return found


def translate(lang: str, key: str, **values: object) -> str:
    """A text of the interface with its values filled in."""
    text = texts(lang).get(key) or texts(DEFAULT)[key]
    return text.format(**values) if values else text


def everywhere(key: str) -> dict[str, str]:
    """A text of the interface in every language."""
    return {lang: translate(lang, key) for lang in LANGUAGES}


def choose(wanted: str | None, cookie: str | None, accepted: LanguageAccept) -> str:
    """The language: what the address says, else the cookie, else the browser's first that we speak."""
    for said in (wanted, cookie):
        if said and said in LANGUAGES:
            return said
    return accepted.best_match(list(LANGUAGES)) or DEFAULT


@cache
def _order(lang: str) -> Mapping[str, int]:
    return {letter: at for at, letter in enumerate(_LETTERS.get(lang, _LETTERS[DEFAULT]))}


def sort_key(text: str, lang: str) -> tuple[tuple[int, int], ...]:
    """Sorts as the dictionaries of a language do; foreign letters come after its own, signs before."""
    order = _order(lang)
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
