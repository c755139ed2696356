"""Case files as read: what is wrong with one is told with the title, headings say from what cases were worked out."""

from __future__ import annotations

import pytest

from kb.cases import cases_of, count_cases, read_case_file
from kb.library import load_game
from tests.support import games
from tests.support.places import HARBOUR


def faults(text: str) -> list[str]:
    return [str(each) for each in read_case_file("c.md", f"```case\n{text}\n```\n").problems]


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


def test_cases_are_counted_without_reading_them() -> None:
    for game in [*games.library().games.values(), load_game(HARBOUR)]:
        assert sum(count_cases(text) for _, text in game.prose.cases) == len(cases_of(game)[0])
