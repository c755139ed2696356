"""Each edition has one word for a thing: others for it, once found and mended, do not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kb.languages.texts import texts
from tests.support import games

#: language -> game (or any) -> what is not said there, and what is
NOT_SAID: dict[str, dict[str, dict[str, str]]] = {
    "pl": {
        "*": {r"książk\w*|księg[aięą]\b": "instrukcja", r"[Tt]o miejsce (?:nazywa|wymienia|obok)": "rozdział „…”"},
        "hegemony": {
            r"\d vardis": "5¥",
            r"Firm\w* Publiczn\w*": "Firma Państwowa",
            r"Polityk\w* Fiskaln\w*": "Polityka Finansowa",
            r"\b[Zz]budu\w*|\b[Zz]budować": "załóż Firmę",
            r"[a-ząęłśóżź,] Akcj[aięą] (?:Główn|Darmow)\w*": "akcja Główna",
            r"\bwork(?:u|iem|a)\b": "woreczek",
        },
    },
    "uk": {
        "*": {r"\bобир\w*|\bобра(?:ти|но|в)\b": "вибрати", r"на руці|на руку\b": "у руці", r"книжк\w*": "книга"},
        "hegemony": {
            r"\bбезробітн\w*": "незайнятий",
            r"\d варді": "5¥",
            r"\b[Зз]арплат\w*": "заробітна плата",
            r"\bПО\b": "ПБ",
            r"законопроєкт\w*": "законопроект",
        },
        "new_angeles": {r"«Кінець ходу»": "«У кінці ходу»", r"доріжк\w*": "трек", r"здібн\w*": "здатність"},
    },
}


def said(name: str, lang: str) -> Iterator[tuple[str, str]]:
    """What players of a game read in a language: its paragraphs, headings and words, and our own pages."""
    prose = games.game(name).prose
    yield from ((identity, paragraph.text.get(lang, "")) for identity, paragraph in prose.paragraphs.items())
    yield from ((identity, heading.title.get(lang, "")) for identity, heading in prose.headings.items())
    for identity, word in prose.words.items():
        for text in (
            word.text,
            word.ask,
            word.alone,
            word.denied,
            word.absent,
            word.present,
            word.same,
            word.other,
            word.least,
        ):
            yield identity, text.get(lang, "")
    yield from texts(lang, "pages").items()
    yield from texts(lang, "answers").items()


@pytest.mark.parametrize("lang", sorted(NOT_SAID))
@pytest.mark.parametrize("name", games.NAMES)
def test_one_word_for_a_thing(name: str, lang: str) -> None:
    found = [
        (place, match.group(), better)
        for place, text in said(name, lang)
        for pattern, better in {**NOT_SAID[lang]["*"], **NOT_SAID[lang].get(name, {})}.items()
        for match in re.finditer(pattern, text)
    ]
    assert not found
