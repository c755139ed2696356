"""What a cited paragraph says on the command line: not twice, and no table without its rows."""

from __future__ import annotations

from referee.answers import Assumed
from referee.service import Referee, Told
from tests.support import games
from web.cli.terminal.text import answer_text, granted


def asked(question: str, given: str, actor: str = "working_class") -> str:
    found = Referee(games.game("hegemony")).ask(question, actor, Told(given))
    return answer_text(found, "en")


def test_a_sentence_that_stands_above_is_not_said_again() -> None:
    text = asked("strike([supermarket])", "wage of supermarket = 3")
    assert text.count("A Company paying Level 3 Wages cannot be struck.") == 1
    assert "this sentence stands above)" in text


def test_a_table_is_no_excerpt() -> None:
    text = asked("wage_due(supermarket)", "wage of supermarket = 2")
    assert "; a table)" in text and "The table gives" not in text


def test_few_alike_assumptions_are_named_one_by_one() -> None:
    def taken(*keys: str) -> str:
        alike = [
            Assumed(f"{key} lies open", f"open of {key}", "open", [key], True, "yes", f"{key} lies open")
            for key in keys
        ]
        return granted(alike, "en")[0]

    assert taken("a", "b", "c") == "  ~ Taken for granted: a lies open; b lies open; c lies open."
    assert taken("a", "b", "c", "d") == "  ~ Taken for granted: a lies open (and 3 more alike)."
