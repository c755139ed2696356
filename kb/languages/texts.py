"""The languages of the interface and their texts: every folder beside this module that has a `language.toml`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kb.languages.lines import read_texts

#: where the languages are
HOME = Path(__file__).parent
#: what every text is written in first, and what is said where a language lacks one
ENGLISH = "en"


def languages() -> tuple[str, ...]:
    """The languages there are, English first."""
    return _languages(HOME)


@cache
def _languages(home: Path) -> tuple[str, ...]:
    found = (entry.name for entry in os.scandir(home) if (home / entry.name / "language.toml").is_file())
    return tuple(sorted(found, key=lambda lang: (lang != ENGLISH, lang)))


def texts(lang: str, name: str) -> Mapping[str, str]:
    """The texts of one file in a language, by dotted key; English ones where it lacks them, or is no language of ours."""
    return _texts(HOME, lang, name)


@cache
def _texts(home: Path, lang: str, name: str) -> Mapping[str, str]:
    path = home / lang / f"{name}.toml"
    own = read_texts(path) if lang in _languages(home) and path.is_file() else {}
    return own if lang == ENGLISH else {**_texts(home, ENGLISH, name), **own}


def language(lang: str) -> Mapping[str, str]:
    """The language itself: `name`, `letters` in their order, `open` and `close` of a quotation."""
    return texts(lang, "language")


def begun(lang: str) -> bool:
    """Whether a language is only begun, as it says itself: English stands in for what it lacks, and it is marked where it is chosen."""
    return language(lang).get("begun") == "yes"


def spoken(said: Mapping[str, str], lang: str) -> str:
    """What is said in a language, else in English, else in the first it is said in; nothing where nothing is said."""
    return said.get(lang) or said.get(ENGLISH) or next(iter(said.values()), "")


def spoken_in(said: Mapping[str, str], lang: str) -> str:
    """The language that `spoken` speaks."""
    if said.get(lang):
        return lang
    return ENGLISH if said.get(ENGLISH) else next(iter(said), ENGLISH)


def name_of(lang: str) -> str:
    """What a language calls itself; one that is not of the interface goes by its code."""
    return language(lang)["name"] if lang in languages() else lang
