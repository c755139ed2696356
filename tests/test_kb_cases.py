"""Case files: situations, cases that differ in one fact, further questions, and what `paragraf check` finds in them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grammar import nodes as n
from grammar.rules.parse import parse_facts
from kb.cases import cases_of, count_cases, read_case_file
from kb.cases.expansion import told_otherwise
from kb.library import load_game, load_library
from referee.check.game import check_game
from tests.conftest import HARBOUR, ROOT

DOCK = (
    'case "a dock" given owner of north = none; coins of red = 9; ask lease(north) by red expect yes because #har.act.2'
)


def read(text: str) -> list[n.Case]:
    file = read_case_file("c.md", f"```case\n{text}\n```\n")
    assert file.problems == ()
    return [case.node for case in file.cases]


def faults(text: str) -> list[str]:
    return [str(each) for each in read_case_file("c.md", f"```case\n{text}\n```\n").problems]


def test_a_but_is_the_case_above_with_one_fact_told_otherwise() -> None:
    head, other = read(f'{DOCK}\nbut "a short purse" given coins of red = 3; expect no')
    assert (other.title, other.asking, other.because) == ("a short purse", head.asking, head.because)
    assert other.given == parse_facts("owner of north = none; coins of red = 3")
    assert head.given == parse_facts("owner of north = none; coins of red = 9")


def test_every_but_is_measured_against_the_case_not_against_the_one_before() -> None:
    *_, last = read(f"{DOCK}\nbut given coins of red = 3; expect no\nbut given storm of middle; expect yes")
    assert last.given == parse_facts("owner of north = none; coins of red = 9; storm of middle")


def test_a_but_without_a_title_is_called_after_its_facts() -> None:
    assert read(f"{DOCK}\nbut given coins of red = 3; expect no")[1].title == "a dock, but coins of red = 3"


def test_a_but_may_have_a_reason_of_its_own() -> None:
    assert read(f"{DOCK}\nbut given storm of middle; expect no because #har.act.3")[1].because == ("har.act.3",)


def test_an_and_asks_another_question_about_the_same_facts() -> None:
    head, other = read(f'{DOCK}\nand "what it costs" ask rent(north) expect 4 because #har.act.2')
    assert other.given == head.given and other.asking != head.asking and other.because == ("har.act.2",)


def test_what_is_done_and_what_is_listed_may_differ_too() -> None:
    done = 'case "dues" given coins of red = 3; do dues expect coins of red = 2; because #har.wea.2'
    assert read(f"{done}\nbut given coins of red = 2; expect coins of red = 1;")[1].then == parse_facts(
        "coins of red = 1"
    )
    listed = 'case "moves" given coins of red = 3; moves by red expect includes load(wine, 1) because #har.act.5'
    moves = read(f"{listed}\nbut given coins of red = 2; expect excludes load(wine, 1)")[1].moves
    assert moves is not None and moves[:2] == ("red", "excludes")


def test_a_case_starts_from_a_situation_and_what_it_tells_itself_counts() -> None:
    text = 'situation "rich" given coins of red = 50; coins of green = 40;\n'
    text += 'situation "rich at sea" given "rich"; storm of middle;\n'
    (case,) = read(text + 'case "c" given "rich at sea"; coins of red = 1; ask rent(north) expect 4 because #har.act.2')
    assert case.given == parse_facts("coins of red = 1; coins of green = 40; storm of middle")


def test_facts_told_otherwise_keep_their_place() -> None:
    told = told_otherwise(parse_facts("a = 1; b of x = 2"), parse_facts("c = 3; a = 4"))
    assert told == parse_facts("a = 4; b of x = 2; c = 3")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('case "c" given "rihc"; ask f expect 1', "c: no situation “rihc” is told above"),
        ('situation "rich" given a = 1;', "No case starts from the situation “rich”"),
        (
            'situation "r" given a = 1;\nsituation "r" given a = 2;\ncase "c" given "r"; ask f expect 1',
            "told above already",
        ),
        ('case "c" from hearsay ask f expect 1', "nothing is known as “from hearsay”"),
        ('case "first" ask f expect 1\n\ncase "second"\n  ask f expct 1', "c.md:5:9: error [CASE-SYNTAX] second: "),
        ('case "c" ask f expect 1\nbut "no fact" expect 2', "[CASE-SYNTAX] no fact: "),
    ],
)
def test_a_mistake_is_told_with_its_title(text: str, said: str) -> None:
    assert any(said in each for each in faults(text)), faults(text)


def test_a_block_that_is_never_closed_is_told() -> None:
    file = read_case_file("c.md", '```case\ncase "c" ask f expect 1\n')
    assert [each.code for each in file.problems] == ["BLOCK-OPEN"] and len(file.cases) == 1


def test_from_what_a_case_was_worked_out_is_said_by_it_or_by_the_heading_above() -> None:
    block = '```case\ncase "{0}" ask f expect 1\ncase "{0} too" from play ask f expect 1\n```\n'
    text = "".join(
        f"{heading}\n\n{block.format(number)}"
        for number, heading in enumerate(["# A {#a by=exam}", "## B {#a.b}", "## C {#a.c by=books}", "# D {#d}"])
    )
    found = [(case.heading, case.by) for case in read_case_file("c.md", text).cases]
    assert found[::2] == [("a", "exam"), ("a.b", "exam"), ("a.c", "books"), ("d", "rules")]
    assert {by for _, by in found[1::2]} == {"play"}


def test_a_heading_says_by_what_and_nothing_else() -> None:
    found = [each.code for each in read_case_file("c.md", "# A {#a by=hearsay}\n## B {#a.b p=3}\n").problems]
    assert found == ["ATTR-VALUE", "ATTR-UNKNOWN"]


def harbour_with(folder: Path, old: str, new: str, name: str = "01-harbour.md") -> list[str]:
    """What is wrong with the cases of the harbour when a text in them is another, or the file has another name."""
    game = folder / "harbour"
    shutil.copytree(HARBOUR, game)
    file = game / "cases" / "01-harbour.md"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    file.rename(file.with_name(name))
    return [str(p) for p in check_game(load_game(game))[1] if p.severity == "error"]


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


def test_a_case_where_no_paragraph_speaks_needs_no_reason(tmp_path: Path) -> None:
    silent = f'{PRICE}\ncase "a toll" ask toll expect silent'
    found = harbour_with(tmp_path, PRICE, silent)
    assert not any("CASE-REASON" in each for each in found)


@pytest.mark.parametrize("folder", [ROOT / "corpus", HARBOUR.parent])
def test_cases_are_counted_without_reading_them(folder: Path) -> None:
    for game in load_library(folder).games.values():
        assert sum(count_cases(text) for _, text in game.prose.cases) == len(cases_of(game)[0])
