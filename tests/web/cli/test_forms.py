"""`forms`: written, compared, and refused without a dictionary."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.support import dictionaries
from tests.support.places import HARBOUR
from tests.support.web_app import TERMS
from tests.web.cli.conftest import Shell


@pytest.fixture
def alone(tmp_path: Path) -> Shell:
    """A corpus of one game with a glossary, which may be written to."""
    shutil.copytree(HARBOUR, tmp_path / "games" / "harbour")
    (tmp_path / "games" / "harbour" / "terms.toml").write_text(TERMS, "utf-8")
    return Shell(tmp_path)


@dictionaries.needed
def test_forms_are_written_once_and_compared_after(alone: Shell) -> None:
    folder = alone.folder / "games" / "harbour"
    assert "differs from what would be written" in alone("forms", "harbour", "--check", exit_code=1).stdout
    assert not (folder / "forms").exists()
    assert "pl.toml: " in alone("forms", "harbour").stdout
    polish = (folder / "forms" / "pl.toml").read_text("utf-8")
    assert polish.startswith("# Made by `paragraf forms harbour` from Morfeusz 2")
    assert "'sztorm' = 'm sztorm sztormu sztormowi sztorm sztormem sztormie / " in polish
    assert "as it was" in alone("forms", str(folder), "--check").stdout
    terms = folder / "terms.toml"
    terms.write_text(terms.read_text("utf-8").replace('"Sztorm"', '"Burza"'), "utf-8")
    alone("forms", "harbour", "--check", exit_code=1)
    shown = alone("check").stdout
    assert "[FORM-STALE]" in shown and "[FORM-MISSING] “Burza” has no forms" in shown and "[FORM-UNKNOWN]" in shown


@dictionaries.needed
def test_what_the_author_must_decide_is_written_as_it_stands_in_own_toml(alone: Shell) -> None:
    terms = alone.folder / "games" / "harbour" / "terms.toml"
    terms.write_text(terms.read_text("utf-8").replace('"Sztorm"', '"Planszetka"'), "utf-8")
    assert "    'planszetka' = '~'\n" in alone("forms", "harbour").stdout
    own = alone.folder / "games" / "harbour" / "forms" / "own.toml"
    own.write_text("[pl]\n'planszetka' = '~'\n'las masztów' = '~'\n", "utf-8")
    shown = alone("forms", "harbour").stdout
    assert "planszetka" not in shown
    assert "own.toml has its own forms of “Las masztów”; the dictionary: m las lasu lasowi" in shown


def test_without_a_dictionary_one_sentence_says_what_to_install(alone: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "morfeusz2", None)
    result = alone("forms", "harbour", exit_code=2)
    assert not (alone.folder / "games" / "harbour" / "forms").exists()
    assert (
        result.stderr
        == "paragraf: The dictionary for Polish is not installed; `pip install 'paragraf[forms]'` brings it.\n"
    )


def test_an_unknown_game_is_told(alone: Shell) -> None:
    assert "harbor" in alone.fault("forms", "harbor")
