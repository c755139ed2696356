"""What stands in holes: cases, numbers, what agrees with a name."""

from __future__ import annotations

import pytest

from kb.languages.holes import is_asked
from referee.explanation.words.phrases import phrase
from referee.explanation.words.said import Figure, Listed, Named, Said, as_sentence, closing, fill, is_several

FORMS = {
    "pl": {
        "cena": "f cena ceny cenie cenę ceną cenie / ceny cen cenom ceny cenami cenach",
        "cena za {0:acc}": "f cena ceny cenie cenę ceną cenie / ceny cen cenom ceny cenami cenach +",
        "fundusze": "pt fundusze funduszy funduszom fundusze funduszami funduszach",
        "firma": "f firma firmy firmie firmę firmą firmie / firmy firm firmom firmy firmami firmach",
    }
}


def named(text: str, *parts: Said, lang: str = "pl") -> Named:
    return Named(text, parts, FORMS, lang)


def test_a_hole_says_which_case_it_needs() -> None:
    assert fill("zależy od {0:gen}", [named("Firma")]) == "zależy od Firmy"
    assert fill("liczba {0:gen.many}", [named("Firma")]) == "liczba Firm"
    assert fill("{0:gen}", [named("Supermarket")]) == "Supermarket"  # a name without forms stays


def test_the_head_of_a_name_with_keys_declines_and_its_keys_as_it_asks() -> None:
    price = named("cena za {0:acc}", named("Firma"))
    assert (price.form(), price.form("acc"), price.form("gen")) == ("cena za Firmę", "cenę za Firmę", "ceny za Firmę")


@pytest.mark.parametrize(
    ("lang", "number", "said"),
    [("pl", 1, "raz"), ("pl", 2, "razy"), ("pl", 5, "razów"), ("pl", 22, "razy"), ("uk", 21, "raz"), ("en", 21, "razów")],
)  # fmt: skip
def test_a_word_goes_with_its_number(lang: str, number: int, said: str) -> None:
    assert fill("{0:raz|razy|razów}", [Figure(number, lang)]) == said


def test_what_agrees_with_a_name_is_chosen_by_its_number_or_gender() -> None:
    assert fill("{0}{0: wynosi|:} 3", [named("cena")]) == "cena wynosi 3"
    assert fill("{0}{0: wynosi|:} 3", [named("fundusze")]) == "fundusze: 3"
    assert fill("{0} {0:zamknięty|zamknięta|zamknięte|zamknięte}", [named("Firma")]) == "Firma zamknięta"
    several = Listed([named("Firma"), named("cena")], "i")
    assert fill("{0:gen}{0:!|!!}", [several]) == "Firmy i ceny!!"


@pytest.mark.parametrize(
    ("name", "several"),
    [("Loans of {0}", True), ("Workers assigned in this action", True), ("wage of {0}", False), ("price", False), ("class", False)],
)  # fmt: skip
def test_english_knows_a_plural_by_its_noun(name: str, several: bool) -> None:
    assert is_several(name) is several


def test_a_hole_without_anything_for_it_says_so_and_what_can_be_asked_is_known() -> None:
    assert fill("{0} of {1}", [Said("wage")]) == "wage of …" and fill("{who}", {"who": Said("red")}) == "red"
    assert is_asked("gen.many") and is_asked("a|b") and not is_asked("genitive") and not is_asked("gen.few")
    assert as_sentence("łąka") == "Łąka"


def test_what_all_are_is_said_once_before_their_marks() -> None:
    sections = Listed([Said("sekcji A"), Said("sekcji B"), Said("sekcji C")], "lub", one=True)
    assert sections.form("gen") == "sekcji A, B lub C"
    assert Listed([Said("Klasa Robotnicza"), Said("Klasa Średnia")], "i").form() == "Klasa Robotnicza i Klasa Średnia"
    assert Listed([Said("karta 1"), Said("karta 2")], "i").form() == "karta 1 i karta 2"


def test_a_clause_is_closed_before_what_goes_on_behind_it() -> None:
    fields = named("поля, що межують із {0:ins}", Said("f"), lang="uk")
    assert Listed([fields, Said("рівень")], "і").form() == "поля, що межують із f, і рівень"
    assert Listed([Said("рівень"), fields], "і").form() == "рівень і поля, що межують із f"
    assert phrase("reading of", "uk", "карта, що діє", "так", "1") == "карта, що діє, — так: 1"
    assert phrase("reading of", "uk", "діюча карта", "так", "1") == "діюча карта — так: 1"
    assert closing(["поля, що межують із f", "рівень"], "uk") == "," and closing(["поля", "рівень"], "uk") == ""
