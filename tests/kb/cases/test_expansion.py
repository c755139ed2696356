"""Cases written out: situations, cases that differ in one fact, further questions about the same facts."""

from __future__ import annotations

from grammar import nodes as n
from grammar.rules.parse import parse_facts
from kb.cases import read_case_file
from kb.cases.expansion import told_otherwise

DOCK = (
    'case "a dock" given owner of north = none; coins of red = 9; ask lease(north) by red expect yes because #har.act.2'
)


def read(text: str) -> list[n.Case]:
    file = read_case_file("c.md", f"```case\n{text}\n```\n")
    assert file.problems == ()
    return [case.node for case in file.cases]


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
