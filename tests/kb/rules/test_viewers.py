"""Who sees what is hidden: asked of the declaration of the fact, cited by it."""

from __future__ import annotations

import pytest

from grammar import nodes as n
from grammar.rules.parse import parse_cases
from referee.check.cases import run_case
from referee.errors import RefereeError
from referee.questions.question import read_question
from referee.questions.telling import Situation
from referee.state import State
from referee.verdict.ask import ask
from tests.support.rules import code_from

RULES = """
roles player: red, blue, green
kind team: good, bad
fact players: 2..3 assumed 3
define seated = those(p in player with p is not green or players is 3)
fact coins of player: 0..9
fact ballots_open: flag
--- #t.hand
fact hand of player: pile of team hidden from others
--- #t.deck
fact deck: pile of team hidden from all
--- #t.back
fact back of player: team hidden from v when v is player
--- #t.side
fact side of player: team hidden from v when v is not player and not (side of v is bad and side of player is bad)
--- #t.ballot
fact ballot of player: flag hidden from others when not ballots_open
--- #t.last
procedure turn_up: set back of red = bad end
"""


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("ask viewers of hand of red expect [red]", "t.hand"),
        ("ask blue in viewers of hand of red expect no", "t.hand"),
        ("ask viewers of deck expect []", "t.deck"),
        ("ask viewers of back of red expect [blue, green]", "t.back"),
        ("given players = 2; ask viewers of back of red expect [blue]", "t.back"),
        (
            "given side of red = bad; side of blue = bad; side of green = good; ask viewers of side of red expect [red, blue]",
            "t.side",
        ),
        ("given ballots_open; ask viewers of ballot of red expect [red, blue, green]", "t.ballot"),
        ("given not ballots_open; ask viewers of ballot of red expect [red]", "t.ballot"),
        ("ask back of red after turn_up as blue expect bad", "t.last"),
    ],
)
def test_who_sees_it_is_what_its_declaration_says(text: str, because: str) -> None:
    (written,) = parse_cases(f'case "t" {text} because #{because}')
    assert isinstance(written, n.WrittenCase)
    result = run_case(code_from(RULES), written.case)
    assert result.passed, result.message


def test_what_is_hidden_from_nobody_has_no_viewers_of_its_own() -> None:
    with pytest.raises(RefereeError, match="open to everybody"):
        read_question(code_from(RULES), "viewers of coins of red", Situation(State({}), {}), "red")


def test_an_answer_that_hangs_on_what_is_hidden_cites_what_hides_it() -> None:
    code = code_from(RULES)
    situation = Situation(State({}), {})
    found = ask(code, read_question(code, "top of hand of blue", situation, "red"), situation, viewer="red")
    assert found.verdict == "depends" and found.hidden == [("hand", ("blue",))] and "t.hand" in found.cites


def test_a_key_called_like_all_of_its_kind_is_one_of_them() -> None:
    rules = RULES.replace("define seated = those(p in player with p is not green or players is 3)\n", "")
    told = "given side of red = bad; side of blue = bad; side of green = good; "
    for text in ("ask viewers of side of red expect [red, blue]", "ask blue in viewers of side of red expect yes",
                 "ask viewers of back of red expect [blue, green]"):  # fmt: skip
        (written,) = parse_cases(f'case "t" {told}{text}')
        assert isinstance(written, n.WrittenCase)
        result = run_case(code_from(rules), written.case)
        assert result.passed, result.message
