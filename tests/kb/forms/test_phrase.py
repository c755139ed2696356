"""Which words of a name decline: the head and what agrees with it, nothing else."""

from __future__ import annotations

from functools import cache

import pytest

from kb.forms.lexicon import Lexicon
from kb.forms.own import Decided
from kb.forms.phrase import Phrases
from kb.forms.polish import Polish
from kb.forms.ukrainian import Ukrainian
from kb.text.forms import form, spellings
from tests.support import dictionaries

pytestmark = dictionaries.needed


@cache
def lexicon(lang: str) -> Lexicon:
    return Polish() if lang == "pl" else Ukrainian()


def declined(lang: str, name: str, counts: dict[str, int] | None = None, own: dict[str, str] | None = None) -> str:
    return Phrases(Decided(lexicon(lang), own or {}), counts or {}).decline(name.lower()).text


@pytest.mark.parametrize(
    ("lang", "name", "case", "number", "expected"),
    [
        ("pl", "Klasa Robotnicza", "gen", "one", "Klasy Robotniczej"),
        ("pl", "Klasa Kapitalistów", "gen", "one", "Klasy Kapitalistów"),
        ("pl", "zagraniczna sprzedaż towarów", "ins", "one", "zagraniczną sprzedażą towarów"),
        ("pl", "Niewykwalifikowany Pracownik", "acc", "many", "Niewykwalifikowanych Pracowników"),
        ("pl", "Firma Zautomatyzowana", "dat", "one", "Firmie Zautomatyzowanej"),
        ("pl", "wspólny stos kart odrzuconych", "loc", "one", "wspólnym stosie kart odrzuconych"),
        ("pl", "Towary Luksusowe", "gen", "one", "Towarów Luksusowych"),
        ("pl", "Nauka i Gospodarka", "gen", "one", "Nauki i Gospodarki"),
        ("pl", "rok podatkowy", "nom", "many", "lata podatkowe"),
        ("pl", "Państwo", "loc", "one", "Państwie"),
        ("pl", "gracz, który zaproponował ustawę", "dat", "one", "graczowi, który zaproponował ustawę"),
        ("pl", "kolegium", "gen", "many", "kolegiów"),
        ("pl", "Głosowanie", "dat", "one", "Głosowaniu"),
        ("uk", "Робітничий клас", "gen", "one", "Робітничого класу"),
        ("uk", "Закон «Про оподаткування»", "ins", "one", "Законом «Про оподаткування»"),
        ("uk", "працівник", "acc", "one", "працівника"),
        ("uk", "маркер", "acc", "one", "маркер"),
        ("uk", "трек добробуту", "loc", "one", "треку добробуту"),
        ("uk", "державна компанія", "acc", "one", "державну компанію"),
        ("uk", "Держава", "gen", "many", "Держав"),
        ("uk", "інші гравці", "ins", "one", "іншими гравцями"),
        ("uk", "наука та економіка", "gen", "one", "науки та економіки"),
        ("uk", "охорона здоров'я", "loc", "one", "охороні здоров'я"),
    ],
)
def test_heads_and_what_agrees_with_them_decline(lang: str, name: str, case: str, number: str, expected: str) -> None:
    table = {lang: {name.lower(): declined(lang, name)}}
    assert form(table, name, lang, case, "many" if number == "many" else "one") == expected


@pytest.mark.parametrize(
    ("lang", "name"),
    [
        ("pl", "za ustawą"),
        ("pl", "do określonej liczby"),
        ("pl", "ochrona wypiera wroga"),
        ("pl", "1A"),
        ("uk", "поза гру"),
    ],
)
def test_what_is_no_noun_never_changes(lang: str, name: str) -> None:
    assert declined(lang, name) == "~"


def test_a_name_that_begins_with_a_verb_is_found_in_its_persons() -> None:
    assert declined("pl", "zaproponuj ustawę") == "v zaproponować zaproponuję zaproponuje zaproponują zaproponuj +"
    assert declined("uk", "дати премію") == "v дати дам дасть дадуть дай дайте +"


def test_a_word_no_dictionary_has_is_left_to_the_author() -> None:
    found = Phrases(Decided(lexicon("pl"), {}), {}).decline("planszetka gracza")
    assert (found.verdict, found.unknown) == ("unknown", "planszetka")
    own = "f planszetka planszetki planszetce planszetkę planszetką planszetce"
    assert declined("pl", "planszetka gracza", own={"planszetka": own}) == f"{own} +"


def test_of_two_words_spelt_alike_the_one_the_texts_speak_of_is_taken() -> None:
    assert "rządu" in declined("pl", "rząd", {"rządu": 3, "rzędu": 1})
    assert "rzędu" in declined("pl", "rząd", {"rządu": 1, "rzędu": 3})
    assert declined("pl", "krok umowy", {"umowę": 5}).endswith(" kroku / kroki kroków krokom kroki krokami krokach +")


def test_an_adjective_alone_is_told_by_its_base_form() -> None:
    assert declined("pl", "dostępny") == "a dostępny dostępni"
    assert set(spellings({"доступний": declined("uk", "доступний")}, "uk", "доступний")) >= {"доступна", "доступними"}
