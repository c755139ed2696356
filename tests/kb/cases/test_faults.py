"""What `paragraf check` finds in case files besides cases that fail."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kb.library import load_game
from referee.check.game import check_game
from tests.support.places import HARBOUR


def harbour_with(folder: Path, old: str, new: str, name: str = "01-harbour.md") -> list[str]:
    """What is wrong with the cases of the harbour when a text in them is another, or the file has another name."""
    game = folder / "harbour"
    shutil.copytree(HARBOUR, game)
    file = game / "cases" / "01-harbour.md"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    file.rename(file.with_name(name))
    return [str(p) for p in check_game(load_game(game))[1] if p.severity == "error" or p.code == "CASE-LINE"]


FREE = 'case "a free dock may be leased"'
WEATHER = "## Weather {#har.wea}\n\n```case\n"
PRICE = 'case "price of wine" ask price(wine) expect 3 because #har.act.5'


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        (PRICE, f'{PRICE}\ncase "again" ask price(wine) expect 3 because #har.act.5', "CASE-REPEAT", "again: the same"),
        ('"a storm ends a lease"', '"load"', "CASE-TITLE", "load: the case at"),
        (FREE, f"{FREE}{' ' * 150}-- or so", "CASE-LINE", "The line has 190 characters, 30 too many."),
        (" because #har.wea.3", "", "CASE-REASON", "a storm ends a lease: it is not said"),
        ("#har.wea.3", "#har.wea.33", "REF-UNKNOWN", "a storm ends a lease: there is no paragraph #har.wea.33"),
        (WEATHER, WEATHER + PRICE.replace('wine"', 'w"') + "\n", "CASE-PLACE", "stands in another section. Move it to 01-harbour.md, under '## Actions {#har.act}'."),
        ("## Weather {#har.wea}", "## Wind {#har.wea}", "CASE-PLACE", "reads otherwise in its chapter. Write '## Weather {#har.wea}'."),
        ("## Weather {#har.wea}", "## Weather {#har.weather}", "REF-UNKNOWN", "No chapter or section has the id har.weather."),
        ("# Harbour {#har.all}", "# Harbour", "HEAD-CHAPTER", "does not begin with a # heading"),
        ("expect 4 because #har.act.5", "expect 5 because #har.act.5", "CASE-FAILED", "price of two salt: expected 5"),
    ],
)  # fmt: skip
def test_check_finds_it(tmp_path: Path, old: str, new: str, code: str, said: str) -> None:
    found = harbour_with(tmp_path, old, new)
    assert any(f"[{code}]" in each and said in each and "01-harbour.md:" in each for each in found), found


def test_the_file_is_called_as_its_chapter(tmp_path: Path) -> None:
    (found,) = harbour_with(tmp_path, FREE, FREE, name="02-docks.md")
    assert "[CASE-PLACE]" in found and "Call the file 01-harbour.md." in found


@pytest.mark.parametrize("asked", ["start of players", "if price(wine) > 1 then start of players else 1 end"])
def test_a_case_where_no_paragraph_speaks_needs_no_reason(tmp_path: Path, asked: str) -> None:
    """Also where something was looked up, and so is cited, before nothing was found."""
    assert not harbour_with(tmp_path, PRICE, f'{PRICE}\ncase "no word of it" ask {asked} expect silent')
