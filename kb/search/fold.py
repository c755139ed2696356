"""Words as search compares them: one case, one apostrophe, no diacritics, one script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’ʼ`´‘][^\W_]+)*")
_APOSTROPHES = dict.fromkeys(map(ord, "'’ʼ`´‘ʹ′"))
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

#: letters whose mark does not come off by decomposition, or that players write for each other
_LETTERS = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "ґ": "г", "є": "е", "ё": "е", "ы": "и", "э": "е"}
)
#: letters that look alike, for words in which both scripts are mixed
_CYRILLIC_LOOKS = str.maketrans("aceiopxykmhbt", "асеіорхукмнвт")
_LATIN_LOOKS = str.maketrans("асеіорхукмнвт", "aceiopxykmhbt")
_LATIN = re.compile(r"[a-z]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")

#: the letters of sections, counted А Б В Г in Ukrainian books and A B C D in the others
_SECTION = re.compile(r"(\d*)([абвг])")
_SECTION_LETTERS = str.maketrans("абвг", "abcd")


def clean(text: str) -> str:
    """Give a text without control and invisible characters."""
    return _CONTROL.sub(" ", _INVISIBLE.sub("", text))


@lru_cache(maxsize=100_000)
def fold(word: str) -> str:
    """Give the form under which a word is compared."""
    word = unicodedata.normalize("NFKC", word).lower().translate(_APOSTROPHES)
    if not word.isascii() and _LATIN.search(word) and _CYRILLIC.search(word):
        word = _one_script(word)
    if not word.isascii():
        decomposed = unicodedata.normalize("NFD", word.translate(_LETTERS))
        word = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
        if section := _SECTION.fullmatch(word):
            word = section[1] + section[2].translate(_SECTION_LETTERS)
    return word


def words(text: str) -> list[str]:
    """Give the folded words of a text."""
    return [fold(match[0]) for match in _WORD.finditer(text)]


def spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Give the folded words of a text with where they stand."""
    for match in _WORD.finditer(text):
        yield match.start(), match.end(), fold(match[0])


def is_cyrillic(word: str) -> bool:
    """Say whether a folded word is in Cyrillic."""
    return bool(_CYRILLIC.search(word))


def _one_script(word: str) -> str:
    cyrillic = len(_CYRILLIC.findall(word))
    if 2 * cyrillic >= len(word):
        return word.translate(_CYRILLIC_LOOKS)
    return word.translate(_LATIN_LOOKS)
