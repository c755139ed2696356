"""Words typed another way: on the wrong keyboard layout, or Ukrainian in Latin letters."""

from __future__ import annotations

import re

_LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`"
_CYRILLIC_KEYS = "йцукенгшщзхїфівапролджєячсмитьбю.ʼ"
_TO_CYRILLIC = str.maketrans(_LATIN_KEYS, _CYRILLIC_KEYS)
_TO_LATIN = str.maketrans(_CYRILLIC_KEYS.replace(".", "") + "ыэъґ", _LATIN_KEYS.replace("/", "") + "s']\\")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")

#: sounds written with several Latin letters, then with one; both spellings end in the same key
_SOUNDS = (
    ("shch", "Q"), ("szcz", "Q"), ("sch", "Q"), ("zh", "Z"), ("kh", "g"), ("gh", "g"), ("tz", "ts"),
    ("ch", "H"), ("cz", "H"), ("sh", "S"), ("sz", "S"), ("c", "ts"), ("w", "v"), ("h", "g"), ("j", "i"), ("y", "i"),
    ("q", "k"), ("x", "ks"),
)  # fmt: skip
_LETTERS = str.maketrans(
    {
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "Z", "з": "z", "и": "i", "і": "i", "к": "k",
        "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "g",
        "ц": "ts", "ч": "H", "ш": "S", "щ": "Q", "ь": "", "ю": "iu", "я": "ia",
    }
)  # fmt: skip
_DOUBLED = re.compile(r"(.)\1+")


def other_layout(text: str) -> str:
    """Give a text as if the other of the two keyboard layouts had been on."""
    lower = text.lower()
    return lower.translate(_TO_LATIN if _CYRILLIC.search(lower) else _TO_CYRILLIC)


def latin_key(word: str) -> str:
    """Give the key under which a folded Ukrainian word and its Latin spellings meet."""
    if _CYRILLIC.search(word):
        word = word.translate(_LETTERS)
    else:
        for spelled, sound in _SOUNDS:
            word = word.replace(spelled, sound)
    return _DOUBLED.sub(r"\1", word).replace("ie", "e")
