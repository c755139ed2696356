"""`words`: what is missing is added as entries to fill in; what is there stays as it is, comments and order too."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from tests.support.places import HARBOUR
from tests.web.cli.conftest import Shell

WORDS = """# my words
[price]  # what it costs
pl = "cena: {0}"
en = "price of {0}"   # first things first
# of the docks

[lease]
en = "lease"
pl = "dzierżawa"
uk = "оренда"
"""
TERMS = """# my terms
[dock]
text.en = "Where ships lie."
names.en = "Dock"

# the last
[crate]
names = { en = "Crate", pl = "Skrzynia", uk = "Скриня" }
text = { en = "A box.", pl = "Pudło." }
"""


@pytest.fixture
def harbour(tmp_path: Path) -> Shell:
    folder = tmp_path / "games" / "harbour"
    shutil.copytree(HARBOUR, folder)
    (folder / "words").mkdir()
    (folder / "words" / "mine.toml").write_text(WORDS, "utf-8")
    (folder / "terms.toml").write_text(TERMS, "utf-8")
    return Shell(tmp_path)


def file(shell: Shell, name: str) -> Path:
    return shell.folder / "games" / "harbour" / name


def test_missing_languages_are_added_behind_those_that_are_there(harbour: Shell) -> None:
    harbour("words", "harbour")
    words, terms = file(harbour, "words/mine.toml").read_text("utf-8"), file(harbour, "terms.toml").read_text("utf-8")
    assert words.startswith(WORDS.replace("first things first\n", 'first things first\nuk = ""\n').rstrip())
    added = 'names.pl = ""\nnames.uk = ""\ntext.pl = ""\ntext.uk = ""\n'
    assert terms == TERMS.replace('names.en = "Dock"\n', f'names.en = "Dock"\n{added}')


def test_what_cannot_be_added_without_harm_is_told(harbour: Shell) -> None:
    shown = harbour("words", "harbour").stdout
    assert "harbour/terms.toml: [crate] text.uk (could not be put there: add it by hand)" in shown


def test_names_without_words_are_added_with_what_they_are(harbour: Shell) -> None:
    shown = harbour("words", "harbour").stdout
    text = file(harbour, "words/mine.toml").read_text("utf-8")
    assert "harbour/words/mine.toml: [coins] en, pl, uk" in shown
    assert '[coins]  # fact, {0} is the captain\nen = ""\npl = ""\nuk = ""\n' in text
    assert (
        "[rest]  # action" in text
        and "[north]  # member" in text
        and "[turns]  # step" in text
        and "[weather]" not in text
        and tomllib.loads(text)["coins"] == {"en": "", "pl": "", "uk": ""}
    )
    assert text.index("[players]") < text.index("[coins]") < text.index("[rest]"), "in the order of the book"


def test_it_adds_nothing_twice_and_all_on_demand(harbour: Shell) -> None:
    harbour("words", "harbour")
    before = file(harbour, "words/mine.toml").read_bytes()
    assert "harbour: 0 entries" in harbour("words", "harbour").stdout
    assert file(harbour, "words/mine.toml").read_bytes() == before
    harbour("words", "harbour", "--all")
    text = file(harbour, "words/mine.toml").read_text("utf-8")
    assert "[weather]  # kind" in text
    assert text.encode().startswith(before.rstrip())


def test_what_is_not_filled_in_is_told_by_check_and_reads_as_before(harbour: Shell) -> None:
    before = harbour.data("ask", "harbour", "coins of red", "--given", "coins of red = 3")
    harbour("words", "harbour")
    assert (
        harbour.data("ask", "harbour", "coins of red", "--given", "coins of red = 3")["sentence"] == before["sentence"]
    )
    shown = harbour("check", exit_code=1).stdout
    assert "[WORD-TEXT] [coins] has no text in 'en'." in shown and "[WORD-MISSING]" not in shown


def test_a_fact_with_keys_needs_words_though_a_term_has_its_name(harbour: Shell) -> None:
    terms = file(harbour, "terms.toml")
    terms.write_text(TERMS + '\n[coins]\nnames = { en = "Coins", pl = "Monety", uk = "Монети" }\n', "utf-8")
    harbour("words", "harbour")
    assert "[coins]  # fact, {0} is the captain" in file(harbour, "words/mine.toml").read_text("utf-8")


def test_terms_that_prose_links_are_added(harbour: Shell) -> None:
    chapter = file(harbour, "rules/01-harbour.md")
    chapter.write_text(chapter.read_text("utf-8").replace("Docks lie", "[[quay|Docks]] lie"), "utf-8")
    harbour("words", "harbour")
    assert tomllib.loads(file(harbour, "terms.toml").read_text("utf-8"))["quay"]["names"] == {
        "en": "",
        "pl": "",
        "uk": "",
    }


def test_a_game_without_words_gets_a_file(harbour: Shell) -> None:
    shutil.rmtree(file(harbour, "words"))
    harbour("words", "harbour")
    assert "[coins]" in file(harbour, "words/01-harbour.toml").read_text("utf-8")


def test_a_broken_file_is_left_alone(harbour: Shell) -> None:
    file(harbour, "words/mine.toml").write_text(WORDS + "[coins\n", "utf-8")
    assert "is not valid TOML" in harbour.fault("words", "harbour")
    assert file(harbour, "words/mine.toml").read_text("utf-8") == WORDS + "[coins\n"
    assert file(harbour, "terms.toml").read_text("utf-8") == TERMS


def test_a_new_game_lacks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shell = Shell(tmp_path)
    shell("new", "mine", "--languages", "de,pl")
    assert shell("words", "mine").stdout.startswith("mine: 0 entries")


def test_tables_choices_kinds_and_the_holes_of_actions_have_entries(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    shell = Shell(tmp_path)
    game = tmp_path / "games" / "mine"
    shell("new", str(game), "--players", "2")
    chapter = next((game / "rules").iterdir())
    rules = """
```rule
kind fruit: apple, pear
table worth(f: fruit): | apple => 1 | pear => 2
table stall(f: fruit) gives rent, corner: | apple => 1, yes | pear => 2, no
fact basket(p: player, f: fruit): 0..9
procedure pick(p: player):
  choose favourite: fruit by p
  set basket(p, favourite) = worth(favourite) + rent of favourite
end
class kindness
action give_away(f: fruit, receiver: player) by actor: player as kindness
  playable anytime
  requires corner of f
  effect do pick(receiver)
```
"""
    chapter.write_text(chapter.read_text("utf-8").rstrip() + "\n" + rules, "utf-8")
    shell("words", "mine")
    added = "".join(each.read_text("utf-8") for each in (game / "words").iterdir())
    for line in (
        "[worth]  # table, {0} is the f",
        "[rent]  # table, {0} is the f",
        "[favourite]  # what is chosen or drawn",
        "[fruit]  # kind",
        "[kindness]  # class of actions",
        ' favourite"]  # what somebody is asked who chooses it',
        "[give_away]  # action, {0} is the f, {1} is the receiver",
    ):
        assert line in added, added
