"""A window in which somebody has to answer: nobody declines it, and who cannot answer is passed over."""

from __future__ import annotations

import pytest

from grammar import nodes as n
from grammar.rules.parse import parse_cases, parse_rules
from grammar.rules.unparse import statement
from referee.check.cases import run_case
from referee.play.progress import answer_choice, apply_move
from referee.state import State
from tests.support.rules import code_from

RULES = """
roles player: red, blue, green
fact coins of player: 0..9
fact till: 0..9
action visit(host: player) by actor: player
  answered by first p in [host]: must open_up or pay_off
  effect raise till by 1
action feast by actor: player
  answered by any p in player with p is not actor: must pay_off otherwise raise till by 5
action open_up by actor: player
action pay_off by actor: player
  cost 2 from coins of actor
  effect cancel
"""
GIVEN = "given till = 0; coins of red = 0; coins of blue = 3; coins of green = 1;"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("do visit(blue) by red answers [pay_off] expect till = 0; coins of blue = 1;", ""),
        ("do visit(blue) by red answers [open_up] expect till = 1; coins of blue = 3;", ""),
        ("do visit(green) by red expect till = 1;", ""),  # all that is left to do is done unasked
        ("do visit(blue) by red answers [none] expect till = 1;", "must answer with"),
        ("do visit(blue) by red expect till = 1;", "it needs to be told"),
        ("ask till after visit(blue) by red expect depends", ""),
        ("ask till after visit(blue) by red answers [pay_off] expect 0", ""),
        ("ask pay_off by blue during visit(blue) by red expect yes", ""),
        ("ask pay_off by green during visit(green) by red expect no", ""),
        ("do feast by red answers [pay_off by blue] expect till = 0; coins of blue = 1;", ""),
        ("do feast by blue expect till = 5;", ""),  # nobody can
    ],
)
def test_whoever_can_answer_has_to(text: str, said: str) -> None:
    (written,) = parse_cases(f'case "t" {GIVEN} {text}')
    assert isinstance(written, n.WrittenCase)
    result = run_case(code_from(RULES), written.case)
    assert (said in result.message) if said else result.passed, result.message


def test_it_is_no_option_to_decline() -> None:
    code = code_from(RULES)
    state = State({"till": 0, "coins": {"red": 0, "blue": 3, "green": 1}})
    waiting = apply_move(code, state, "visit", {"host": "blue"}, "red").state
    assert waiting.pending is not None
    assert (waiting.pending.choice.kind, None in waiting.pending.choice.options) == ("reply", False)
    kept = State.read(waiting.data())
    assert answer_choice(code, kept, {"do": "open_up", "with": {}}).state.fact("till") == 1


def test_it_is_written_as_it_was_read() -> None:
    text = "rule visit answered by first p in [host]: must open_up or pay_off"
    assert statement(parse_rules(text)[0]).split() == text.split()
