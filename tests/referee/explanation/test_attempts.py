"""What was tried in turn, why it failed, and how a list narrows, as a derivation tells it."""

from __future__ import annotations

from kb.library import load_game
from referee.explanation.derivation import derive
from referee.explanation.figured import Line
from referee.explanation.words.wording import Wording
from referee.questions.question import read_question, read_situation
from referee.rules.code import Code
from tests.support.places import HARBOUR
from tests.support.rules import code_from

RULES = """
kind job: dig, sail, rest
kind mode: calm, stormy
fact tools: number
fact boats: number
fact weather: mode
--- #t.2
holds able(j: job) when j is dig and tools >= 2
--- #t.3
holds able(j: job) when j is sail and weather is calm and boats >= 1
--- #t.4
holds able(j: job) when j is sail and weather is stormy and boats >= 3
--- #t.5
holds able(j: job) when j is rest
--- #t.6
procedure lend: raise tools by 1 end
define tried_now = first(j in [dig, sail, rest] with able(j))
define lent_now = first(j in [dig, rest] with supposing(lend, able(j)))
define worth(j: job) = if j is dig then tools else boats end
define favoured = best(j in [dig, sail] by worth(j), boats)
"""


def told(code: Code, question: str, given: str) -> Line:
    situation = read_situation(code, given)
    line = derive(
        code, read_question(code, question, situation, None), situation, Wording(load_game(HARBOUR), "en"), None
    )
    assert line is not None
    return line


def lines(line: Line) -> list[Line]:
    return [line, *(each for part in line.parts for each in lines(part))]


def test_every_attempt_is_told_until_one_holds() -> None:
    line = told(code_from(RULES), "tried_now", "tools = 1; boats = 1; weather = calm")
    assert [(each.shown, each.paragraph) for each in line.parts] == [("no", "t.2"), ("yes", "t.3")]


def test_what_failed_is_told_only_of_paragraphs_that_speak_of_the_case() -> None:
    line = told(code_from(RULES), "tried_now", "tools = 1; boats = 2; weather = stormy")
    assert [each.shown for each in line.parts] == ["no", "no", "yes"]
    assert {each.paragraph for each in lines(line.parts[1]) if each.paragraph.startswith("t.")} - {"t.1"} == {"t.4"}


def test_what_is_so_behind_a_supposed_deed_is_told_as_it_is_there() -> None:
    line = told(code_from(RULES), "lent_now", "tools = 1; boats = 0; weather = calm")
    assert line.shown == "dig"
    assert "2" in {each.shown for each in lines(line)}  # the tools, with the one that is lent


def test_a_list_narrows_by_what_decides() -> None:
    line = told(code_from(RULES), "favoured", "tools = 3; boats = 2; weather = calm")
    assert [each.shown for each in line.parts] == ["3", "2"]  # what comes after does not matter any more
