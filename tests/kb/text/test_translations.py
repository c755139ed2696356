"""Translations and the prose of a whole game."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.games.folders import game_folders
from kb.text.prose import load_prose
from kb.text.translations import digest, stamp_game, stamp_text
from tests.support.small import MANIFEST, POLISH, RULES, write_game


def test_a_game_loads_with_inherited_pages_and_sources(tmp_path: Path) -> None:
    prose = load_prose(write_game(tmp_path))
    first, second = prose.paragraphs["toy.a.1"], prose.paragraphs["toy.a.2"]
    assert first.pages == {"en": "4", "uk": "5"}
    assert second.pages == {"uk": "6"}, "who names an edition is found in no other"
    assert (first.source, second.source) == ("rulebook", "faq")
    assert (second.number, second.norule, second.see) == ("2.1", "definition", ("toy.a.1",))
    assert first.text["pl"] == "Prom zabiera dwa pionki."
    assert prose.headings["toy.a"].title == {"en": "Ferries", "pl": "Promy", "uk": "Promy"}
    assert [item.id for item in prose.chapters[0].items] == ["toy.moving", "toy.a", "toy.a.1", "toy.a.2"]
    assert first.blocks[0].text == "rule one"
    assert {problem.code for problem in prose.problems} == {"TRANS-UNSTAMPED"}


def test_messages_name_the_file_under_the_corpus(tmp_path: Path) -> None:
    prose = load_prose(write_game(tmp_path))
    assert prose.paragraphs["toy.a.1"].place.file == "corpus/toy/rules/01.md"


def test_stamping_marks_what_is_new_and_leaves_what_is_stale(tmp_path: Path) -> None:
    game = write_game(tmp_path)
    assert stamp_game(game) == 8
    assert load_prose(game).problems == ()
    assert stamp_game(game) == 0
    rules = game / "rules" / "01.md"
    rules.write_text(RULES.replace("two pieces", "three pieces"), encoding="utf-8")
    prose = load_prose(game)
    assert prose.paragraphs["toy.a.1"].stale == {"pl", "uk"}
    assert [problem.code for problem in prose.problems] == ["TRANS-STALE", "TRANS-STALE"]
    assert stamp_game(game) == 0
    assert stamp_game(game, again=("toy.a.1",)) == 2
    assert load_prose(game).problems == ()


def test_a_line_break_does_not_make_a_translation_stale() -> None:
    assert digest("one two") == digest("one\n  two ")
    assert digest("one two") != digest("one three")
    assert len(digest("")) == 8


def test_stamps_keep_the_line_as_it_is() -> None:
    text = "Prom. {#toy.a.1}\n\nInne {x}. {#toy.b of=00000000}\n\nObce. {#toy.c}"
    stamped = stamp_text(text, {"toy.a.1": "11111111", "toy.b": "22222222"})
    assert stamped == "Prom. {#toy.a.1 of=11111111}\n\nInne {x}. {#toy.b of=00000000}\n\nObce. {#toy.c}"
    assert "of=22222222" in stamp_text(text, {"toy.b": "22222222"}, again={"toy.b"})


@pytest.mark.parametrize(
    ("polish", "code"),
    [
        (POLISH.replace("toy.a.2", "toy.a.9"), "TRANS-EXTRA"),
        (POLISH.replace("{#toy.a.2}", "{#toy.a.1}"), "ID-DUPLICATE"),
        (POLISH.replace("{#toy.a.2}", "{#toy.a.2 uk=3}"), "TRANS-ATTR"),
        (POLISH + "\n```rule\nx\n```\n", "TRANS-RULE"),
        ("# Ruch {#toy.moving}\n", "TRANS-MISSING"),
    ],
)
def test_translations_are_checked(tmp_path: Path, polish: str, code: str) -> None:
    assert code in {problem.code for problem in load_prose(write_game(tmp_path, pl__01=polish)).problems}


def test_a_missing_chapter_is_reported_once(tmp_path: Path) -> None:
    game = write_game(tmp_path)
    (game / "uk" / "01.md").unlink()
    missing = [problem for problem in load_prose(game).problems if problem.code == "TRANS-MISSING"]
    assert [problem.message for problem in missing] == ["The chapter toy.moving is not translated into 'uk'."]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (RULES.replace("{#toy.a.1}", "{#toy.a.2}"), "ID-DUPLICATE"),
        (RULES.replace("{#toy.a.1}", "{#other.a.1}"), "ID-PREFIX"),
        (RULES.replace("source=faq", "source=fqa"), "ATTR-VALUE"),
        (RULES.replace("see=toy.a.1", "see=toy.a.7"), "REF-UNKNOWN"),
        (RULES.replace("see=toy.a.1", "see=toy.a.2"), "REF-SELF"),
        (RULES.replace("norule=definition", ""), "RULE-MISSING"),
        (RULES.replace("norule=definition", "norule=todo"), "RULE-TODO"),
        (RULES.replace("{#toy.a.1}", "{#toy.a.1 norule=example}"), "RULE-BOTH"),
        (RULES.replace("two pieces", "two [[peices]]"), "TERM-UNKNOWN"),
    ],
)
def test_english_chapters_are_checked(tmp_path: Path, rules: str, code: str) -> None:
    assert code in {problem.code for problem in load_prose(write_game(tmp_path, rules__01=rules)).problems}


def test_a_page_for_all_editions_replaces_the_inherited_ones(tmp_path: Path) -> None:
    rules = RULES.replace("{#toy.a.1}", "{#toy.a.1 p=9}")
    assert load_prose(write_game(tmp_path, rules__01=rules)).paragraphs["toy.a.1"].pages == {"en": "9", "uk": "9"}


def test_a_page_for_all_editions_and_one_that_differs(tmp_path: Path) -> None:
    rules = RULES.replace("{#toy.a.1}", "{#toy.a.1 p=9 uk=10}")
    assert load_prose(write_game(tmp_path, rules__01=rules)).paragraphs["toy.a.1"].pages == {"en": "9", "uk": "10"}


def test_an_empty_folder_is_problems_and_no_exception(tmp_path: Path) -> None:
    game = tmp_path / "corpus" / "void"
    game.mkdir(parents=True)
    prose = load_prose(game)
    assert prose.paragraphs == {}
    assert {problem.code for problem in prose.problems} == {"FILE-MISSING"}
    assert game_folders(tmp_path / "corpus") == ()


def test_text_that_is_not_utf8_is_placed(tmp_path: Path) -> None:
    game = write_game(tmp_path)
    (game / "rules" / "01.md").write_bytes(RULES.encode().replace(b"two pieces", b"two \xff pieces"))
    (found,) = [problem for problem in load_prose(game).problems if problem.code == "FILE-ENCODING"]
    assert (found.place.line, found.place.column) == (5, 21)
    assert found.message == "Byte 0xff is not part of UTF-8 text."


def test_windows_line_ends_and_marks_do_not_matter(tmp_path: Path) -> None:
    game = write_game(tmp_path)
    plain = load_prose(game).paragraphs
    (game / "rules" / "01.md").write_bytes(b"\xef\xbb\xbf" + RULES.replace("\n", "\r\n").encode())
    assert load_prose(game).paragraphs == plain


def test_retired_ids_may_not_come_back(tmp_path: Path) -> None:
    manifest = 'retired = ["toy.a.1"]\n' + MANIFEST
    prose = load_prose(write_game(tmp_path, game=manifest))
    assert "toy.a.1 is retired in game.toml." in [problem.message for problem in prose.problems]
