"""patterns/*.toml: what is read, and what is told of what cannot be."""

from __future__ import annotations

from pathlib import Path

from grammar.patterns.tree import Choice, Word
from tests.support.asking import PATTERNS, harbour


def test_patterns_come_with_the_game(tmp_path: Path) -> None:
    asking = harbour(tmp_path).asking
    assert asking.phrases["middle"].ways == {"en": ((Word("the"), Word("one"), Word("in"), Word("between")),)}
    assert asking.phrases["owner of {dock} = {captain}"].is_told and not asking.phrases["lease"].is_told
    assert asking.same["en"][0] == ("crate", "box", "barrel") and asking.internal == ("seated",)


def test_what_cannot_be_read_is_told_and_left_out(tmp_path: Path) -> None:
    game = harbour(tmp_path, '[rent]\nen = ["(cost", "price"]\nde = ["x"]\n')
    codes = [(each.code, each.place.line) for each in game.problems if "patterns/" in each.place.file]
    assert ("PATTERN-SYNTAX", 2) in codes and any(code == "TOML-KEY" for code, _ in codes)
    assert len(game.asking.phrases["rent"].ways["en"]) == 1


def test_a_game_without_patterns_has_none(tmp_path: Path) -> None:
    assert not harbour(tmp_path, "").asking.phrases and PATTERNS


def test_members_in_a_row_have_one_entry(tmp_path: Path) -> None:
    asking = harbour(tmp_path, '["t1..t3"]\nen = ["{number}", "number [{number}]"]\n\n[t2]\nen = ["pair"]\n').asking
    assert asking.phrases["t3"].ways["en"] == ((Word("3"),), (Word("number"), Choice(((Word("3"),),), True)))
    assert asking.phrases["t2"].ways["en"][0] == (Word("pair"),) and len(asking.phrases["t2"].ways["en"]) == 3
