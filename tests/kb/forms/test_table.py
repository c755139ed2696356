"""The files of forms are what would be made of the corpus today."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from kb.forms.lexicon import NoDictionaryError
from kb.forms.names import check_forms, digest_of, names_of
from kb.forms.table import LANGUAGES, make_forms
from kb.library import load_game
from tests.support import dictionaries, games
from tests.support.places import CORPUS
from tests.support.small import write_game

PROM = "m prom promu promowi prom promem promie / promy promów promom promy promami promach"


def toy(folder: Path, text: str, own: str = "") -> list[tuple[str, str]]:
    game = load_game(write_game(folder, forms__pl=text, forms__own=own))
    return [(found.code, found.message) for found in check_forms(game)]


@dictionaries.needed
@pytest.mark.parametrize("name", games.NAMES)
def test_the_files_are_what_would_be_written(name: str) -> None:
    own = tomllib.loads((CORPUS / name / "forms" / "own.toml").read_text("utf-8"))
    for lang in LANGUAGES:
        made = make_forms(games.game(name), lang, own.get(lang, {}))
        assert made.text == (CORPUS / name / "forms" / f"{lang}.toml").read_text("utf-8"), (
            f"run `paragraf forms {name}`"
        )
        assert (dict(made.undecided), made.same) == ({}, ()), "own.toml decides all that is left, and nothing else"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_name_of_the_corpus_has_forms(name: str) -> None:
    assert list(check_forms(games.game(name))) == []


@dictionaries.needed
def test_what_no_dictionary_knows_is_told_and_what_the_author_need_not_say(tmp_path: Path) -> None:
    terms = '[x]\nnames.en = "Oar"\nnames.pl = "planszetka"\nnames.uk = "міпл"\ntext.en = "x"\ntext.pl = "x"\ntext.uk = "x"\n'
    game = load_game(write_game(tmp_path, terms=terms))
    assert dict(make_forms(game, "pl", {}).undecided) == {"planszetka": ""}
    assert make_forms(game, "uk", {}).undecided["міпл"].startswith("m міпл ")
    plain = load_game(write_game(tmp_path))
    assert make_forms(plain, "pl", {"prom": PROM}).same == ("Prom",)
    assert dict(make_forms(plain, "pl", {"prom": "~"}).other) == {"Prom": PROM}


def test_a_name_without_forms_is_a_problem(tmp_path: Path) -> None:
    digest = digest_of(["Prom"])
    assert toy(tmp_path, f"names = '{digest}'\n[forms]\n") == [("FORM-MISSING", "“Prom” has no forms in 'pl'.")]


def test_forms_of_what_is_no_name_are_a_problem(tmp_path: Path) -> None:
    text = f"names = '{digest_of(['Prom'])}'\n[forms]\n'prom' = '{PROM}'\n"
    assert toy(tmp_path, text) == []
    (found,) = toy(tmp_path, text, "[pl]\n'pron' = '~'\n")
    assert found == ("FORM-UNKNOWN", "'pron' has forms and is no name of the game.")


def test_forms_of_other_names_are_stale(tmp_path: Path) -> None:
    (found,) = toy(tmp_path, f"names = '{digest_of(['Most'])}'\n[forms]\n'prom' = '~'\n")
    assert found[0] == "FORM-STALE"


def test_names_are_those_of_terms_cards_and_members() -> None:
    names = names_of(games.game("hegemony"), "pl")
    assert names["Klasa Robotnicza"] is True and names["wierzchnia karta"] is True
    assert names["Agencja PR"] is False
    assert "Program Polityczny 1" not in names


def test_without_a_dictionary_the_cure_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "morfeusz2", None)
    with pytest.raises(NoDictionaryError):
        make_forms(load_game(write_game(tmp_path)), "pl", {})
