"""Cards in Polish and Ukrainian: forms, agreement, and that nothing of a card is lost in print."""

from __future__ import annotations

import re
from functools import cache

import pytest

from grammar.cards.inflection import adjective, counted, plural_class, read_forms
from grammar.cards.parse import parse_body
from grammar.cards.printer import Printer, PrintError, print_body
from kb.cards.language.dictionary import CardWords
from kb.library import Game
from tests.support import games


@cache
def game() -> Game:
    return games.game("hegemony")


def words() -> CardWords:
    found = game().card_words
    assert found is not None
    return found


def shown(text: str, lang: str) -> str:
    return print_body(parse_body(text, words().vocabulary), words(), lang)


SENTENCES = [
    ("Propose 2 bills.", "Zaproponuj 2 Ustawy.", "Запропонуйте 2 законопроекти."),
    ("Draw 6 cubes from the bag.", "Dobierz 6 kostek z woreczka.", "Витягніть 6 кубиків з мішечка."),
    ("Remove up to 4 of them.", "Usuń maksymalnie 4 z nich.", "Приберіть щонайбільше 4 з них."),
    ("Pay 50 from your capital to the state and gain 7 VP.", "Zapłać 50¥ ze swojego Kapitału Państwu i otrzymaj 7 PZ.", "Сплатіть 50¥ зі свого капіталу Державі й отримайте 7 ПБ."),
    ("If you have a loan, gain 35; otherwise gain 25.", "Jeśli masz Pożyczkę, otrzymaj 35¥; w przeciwnym razie otrzymaj 25¥.", "Якщо маєте позику, отримайте 35¥; інакше отримайте 25¥."),
    ("Sell up to 6 luxury to the state for 10 each, then gain 1 influence.", "Sprzedaj maksymalnie 6 Towarów Luksusowych Państwu po 10¥ za sztukę, a następnie otrzymaj 1 Wpływ.", "Продайте щонайбільше 6 одиниць розкоші Державі по 10¥ за одиницю, а потім отримайте 1 вплив."),
    ("Needs 4B or 4C.", "Wymaga: 4B lub 4C.", "Умова: 4Б або 4В."),
    ("For each worker assigned, take 4 from owner of its company.", "Dla każdego przydzielonego Pracownika weź 4¥ od właściciela jego Firmy.", "Для кожного призначеного працівника візьміть 4¥ у власника його компанії."),
    ("Reward: for each class chosen, gain 1 legitimacy token of it.", "Nagroda: dla każdej wybranej klasy otrzymaj 1 jej żeton Poparcia.", "Винагорода: для кожного вибраного класу отримайте 1 його жетон легітимності."),
]  # fmt: skip


@pytest.mark.parametrize(("english", "polish", "ukrainian"), SENTENCES)
def test_sentences_read_as_a_player_would_say_them(english: str, polish: str, ukrainian: str) -> None:
    assert shown(english, "pl") == polish
    assert shown(english, "uk") == ukrainian
    assert shown(english, "en") == english


def test_every_card_prints_in_every_language_with_all_its_numbers() -> None:
    for card in game().cards:
        english = print_body(card.parts, words(), "en")
        numbers = sorted(re.findall(r"(?<!\S)\d+\b", re.sub(r"\b\d[A-C]\b", "", english)))
        for lang in ("pl", "uk"):
            text = print_body(card.parts, words(), lang)
            assert text and "{" not in text, card.id
            found = re.findall(r"\d+", re.sub(r"\b\d[A-CАБВ]\b", "", text))
            assert all(number in found for number in numbers), (card.id, lang)


def test_printed_english_is_the_card_again() -> None:
    for card in game().cards:
        assert parse_body(print_body(card.parts, words(), "en"), words().vocabulary) == card.parts


def test_ukrainian_forms_hold_no_latin_letters() -> None:
    for entry in words().vocabulary.entries.values():
        text = str(entry.data.get("uk", ""))
        if entry.cls not in ("FLAG",):
            body = re.sub(r"^(?:m1|pt|[mfn])[=~]? | (?:acc|gen|dat|loc|ins|nom)$|[~|_]", "", text)
            assert not re.search(r"[A-Za-z]", body), entry.key


@pytest.mark.parametrize("lang", ["pl", "uk"])
def test_every_construct_has_a_pattern(lang: str) -> None:
    for name, pattern in words().patterns.items():
        assert lang in pattern, name


def test_numbers_take_their_nouns() -> None:
    assert [plural_class("pl", n) for n in (1, 2, 5, 12, 21, 22)] == ["one", "few", "many", "many", "many", "few"]
    assert [plural_class("uk", n) for n in (1, 3, 11, 21, 25)] == ["one", "few", "many", "one", "many"]
    worker = read_forms("m1 a b c d e f / g h i j k l")
    assert counted("pl", worker, 3, "acc") == ("gen", True)
    assert counted("pl", worker, 5, "dat") == ("dat", True)


def test_adjectives_agree() -> None:
    assert adjective("pl", "bezrobotny bezrobotni", "p1", "nom") == "bezrobotni"
    assert adjective("pl", "bezrobotny", "m1", "acc") == "bezrobotnego"
    assert adjective("pl", "państwowy", "f", "acc") == "państwową"
    assert adjective("uk", "державний", "f", "acc") == "державну"
    assert adjective("uk", "сусідній", "f", "gen") == "сусідньої"
    with pytest.raises(ValueError, match="six"):
        read_forms("f a b c")


def test_a_missing_form_is_told() -> None:
    printer = Printer(words(), "pl")
    with pytest.raises(PrintError, match="no pl"):
        printer.template("nothing")
    with pytest.raises(PrintError, match=r"noun\.xyz"):
        printer.forms("NOUN", "xyz")
