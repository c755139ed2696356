"""The table of forms: a name in any case and number, all its spellings, and what is wrong with a file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from grammar.cards.inflection import CASES, read_forms
from kb.text.forms import base, form, notation, paradigm, read_form_tables, spellings, well_formed
from kb.text.reader import TextFile
from tests.support import games
from tests.support.places import CORPUS

SHIP = "f łódź_rzeczna łodzi_rzecznej łodzi_rzecznej łódź_rzeczną łodzią_rzeczną łodzi_rzecznej / łodzie_rzeczne łodzi_rzecznych łodziom_rzecznym łodzie_rzeczne łodziami|łodźmi_rzecznymi łodziach_rzecznych"
POLISH = {
    "łódź rzeczna": SHIP,
    "stos kart": "m stos stosu stosowi stos stosem stosie / stosy stosów stosom stosy stosami stosach +",
    "kakao": "~",
    "szary": "a szary szarzy",
    "kup towary": "v kupić kupię kupi kupią kup +",
    "drzwi": "pt drzwi drzwi drzwiom drzwi drzwiami drzwiach",
}
FORMS = {"pl": POLISH, "en": {"class": "n class / classes"}}


def file(text: str) -> TextFile:
    return TextFile("toy/forms/own.toml", Path("own.toml"), text)


@pytest.mark.parametrize(
    ("name", "case", "number", "expected"),
    [
        ("łódź rzeczna", "gen", "one", "łodzi rzecznej"),
        ("Łódź Rzeczna", "ins", "one", "Łodzią Rzeczną"),
        ("Łódź rzeczna", "ins", "many", "Łodziami rzecznymi"),
        ("Stos kart", "loc", "one", "Stosie kart"),
        ("Stos kart 2", "gen", "one", "Stosu kart 2"),
        ("Stos kart (odkryty)", "gen", "many", "Stosów kart (odkryty)"),
        ("kakao", "gen", "one", "kakao"),
        ("Kup Towary", "gen", "one", "Kup Towary"),
        ("szary", "gen", "one", "szarego"),
        ("drzwi", "dat", "one", "drzwiom"),
        ("Nieznane", "gen", "one", "Nieznane"),
    ],
)
def test_a_name_keeps_its_capitals_and_what_stands_behind_it(name: str, case: str, number: str, expected: str) -> None:
    assert form(FORMS, name, "pl", case, "many" if number == "many" else "one") == expected


def test_a_language_without_a_table_leaves_names_as_they_are() -> None:
    assert form(FORMS, "човен", "uk", "gen") == "човен"
    assert form(FORMS, "Class", "en", "nom", "many") == "Classes"


def test_a_name_that_is_a_plural_has_no_singular() -> None:
    found = paradigm(POLISH, "pl", "drzwi")
    assert found is not None and found.singular == ()
    both = {"łodzie rzeczne": SHIP}
    plural = paradigm(both, "pl", "Łodzie Rzeczne")
    assert plural is not None and plural.form("gen", False) == "Łodzi Rzecznych"
    assert "łódź rzeczna" in set(spellings(both, "pl", "Łodzie Rzeczne"))


def test_all_alternatives_are_spellings_and_the_first_is_printed() -> None:
    found = list(spellings(POLISH, "pl", "Łódź Rzeczna"))
    assert "łodziami rzecznymi" in found and "łodźmi rzecznymi" in found and len(found) == len(set(found))
    assert read_forms(SHIP).form("ins", True) == "łodziami rzecznymi"


def test_numbers_behind_a_name_are_part_of_its_spellings_and_remarks_are_not() -> None:
    table = {"etap": "m etap etapu etapowi etap etapem etapie"}
    assert list(spellings(table, "pl", "Etap 3"))[:2] == ["etap 3", "etapu 3"]
    assert list(spellings(table, "pl", "Etap (karta)"))[:2] == ["etap", "etapu"]
    assert base("Etap 3 (karta)") == ("Etap", " 3 (karta)")


def test_an_adjective_is_found_in_every_gender_and_a_verb_in_every_person() -> None:
    assert {"szara", "szare", "szarzy", "szarymi"} <= set(spellings(POLISH, "pl", "szary"))
    assert list(spellings(POLISH, "pl", "Kup towary")) == [
        "kupić towary", "kupię towary", "kupi towary", "kupią towary", "kup towary",
    ]  # fmt: skip


def test_cards_take_a_mass_noun_without_its_plural() -> None:
    assert notation(POLISH, "pl", "stos kart", mass=True).startswith("m= stos_kart stosu_kart ")
    assert " / " not in notation(POLISH, "pl", "stos kart", mass=True)
    assert notation(POLISH, "pl", "kakao") == "n~ kakao"
    assert notation(POLISH, "pl", "nieznane") == ""


@pytest.mark.parametrize("text", ["f a b c", "x a b c d e f", "f a b c d e f / g", "", "f"])
def test_a_wrong_paradigm_is_told(text: str) -> None:
    if text == "f a b c d e f / g":  # one form serves all cases
        assert well_formed("pl", text)
        return
    assert not well_formed("pl", text)
    _, _, (found,) = read_form_tables({}, file(f"[pl]\n'łódź' = '{text}'\n"), ("en", "pl"))
    assert found.code == "FORM-WRONG" and repr(text) in found.message


def test_what_the_author_decides_comes_before_what_was_made() -> None:
    made = TextFile("toy/forms/pl.toml", Path("pl.toml"), "names = 'abc'\n\n[forms]\n'łódź' = '~'\n'kra' = '~'\n")
    forms, digests, problems = read_form_tables({"pl": made}, file("[pl]\n'łódź' = 'f ł'\n"), ("en", "pl"))
    assert (forms["pl"], digests, problems) == ({"łódź": "f ł", "kra": "~"}, {"pl": "abc"}, ())


@pytest.mark.parametrize("name", games.NAMES)
def test_files_are_read_line_by_line_as_the_parser_reads_them(name: str) -> None:
    for lang in ("en", "pl", "uk"):
        path = CORPUS / name / "forms" / f"{lang}.toml"
        said = tomllib.loads(path.read_text("utf-8"))
        made = TextFile(path.name, path, path.read_text("utf-8"))
        broken = TextFile(path.name, path, made.text + "\n# a remark\n")
        for written in (made, broken):
            forms, digests, problems = read_form_tables({lang: written}, file(""), (lang,))
            assert (forms, digests, problems) == ({lang: said["forms"]}, {lang: said["names"]}, ())


def test_forms_of_no_language_of_the_game_are_told() -> None:
    _, _, (found,) = read_form_tables({}, file("[de]\n'boot' = '~'\n"), ("en", "pl"))
    assert found.code == "TOML-KEY"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_paradigm_of_the_corpus_can_be_read(name: str) -> None:
    forms = games.game(name).prose.forms
    assert set(forms) == {"en", "pl", "uk"}
    for lang, table in forms.items():
        assert [key for key, text in table.items() if not well_formed(lang, text)] == []


@pytest.mark.parametrize("name", games.NAMES)
def test_the_nominative_of_every_name_is_the_name(name: str) -> None:
    prose = games.game(name).prose
    for lang in ("pl", "uk"):
        for term in prose.terms.values():
            for written in (term.names[lang], *term.aliases.get(lang, ())):
                found = paradigm(prose.forms[lang], lang, written)
                if found is not None:
                    assert found.form("nom", False) == base(written)[0]
                    assert all(found.form(case, plural) for case in CASES for plural in (False, True))
