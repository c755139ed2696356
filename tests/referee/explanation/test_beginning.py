"""The start of a fact that no line tells: of what it follows, what setting up does, or nothing."""

from __future__ import annotations

from grammar import nodes as n
from kb.library import Game
from referee.explanation.beginning import Beginning, beginning, is_set_up
from referee.questions.question import read_question, read_situation
from tests.support.rules import code_from

CODE = """
fact coins: number
fact crew: number
fact noise: number
derived fact wealth: number
define wealth = coins * 2
--- #t.2
procedure setup:
  do deal_crew
end
--- #t.3
procedure deal_crew:
  set crew = 4
end
"""


def test_why_no_line_tells_a_start(harbour: Game) -> None:
    code = code_from(CODE)

    def asked(text: str) -> n.Expr:
        return read_question(code, text, read_situation(code, ""), None).body

    def of(fact: str) -> Beginning | None:
        return beginning(code, harbour, asked(f"start of {fact}"))

    assert of("crew") == Beginning("start", "t.3", "crew after setup")
    assert of("wealth") == Beginning("start.derived", "t.1", "wealth after setup")
    assert of("noise") is None
    assert is_set_up(code, asked("start of crew"))
    assert not is_set_up(code, asked("start of noise"))
