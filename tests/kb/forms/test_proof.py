"""What dictionaries find in a text: unknown words, and cases that a preposition does not take."""

from __future__ import annotations

import pytest

from kb.forms.lexicon import NoDictionaryError
from kb.forms.proof import Reader
from tests.support import dictionaries


@dictionaries.spelling_needed
@pytest.mark.parametrize(
    ("lang", "text", "unknown", "wrong"),
    [
        ("pl", "Sekcja sąsiaduje z Opodatkowanie", [], ["z Opodatkowanie"]),
        ("pl", "Sekcja sąsiaduje z Opodatkowaniem i z Rynkiem Pracy", [], []),
        ("pl", "Zależy od Rynku Prracy, w tej turze", ["Prracy"], []),
        ("uk", "Залежить від ринку праці та від медицина", [], ["від медицина"]),
        ("uk", "Залежить від медицини, у цьому хході", ["хході"], []),
    ],
)  # fmt: skip
def test_a_reader_finds_what_a_native_would(lang: str, text: str, unknown: list[str], wrong: list[str]) -> None:
    reader = Reader(lang, [])
    assert (list(reader.unknown(text)), list(reader.disagreements(text))) == (unknown, wrong)


@dictionaries.spelling_needed
def test_accepted_words_are_known_and_remembered() -> None:
    reader = Reader("pl", ["Automa", "Gormanem"])
    assert list(reader.unknown("Automa bije brawo")) == [] and reader.used == {"automa"}


def test_a_language_without_a_dictionary_says_so() -> None:
    with pytest.raises(NoDictionaryError):
        Reader("en", [])
